// Decides the isolation of an operation's transactions from what it reads and writes, at compile time.

import type { Expression } from '../../cel/expression.ts'
import { partsOf } from '../../cel/parts.ts'
import { deriveProgramOutcome } from '../../fact/conditions/effect.ts'
import { listEmitted, findEmitterSources } from '../../fact/emitters.ts'
import { type CollectedExpressions, collectExpressions } from '../../fact/expressions.ts'
import { type OperationContext, makeOperationContext } from '../../fact/operation-context.ts'
import { collectReading } from '../../fact/reading.ts'
import { readsOf, collectAllExpressions } from '../../fact/reads.ts'
import { ruleOf } from '../../fact/rules.ts'
import { findChangesByTime } from '../../fact/timed.ts'
import type { ModelIndex } from '../../fact/model-index.ts'
import { prepareSecurity } from '../../meaning/caller/schemes.ts'
import type { Interpreter } from '../../meaning/service.ts'
import { findEffectAction } from '../../model/effect-action.ts'
import type { Operation } from '../../model/model.ts'
import { type Slot, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Property } from '../../typing/domain.ts'
import { expressionsOf } from '../../typing/expressions-of.ts'
import { type Layout, isSoft } from '../layout.ts'
import { findResourceOfType } from '../sql/predicate/translation.ts'
import { printForeignKey } from '../sql/foreign-keys.ts'

export type Isolation = { readonly level: 'REPEATABLE READ' | 'SERIALIZABLE'; readonly why: string }

/** `reads`: resources whose rows it decides by or shows, but may not write; a constraint protects its decisions about the others. */
type Access = { readonly reads: ReadonlySet<string>; readonly writes: ReadonlySet<string> }

/**
 * SERIALIZABLE if a decision reads rows that its transaction does not write, and in every operation that writes such rows: PostgreSQL
 * detects the conflict only if both are. Otherwise REPEATABLE READ suffices: two writes of the same row conflict.
 */
export function chooseIsolations(service: Interpreter, layout: Layout): (operation: Operation) => Isolation {
  const { modelIndex } = service
  const accesses = new Map(
    modelIndex.model.endpoints.value.operations.map((operation) => [
      operation,
      findAccess(service, layout, makeOperationContext(modelIndex, operation)),
    ]),
  )
  /** By resource, the operations that decide by its rows. */
  const decides = new Map<string, string>()
  for (const [operation, { reads, writes }] of accesses)
    if (writes.size > 0) for (const name of reads) decides.getOrInsert(name, `\`${operation.name}\``)
  for (const name of readBehind(modelIndex)) decides.getOrInsert(name, 'work without a request')
  const runsCode = listSpecifiedEntries(modelIndex.model.service.value.behaviours).length > 0
  return (operation) => {
    const { reads, writes } = accesses.get(operation) ?? findAccess(service, layout, makeOperationContext(modelIndex, operation))
    if (writes.size === 0) return { level: 'REPEATABLE READ', why: 'it writes no record' }
    if (runsCode) return { level: 'SERIALIZABLE', why: 'code of the service may ask for any record' }
    if (reads.size > 0) return { level: 'SERIALIZABLE', why: `it decides by rows that it may not write, of ${[...reads].join(', ')}` }
    const [shared] = [...writes].filter((name) => decides.has(name))
    if (shared !== undefined) return { level: 'SERIALIZABLE', why: `it writes rows of ${shared}, by which ${decides.get(shared)} decides` }
    return { level: 'REPEATABLE READ', why: 'it decides by the row that it writes, and by what constraints keep' }
  }
}

function findAccess(service: Interpreter, layout: Layout, operationContext: OperationContext): Access {
  const { modelIndex } = service
  const { resource, record, lookups, operation, transitions } = operationContext
  const { changes } = deriveProgramOutcome(operationContext)
  const writes = new Set(changes.map((change) => change.resource))
  const ownRecords = ownRecordsOf(operationContext)
  const reads = new Set([
    ...Array.from(readsOf(operationContext).resources).filter((name) => !ownRecords.resources.has(name) && !writes.has(name)),
    ...listResourcesRead(modelIndex, collectAllExpressions(operationContext), ownRecords),
    ...listResourcesRead(
      modelIndex,
      collectExpressions(listEmitted(findEmitterSources(modelIndex), changes).map(({ value }) => value)),
      ownRecords,
    ),
    ...lookups.map((each) => each.resource.name),
    ...prepareSecurity(service, operation)
      .schemes.flatMap(({ find, caller }) => [find, caller?.kind === 'lookup' ? caller.lookup : undefined])
      .flatMap((lookup) => (lookup === undefined ? [] : (slotValueOf(lookup.find as Slot<{ readonly text: string }>)?.text ?? []))),
  ])
  // Only the operation's own records are changed: if it can change others, it may read a row without changing it.
  const isOwn =
    changes.every(
      ({ resource: name, kind }) => ownRecords.resources.has(name) && (resource === undefined || record !== undefined || kind === 'create'),
    ) &&
    transitions.length < 2 &&
    !Array.from(ownRecords.resources).some((name) => hasEffects(modelIndex, name))
  if (!isOwn) for (const name of writes) reads.add(name)
  for (const { resource: name, kind, properties } of changes) {
    const info = modelIndex.domain.resources.get(name)!
    const written =
      kind === 'create' ? [...info.properties.values()] : properties.flatMap((property) => info.properties.get(property) ?? [])
    for (const property of written)
      if (property.reference !== undefined && !isEnforced(property, name, modelIndex, layout)) reads.add(property.reference.resource)
    if (info.exclusions.length > 0 && kind !== 'delete') reads.add(name)
    if (kind === 'delete') for (const referrer of modelIndex.referrers.get(name) ?? []) reads.add(referrer.resource)
  }
  return { reads, writes }
}

