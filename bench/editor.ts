// Measures how long an editor waits for diagnostics after a keystroke, in documents of about 2,000 lines, by the client of the protocol.
// `node bench/editor.ts [ROUNDS]` prints milliseconds of waiting, and of CPU time of the server's thread.

import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { type Editor, openEditor } from '../test/lsp/editor.ts'
import { typedDocuments } from './typed-documents.ts'

const rounds = Number(process.argv[2] ?? 6)
const warm = 5

type Waited = { readonly wall: number; readonly busy: number }

/** Milliseconds of CPU time of a process's main thread, on Linux; NaN on other systems. */
function busyOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return Number.NaN
  }
}

async function press(editor: Editor, uri: string, offset: number, removed: number, text: string): Promise<Waited> {
  const before = editor.textOf(uri).slice(0, offset).split('\n')
  const [line, character] = [before.length - 1, before.at(-1)!.length]
  const [start, ran] = [performance.now(), busyOf(editor.pid)]
  await editor.type(uri, { start: { line, character }, end: { line, character: character + removed } }, text)
  return { wall: performance.now() - start, busy: busyOf(editor.pid) - ran }
}

function quantile(values: readonly number[], part: number): string {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!.toFixed(0)
}

const columns = ['document', 'lines', 'median', 'p95', 'busy', 'busy p95']
console.log(columns.map((name, index) => (index === 0 ? name.padEnd(40) : name.padStart(9))).join(''))
for (const { title, name, text, places } of typedDocuments()) {
  const editor = await openEditor()
  const uri = pathToFileURL(name).href
  await editor.show(uri, text)
  const waited: Waited[] = []
  for (let round = 0; round < rounds + warm; round++) {
    for (const place of places) {
      const offset = text.indexOf(place) + place.length
      if (offset < place.length) throw new Error(`${title} has no ${place}`)
      const pressed = [await press(editor, uri, offset, 0, 'x'), await press(editor, uri, offset, 1, '')]
      if (round >= warm) waited.push(...pressed)
    }
  }
  await editor.end()
  const cells = [
    text.split('\n').length,
    quantile(
      waited.map(({ wall }) => wall),
      0.5,
    ),
    quantile(
      waited.map(({ wall }) => wall),
      0.95,
    ),
    quantile(
      waited.map(({ busy }) => busy),
      0.5,
    ),
    quantile(
      waited.map(({ busy }) => busy),
      0.95,
    ),
  ]
  console.log(title.padEnd(40) + cells.map((cell) => String(cell).padStart(9)).join(''))
}
