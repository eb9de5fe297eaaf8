// Explains an operation's writes and their checks: references, uniques, referrers of deleted records; then rows, timers, events and stored
// responses.

import { withoutNull } from '../../../cel/fits.ts'
import type { Value } from '../../../cel/value.ts'
import { noRecordsHost } from '../../../exchange/names.ts'
import { makeOverlapFilters } from '../../../meaning/writing/exclusions.ts'
import { deriveProgramOutcome } from '../../../fact/conditions/effect.ts'
import type { RecordChange } from '../../../fact/effects/program.ts'
import { listEmitted, findEmitterSources } from '../../../fact/emitters.ts'
import { type OperationContext, computeNeeds } from '../../../fact/operation-context.ts'
import { listTemplateExpressions } from '../../../fact/template.ts'
import { holdsRecords } from '../../../meaning/writing/write-checks.ts'
import { findEffectAction } from '../../../model/effect-action.ts'
import { findNamedEntry, slotValueOf, listSpecifiedEntries } from '../../../model/slot.ts'
import type { Property, ResourceInfo } from '../../../typing/domain.ts'
import { isSoft } from '../../layout.ts'
import type { Store } from '../../../meaning/store.ts'
import { collectExpressions } from '../../../fact/expressions.ts'
import type { ExplainContext, ExplainedQuery } from './about.ts'
import { explainQueries } from './expression-queries.ts'
import { explainLookUp } from './look-ups.ts'

export function explainWrites(about: ExplainContext, operationContext: OperationContext): ExplainedQuery[] {
  const { changes } = deriveProgramOutcome(operationContext)
  const byResource = Map.groupBy(changes, ({ resource }) => resource)
  const changeQueries = [...byResource].flatMap(([name, all]) => {
    const info = about.facts.typing.domain.resources.get(name)
    return info === undefined || !about.shared.layout.tables.has(name)
      ? []
      : explainChanges(about, info, all, findNeeds(operationContext, name))
  })
  const sources = listEmitted(findEmitterSources(about.modelIndex), changes)
  const events = sources.some(({ kind }) => kind === 'event') ? traceWrites(about, 'note an event', (tx) => tx.emit(event)) : []
  const followed = explainQueries(about, operationContext, collectExpressions(sources.map(({ value }) => value)))
  const callbacks = sources.some(({ kind }) => kind === 'callback')
    ? traceWrites(about, 'queue a delivery', (tx) => tx.deliveries.add(delivery))
    : []
  return [
    ...explainSteps(about, operationContext),
    ...changeQueries,
    ...followed,
    ...events,
    ...callbacks,
    ...explainStoredAnswer(about, operationContext),
  ]
}

/** Finds the records that steps change, but for those that were found or created before. */
function explainSteps(about: ExplainContext, operationContext: OperationContext): ExplainedQuery[] {
  const known = new Set(operationContext.lookups.map(({ name }) => name))
  return (slotValueOf(operationContext.operation.slots.do) ?? []).flatMap((step) => {
    const action = findEffectAction(step)
    const by = slotValueOf(step.by)
    const isKnown = by !== undefined && 'kind' in by && known.has(by.text.trim())
    const name = slotValueOf(step.as)?.text
    if (name !== undefined) known.add(name)
    const info = about.facts.typing.domain.resources.get(action?.name.split('.')[0] ?? '')
    if (info === undefined || by === undefined || isKnown || action?.verb === 'create') return []
    const named = 'kind' in by ? undefined : listSpecifiedEntries({ state: 'shown', value: by, at: step.node })
    const values = 'kind' in by ? [by] : named!.map(({ value }) => value)
    return explainLookUp(about, info, named?.map((each) => each.name) ?? info.key, ', which a step changes').map((query) => ({
      ...query,
      needs: computeNeeds(operationContext, ...values).reads,
    }))
  })
}

/** The values that the look-ups of a write need: for a property's value, and for the record's key. */
type Needs = { property(name: string): readonly string[]; readonly key: readonly string[] }

/** For the operation's own record: the request, and the expressions of `set`. For others: the records that effects name. */
function findNeeds(operationContext: OperationContext, resource: string): Needs {
  const { operation, record, lookups } = operationContext
  const all = ['record this', 'caller', ...lookups.map(({ name }) => `record ${name}`)]
  if (operationContext.resource?.name !== resource) return { property: () => all, key: all }
  const key = record === undefined ? [] : record.isByKey ? record.needs.reads : ['record this']
  return {
    key,
    property(name) {
      const template = findNamedEntry(operation.slots.set, name)?.slot
      return template?.state !== 'shown'
        ? []
        : computeNeeds(operationContext, ...listTemplateExpressions(template.value).map(({ expression }) => expression)).reads
    },
  }
}

