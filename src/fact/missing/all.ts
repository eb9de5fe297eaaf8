// Lists all required facts that are not specified.
//
// | code | when | `about` holds |
// | --- | --- | --- |
// | PART/not-shown | a part has no block, or says `not shown`; the operations that need it | `part` |
// | PART/gap | a value is `not shown` | `of` the owner, `key` (none if the owner itself is not shown), `why` it is needed |
// | PART/missing-key | a key is omitted although its absence has no meaning here | `of`, `key`, `why` |
// | endpoints/missing-action | an endpoint has no action | `of` |
// | errors/uncovered-outcome | a condition that operations can meet has no entry, and HTTP alone does not answer it | `condition`,
// `points` | | errors/undetermined-precedence | two stages can refuse an operation differently, and their order is undefined | `pairs` of
// the first operation (first and second alternating), `stages` of all, `proposal` |

import type { Span } from '../../base/text.ts'
import { type PartName, partNames } from '../../document/document.ts'
import { actionNames } from '../../model/endpoints.ts'
import type { Model, Operation } from '../../model/model.ts'
import { slotValue } from '../../model/slot.ts'
import type { Missing, OperationFacts, Point } from '../fact.ts'
import type { Precedence } from '../precedence.ts'
import { proposal } from '../proposal.ts'
import type { World } from '../world.ts'
import { conditionalGaps } from './conditional.ts'
import { gapsOf } from './gaps.ts'
import { emittersThatNeed, needOf } from './needs.ts'
import { type Touch, calledBehaviours, stepsOf, touchOf } from './touch.ts'

type Bare = Omit<OperationFacts, 'complete'>

/** The facts before it is known whether they are complete. */
type Known = { readonly world: World; readonly operations: readonly Bare[]; readonly service: readonly Point[]; readonly precedence: Precedence }

export function missingOf({ world, operations, service, precedence }: Known): Missing[] {
  const touches = operations.map((facts) => touchOf(world, facts))
  const byName = new Map(touches.map((touch) => [touch.operation.name, touch]))
  return [
    ...partGaps(world, touches),
    ...actionGaps(world),
    ...gapsOf(world.model).flatMap((gap): Missing[] => {
      const need = needOf(world, gap, touches, byName)
      const key = gap.path.at(-1)
      // The thing itself is open, unless it is named like the key that it lacks.
      const isWhole = gap.state === 'gap' && key === gap.of && gap.path.at(-2) !== gap.of
      const about = { of: gap.of, ...(key === undefined || isWhole ? {} : { key }), why: gap.about }
      return need === undefined
        ? []
        : [
            {
              code: `${gap.part}/${gap.state === 'gap' ? 'gap' : 'missing-key'}`,
              operations: need,
              emitters: emittersThatNeed(world, gap),
              at: gap.at,
              about,
            },
          ]
    }),
    ...conditionalGaps(world, touches),
    ...findUncovered(world, operations, service),
    ...findUndetermined(world, operations, precedence),
  ]
}

/** Operations run without parts 6, 8 and 9: they then emit, limit and convert nothing. */
function partGaps(world: World, touches: readonly Touch[]): Missing[] {
  const { model } = world
  return partNames.flatMap((part): Missing[] => {
    if (model[part].state !== 'not shown') return []
    const operations = withOpen(needsPart(part, model, touches), part, world, touches)
    return [{ code: `${part}/not-shown`, operations, emitters: [], at: model[part].headings[0] ?? model.document.whole, about: { part } }]
  })
}

/** Adds the operations with an expression that reads what the part may declare; all, if such an expression is outside of operations. */
function withOpen(
  needed: Missing['operations'],
  part: PartName,
  { typing, model }: World,
  touches: readonly Touch[],
): Missing['operations'] {
  const spans = typing.open.filter((each) => each.part === part).map(({ slot }) => slot.node.span)
  if (needed === 'all' || spans.length === 0) return needed
  const owners = spans.map((span) => model.endpoints.value.operations.find(({ slots }) => isInside(span, slots.node.span)))
  if (owners.includes(undefined)) return touches.length === 0 ? needed : 'all'
  return touches.map(({ operation }) => operation).filter((operation) => needed.includes(operation) || owners.includes(operation))
}

function isInside(span: Span, around: Span): boolean {
  return span.source === around.source && span.start >= around.start && span.end <= around.end
}

