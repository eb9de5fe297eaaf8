// Aims at refusals that a search by chance has not met: by extreme numbers, by other choices, by other records beside, and by values that
// are taken.

import { type Json, createJsonObject, printJson } from '../../base/json.ts'
import type { OperationFacts } from '../../fact/fact.ts'
import { printConditionWords } from '../../fact/narrow.ts'
import { type Operation, resourceNameOf } from '../../model/model.ts'
import type { Schema } from '../../schema/schema.ts'
import { type Fresh, type RequestStep, joinSequences, parseMembers } from '../step.ts'
import { type Case, makeVariation } from './case.ts'
import { type RehearsalStage, rehearse } from './rehearse.ts'
import { swapCase } from '../sample-text.ts'

/** A sequence that ends in a success, with the operation of each step. */
export type BaseCase = Case & { readonly walk: readonly Operation[] }

type Attempt = { readonly steps: readonly RequestStep[]; readonly variant: string; readonly fresh: readonly Fresh[] }

/** Refusals that depend on stored values. */
const aimed: ReadonlySet<string> = new Set(['guard', 'require', 'invariant', 'duplicate', 'in-use', 'illegal-transition'])

/** The most other sequences that are played before one. */
const maxBefore = 16

/** For each operation: the first sequence that causes a refusal of these conditions that no case has. Varies the operation's own success. */
export function buildMissingCases(
  stage: RehearsalStage,
  operations: readonly OperationFacts[],
  bases: readonly BaseCase[],
  cases: readonly Case[],
): readonly Case[] {
  const reached = new Set(cases.map(({ operation, outcome }) => `${operation.id} ${outcome}`))
  return operations.flatMap(({ operation, points }) => {
    const base = bases.find((each) => each.operation === operation)
    const missing = new Set(
      points
        .filter(({ condition }) => aimed.has(condition))
        .map(printConditionWords)
        .filter((words) => !reached.has(`${operation.id} ${words}`)),
    )
    if (base === undefined || missing.size === 0) return []
    const found: Case[] = []
    for (const { steps, variant, fresh } of listAttempts(stage, base, bases)) {
      if (missing.size === 0) break
      const rehearsal = rehearse(stage, steps, fresh, variant)
      if (rehearsal === undefined || !missing.delete(rehearsal.outcome)) continue
      found.push(makeVariation({ operation, fresh }, steps, rehearsal, variant))
    }
    return found
  })
}

function* listAttempts(stage: RehearsalStage, base: BaseCase, bases: readonly BaseCase[]): Iterable<Attempt> {
  const { steps, walk, fresh } = base
  const last = steps.length - 1
  for (const [variant, isHigh] of [
    ['largest numbers', () => true],
    ['smallest numbers', () => false],
    ['largest numbers last', (index: number) => index === last],
    ['smallest numbers last', (index: number) => index !== last],
  ] as const) {
    const extreme = steps.map((step, index) => withExtremes(stage, step, walk[index]!, isHigh(index)))
    yield { steps: extreme, variant, fresh }
    yield { steps: [...extreme, extreme.at(-1)!], variant: `${variant}, twice`, fresh }
  }
  yield* listOtherChoices(stage, base)
  yield* listTakenValues(stage, base, bases)
  yield { steps: [...steps, steps.at(-1)!], variant: 'twice', fresh }
  for (const before of [base, ...bases.filter((each) => each !== base && each.operation.method !== 'GET')].slice(0, maxBefore))
    yield { steps: joinSequences(before.steps, steps), variant: `after ${before.operation.id}`, fresh: before.fresh }
}

/** The step with each number of its body at a bound of its schema. */
function withExtremes({ interpreter }: RehearsalStage, step: RequestStep, operation: Operation, isHigh: boolean): RequestStep {
  const schema = interpreter.compiled.facts.typing.input(operation).body?.schema
  const properties = typeof schema === 'object' ? schema.properties : undefined
  const extremes = Object.entries(properties ?? {}).flatMap(([name, each]): (readonly [string, Json])[] => {
    const bound = findBound(each, isHigh)
    return bound === undefined ? [] : [[name, bound]]
  })
  return step.body === undefined || extremes.length === 0
    ? step
    : { ...step, body: printJson(createJsonObject(Object.entries({ ...parseMembers(step.body), ...Object.fromEntries(extremes) }))) }
}

