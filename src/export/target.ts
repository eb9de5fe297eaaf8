// What an export is: a name, the forms it is written in, and a text made of facts alone.

import type { Facts, VersionFacts } from '../fact/fact.ts'

export type Form = 'yaml' | 'json' | 'markdown' | 'svg' | 'hurl' | 'typescript'

export type Exported = {
  readonly text: string
  /** What the document says and the target cannot, a sentence each; also at the end of the text. */
  readonly leftOut: readonly string[]
}

export type Target = {
  readonly name: string
  /** What it is, in a line. */
  readonly about: string
  /** The first is the default. */
  readonly forms: readonly [Form, ...Form[]]
  /** The same facts give the same bytes; of the newest version, unless one is said. */
  run(facts: Facts, form: Form, version?: VersionFacts): Exported
  /** Whether it can say an older version of part 9. */
  readonly older?: true
}

/** Sentences in the order in which they were first said. */
export type LeftOut = { readonly all: readonly string[]; add(sentence: string): void }

export function leftOutList(): LeftOut {
  const said = new Set<string>()
  return {
    get all() {
      return [...said]
    },
    add: (sentence) => void said.add(sentence),
  }
}
