// Speaks JSON-RPC over standard input and output, until the input ends.

import type { Framing } from '../rpc/framing.ts'
import { type Handlers, type Peer, openPeer } from '../rpc/peer.ts'
import { Misuse } from './command.ts'

export type Speaker = Pick<Peer, 'notify' | 'isInterrupted'>

/**
 * `cancel`: the notification with which the other side cancels a request. `handlers` are created from the peer, which may send
 * notifications too. Resolves when all requests are answered.
 */
export async function speak(
  framing: Framing,
  cancel: string,
  handlers: (peer: Speaker) => Handlers,
  { ended }: { readonly ended?: Promise<void> } = {},
): Promise<void> {
  const { stdin, stdout, stderr } = process
  const onError = (error: unknown): void =>
    void stderr.write(`an internal error: ${error instanceof Error ? error.message : String(error)}\n`)
  const speaker: Speaker = {
    notify: (method, params) => peer.notify(method, params),
    isInterrupted: (methods) => peer.isInterrupted(methods),
  }
  const peer: Peer = openPeer(framing, (text) => void stdout.write(text), handlers(speaker), { cancel, onError })
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
