// Lists all required facts that are not specified.
//
// | code | when | `about` holds |
// | --- | --- | --- |
// | PART/not-shown | a part has no block, or says `not shown`; the operations that need it | `part` |
// | PART/gap | a value is `not shown` | `of` the owner, `key` (none if the owner itself is not shown), `within` which key it stands, `why` it is needed |
// | PART/missing-key | a key is omitted although its absence has no meaning here | `of`, `key`, `why` |
// | endpoints/missing-action | an endpoint has no action | `of` |
// | errors/uncovered-outcome | a condition that operations can meet has no entry, and HTTP alone does not answer it | `condition`, `points`
// | | errors/undetermined-precedence | two stages can refuse an operation differently, and their order is undefined | `pairs`, `stages`,
// `proposal` |
//
// `pairs` are of the first operation, first and second alternating; `stages` are of all operations.

import type { Span } from '../../base/text.ts'
import { type PartName, partNames } from '../../document/document.ts'
import { actionNames } from '../../model/endpoints.ts'
import type { Model, Operation } from '../../model/model.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Missing, OperationFacts, Point } from '../fact.ts'
import type { Precedence } from '../precedence.ts'
import { proposePrecedence } from '../proposal.ts'
import type { ModelIndex } from '../model-index.ts'
import { listConditionalGaps } from './conditional.ts'
import { findGaps } from './gaps.ts'
import { listEmittersThatNeed, findNeed } from './needs.ts'
import { type OperationUsage, listCalledBehaviours, listStepNames, computeUsage } from './usage.ts'

type IncompleteFacts = Omit<OperationFacts, 'complete'>

/** The facts before it is known whether they are complete. */
type FactsBeforeGaps = {
  readonly modelIndex: ModelIndex
  readonly operations: readonly IncompleteFacts[]
  readonly service: readonly Point[]
  readonly precedence: Precedence
}

export function listMissing({ modelIndex, operations, service, precedence }: FactsBeforeGaps): Missing[] {
  const usages = operations.map((facts) => computeUsage(modelIndex, facts))
  const byName = new Map(usages.map((usage) => [usage.operation.name, usage]))
  return [
    ...listPartGaps(modelIndex, usages),
    ...listActionGaps(modelIndex),
    ...findGaps(modelIndex.model).flatMap((gap): Missing[] => {
      const need = findNeed(modelIndex, gap, usages, byName)
      const key = gap.path.at(-1)
      // The thing itself is open, unless it is named like the key that it lacks.
      const isOwnerItself = gap.state === 'gap' && key === gap.of && gap.path.at(-2) !== gap.of
      const holder = gap.path.at(-2)
      const about = {
        of: gap.of,
        ...(key === undefined || isOwnerItself ? {} : { key }),
        ...(isOwnerItself && holder !== undefined ? { within: holder } : {}),
        why: gap.about,
      }
      return need === undefined
        ? []
        : [
            {
              code: `${gap.part}/${gap.state === 'gap' ? 'gap' : 'missing-key'}`,
              operations: need,
              emitters: listEmittersThatNeed(modelIndex, gap),
              at: gap.at,
              about,
            },
          ]
    }),
    ...listConditionalGaps(modelIndex, usages),
    ...findUncovered(modelIndex, operations, service),
    ...findUndetermined(modelIndex, operations, precedence),
  ]
}

/** Operations run without parts 6, 8 and 9: they then emit, limit and convert nothing. */
function listPartGaps(modelIndex: ModelIndex, usages: readonly OperationUsage[]): Missing[] {
  const { model } = modelIndex
  return partNames.flatMap((part): Missing[] => {
    if (model[part].state !== 'not shown') return []
    const operations = addOpenReaders(needsPart(part, model, usages), part, modelIndex, usages)
    return [{ code: `${part}/not-shown`, operations, emitters: [], at: model[part].headings[0] ?? model.document.whole, about: { part } }]
  })
}

/** Adds the operations with an expression that reads what the part may declare; all, if such an expression is outside of operations. */
function addOpenReaders(
  operations: Missing['operations'],
  part: PartName,
  { typing, model }: ModelIndex,
  usages: readonly OperationUsage[],
): Missing['operations'] {
  const spans = typing.open.filter((each) => each.part === part).map(({ slot }) => slot.node.span)
  if (operations === 'all' || spans.length === 0) return operations
  const owners = spans.map((span) => model.endpoints.value.operations.find(({ slots }) => isInside(span, slots.node.span)))
  if (owners.includes(undefined)) return usages.length === 0 ? operations : 'all'
  return usages.map(({ operation }) => operation).filter((operation) => operations.includes(operation) || owners.includes(operation))
}

function isInside(span: Span, outer: Span): boolean {
  return span.source === outer.source && span.start >= outer.start && span.end <= outer.end
}

