// Follows a stream over the lives of a service: each time from the last id that it heard.

import { type Heard, type Listener, listen } from '../listener.ts'
import type { Lives } from './lives.ts'

export type Follower = {
  /** All that was heard, over all connections. */
  readonly heard: readonly Heard[]
  last(): string
  stop(): void
}

export function followed(lives: Lives, path: string, from: string): Follower {
  const heard: Heard[] = []
  let before = from
  let listener: Listener | undefined
  let isOver = false
  /** The data of the connection that ended, and the position at which the next one continues. */
  const keep = (): void => {
    heard.push(...(listener?.heard ?? []))
    before = listener?.last() || before
    listener = undefined
  }
  const follow = async (): Promise<void> => {
    while (!isOver) {
      const { url } = await lives.current()
      // It may die before it answers.
      listener = await listen(url + path, { last: before }).catch(() => undefined)
      if (isOver) return listener?.close()
      await listener?.ended
      keep()
    }
  }
  void follow()
  return {
    get heard() {
      return [...heard, ...(listener?.heard ?? [])]
    },
    last: () => listener?.last() || before,
    stop() {
      isOver = true
      listener?.close()
    },
  }
}
