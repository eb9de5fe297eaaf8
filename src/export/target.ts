// The interface of an export: its name, its forms, and a text made from the facts alone.

import type { Facts, VersionFacts } from '../fact/fact.ts'

export type ExportForm = 'yaml' | 'json' | 'markdown' | 'svg' | 'hurl' | 'typescript'

export type Exported = {
  readonly text: string
  /** Facts that the target cannot express, one sentence each; also at the end of the text. */
  readonly leftOut: readonly string[]
}

export type ExportTarget = {
  readonly name: string
  /** A one-line description. */
  readonly about: string
  /** The first is the default. */
  readonly forms: readonly [ExportForm, ...ExportForm[]]
  /** Equal facts give equal bytes. The default is the newest version. */
  run(facts: Facts, form: ExportForm, version?: VersionFacts): Exported
  /** True if it can export an older version of part 9. */
  readonly older?: true
}

/** Sentences without repetition, in order. */
export type LeftOut = { readonly all: readonly string[]; add(sentence: string): void }

export function makeLeftOutList(): LeftOut {
  const sentences = new Set<string>()
  return {
    get all() {
      return [...sentences]
    },
    add: (sentence) => void sentences.add(sentence),
  }
}
