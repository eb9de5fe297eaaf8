// The statements of a form: table rows, list items, sentences and samples, by part and heading.

import type { Source } from '../../base/text.ts'
import type { PartName } from '../../document/document.ts'
import type { Member } from './code/remarked-samples.ts'

export type Outcome = 'taken' | 'question' | 'prose'

export type Statement = {
  readonly part: PartName
  readonly kind: 'row' | 'item' | 'sentence' | 'sample' | 'heading'
  /** Rewritten only before the readers begin. */
  text: string
  readonly line: number
  /** Undefined until a reader or the end of the import decides. */
  outcome: Outcome | undefined
  /** The questions about the statement, one for each of its claims. */
  readonly asks: string[]
}

export type FormTable = {
  readonly kind: 'table'
  readonly headers: readonly string[]
  readonly rows: readonly { readonly cells: readonly string[]; readonly statement: Statement }[]
}

/**
 * `label`: the paragraph or item that introduces the list. `paragraph`: equal for texts of one block; `depth`: the nesting of an item.
 * `member`: the member of a sample that the text describes.
 */
export type FormText = {
  readonly kind: 'text'
  readonly statement: Statement
  readonly label: string
  readonly paragraph: number
  readonly depth: number
  readonly member?: Member
}

/** The content under one heading of a part. */
export type FormSection = {
  readonly part: PartName
  readonly title: string
  readonly level: number
  /** The title stands before a paragraph, so the next one may be about another thing. */
  readonly isLed?: boolean
  /** The title is a line in bold below a heading, which may name only a group of the fields. */
  readonly isGroup?: boolean
  readonly blocks: (FormTable | FormText)[]
}

export type Form = {
  readonly source: Source
  readonly title: string | undefined
  /** The text between the title and the first part. */
  readonly before: string
  /** The unchanged text of each part below its heading. */
  readonly originals: ReadonlyMap<PartName, string>
  readonly sections: readonly FormSection[]
  readonly statements: readonly Statement[]
}