function explainChanges(about: ExplainContext, info: ResourceInfo, changes: readonly RecordChange[], needs: Needs): ExplainedQuery[] {
  const {
    shared: { statements, layout, timed },
  } = about
  const { insert, update, erase } = statements.get(info.name)!
  const created = changes.some(({ kind }) => kind === 'create')
  const deleted = changes.some(({ kind }) => kind === 'delete')
  const written = new Set(changes.flatMap(({ kind, properties }) => (kind === 'update' ? properties : [])))
  const touched = created ? [...info.properties.values()] : [...info.properties.values()].filter(({ name }) => written.has(name))
  const table = layout.tables.get(info.name)!
  const columns = touched.flatMap(({ name }) => [
    ...(table.byProperty.get(name) ?? []).map((column) => column.name),
    ...(table.folded.has(name) ? [table.folded.get(name)!] : []),
  ])
  return [
    ...explainReferences(about, info, touched, needs),
    ...explainUniques(about, info, touched, created, needs),
    ...explainExclusions(about, info, touched),
    ...(deleted ? explainReferrers(about, info).map((query) => ({ ...query, needs: needs.key })) : []),
    ...[...info.properties.values()]
      .filter(({ generate }) => created && generate?.kind === 'sequence')
      .flatMap(({ name }) =>
        traceWrites(about, `number ${info.name}.${name}`, (tx) => tx.nextNumber(`${info.name}.${name}`)).map((query) => ({
          ...query,
          gives: `number ${info.name}.${name}`,
        })),
      ),
    ...(created ? [{ what: `insert ${info.name}`, sql: insert }] : []),
    ...(written.size > 0
      ? [
          {
            what: `update ${info.name}`,
            sql: update(created ? columns.filter((name) => !table.key.some((key) => key.name === name)) : columns),
          },
        ]
      : []),
    ...(deleted ? [{ what: `delete ${info.name}`, sql: isSoft(layout, info.name) ? update(['$deleted']) : erase }] : []),
    ...(timed.has(info.name) ? explainTimers(about, info).map((query) => ({ ...query, needs: needs.key })) : []),
  ]
}

/** Finds the records that written references point to. */
function explainReferences(about: ExplainContext, info: ResourceInfo, touched: readonly Property[], needs: Needs): ExplainedQuery[] {
  const { domain } = about.facts.typing
  return touched.filter(holdsRecords).flatMap(({ name, reference }) => {
    const target = reference && domain.resources.get(reference.resource)
    return target === undefined
      ? []
      : explainLookUp(about, target, target.key, `, which ${info.name}.${name} refers to`).map((query) => ({
          ...query,
          needs: needs.property(name),
        }))
  })
}

function explainUniques(
  about: ExplainContext,
  info: ResourceInfo,
  touched: readonly Property[],
  isNew: boolean,
  needs: Needs,
): ExplainedQuery[] {
  const isGenerated = info.key.some((name) => ['uuidv7', 'uuidv4'].includes(info.properties.get(name)?.generate?.kind ?? ''))
  const sets = [...(isNew && !isGenerated ? [info.key] : []), ...info.uniques.map(({ members }) => members)]
  return sets
    .filter((members) => touched.some(({ name }) => members.includes(name)))
    .flatMap((members) =>
      explainLookUp(about, info, members, ', which is unique').map((query) => ({
        ...query,
        needs: members.flatMap((name) => (isNumbered(info, name) ? [`number ${info.name}.${name}`] : needs.property(name))),
      })),
    )
}

function isNumbered({ properties }: ResourceInfo, name: string): boolean {
  return properties.get(name)?.generate?.kind === 'sequence'
}

