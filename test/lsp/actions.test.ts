// Code actions of a document that changes meanwhile: the search for fixes ends, and a new request is answered.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { lspHandlers } from '../../src/lsp/server.ts'
import { byLines } from '../../src/rpc/framing.ts'
import { openPeer } from '../../src/rpc/peer.ts'
import { conventions } from '../conventions.ts'

type Said = {
  readonly id?: number
  readonly method?: string
  readonly error?: { readonly code: number }
  readonly result?: readonly { readonly title: string }[]
}

const cancelled = -32800
const uri = 'file:///notes.md'
const text = readFileSync(resolve(import.meta.dirname, '../../examples/notes.md'), 'utf8').replace('create: Note', 'creat: Note')
const line = text.split('\n').findIndex((each) => each.includes('creat: Note'))
const range = { start: { line, character: 2 }, end: { line, character: 7 } }

/** A server that has the document open, and a function that sends messages in one piece and waits for their answers. */
async function open(): Promise<(...messages: readonly object[]) => Promise<readonly Said[]>> {
  const said: Said[] = []
  const peer = openPeer(
    byLines(),
    (json) => void said.push(JSON.parse(json) as Said),
    lspHandlers({
      disk: { filesIn: () => [], environment: () => conventions() },
      version: '0',
      defer: setImmediate,
      exit: () => undefined,
      notify: (method, params) => peer.notify(method, params),
      isInterrupted: (methods) => peer.isInterrupted(methods),
    }),
    { cancel: '$/cancelRequest', onError: (error) => assert.fail(String(error)) },
  )
  const send = async (...messages: readonly object[]): Promise<readonly Said[]> => {
    said.length = 0
    peer.push(new TextEncoder().encode(messages.map((each) => `${JSON.stringify({ jsonrpc: '2.0', ...each })}\n`).join('')))
    await peer.waitUntilIdle()
    return [...said]
  }
  await send({ method: 'textDocument/didOpen', params: { textDocument: { uri, text } } })
  return send
}

const ask = (id: number): object => ({
  id,
  method: 'textDocument/codeAction',
  params: { textDocument: { uri }, range, context: { diagnostics: [] } },
})
const type = {
  method: 'textDocument/didChange',
  params: { textDocument: { uri, version: 2 }, contentChanges: [{ range: { start: range.end, end: range.end }, text: 'e' }] },
}
const answer = (said: readonly Said[], id: number): Said | undefined => said.find((each) => each.id === id)

test('a keystroke behind the question ends the search for fixes', async () => {
  const send = await open()
  const said = await send(ask(1), type)
  assert.equal(answer(said, 1)?.error?.code, cancelled)
  assert.deepEqual(answer(await send(ask(2)), 2)?.result, [])
})

test('a question that the editor gives up is not worked on', async () => {
  const send = await open()
  const said = await send(ask(1), ask(2), { method: '$/cancelRequest', params: { id: 1 } })
  assert.equal(answer(said, 1)?.error?.code, cancelled)
  assert.deepEqual(
    answer(said, 2)?.result?.map(({ title }) => title),
    ['Write `create`'],
  )
})

test('a question behind it is answered after it, and the same fixes are given again', async () => {
  const send = await open()
  const said = await send(ask(1), ask(2))
  assert.deepEqual(answer(said, 1), { ...answer(said, 2), id: 1 })
  assert.deepEqual(
    answer(said, 1)?.result?.map(({ title }) => title),
    ['Write `create`'],
  )
})
