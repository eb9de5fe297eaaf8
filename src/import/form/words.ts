// The words of one language: headers, marks and phrases that forms use.

import type { Questions } from './english/questions.ts'
import type { CallerWords } from './words/caller-words.ts'
import type { ConditionWords } from './words/condition-words.ts'
import type { ErrorWords } from './words/error-words.ts'
import type { FieldWords } from './words/field-words.ts'
import type { LimitWords } from './words/limit-words.ts'
import type { MachineWords } from './words/machine-words.ts'
import type { ProseWords } from './words/prose-words.ts'
import type { SqlWords } from './words/sql-words.ts'
import type { SpokenWords } from './words/spoken-words.ts'

const columnNames = [
  'field',
  'type',
  'must',
  'default',
  'setter',
  'meaning',
  'flags',
  'typeName',
  'from',
  'to',
  'trigger',
  'guard',
  'endpoint',
  'method',
  'path',
  'who',
  'status',
  'error',
  'event',
  'limit',
  'value',
  'unit',
  'each',
  'data',
  'id',
  'range',
  'rules',
  'unique',
  'editable',
  'owner',
  'least',
  'most',
  'optional',
  'readonly',
  'fixed',
] as const

export type ColumnName = (typeof columnNames)[number]

export type Words = FieldWords &
  SpokenWords &
  MachineWords &
  ConditionWords &
  CallerWords &
  ErrorWords &
  LimitWords & {
    readonly ask: Questions
    readonly sql: SqlWords
    readonly prose: ProseWords
    /** Headers in lower case, by the column that they name. A header may name several columns; the kind of the table chooses one. */
    readonly headers: { readonly [name in ColumnName]: readonly string[] }
    /** Words that identify a header outside `headers`. */
    readonly headerWords: { readonly [name in ColumnName]?: RegExp }
    /** `bare`: marks that mean presence only below a header that says so; `condition`: words after a mark that make it conditional. `creation`: that only say *when the record is made*. */
    readonly marks: {
      readonly yes: RegExp
      readonly no: RegExp
      readonly nothing: RegExp
      readonly conditional: RegExp
      readonly bare: RegExp
      readonly condition: RegExp
      readonly creation: RegExp
    }
    /** Words of a title that are no name, and the words for the service. */
    readonly titleGlue: RegExp
    readonly theService: string
    /** "The Register records …": a subject of the purpose with a capital. */
    readonly purposeSubject: RegExp
    readonly conjunction: RegExp
    /** Articles before names, their alternatives in a pattern, words between names, and the words for *only* and *is*. */
    readonly article: RegExp
    readonly articles: string
    readonly joins: string
    readonly onlyWord: string
    readonly beWord: string
    /** Alternatives of a pattern: "shall", "must"; "be"; and the word that replaces both. */
    readonly modals: string
    readonly beWords: string
    readonly isWord: string
    /** Binding words: a sentence that has one is a requirement. */
    readonly requirement: RegExp
    /** A line that says where the service is reached. */
    readonly baseAddress: RegExp
  }