/** Records that the operation certainly writes, so that a decision by them needs no SERIALIZABLE; `names` are their variables. */
type OwnRecords = { readonly resources: ReadonlySet<string>; readonly names: ReadonlySet<string> }

const itself = ['this', 'old']

/** The record of the action; of `do`, the records that its steps create, if the steps do nothing else than create and move these. */
function ownRecordsOf({ resource, operation }: OperationContext): OwnRecords {
  if (resource !== undefined) return { resources: new Set([resource.name]), names: new Set(itself) }
  const [resources, names] = [new Set<string>(), new Set(itself)]
  for (const step of slotValueOf(operation.slots.do) ?? []) {
    const action = findEffectAction(step)
    const record = slotValueOf(step.by)
    const isMove = action?.verb === 'transition' && record !== undefined && 'kind' in record && names.has(record.text.trim())
    const isCreate = action?.verb === 'create' && step.onConflict.state !== 'shown'
    // A step that may not run may decide without a write.
    if ((!isMove && !isCreate) || step.for.state === 'shown' || step.if.state === 'shown')
      return { resources: new Set(), names: new Set(itself) }
    if (isCreate) resources.add(action.name)
    const name = slotValueOf(step.as)?.text
    if (name !== undefined) names.add(name)
  }
  return { resources, names }
}

/** True if a change of a record may change other records by effects. */
function hasEffects({ machinesOf }: ModelIndex, resource: string): boolean {
  return (machinesOf.get(resource) ?? []).some(({ machine }) =>
    listSpecifiedEntries(machine.slots.states).some(({ value: { on, always, entry, exit } }) =>
      [
        ...listSpecifiedEntries(on).flatMap(({ value }) => value),
        ...(slotValueOf(always) ?? []),
        ...[entry, exit].flatMap((action) => slotValueOf(action) ?? []),
      ].some(({ then }) => then.state === 'shown'),
    ),
  )
}

/** Resources whose rows expressions query or follow, except for `own` records. */
function listResourcesRead(modelIndex: ModelIndex, { expressions, texts }: CollectedExpressions, own?: OwnRecords): readonly string[] {
  const { typing, domain } = modelIndex
  const all = [...expressions, ...texts].flatMap((slot) => expressionsOf(slot, typing))
  return all.flatMap((expression) => {
    const { resources, records, calls } = collectReading(expression)
    return [...resources, ...records, ...Array.from(calls).flatMap((name) => domain.views.get(name)?.resource ?? [])].filter(
      (name) => own?.resources.has(name) !== true || readsOthers(expression, name, own.names),
    )
  })
}

/** True if an expression reads records of a resource by other names than these. */
function readsOthers(expression: Expression, resource: string, names: ReadonlySet<string>): boolean {
  const isOwn = expression.kind === 'variable' && names.has(expression.name)
  const type = expression.type.kind === 'list' ? expression.type.element : expression.type
  if (!isOwn && findResourceOfType(type) === resource) return true
  if (expression.kind === 'records' && expression.resource === resource) return true
  return partsOf(expression).some((part) => readsOthers(part.expression, resource, names))
}

/** True if the foreign key alone checks a reference: the record exists, and no rule hides it. */
function isEnforced(property: Property, owner: string, modelIndex: ModelIndex, layout: Layout): boolean {
  const target = property.reference!.resource
  return (
    printForeignKey(property, layout.tables.get(owner)!, layout).length > 0 &&
    !isSoft(layout, target) &&
    ruleOf(modelIndex, target, 'read').kind !== 'conditional'
  )
}

/** The resources on which timers and deliveries depend. */
function readBehind(modelIndex: ModelIndex): ReadonlySet<string> {
  const { states, events } = modelIndex.model
  const timed = findChangesByTime(modelIndex)
  return new Set([
    ...timed.keys(),
    ...(timed.size === 0 ? [] : listResourcesRead(modelIndex, collectExpressions(states.value))),
    // An event is made in the transaction that writes its record.
    ...listResourcesRead(modelIndex, collectExpressions(events.value), {
      resources: new Set(modelIndex.domain.resources.keys()),
      names: new Set(itself),
    }),
  ])
}
