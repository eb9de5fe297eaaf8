// The file of a store that a command works on: named by `--store`, and opened as the document lays it out.

import { existsSync } from 'node:fs'
import { type Layout, layoutOf } from '../store/layout.ts'
import { type Console, Misuse, type Status, type Values, text } from './command.ts'
import { withoutErrors } from './compiled.ts'

export function storeFile(values: Values): string {
  const store = text(values, 'store')
  const file = /^sqlite:(.+)$/.exec(store ?? '')?.[1]
  if (file === undefined) throw new Misuse(`--store takes sqlite:FILE${store === undefined ? '' : `, not ${store}`}`)
  if (!existsSync(file)) throw new Misuse(`${file} is not there; \`serve\` makes it`)
  return file
}

type Open<T> = (layout: Layout) => T | { readonly problem: string }

/** Closed again whatever the work comes to; where the document has errors, they are told, and nothing is opened. */
export async function onFile<T extends { close(): void }>(path: string, console: Console, open: Open<T>, work: (opened: T) => Status | Promise<Status>): Promise<Status> {
  const result = withoutErrors(path, console)
  if (result === undefined) return 1
  const opened = open(layoutOf(result.facts.typing.domain))
  if ('problem' in opened) throw new Misuse(opened.problem)
  try {
    return await work(opened)
  } finally {
    opened.close()
  }
}
