// Prints an imported document as Markdown with nine parts, and returns the range of each entry.

import { type PartName, partNames } from '../document/document.ts'
import { defaultHeading } from '../document/part-problem.ts'
import { printTextInYaml } from '../document/text-in-yaml.ts'
import { languageVersion } from '../model/front.ts'
import type { DraftEntry, DraftValue, SaidMap } from './draft.ts'

/** The content of a part: entries, or one word, with its comments. */
export type DraftPart = { readonly notes: string[]; value: DraftValue }

export type DraftDocument = {
  readonly title: string
  readonly use: readonly string[]
  readonly parts: { readonly [name in PartName]: DraftPart }
  /** Sentences about content of the source that the document cannot express. */
  readonly leftOut: readonly string[]
}

/** An entry with its range in the text and its path, the innermost key last. */
export type Placed = { readonly start: number; readonly end: number; readonly path: readonly DraftEntry[]; readonly part: PartName }

export type PrintedDocument = { readonly text: string; readonly places: readonly Placed[] }

/** The maximum width of maps and lists in braces, as in the house style. */
const width = 100

export function printDraft(document: DraftDocument): PrintedDocument {
  const writer = new DocumentWriter()
  writer.put(
    `---\nninefold: ${languageVersion}\n${document.use.length === 0 ? '' : `use: [${document.use.map((name) => printTextInYaml(name, 'flow')).join(', ')}]\n`}---\n\n`,
  )
  writer.put(`# ${onOneLine(document.title)}\n`)
  for (const name of partNames) {
    const { notes, value } = document.parts[name]
    writer.put(`\n${defaultHeading(name)}\n\n`)
    if (value.kind === 'map') writer.putPart(name, notes, value)
    else
      writer.put(
        `${notes.map((note) => `<!-- ${printNote(note).slice(2).replaceAll('--', '- -')} -->\n\n`).join('')}${value.kind === 'word' ? (value.text === '' ? '' : `${value.text}\n`) : 'not shown\n'}`,
      )
  }
  if (document.leftOut.length > 0)
    writer.put(
      `\n## Left out\n\nThe source says this too, and the document does not:\n\n${document.leftOut.map((sentence) => `- ${onOneLine(sentence)}\n`).join('')}`,
    )
  return writer.printed()
}

/** Writes the text of a document, and notes the place of each entry. */
class DocumentWriter {
  readonly #pieces: string[] = []
  readonly #places: Placed[] = []
  #length = 0
  #part: PartName = 'service'

  put(text: string): void {
    this.#pieces.push(text)
    this.#length += text.length
  }

  /** The content of a part, in a `yaml` block. */
  putPart(name: PartName, notes: readonly string[], map: SaidMap): void {
    this.#part = name
    const fence = '`'.repeat(Math.max(3, measureFence(map) + 1))
    this.put(`${fence}yaml\n`)
    for (const note of notes) this.put(`${printNote(note)}\n`)
    this.#writeBlock(map, 0, [])
    this.put(`${fence}\n`)
  }

  printed(): PrintedDocument {
    return { text: this.#pieces.join(''), places: this.#places }
  }

  #writeBlock(map: SaidMap, indent: number, path: readonly DraftEntry[]): void {
    for (const [index, each] of map.entries.entries()) {
      // The content after a dash is on the same line.
      const lead = index === 0 && path.at(-1) === undefined && indent > 0 ? '' : ' '.repeat(indent)
      this.#writeEntry(each, indent, lead, path)
    }
  }

