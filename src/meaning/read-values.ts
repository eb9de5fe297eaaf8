// The values of a request that expressions of its operation read.

import type { Operation } from '../model/model.ts'
import { type ExpressionText, listSpecifiedEntries } from '../model/slot.ts'
import type { ParameterPlace } from '../exchange/decode.ts'
import type { Interpreter } from './service.ts'

export type ReadValues = {
  readonly readsCaller: boolean
  readonly input: readonly (ParameterPlace | 'body')[]
  /** Of `with` and `let`. */
  readonly names: readonly string[]
}

const places = { path: 'path', query: 'query', headers: 'header', body: 'body' } as const

export function readValues(texts: readonly ExpressionText[], { slots }: Operation, { modelIndex }: Interpreter): ReadValues {
  const read = texts.map((text) => modelIndex.readsOf(text))
  const reads = (name: string): boolean => read.some(({ variables }) => variables.has(name))
  const input = new Set(read.flatMap((reading) => [...reading.input]))
  return {
    readsCaller: ['caller', 'claims', 'credential'].some(reads),
    input: Object.entries(places).flatMap(([name, place]) => (input.has(name) || input.has('*') ? [place] : [])),
    names: [...listSpecifiedEntries(slots.with), ...listSpecifiedEntries(slots.let)].map(({ name }) => name).filter(reads),
  }
}
