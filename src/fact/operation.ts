// The facts of one operation: every possible refusal with its answer, their order, and its changes.

import type { Operation } from '../model/model.ts'
import { slotValueOf } from '../model/slot.ts'
import { stageTables } from './conditions/all.ts'
import { listItemPoints, deriveProgramOutcome } from './conditions/effect.ts'
import type { Cover } from './cover.ts'
import { listEmittedTypes, type findEmitterSources } from './emitters.ts'
import { canFail } from './can-fail.ts'
import type { OperationFacts, ConditionPattern, PatternProblem, Point, PointAnswer } from './fact.ts'
import { hoistDangling } from './hoist.ts'
import { matchesPoint } from './narrow.ts'
import type { Order, createOrdering } from './order.ts'
import { type Vocabulary, readConditionPattern } from './pattern.ts'
import { type Precedence, makePlacement, printPrecedence, insertBefore } from './precedence.ts'
import { type RawPoint, type OperationContext, withAnswer, makeOperationContext } from './operation-context.ts'
import type { ModelIndex } from './model-index.ts'

/** The shared context for deriving operations. */
export type DerivationContext = {
  readonly modelIndex: ModelIndex
  readonly vocabulary: Vocabulary
  readonly cover: Cover
  readonly precedence: Precedence
  readonly order: ReturnType<typeof createOrdering>
  /** Patterns of `on` that narrow `invalid` to a member or a keyword. */
  readonly failing: readonly ConditionPattern[]
  readonly sources: ReturnType<typeof findEmitterSources>
}

export type Derived = {
  readonly facts: Omit<OperationFacts, 'complete'>
  readonly problems: readonly PatternProblem[]
  readonly needless: readonly ConditionPattern[]
}

/** A point with its answer. */
type AnsweredPoint = { readonly raw: RawPoint; readonly point: Point }

export function deriveOperationFacts(derivation: DerivationContext, operation: Operation): Derived {
  const operationContext = makeOperationContext(derivation.modelIndex, operation)
  const { patterns, problems } = parseNever(operation, derivation.vocabulary)
  const rawPoints = listPoints(operationContext)
  const itemPoints = merge(listItemPoints(operationContext))
  const isAsserted = (point: RawPoint): boolean => patterns.some((pattern) => matchesPoint(pattern, point, operation.id))
  const possible = patterns.length === 0 ? rawPoints : rawPoints.filter((point) => !isAsserted(point))
  const needless = patterns.filter((pattern) => ![...rawPoints, ...itemPoints].some((point) => matchesPoint(pattern, point, operation.id)))
  const asserted =
    patterns.length === 0
      ? []
      : rawPoints.filter(isAsserted).map((point) => withAnswer(point, derivation.cover.answer({ condition: 'internal' }, operation.id)))
  const withAnswers = (point: RawPoint): AnsweredPoint[] => {
    const answer = derivation.cover.answer(point, operation.id)
    return [{ raw: point, point: withAnswer(point, answer) }, ...narrowPoints(point, answer, derivation, operationContext)]
  }
  const answeredPoints = possible.flatMap(withAnswers)
  const items = itemPoints
    .filter((point) => !isAsserted(point))
    .flatMap(withAnswers)
    .map(({ point }) => point)
  return {
    facts: {
      operation,
      asserted,
      items,
      ...orderPoints(derivation, operation, answeredPoints),
      ...summariseChanges(derivation, operationContext),
    },
    problems,
    needless,
  }
}

/** Every refusal that it can meet unless `never` says otherwise, in the language's own order. */
export function listPoints(operationContext: OperationContext): readonly RawPoint[] {
  return merge(
    hoistDangling(
      operationContext,
      stageTables.flatMap((table) => table.derive(operationContext)),
    ),
  )
}

/** For `invalid`: a point for each member and keyword that has its own answer. */
function narrowPoints(
  raw: RawPoint,
  generalAnswer: PointAnswer,
  { failing: patterns, cover }: DerivationContext,
  operationContext: OperationContext,
): AnsweredPoint[] {
  if (raw.condition !== 'invalid' || patterns.length === 0) return []
  const narrowed = new Map<string, RawPoint>()
  for (const { name, failing, at } of patterns) {
    if (failing === undefined || (name !== undefined && name !== raw.name) || (at !== undefined && at !== operationContext.operation.id))
      continue
    if (canFail(failing, raw.name, operationContext)) narrowed.set(`${failing.member ?? ''} ${failing.keyword ?? ''}`, { ...raw, failing })
  }
  return [...narrowed.values()].flatMap((point): AnsweredPoint[] => {
    const answer = cover.answer(point, operationContext.operation.id)
    const isSame = answer.kind === 'entry' && generalAnswer.kind === 'entry' && answer.entry === generalAnswer.entry
    return isSame ? [] : [{ raw: point, point: withAnswer(point, answer) }]
  })
}

