// Keeps, for each state of a resource, the first sequence of a search that leads a record to it.

import { convertValueToText } from '../../exchange/value-json.ts'
import type { OracleInterpreter } from '../oracle/interpreter.ts'
import type { SearchEntry } from './search-entry.ts'

export class FirstEntries {
  readonly #interpreter: OracleInterpreter
  readonly #byState = new Map<string, SearchEntry>()

  constructor(interpreter: OracleInterpreter) {
    this.#interpreter = interpreter
  }

  /** The resource and the states of its machines, as text, with the sequence. */
  get all(): readonly (readonly [state: string, entry: SearchEntry])[] {
    return [...this.#byState]
  }

  /** Notes the states that the interpreter's records have after the sequence. */
  note(entry: SearchEntry): void {
    const { compiled, keys } = this.#interpreter
    for (const info of compiled.facts.typing.domain.resources.values()) {
      if (info.machines.length === 0) continue
      for (const row of this.#interpreter.rows(info.name)) {
        const state = `${info.name} ${info.machines.map(({ field }) => convertValueToText(row.values.get(field) ?? null, keys)).join(' ')}`
        if (!this.#byState.has(state)) this.#byState.set(state, entry)
      }
    }
  }

  /** True if records of `resource` refer to those of `other`. */
  refersTo(resource: string, other: string | undefined): boolean {
    const info = this.#interpreter.compiled.facts.typing.domain.resources.get(resource)
    return [...(info?.properties.values() ?? [])].some(({ reference }) => reference !== undefined && reference.resource === other)
  }
}