  #writeEntry(each: DraftEntry, indent: number, lead: string, path: readonly DraftEntry[]): void {
    const inner = [...path, each]
    for (const note of each.notes) this.put(`${lead}${printNote(note)}\n`)
    const start = this.#length
    const key = printKey(each, 'key')
    this.put(`${lead}${key}:`)
    this.#writeValue(each.value, indent, indent + key.length + 2, inner)
    this.#places.push({ start, end: this.#length, path: inner, part: this.#part })
  }

  #writeValue(draft: DraftValue, indent: number, column: number, path: readonly DraftEntry[]): void {
    if (draft.kind === 'word') return this.put(` ${draft.text}\n`)
    if (draft.kind === 'text') return this.put(` ${printBlock(draft.text, indent) ?? printTextInYaml(draft.text, 'block')}\n`)
    // The entries of a part are printed in block style, so that each can have a comment.
    const flow = path.length === 1 && draft.kind === 'map' && draft.entries.length > 1 ? undefined : printInline(draft, width - column)
    if (flow !== undefined) {
      this.put(' ')
      this.#writeFlow(draft, path)
      return this.put('\n')
    }
    this.put('\n')
    if (draft.kind === 'map') return this.#writeBlock(draft, indent + 2, path)
    for (const item of draft.items) this.#writeItem(item, indent + 2, path)
  }

  #writeItem(item: DraftValue, indent: number, path: readonly DraftEntry[]): void {
    const flow = item.kind === 'map' ? printInline(item, width - indent - 2) : undefined
    if (item.kind !== 'map' || item.entries.length === 0 || flow !== undefined) {
      this.put(`${' '.repeat(indent)}-`)
      return this.#writeValue(item, indent, indent + 2, path)
    }
    // The first entry is after the dash, unless it has a comment.
    const [first, ...rest] = item.entries
    if (first!.notes.length > 0) {
      this.put(`${' '.repeat(indent)}-\n`)
      return this.#writeBlock(item, indent + 2, path)
    }
    this.#writeEntry(first!, indent + 2, `${' '.repeat(indent)}- `, path)
    this.#writeBlock({ kind: 'map', entries: rest }, indent + 2, path)
  }

  #writeFlow(draft: DraftValue, path: readonly DraftEntry[]): void {
    if (draft.kind === 'word') return this.put(draft.text)
    if (draft.kind === 'text') return this.put(printTextInYaml(draft.text, 'flow'))
    const isMap = draft.kind === 'map'
    const count = isMap ? draft.entries.length : draft.items.length
    if (count === 0) return this.put(isMap ? '{}' : '[]')
    this.put(isMap ? '{ ' : '[')
    if (isMap) {
      draft.entries.forEach((each, index) => {
        if (index > 0) this.put(', ')
        const start = this.#length
        this.put(`${printKey(each, 'flow-key')}: `)
        const inner = [...path, each]
        this.#writeFlow(each.value, inner)
        this.#places.push({ start, end: this.#length, path: inner, part: this.#part })
      })
    } else {
      draft.items.forEach((item, index) => {
        if (index > 0) this.put(', ')
        this.#writeFlow(item, path)
      })
    }
    this.put(isMap ? ' }' : ']')
  }
}

/** Prints a note on one line, with YAML syntax escaped. */
function printNote(note: string): string {
  return `# ${onOneLine(note)}`
}

/** Text from the source never begins a line of its own. */
function onOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029\uFEFF\uFFFE\uFFFF\s]+/gu, ' ').trim()
}

/** Undefined if it does not fit on one line of this width: comments and multi-line texts need lines of their own. */
function printInline(draft: DraftValue, room: number): string | undefined {
  const text = printInlineText(draft, room)
  return text === undefined || text.length > room ? undefined : text
}

function printInlineText(draft: DraftValue, room: number): string | undefined {
  if (draft.kind === 'word') return draft.text
  if (draft.kind === 'text')
    return draft.text.length > room || printBlock(draft.text, 0) !== undefined ? undefined : printTextInYaml(draft.text, 'flow')
  const count = draft.kind === 'map' ? draft.entries.length : draft.items.length
  if (count === 0) return draft.kind === 'map' ? '{}' : '[]'
  let text = ''
  for (let index = 0; index < count; index++) {
    const piece: string | undefined =
      draft.kind === 'map' ? printEntry(draft.entries[index]!, room - text.length) : printInline(draft.items[index]!, room - text.length)
    if (piece === undefined) return undefined
    text += `${index === 0 ? '' : ', '}${piece}`
  }
  return draft.kind === 'map' ? `{ ${text} }` : `[${text}]`
}

function printKey({ key, optional }: DraftEntry, place: 'key' | 'flow-key'): string {
  return `${optional === true ? '?' : ''}${printTextInYaml(key, place)}`
}

function printEntry(entry: DraftEntry, room: number): string | undefined {
  const { key, value, notes } = entry
  const name = notes.length > 0 || key.length > room ? undefined : printKey(entry, 'flow-key')
  const text = name === undefined ? undefined : printInline(value, room - name.length)
  return text === undefined ? undefined : `${name}: ${text}`
}

/** A multi-line text as a `|` block, if YAML preserves it. */
function printBlock(text: string, indent: number): string | undefined {
  if (!text.includes('\n') || /^[ \n\t]|[ \t]\n|[^\n\P{Cc}]|\n\n$|[\u2028\u2029\uFEFF\uFFFE\uFFFF]|\p{Cs}/u.test(text)) return undefined
  const ends = text.endsWith('\n')
  const lines = (ends ? text.slice(0, -1) : text).split('\n').map((line) => (line === '' ? '' : ' '.repeat(indent + 2) + line))
  return `${ends ? '|' : '|-'}\n${lines.join('\n')}`
}

function measureFence(draft: DraftValue): number {
  if (draft.kind === 'word') return 0
  if (draft.kind === 'text') return Math.max(0, ...Array.from(draft.text.matchAll(/^\s*(`+)/gm), ([, ticks]) => ticks!.length))
  return (draft.kind === 'list' ? draft.items : draft.entries.map(({ value }) => value)).reduce(
    (most, inner) => Math.max(most, measureFence(inner)),
    0,
  )
}
