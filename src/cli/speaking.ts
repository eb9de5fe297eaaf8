// Speaks JSON-RPC over standard input and output, until the input ends.

import type { Framing } from '../rpc/framing.ts'
import { type Handlers, type Peer, openPeer } from '../rpc/peer.ts'
import { Misuse } from './command.ts'

/**
 * `cancel`: the notification with which the other side cancels a request. `handlers` are created from the peer, which may send
 * notifications too. Resolves when all requests are answered.
 */
export async function speak(
  framing: Framing,
  cancel: string,
  handlers: (peer: Pick<Peer, 'notify'>) => Handlers,
  { ended }: { readonly ended?: Promise<void> } = {},
): Promise<void> {
  const { stdin, stdout, stderr } = process
  const onError = (error: unknown): void =>
    void stderr.write(`an internal error: ${error instanceof Error ? error.message : String(error)}\n`)
  const notify: Peer['notify'] = (method, params) => peer.notify(method, params)
  const peer: Peer = openPeer(framing, (text) => void stdout.write(text), handlers({ notify }), { cancel, onError })
  const read = async (): Promise<void> => {
    for await (const bytes of stdin) peer.push(bytes as Uint8Array)
  }
  await Promise.race([
    read().catch((error: unknown) => {
      throw new Misuse(error instanceof Error ? error.message : String(error))
    }),
    ...(ended === undefined ? [] : [ended]),
  ])
  await peer.waitUntilIdle()
  stdin.destroy()
}
