// The facts of one operation: every possible refusal with its answer, their order, and its changes.

import type { Operation } from '../model/model.ts'
import { slotValue } from '../model/slot.ts'
import { stageTables } from './conditions/all.ts'
import { itemsMet, programOutcomeOf } from './conditions/effect.ts'
import type { Cover } from './cover.ts'
import { emittedTypes, type emitterSources } from './emitters.ts'
import { canFail } from './can-fail.ts'
import type { OperationFacts, ConditionPattern, PatternProblem, Point, PointAnswer } from './fact.ts'
import { hoist } from './hoist.ts'
import { matchesPoint } from './narrow.ts'
import type { Order, ordering } from './order.ts'
import { type Vocabulary, readConditionPattern } from './pattern.ts'
import { type Precedence, placing, precedenceWords, withBefore } from './precedence.ts'
import { type RawPoint, type OperationContext, withAnswer, contextOfOperation } from './operation-context.ts'
import type { World } from './world.ts'

/** The shared context for deriving operations. */
export type DerivationContext = {
  readonly world: World
  readonly vocabulary: Vocabulary
  readonly cover: Cover
  readonly precedence: Precedence
  readonly order: ReturnType<typeof ordering>
  /** Patterns of `on` that narrow `invalid` to a member or a keyword. */
  readonly failing: readonly ConditionPattern[]
  readonly sources: ReturnType<typeof emitterSources>
}

export type Derived = {
  readonly facts: Omit<OperationFacts, 'complete'>
  readonly problems: readonly PatternProblem[]
  readonly needless: readonly ConditionPattern[]
}

/** A point with its answer. */
type Met = { readonly raw: RawPoint; readonly point: Point }

export function operationFacts(frame: DerivationContext, operation: Operation): Derived {
  const about = contextOfOperation(frame.world, operation)
  const { patterns, problems } = neverOf(operation, frame.vocabulary)
  const raw = metIn(about)
  const ofItems = merge(itemsMet(about))
  const isAsserted = (point: RawPoint): boolean => patterns.some((pattern) => matchesPoint(pattern, point, operation.id))
  const possible = patterns.length === 0 ? raw : raw.filter((point) => !isAsserted(point))
  const needless = patterns.filter((pattern) => ![...raw, ...ofItems].some((point) => matchesPoint(pattern, point, operation.id)))
  const asserted =
    patterns.length === 0
      ? []
      : raw.filter(isAsserted).map((point) => withAnswer(point, frame.cover.answer({ condition: 'internal' }, operation.id)))
  const answered = (point: RawPoint): Met[] => {
    const answer = frame.cover.answer(point, operation.id)
    return [{ raw: point, point: withAnswer(point, answer) }, ...narrowedTo(point, answer, frame, about)]
  }
  const met = possible.flatMap(answered)
  const items = ofItems.filter((point) => !isAsserted(point)).flatMap(answered).map(({ point }) => point)
  return { facts: { operation, asserted, items, ...orderPoints(frame, operation, met), ...summariseChanges(frame, about) }, problems, needless }
}

/** Every refusal that it can meet unless `never` says otherwise, in the language's own order. */
export function metIn(about: OperationContext): readonly RawPoint[] {
  return merge(hoist(about, stageTables.flatMap((table) => table.derive(about))))
}

/** For `invalid`: a point for each member and keyword that has its own answer. */
function narrowedTo(raw: RawPoint, wide: PointAnswer, { failing: patterns, cover }: DerivationContext, about: OperationContext): Met[] {
  if (raw.condition !== 'invalid' || patterns.length === 0) return []
  const narrowed = new Map<string, RawPoint>()
  for (const { name, failing, at } of patterns) {
    if (failing === undefined || (name !== undefined && name !== raw.name) || (at !== undefined && at !== about.operation.id)) continue
    if (canFail(failing, raw.name, about)) narrowed.set(`${failing.member ?? ''} ${failing.keyword ?? ''}`, { ...raw, failing })
  }
  return [...narrowed.values()].flatMap((point): Met[] => {
    const answer = cover.answer(point, about.operation.id)
    const isSame = answer.kind === 'entry' && wide.kind === 'entry' && answer.entry === wide.entry
    return isSame ? [] : [{ raw: point, point: withAnswer(point, answer) }]
  })
}

