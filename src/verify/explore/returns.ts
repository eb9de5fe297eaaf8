// Leads a record back to an earlier state and on again, as the same and as another caller: what counts or remembers shows the second time.

import { type Operation, resourceNameOf } from '../../model/model.ts'
import { type RequestStep, splitPath } from '../step.ts'
import type { Case } from './case.ts'
import { playAs } from './other-callers.ts'
import { type Rehearsal, type RehearsalStage, rehearse } from './rehearse.ts'

/** For each transition, and each other one that leads back from its state: the sequence once more. */
export function buildCasesAfterReturns(stage: RehearsalStage, bases: readonly Case[], callers: readonly string[]): readonly Case[] {
  const transitions = bases.filter(({ operation }) => operation.action === 'transition')
  return transitions.flatMap((base) =>
    transitions
      .filter(({ operation }) => resourceNameOf(operation) === resourceNameOf(base.operation))
      .flatMap((back) => playReturns(stage, base, back, callers)),
  )
}

function playReturns(stage: RehearsalStage, base: Case, back: Case, callers: readonly string[]): readonly Case[] {
  const { operation, steps, fresh } = base
  const found: Case[] = []
  /** Keeps the first sequence that succeeds. */
  const keepFirst = (name: string, sequences: readonly (readonly RequestStep[])[]): void => {
    for (const sequence of sequences) {
      const rehearsal = rehearse(stage, sequence, fresh, name)
      if (!isGood(rehearsal)) continue
      const { expected, outcome, eventNames } = rehearsal!
      const signature = `${operation.id} | ${outcome} | ${eventNames.join(' ')} | ${name}`
      found.push({ operation, steps: sequence, fresh, outcome, signature, expected, eventNames, variant: name })
      return
    }
  }
  const last = steps.at(-1)!
  for (const position of [steps.length - 1, steps.length - 2]) {
    const step = steps[position]
    const key = step && findRecordKey(step, operation)
    if (key === undefined || key !== findRecordKey(last, operation)) continue
    const before = steps.slice(0, position + 1)
    const way = asEach(stepOn(key, back), callers).find((each) => isGood(rehearse(stage, [...before, each], fresh, 'return')))
    if (way === undefined) continue
    // The last step reads answers from before the way back only, so that their numbers remain.
    const onAgain = (each: RequestStep): readonly RequestStep[] => [...before, way, each, ...steps.slice(position + 1)]
    keepFirst(`again after ${back.operation.id}`, [onAgain(step!)])
    if (step === last) keepFirst(`again by another caller after ${back.operation.id}`, buildSequencesByTwo(stage, base, way, callers))
  }
  return found
}

/** The most pairs of callers for one way back. */
const maxPairs = 12

/** The transition by one caller, the way back, and the transition by the owner of the record. */
function buildSequencesByTwo(
  stage: RehearsalStage,
  base: Case,
  way: RequestStep,
  callers: readonly string[],
): readonly (readonly RequestStep[])[] {
  const last = base.steps.at(-1)!
  if (last.caller === undefined) return []
  const pairs = callers.flatMap((owner) => callers.filter((other) => other !== owner).map((other) => [owner, other] as const))
  return pairs.slice(0, maxPairs).flatMap(([owner, other]) => {
    const played = playAs(stage, base, owner, other)
    return played === undefined || !isGood(played.rehearsal)
      ? []
      : [owner, other].map((caller) => [...played.steps, { ...way, caller }, { ...last, caller: owner }])
  })
}

function isGood(rehearsal: Rehearsal | undefined): boolean {
  return rehearsal !== undefined && rehearsal.expected.trace.condition === undefined
}

function asEach(step: RequestStep | undefined, callers: readonly string[]): readonly RequestStep[] {
  if (step === undefined) return []
  return step.caller === undefined
    ? [step]
    : [step, ...callers.filter((name) => name !== step.caller).map((caller) => ({ ...step, caller }))]
}

/** The value of the last parameter in a path like that of the operation. */
export function findRecordKey({ target }: RequestStep, { segments }: Operation): string | undefined {
  return splitPath(target.split('?')[0]!)[segments.findLastIndex(({ kind }) => kind === 'parameter')]
}

/** The last request of a sequence, on the record with this key; undefined if its body needs the answers of its own sequence. */
export function stepOn(key: string, { operation: { segments }, steps }: Pick<Case, 'operation' | 'steps'>): RequestStep | undefined {
  const last = steps.at(-1)!
  const at = segments.findLastIndex(({ kind }) => kind === 'parameter')
  if (at < 0 || last.body?.includes('{{') === true) return undefined
  const target = `/${splitPath(last.target.split('?')[0]!).with(at, key).join('/')}`
  return { ...last, target }
}
