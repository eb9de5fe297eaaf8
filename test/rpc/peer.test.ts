// JSON-RPC over a stream of bytes: messages in pieces, mistakes of the other side, and requests that are given up.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BrokenFraming, type Framing, byLength, byLines } from '../../src/rpc/framing.ts'
import { type Handlers, type Peer, RpcError, openPeer } from '../../src/rpc/peer.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

function open(
  handlers: Handlers,
  framing: Framing = byLines(),
): { readonly peer: Peer; readonly said: unknown[]; readonly failures: unknown[] } {
  const said: unknown[] = []
  const failures: unknown[] = []
  const peer = openPeer(framing, (text) => said.push(JSON.parse(text)), handlers, {
    cancel: 'cancel',
    onError: (error) => failures.push(error),
  })
  return { peer, said, failures }
}

const request = (id: number, method: string, params?: object): string => `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`

test('takes messages in any pieces, whatever is between them', () => {
  const text = 'Content-Length: 8\r\nContent-Type: x\r\n\r\n"grüß"Content-Length: 2\r\n\r\n{}'
  const all = bytes(text)
  for (const size of [1, 3, all.length]) {
    const framing = byLength()
    const found: string[] = []
    for (let from = 0; from < all.length; from += size) found.push(...framing.push(all.subarray(from, from + size)))
    assert.deepEqual(found, ['"grüß"', '{}'])
  }
  const lines = byLines()
  assert.deepEqual([lines.push(bytes('{"a"')), lines.push(bytes(':1}\r\n\n{}\n'))], [[], ['{"a":1}', '{}']])
  assert.throws(() => byLength().push(bytes('Content-Size: 8\r\n\r\n')), BrokenFraming)
  assert.throws(() => byLength().push(bytes('Content-Length: 999999999999\r\n\r\n')), BrokenFraming)
})

test('answers requests one after the other, and nothing else', async () => {
  const { peer, said } = open({
    add: ({ a, b }) => (a as number) + (b as number),
    slow: async () => Promise.resolve('slow'),
    quiet: () => undefined,
  })
  peer.push(
    bytes(
      `${request(1, 'slow')}${request(2, 'add', { a: 1, b: 2 })}{"jsonrpc":"2.0","method":"quiet"}\n${request(3, 'quiet')}{"jsonrpc":"2.0","id":9,"result":1}\n`,
    ),
  )
  await peer.waitUntilIdle()
  assert.deepEqual(said, [
    { jsonrpc: '2.0', id: 1, result: 'slow' },
    { jsonrpc: '2.0', id: 2, result: 3 },
    { jsonrpc: '2.0', id: 3, result: null },
  ])
})

test('tells mistakes by their codes', async () => {
  const { peer, said, failures } = open({
    refuse: () => {
      throw new RpcError(-32602, 'no')
    },
    fail: () => {
      throw new Error('a mistake')
    },
  })
  peer.push(bytes(`{\n[]\n{"id":1}\n${request(2, 'none')}${request(3, 'refuse')}${request(4, 'fail')}${request(5, 'toString')}`))
  await peer.waitUntilIdle()
  assert.deepEqual(
    said.map((each) => [(each as { id: unknown }).id, (each as { error: { code: number } }).error.code]),
    [
      [null, -32700],
      [null, -32600],
      [1, -32600],
      [2, -32601],
      [3, -32602],
      [4, -32603],
      [5, -32601],
    ],
  )
  assert.equal(failures.length, 1)
})

test('does not begin what was given up', async () => {
  const begun: unknown[] = []
  const { peer, said } = open({ work: ({ name }) => void begun.push(name) })
  peer.push(
    bytes(
      `${request(1, 'work', { name: 'a' })}${request(2, 'work', { name: 'b' })}{"jsonrpc":"2.0","method":"cancel","params":{"id":2}}\n{"jsonrpc":"2.0","method":"cancel","params":{"id":7}}\n${request(7, 'work', { name: 'c' })}`,
    ),
  )
  await peer.waitUntilIdle()
  assert.deepEqual(begun, ['a', 'c'])
  assert.deepEqual((said[1] as { error: { code: number } }).error.code, -32800)
})
