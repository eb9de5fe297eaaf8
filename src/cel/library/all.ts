// All built-in functions, by name.

import { conversions } from './conversions.ts'
import { fieldFunctions } from './fields.ts'
import { listFunctions } from './lists.ts'
import { math } from './math.ts'
import { optionals } from './optionals.ts'
import type { Overload } from './signature.ts'
import { stringFunctions } from './strings.ts'
import { textFunctions } from './texts.ts'
import { times } from './times.ts'

export const overloads: readonly Overload[] = [
  ...conversions,
  ...stringFunctions,
  ...listFunctions,
  ...math,
  ...times,
  ...optionals,
  ...textFunctions,
  ...fieldFunctions,
]

const byName: ReadonlyMap<string, readonly Overload[]> = Map.groupBy(overloads, (each) => (each.method ? `.${each.name}` : each.name))

/** The overloads of a function (`size`, `math.abs`) or, with `method`, of a method. */
export function findOverloads(name: string, method: boolean): readonly Overload[] {
  return byName.get(method ? `.${name}` : name) ?? []
}

export const functionNames: readonly string[] = [...new Set(overloads.filter((each) => !each.method).map((each) => each.name))]

export const methodNames: readonly string[] = [...new Set(overloads.filter((each) => each.method).map((each) => each.name))]