/** The author's assertions that a condition cannot occur here. */
function parseNever(operation: Operation, vocabulary: Vocabulary): { patterns: ConditionPattern[]; problems: PatternProblem[] } {
  const patterns: ConditionPattern[] = []
  const problems: PatternProblem[] = []
  for (const { name, key } of slotValueOf(operation.slots.never) ?? []) {
    const reading = readConditionPattern(name, key, 'never', vocabulary)
    if ('pattern' in reading) patterns.push(reading.pattern)
    else problems.push(reading.problem)
  }
  return { patterns, problems }
}

/** Merges equal points: a condition with two causes is one point, at the place of the first cause. */
function merge(points: readonly RawPoint[]): readonly RawPoint[] {
  const pointsByKey = new Map<string, RawPoint>()
  for (const point of points) {
    const key = `${point.stage} ${point.condition} ${point.subject ?? ''} ${point.name ?? ''}`
    const existing = pointsByKey.get(key)
    pointsByKey.set(
      key,
      existing === undefined
        ? point
        : {
            ...existing,
            reads: [...new Set([...existing.reads, ...point.reads])],
            because: [...existing.because, ...point.because],
          },
    )
  }
  return pointsByKey.size === points.length ? points : [...pointsByKey.values()]
}

function orderPoints(
  derivation: DerivationContext,
  operation: Operation,
  answeredPoints: readonly AnsweredPoint[],
): Pick<OperationFacts, 'points' | 'undetermined' | 'impossible' | 'offer'> {
  const ordered = answeredPoints.filter(({ point: { stage } }) => stage !== 'interrupt')
  const interrupts = answeredPoints.filter(({ point: { stage } }) => stage === 'interrupt')
  const { indexes, undetermined, impossible } = orderBy(derivation, operation, ordered)
  const pointAt = (index: number): Point => ordered[index]!.point
  return {
    points: [...indexes.map(pointAt), ...interrupts.map(({ point }) => point)],
    undetermined: undetermined.map(({ first, second }) => ({ first: pointAt(first), second: pointAt(second) })),
    impossible: impossible.map(({ first, second, value }) => ({ first: pointAt(first), second: pointAt(second), value })),
    ...(impossible.length === 0 ? {} : { offer: proposeOrder(derivation, operation, ordered) }),
  }
}

function orderBy(
  { precedence, order }: Pick<DerivationContext, 'precedence' | 'order'>,
  { id }: Operation,
  points: readonly AnsweredPoint[],
): Order {
  const placeOf = makePlacement(precedence)
  return order(
    points.map(({ raw: { reads, provides, preferredBefore }, point }) => ({
      stage: point.stage,
      reads,
      provides,
      ...(preferredBefore === undefined ? {} : { preferredBefore }),
      place: placeOf(point, id),
      answer: point.answer.kind === 'entry' ? point.answer.entry : undefined,
    })),
  )
}

/** A possible order: each check that provides a missing value moves from its stage to before the check that needs it. */
function proposeOrder({ precedence, order }: DerivationContext, operation: Operation, points: readonly AnsweredPoint[]): string[] {
  let proposed = precedence
  for (let attempts = points.length; attempts > 0; attempts--) {
    const [contradiction] = orderBy({ precedence: proposed, order }, operation, points).impossible
    if (contradiction === undefined) break
    proposed = insertBefore(
      proposed,
      points[contradiction.first]!.point,
      makePlacement(proposed)(points[contradiction.second]!.point, operation.id),
      operation.key.span,
    )
  }
  return printPrecedence(proposed)
}

function summariseChanges(
  { sources }: DerivationContext,
  operationContext: OperationContext,
): Pick<OperationFacts, 'writes' | 'creates' | 'deletes' | 'transitions' | 'emits'> {
  const { changes } = deriveProgramOutcome(operationContext)
  const changedBy = (kind: 'create' | 'delete'): readonly string[] =>
    removeDuplicates(changes.flatMap((change) => (change.kind === kind ? [change.resource] : [])))
  return {
    creates: changedBy('create'),
    deletes: changedBy('delete'),
    writes: removeDuplicates(changes.flatMap(({ resource, properties }) => properties.map((property) => `${resource}.${property}`))),
    transitions: removeDuplicates(changes.flatMap(({ transition }) => transition ?? [])),
    emits: listEmittedTypes(sources, changes),
  }
}

function removeDuplicates(names: readonly string[]): readonly string[] {
  return names.length < 2 ? names : [...new Set(names)]
}
