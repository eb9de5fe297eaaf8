// The state of splitting the text below one heading into statements.

import type { PartName } from '../../../document/document.ts'
import type { Heading } from '../../../document/heading.ts'
import type { CodeTypes } from '../code/code-types.ts'
import type { Sketch } from '../code/sketch.ts'
import type { FormSection, FormText, Statement } from '../statement.ts'
import type { Words } from '../words.ts'

/** Types in code; the members of bases are known once their fence was read. */
export type Declared = { readonly types: CodeTypes; readonly bases: Map<string, Sketch> }

export class Splitting {
  readonly sections: FormSection[]
  /** The title, sentence or item that introduces what follows. */
  label: string

  readonly part: PartName
  readonly heading: Heading | undefined
  readonly words: Words
  readonly known: Declared
  readonly #statements: Statement[]

  constructor(part: PartName, heading: Heading | undefined, words: Words, known: Declared, statements: Statement[]) {
    this.part = part
    this.heading = heading
    this.words = words
    this.known = known
    this.#statements = statements
    const title = heading === undefined || heading.level === 2 ? '' : heading.title
    this.sections = [{ part, title, level: heading?.level ?? 2, blocks: [] }]
    this.label = title
  }

  /** The level of the heading in the form; lines in bold below it are of level 3. */
  get level(): number {
    return this.heading?.level ?? 2
  }

  get section(): FormSection {
    return this.sections.at(-1)!
  }

  /** Begins a section whose title is no heading of Markdown. */
  start(title: string, more: { readonly isLed?: boolean; readonly isGroup?: boolean } = {}, level = 3): void {
    this.sections.push({ part: this.part, title, level, ...more, blocks: [] })
  }

  add(kind: Statement['kind'], text: string, line: number): Statement {
    const statement: Statement = { part: this.part, kind, text, line, outcome: undefined, asks: [] }
    this.#statements.push(statement)
    return statement
  }

  /** Adds a text to the current section. */
  push(statement: Statement, more: { readonly paragraph: number } & Partial<FormText>): void {
    this.section.blocks.push({ kind: 'text', statement, label: this.label, depth: 0, ...more })
  }

  /** Adds lines as items of the current section. */
  pushItems(lines: readonly { readonly text: string; readonly line: number }[], line: number, paragraph: number, label = this.label): void {
    for (const each of lines) this.push(this.add('item', each.text, line + each.line), { paragraph, label })
  }

  pushTable(
    {
      headers,
      rows,
    }: {
      readonly headers: readonly string[]
      readonly rows: readonly { readonly cells: readonly string[]; readonly text: string; readonly line: number }[]
    },
    line: number,
  ): void {
    this.section.blocks.push({
      kind: 'table',
      headers,
      rows: rows.map(({ cells, text, line: at }) => ({ cells, statement: this.add('row', text, line + at) })),
    })
  }
}