function needsPart(part: (typeof partNames)[number], model: Model, usages: readonly OperationUsage[]): Missing['operations'] {
  const operationsWith = (needs: (operation: Operation, usage: OperationUsage) => boolean): Operation[] =>
    usages.filter((usage) => needs(usage.operation, usage)).map(({ operation }) => operation)
  switch (part) {
    case 'service':
      return operationsWith((operation, { reads }) => listCalledBehaviours(operation).length > 0 || reads().variables.has('settings'))
    case 'resources':
      return operationsWith(
        ({ action, subject, slots }) =>
          (subject !== undefined && action !== 'call') || action === 'do' || slotValueOf(slots.with) !== undefined,
      )
    case 'states':
      return operationsWith((operation) => operation.action === 'transition' || listStepNames(operation).some((name) => name.includes('.')))
    case 'authentication':
      return usages.length === 0 ? [] : 'all'
    case 'errors':
      return operationsWith((_, { facts }) => [...facts.points, ...facts.items].some(({ answer }) => answer.kind === 'gap'))
    case 'events':
      return operationsWith(({ action }) => action === 'stream' || action === 'feed')
    case 'endpoints':
    case 'limits':
    case 'versioning':
      return []
  }
}

function listActionGaps({ model }: ModelIndex): Missing[] {
  return model.endpoints.value.operations.flatMap((operation): Missing[] => {
    const hasAction = actionNames.some((name) => operation.slots[name].state !== 'unsaid')
    return hasAction
      ? []
      : [{ code: 'endpoints/missing-action', operations: [operation], emitters: [], at: operation.key.span, about: { of: operation.name } }]
  })
}

/** One gap per condition: its operations, and all its points without an answer. A missing catalogue is a single gap. */
function findUncovered({ model }: ModelIndex, operations: readonly IncompleteFacts[], service: readonly Point[]): Missing[] {
  const { errors } = model
  const isUnspecified =
    errors.state === 'not shown' ||
    (errors.state === 'shown' && errors.value.catalogue.state !== 'shown' && errors.value.catalogue.state !== 'none')
  const serviceGaps = service.filter(({ answer }) => answer.kind === 'gap')
  const gaps = isUnspecified
    ? []
    : operations.flatMap(({ operation, points, items }) =>
        [...points, ...items].filter(({ answer }) => answer.kind === 'gap').map((point) => ({ operation, point })),
      )
  return [
    ...serviceGaps.map((point): Missing => ({
      code: 'errors/uncovered-outcome',
      operations: 'all',
      emitters: [],
      at: placeOf(point, model),
      about: { condition: point.condition, points: [point] },
    })),
    ...[...Map.groupBy(gaps, ({ point }) => point.condition)].map(([condition, occurrences]): Missing => ({
      code: 'errors/uncovered-outcome',
      operations: [...new Set(occurrences.map(({ operation }) => operation))],
      emitters: [],
      at: occurrences[0]!.operation.key.span,
      about: { condition, points: removeDuplicates(occurrences.map(({ point }) => point)) },
    })),
  ]
}

function placeOf({ because }: Point, model: Model): Missing['at'] {
  const [first] = because
  return first !== undefined && 'span' in first ? first.span : model.document.whole
}

function removeDuplicates(points: readonly Point[]): Point[] {
  return [...new Map(points.map((point) => [[point.subject, point.name].join(' '), point])).values()]
}

/** One gap for all operations, since one order settles them; none where `precedence` itself is not shown, which is the cause. */
function findUndetermined({ model }: ModelIndex, operations: readonly IncompleteFacts[], precedence: Precedence): Missing[] {
  const unordered = operations.filter(({ undetermined: pairs }) => pairs.length > 0)
  const [first] = unordered
  if (first === undefined || model.errors.value.precedence.state === 'gap') return []
  const stages = [
    ...new Set(unordered.flatMap(({ undetermined: pairs }) => pairs.flatMap((pair) => [pair.first.stage, pair.second.stage]))),
  ]
  return [
    {
      code: 'errors/undetermined-precedence',
      operations: unordered.map(({ operation }) => operation),
      emitters: [],
      at: first.operation.key.span,
      about: {
        pairs: first.undetermined.flatMap((pair) => [pair.first, pair.second]),
        stages,
        proposal: proposePrecedence(precedence, stages, unordered),
      },
    },
  ]
}

/** The gaps of each operation, including those of all operations. */
export function groupGapsByOperation(missing: readonly Missing[], operations: readonly Operation[]): Map<Operation, readonly Missing[]> {
  const gaps = new Map<Operation, Missing[]>(operations.map((operation) => [operation, []]))
  for (const gap of missing) for (const operation of gap.operations === 'all' ? operations : gap.operations) gaps.get(operation)?.push(gap)
  return gaps
}