function findBound(schema: Schema, isHigh: boolean): Json | undefined {
  if (typeof schema !== 'object') return undefined
  const bound = isHigh ? schema.maximum : schema.minimum
  return typeof bound === 'number' || (typeof bound === 'object' && bound !== null) ? (bound as Json) : undefined
}

/** The most sequences with another choice. */
const maxChoices = 24

/** The sequence with another value of one member that has a closed set of values. */
function listOtherChoices({ interpreter }: RehearsalStage, { steps, walk, fresh }: BaseCase): readonly Attempt[] {
  const { typing } = interpreter.compiled.facts
  const attempts = steps.flatMap((step, index) => {
    const schema = step.body === undefined ? undefined : typing.input(walk[index]!).body?.schema
    const members = parseMembers(step.body)
    return Object.entries((typeof schema === 'object' ? schema.properties : undefined) ?? {}).flatMap(([name, each]) =>
      listChoices(each)
        .filter((value) => value !== members[name])
        .map((value): Attempt => {
          const body = printJson(createJsonObject(Object.entries({ ...members, [name]: value })))
          return { steps: steps.with(index, { ...step, body }), variant: `${name} of ${printJson(value)}`, fresh }
        }),
    )
  })
  return attempts.slice(0, maxChoices)
}

/** The scalar values of a closed set; none if it is open. */
function listChoices(schema: Schema): readonly Json[] {
  if (typeof schema !== 'object') return []
  const values = schema.type === 'boolean' ? [true, false] : ((schema.enum ?? []) as readonly Json[])
  return values.filter((value) => value === null || typeof value !== 'object')
}

/** For each unique: a request whose value differs from that of another record in letter case alone. */
export function buildCasesInOtherLetters(stage: RehearsalStage, bases: readonly BaseCase[]): readonly Case[] {
  const change = (value: Json): Json => (typeof value === 'string' ? swapCase(value) : value)
  return bases.flatMap((base) =>
    [...listTakenValues(stage, base, bases, change)].flatMap(({ steps, variant, fresh }) => {
      const rehearsal = rehearse(stage, steps, fresh, variant)
      const isInvalid = rehearsal?.outcome.startsWith('invalid') !== false
      return isInvalid ? [] : [makeVariation({ operation: base.operation, fresh }, steps, rehearsal, `${variant} in other letters`)]
    }),
  )
}

/** A value of a unique property that another record has, which a request before created; `change` changes the second value. */
function* listTakenValues(
  { interpreter, fresh }: RehearsalStage,
  base: BaseCase,
  bases: readonly BaseCase[],
  change?: (value: Json) => Json,
): Iterable<Attempt> {
  const resource = resourceNameOf(base.operation)
  const { typing } = interpreter.compiled.facts
  const info = resource === undefined ? undefined : typing.domain.resources.get(resource)
  const creation = bases.find(({ operation }) => operation.action === 'create' && resourceNameOf(operation) === resource)
  const [first, at] = [creation?.steps.at(-1), creation === undefined ? 0 : creation.steps.length - 1]
  if (info === undefined || creation === undefined || first?.body === undefined) return
  for (const { members } of info.uniques) {
    const values = members.flatMap((name): (readonly [string, Json])[] => {
      const written = typing.input(base.operation).body?.writes.find(({ property, path }) => property === name && path.length === 1)
      const value = written === undefined ? undefined : fresh(`${info.name}.${name}`)
      return value === undefined ? [] : [[written!.path[0]!, value]]
    })
    const last = base.steps.at(-1)!
    const changed = values.map(([name, value]): readonly [string, Json] => [name, change?.(value) ?? value])
    const isSame = change !== undefined && changed.every(([, value], index) => value === values[index]![1])
    if (values.length === 0 || last.body === undefined || isSame) continue
    const withValues = (step: RequestStep, added: typeof values): RequestStep => ({
      ...step,
      body: printJson(createJsonObject(Object.entries({ ...parseMembers(step.body), ...Object.fromEntries(added) }))),
    })
    yield {
      steps: joinSequences(creation.steps.with(at, withValues(first, values)), base.steps.with(-1, withValues(last, changed))),
      variant: `with ${members.join(' and ')} of another`,
      fresh: creation.fresh,
    }
  }
}