function explainExclusions(about: ExplainContext, info: ResourceInfo, touched: readonly Property[]): ExplainedQuery[] {
  const values = new Map([...info.properties.values()].map((property) => [property.name, makePropertySample(about, property)]))
  return info.exclusions.flatMap((exclusion) => {
    const { name, same, overlap, where } = exclusion
    const read = new Set([
      ...same,
      ...(overlap === undefined ? [] : [overlap.from, overlap.to]),
      ...(where === undefined ? [] : about.modelIndex.readsOf(where).own),
    ])
    if (!touched.some((property) => read.has(property.name))) return []
    const filters = makeOverlapFilters(info, exclusion, values)
    if (filters !== undefined)
      return traceWrites(about, `${info.name} that \`${name}\` may exclude`, (tx) =>
        tx.select?.({ resource: info.name, where: [], filters, order: [] }, { variables: new Map(), host: noRecordsHost }),
      )
    return same.length === 0
      ? [{ what: `scan all records of ${info.name} for \`${name}\``, sql: undefined }]
      : explainLookUp(about, info, same, `, which \`${name}\` may exclude`)
  })
}

/** A sample value of the property's type. */
function makePropertySample(about: ExplainContext, { reference, type }: Property): Value {
  const target = reference && about.facts.typing.domain.resources.get(reference.resource)
  if (target !== undefined)
    return about.shared.keys.recordOf(
      target.name,
      target.key.map((name) => makePropertySample(about, target.properties.get(name)!)),
    )
  const { kind } = withoutNull(type)
  switch (kind) {
    case 'timestamp':
    case 'duration':
      return { kind, ms: 0 }
    case 'int':
      return 0n
    case 'decimal':
      return { kind, digits: 0n, scale: 0 }
    case 'double':
      return 0
    case 'bool':
      return false
    default:
      return ''
  }
}

/** Referrers of a deleted record: deleted too, changed, or preventing the deletion. */
function explainReferrers(about: ExplainContext, info: ResourceInfo): ExplainedQuery[] {
  const { domain } = about.facts.typing
  const references = about.modelIndex.referrers.get(info.name) ?? []
  const inverses = [...info.properties.values()].flatMap(({ inverse }) =>
    inverse === undefined ? [] : [{ resource: inverse.resource, path: inverse.property }],
  )
  return [...references, ...inverses].flatMap(({ resource, path }) => {
    const other = domain.resources.get(resource)
    if (other === undefined) return []
    // References inside a list or an object have no column of their own.
    return other.properties.get(path)?.reference?.many === false
      ? explainLookUp(about, other, [path], `, which refers to a deleted ${info.name}`)
      : [{ what: `scan all records of ${resource}, whose ${path} may refer to a deleted ${info.name}`, sql: undefined }]
  })
}

function explainTimers(about: ExplainContext, { name: resource }: ResourceInfo): ExplainedQuery[] {
  return [
    ...traceWrites(about, `timers of ${resource}`, (tx) => [...tx.timersOf(resource, '[]')]),
    ...traceWrites(about, `stop a timer of ${resource}`, (tx) => tx.removeTimer(0)),
    ...traceWrites(about, `start a timer of ${resource}`, (tx) =>
      tx.startTimer({ resource, key: '[]', field: '', state: '', kind: 'after', name: 'PT1S', due: 0, attempts: 0 }),
    ),
  ]
}

function explainStoredAnswer(about: ExplainContext, { operation, resource, input: { body } }: OperationContext): ExplainedQuery[] {
  const declared = slotValueOf(operation.slots.idempotency)
  if (declared?.kind === 'key') {
    return [
      ...traceWrites(about, 'the stored answer for the key', (tx) => tx.storedAnswer('')).map((query) => ({ ...query, needs: ['caller'] })),
      ...traceWrites(about, 'store the answer for the key', (tx) =>
        tx.storeAnswer('', { fingerprint: '', answer: { status: 200, headers: [], trace: { transitions: [], origins: [] } }, at: 0 }),
      ),
    ]
  }
  if (declared?.kind !== 'natural' || operation.action !== 'create' || resource === undefined || body === undefined) return []
  return [resource.key, ...resource.uniques.map(({ members }) => members)].flatMap((members) =>
    explainLookUp(about, resource, members, ', which the request would make again'),
  )
}

type Tx = ReturnType<Store['begin']>

/** The statements that the store runs for `work`, without values. */
function traceWrites({ trace }: ExplainContext, what: string, work: (tx: Tx) => unknown): ExplainedQuery[] {
  return trace((store) => void work(store.begin())).map((sql) => ({ what, sql }))
}

const event: Parameters<Tx['emit']>[0] = { id: '', type: '', time: 0, resource: '', key: '', cause: '' }
const delivery: Parameters<Tx['deliveries']['add']>[0] = {
  via: '',
  name: '',
  message: '',
  destination: '',
  content: { kind: 'gone' },
  made: 0,
}