function needsPart(part: (typeof partNames)[number], model: Model, touches: readonly Touch[]): Missing['operations'] {
  const those = (is: (operation: Operation, touch: Touch) => boolean): Operation[] =>
    touches.filter((touch) => is(touch.operation, touch)).map(({ operation }) => operation)
  switch (part) {
    case 'service':
      return those((operation, { reads }) => calledBehaviours(operation).length > 0 || reads().variables.has('settings'))
    case 'resources':
      return those(
        ({ action, subject, slots }) =>
          (subject !== undefined && action !== 'call') || action === 'do' || slotValue(slots.with) !== undefined,
      )
    case 'states':
      return those((operation) => operation.action === 'transition' || stepsOf(operation).some((name) => name.includes('.')))
    case 'authentication':
      return touches.length === 0 ? [] : 'all'
    case 'errors':
      return those((_, { facts }) => [...facts.points, ...facts.items].some(({ answer }) => answer.kind === 'gap'))
    case 'events':
      return those(({ action }) => action === 'stream' || action === 'feed')
    case 'endpoints':
    case 'limits':
    case 'versioning':
      return []
  }
}

function actionGaps({ model }: World): Missing[] {
  return model.endpoints.value.operations.flatMap((operation): Missing[] => {
    const says = actionNames.some((name) => operation.slots[name].state !== 'unsaid')
    return says
      ? []
      : [{ code: 'endpoints/missing-action', operations: [operation], emitters: [], at: operation.key.span, about: { of: operation.name } }]
  })
}

/** One gap per condition: its operations, and all its points without an answer. A missing catalogue is a single gap. */
function findUncovered({ model }: World, operations: readonly Bare[], service: readonly Point[]): Missing[] {
  const { errors } = model
  const silent =
    errors.state === 'not shown' ||
    (errors.state === 'shown' && errors.value.catalogue.state !== 'shown' && errors.value.catalogue.state !== 'none')
  const ofService = service.filter(({ answer }) => answer.kind === 'gap')
  const gaps = silent
    ? []
    : operations.flatMap(({ operation, points, items }) =>
        [...points, ...items].filter(({ answer }) => answer.kind === 'gap').map((point) => ({ operation, point })),
      )
  return [
    ...ofService.map((point): Missing => ({
      code: 'errors/uncovered-outcome',
      operations: 'all',
      emitters: [],
      at: placeOf(point, model),
      about: { condition: point.condition, points: [point] },
    })),
    ...[...Map.groupBy(gaps, ({ point }) => point.condition)].map(([condition, met]): Missing => ({
      code: 'errors/uncovered-outcome',
      operations: [...new Set(met.map(({ operation }) => operation))],
      emitters: [],
      at: met[0]!.operation.key.span,
      about: { condition, points: distinct(met.map(({ point }) => point)) },
    })),
  ]
}

function placeOf({ because }: Point, model: Model): Missing['at'] {
  const [first] = because
  return first !== undefined && 'span' in first ? first.span : model.document.whole
}

function distinct(points: readonly Point[]): Point[] {
  return [...new Map(points.map((point) => [[point.subject, point.name].join(' '), point])).values()]
}

/** One gap for all operations, since one order settles them; none where `precedence` itself is not shown, which is the cause. */
function findUndetermined({ model }: World, operations: readonly Bare[], precedence: Precedence): Missing[] {
  const unordered = operations.filter(({ undetermined: pairs }) => pairs.length > 0)
  const [first] = unordered
  if (first === undefined || model.errors.value.precedence.state === 'gap') return []
  const stages = [...new Set(unordered.flatMap(({ undetermined: pairs }) => pairs.flatMap((pair) => [pair.first.stage, pair.second.stage])))]
  return [{
    code: 'errors/undetermined-precedence',
    operations: unordered.map(({ operation }) => operation),
    emitters: [],
    at: first.operation.key.span,
    about: { pairs: first.undetermined.flatMap((pair) => [pair.first, pair.second]), stages, proposal: proposal(precedence, stages, unordered) },
  }]
}

/** The gaps of each operation, including those of all operations. */
export function gapsByOperation(missing: readonly Missing[], operations: readonly Operation[]): Map<Operation, readonly Missing[]> {
  const found = new Map<Operation, Missing[]>(operations.map((operation) => [operation, []]))
  for (const gap of missing) for (const operation of gap.operations === 'all' ? operations : gap.operations) found.get(operation)?.push(gap)
  return found
}
