// Summarises the interpreter's records by the values that can affect an outcome, so that a search recognises new states.

import { isRecord } from '../../exchange/context.ts'
import { listResourcesOfCallers } from '../../fact/callers.ts'
import { convertValueToText } from '../../exchange/value-json.ts'
import type { Row } from '../../meaning/record/row.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import type { OracleInterpreter } from '../oracle/interpreter.ts'

/** The largest value of a counter that differs from larger ones. */
const maxCounted = 3n

export class AbstractStates {
  readonly #interpreter: OracleInterpreter
  /** Names that some expression selects. */
  readonly #selectedNames: ReadonlySet<string>
  /** Callers that exist from the start. */
  readonly #initialCallers: ReadonlySet<string>

  constructor(interpreter: OracleInterpreter) {
    this.#interpreter = interpreter
    this.#selectedNames = new Set(
      interpreter.compiled.facts.typing.slots.flatMap(({ slot }) => [...slot.text.matchAll(/\.\??(\w+)/g)].map(([, name]) => name!)),
    )
    const callers = listResourcesOfCallers(interpreter.compiled.facts.typing).flatMap((resource) => interpreter.rows(resource))
    this.#initialCallers = new Set(callers.map(({ resource, key }) => `${resource} ${key}`))
  }

  /** A text for the state of each record and of the records that it refers to. Two equal records are another state than one. */
  describeAll(): readonly string[] {
    const { resources } = this.#interpreter.compiled.facts.typing.domain
    const rows = [...resources.values()].flatMap((info) => this.#interpreter.rows(info.name))
    const abstracts = new Map(rows.map((row) => [`${row.resource} ${row.key}`, this.#abstract(resources.get(row.resource)!, row)]))
    const counts = new Map<string, number>()
    return rows.map((row) => {
      const others = [...row.values.values()].flatMap((value) =>
        isRecord(value) ? (abstracts.get(`${value.resource} ${value.key}`) ?? []) : [],
      )
      const state = [abstracts.get(`${row.resource} ${row.key}`), ...others, ...this.#owners(resources.get(row.resource)!, row)].join(
        ' of ',
      )
      const count = Math.min(2, (counts.get(state) ?? 0) + 1)
      counts.set(state, count)
      return `${state} ${count}`
    })
  }

  /** The tenant of a record, and the initial callers that it refers to: other callers may not find or change it. */
  #owners(info: ResourceInfo, row: Row): readonly string[] {
    return [...row.values].flatMap(([name, value]) => {
      const isOwner = isRecord(value) && this.#initialCallers.has(`${value.resource} ${value.key}`)
      const isTenant = info.tenant.some(({ property }) => property === name)
      return isOwner || isTenant ? [isRecord(value) ? value.key : convertValueToText(value, this.#interpreter.keys)] : []
    })
  }

  #abstract(info: ResourceInfo, row: Row): string {
    const values = [...info.properties.values()].map(({ name, machine, nullable, type, writable, generate }) => {
      const value = row.values.get(name)
      // Only effects write a counter, one step at a time.
      if (typeof value === 'bigint' && !writable && generate === undefined && this.#selectedNames.has(name))
        return value > maxCounted ? 'many' : String(value)
      if (machine !== undefined || typeof value === 'boolean' || type.kind === 'enum')
        return convertValueToText(value ?? null, this.#interpreter.keys)
      if (typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'timestamp' && this.#selectedNames.has(name))
        return Number(value.ms) > this.#interpreter.now() ? 'to come' : 'past'
      return nullable && this.#selectedNames.has(name) ? String(value === undefined || value === null) : ''
    })
    return `${info.name} ${values.join(' ')}`
  }
}
