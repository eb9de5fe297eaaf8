// Represents a text about moves while it is read.

import { draftPlainText } from '../draft.ts'
import { type FormMachine, type Move, addMove } from './machine.ts'
import type { Statement } from '../statement.ts'
import type { Words } from '../words.ts'

export type MoveText = {
  readonly machine: FormMachine
  readonly statement: Statement
  readonly words: Words
  /** The sentence before it in the same paragraph. */
  readonly before: Statement | undefined
  /** The text as it stands in the form. */
  readonly whole: string
  /** The first sentence, with its moves as arrows. */
  readonly text: string
  /** The further sentences. */
  readonly left: readonly string[]
  /** A mark behind the move says that records end in its target. */
  readonly isEnd: boolean
  /** Reads a part of the text on its own. */
  again(part: string): void
}

/** Reads a text of one form. False if it has another form. */
export type MoveReader = (text: MoveText) => boolean

type Said = Partial<Pick<Move, 'trigger' | 'guard' | 'more'>>

/** Adds a move with the further sentences beside it, unless other words stand beside it. */
export function takeMove({ machine, statement, words, left }: MoveText, from: readonly string[], to: string, said: Said = {}): void {
  addMove(
    machine,
    { from, to, trigger: said.trigger ?? '', guard: said.guard ?? '', more: said.more ?? draftPlainText(left.join(' ').trim()), statement },
    words,
  )
}

/** Adds the state in which records start. */
export function takeStart({ machine, statement, words }: Pick<MoveText, 'machine' | 'statement' | 'words'>, to: string): void {
  addMove(machine, { from: ['(new)'], to, trigger: '', guard: '', more: '', statement }, words)
}