/** The author's assertions that a condition cannot occur here. */
function neverOf(operation: Operation, vocabulary: Vocabulary): { patterns: ConditionPattern[]; problems: PatternProblem[] } {
  const patterns: ConditionPattern[] = []
  const problems: PatternProblem[] = []
  for (const { name, key } of slotValue(operation.slots.never) ?? []) {
    const reading = readConditionPattern(name, key, 'never', vocabulary)
    if ('pattern' in reading) patterns.push(reading.pattern)
    else problems.push(reading.problem)
  }
  return { patterns, problems }
}

/** A condition met through two ways is one point, at the first of them. */
function merge(points: readonly RawPoint[]): readonly RawPoint[] {
  const merged = new Map<string, RawPoint>()
  for (const point of points) {
    const key = `${point.stage} ${point.condition} ${point.subject ?? ''} ${point.name ?? ''}`
    const known = merged.get(key)
    merged.set(key, known === undefined ? point : {
      ...known,
      reads: [...new Set([...known.reads, ...point.reads])],
      because: [...known.because, ...point.because],
    })
  }
  return merged.size === points.length ? points : [...merged.values()]
}

function orderPoints(
  frame: DerivationContext,
  operation: Operation,
  met: readonly Met[],
): Pick<OperationFacts, 'points' | 'undetermined' | 'impossible' | 'offer'> {
  const staged = met.filter(({ point: { stage } }) => stage !== 'interrupt')
  const interrupts = met.filter(({ point: { stage } }) => stage === 'interrupt')
  const { line, undetermined, impossible } = orderBy(frame, operation, staged)
  const pointAt = (index: number): Point => staged[index]!.point
  return {
    points: [...line.map(pointAt), ...interrupts.map(({ point }) => point)],
    undetermined: undetermined.map(({ first, second }) => ({ first: pointAt(first), second: pointAt(second) })),
    impossible: impossible.map(({ first, second, value }) => ({ first: pointAt(first), second: pointAt(second), value })),
    ...(impossible.length === 0 ? {} : { offer: mend(frame, operation, staged) }),
  }
}

function orderBy({ precedence, order }: Pick<DerivationContext, 'precedence' | 'order'>, { id }: Operation, points: readonly Met[]): Order {
  const placeOf = placing(precedence)
  return order(points.map(({ raw: { reads, gives, usually }, point }) => ({
    stage: point.stage, reads, gives,
    ...(usually === undefined ? {} : { usually }),
    place: placeOf(point, id),
    answer: point.answer.kind === 'entry' ? point.answer.entry : undefined,
  })))
}

/** A possible order: each check that provides a missing value moves from its stage to before the check that needs it. */
function mend({ precedence, order }: DerivationContext, operation: Operation, points: readonly Met[]): string[] {
  let list = precedence
  for (let tries = points.length; tries > 0; tries--) {
    const [worst] = orderBy({ precedence: list, order }, operation, points).impossible
    if (worst === undefined) break
    list = withBefore(list, points[worst.first]!.point, placing(list)(points[worst.second]!.point, operation.id), operation.key.span)
  }
  return precedenceWords(list)
}

function summariseChanges(
  { sources }: DerivationContext,
  about: OperationContext,
): Pick<OperationFacts, 'writes' | 'creates' | 'deletes' | 'transitions' | 'emits'> {
  const { changes } = programOutcomeOf(about)
  const changedBy = (kind: 'create' | 'delete'): readonly string[] =>
    distinct(changes.flatMap((change) => (change.kind === kind ? [change.resource] : [])))
  return {
    creates: changedBy('create'),
    deletes: changedBy('delete'),
    writes: distinct(changes.flatMap(({ resource, properties }) => properties.map((property) => `${resource}.${property}`))),
    transitions: distinct(changes.flatMap(({ transition }) => transition ?? [])),
    emits: emittedTypes(sources, changes),
  }
}

function distinct(names: readonly string[]): readonly string[] {
  return names.length < 2 ? names : [...new Set(names)]
}
