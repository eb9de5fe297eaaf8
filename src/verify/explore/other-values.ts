// Changes known sequences: repeats items of lists, changes letter case, and gives records numbers that binary fractions cannot hold.

import { type Json, isJsonArray, isJsonObject, createJsonObject, printJson } from '../../base/json.ts'
import { resourceNameOf } from '../../model/model.ts'
import type { Property } from '../../typing/domain.ts'
import type { OracleInterpreter } from '../oracle/interpreter.ts'
import { type RequestStep, joinSequences, parseMembers, renumberAfter, withPathValue } from '../step.ts'
import type { Case } from './case.ts'
import { printWord } from '../sample-text.ts'

export type OtherSequence = { readonly steps: readonly RequestStep[]; readonly name: string }

/** Each list of objects in a body with its first item twice: a server may look at each item alone, or join them. */
export function withRepeatedItems(steps: readonly RequestStep[]): readonly OtherSequence[] {
  return steps.flatMap((step, index) =>
    Object.entries(parseMembers(step.body)).flatMap(([name, value]) => {
      const [first] = isJsonArray(value) ? value : []
      if (!isJsonArray(value) || first === undefined || !isJsonObject(first)) return []
      const body = printJson(createJsonObject(Object.entries({ ...parseMembers(step.body), [name]: [...value, first] })))
      return [{ steps: steps.with(index, { ...step, body }), name: `with ${name} twice` }]
    }),
  )
}

/** The last request again, with one new value that differs from the first one in letter case alone. */
export function withOtherLetters(steps: readonly RequestStep[]): readonly OtherSequence[] {
  const last = steps.at(-1)!
  const [again] = renumberAfter([last], 0, maxFresh) as [RequestStep]
  return [...(last.body ?? '').matchAll(/\{\{new:(\d+):([\w.]+)\}\}/g)].map(([placeholder, number, property]) => {
    const renumbered = `{{new:${Number(number) + maxFresh}:${property}}}`
    const body = again.body!.replaceAll(renumbered, placeholder.replace('}}', ':swapped}}'))
    return { steps: [...steps, { ...again, body }], name: `with ${property} in other letters` }
  })
}

/** More than the new values of a sequence. */
const maxFresh = 500

/** The sequence after a change that gives a decimal of a record that it names an awkward value. */
export function withAwkwardNumbers(
  interpreter: OracleInterpreter,
  steps: readonly RequestStep[],
  bases: readonly Case[],
): readonly OtherSequence[] {
  const { typing } = interpreter.compiled.facts
  const text = steps.map(({ body = '' }) => body).join('\n')
  return bases.flatMap(({ operation, steps: [change, ...more] }) => {
    const info = typing.domain.resources.get(resourceNameOf(operation) ?? '')
    const body = operation.action === 'update' && more.length === 0 ? typing.input(operation).body : undefined
    const at = operation.segments.findLastIndex(({ kind }) => kind === 'parameter')
    if (info === undefined || body === undefined || !body.patch || change === undefined || at < 0) return []
    const named = interpreter.rows(info.name).map(({ key }) => key.replaceAll(/^\["?|"?\]$/g, ''))
    return named
      .filter((key) => text.includes(JSON.stringify(key)))
      .slice(0, 1)
      .flatMap((key) =>
        body.writes.flatMap(({ path, property }) => {
          const value = path.length === 1 ? chooseAwkwardDecimal(info.properties.get(property)) : undefined
          if (value === undefined) return []
          const target = withPathValue(change.target, at, key)
          const changed: RequestStep = { ...change, target, body: printJson(createJsonObject([[path[0]!, value]])) }
          return [{ steps: joinSequences([changed], steps), name: `after ${property} of ${printWord(value)}` }]
        }),
      )
  })
}

/** A multiple of a power of ten that lies above the product of its binary fraction with small integers. */
function chooseAwkwardDecimal(property: Property | undefined): Json | undefined {
  const schema = property?.schema
  if (typeof schema !== 'object' || typeof schema.multipleOf !== 'number') return undefined
  const scale = Math.round(-Math.log10(schema.multipleOf))
  if (scale < 1 || scale > 6 || schema.multipleOf !== Number(`1e-${scale}`)) return undefined
  const unit = 10 ** scale
  for (let digits = unit + 1; digits < 100 * unit; digits++) {
    const isCut = [1, 2, 3].every((times) => Math.floor(times * (digits / unit) * unit) < times * digits)
    if (isCut) return digits / unit
  }
  return undefined
}
