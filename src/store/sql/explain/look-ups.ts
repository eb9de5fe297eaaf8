// Explains how one record is found: by key, by unique, or as the caller.

import { listKeyLookUps } from '../../../fact/key-look-ups.ts'
import type { OperationContext } from '../../../fact/operation-context.ts'
import { prepareSecurity } from '../../../meaning/caller/schemes.ts'
import type { Lookup } from '../../../model/endpoints.ts'
import { type Slot, listSpecifiedEntries, slotValueOf } from '../../../model/slot.ts'
import type { ResourceInfo } from '../../../typing/domain.ts'
import { toStatement } from '../sql-query.ts'
import type { ExplainContext, ExplainedQuery } from './about.ts'

/** Empty for a resource without a table. `why` is appended to the label; `keys`: only the keys are read. */
export function explainLookUp(
  { shared: { layout, lookUps, statements } }: ExplainContext,
  info: ResourceInfo,
  members: readonly string[],
  why = '',
  kind: 'records' | 'keys' = 'records',
): ExplainedQuery[] {
  const table = layout.tables.get(info.name)
  if (table === undefined) return []
  const label = `find ${info.name} by ${members.join(' and ')}${why}`
  if (members.length === info.key.length && members.every((member) => info.key.includes(member)))
    return [{ what: label, sql: statements.get(info.name)!.byKey }]
  const columns = members.flatMap((member) => table.folded.get(member) ?? (table.byProperty.get(member) ?? []).map(({ name }) => name))
  return [{ what: label, sql: toStatement({ ...lookUps(info.name, columns, true, kind), values: [] }).sql }]
}

/** The query that finds the caller's record. */
export function explainCaller(about: ExplainContext, operationContext: OperationContext): ExplainedQuery[] {
  return listLookups(about, operationContext).flatMap((lookup) => {
    const info = findLookedUpResource(about, lookup)
    return info === undefined
      ? []
      : explainLookUp(
          about,
          info,
          listSpecifiedEntries(lookup.by).map(({ name }) => name),
          ', the caller',
        ).map((query) => ({ ...query, gives: 'caller' }))
  })
}

export function explainLookUps(about: ExplainContext, { record, lookups, modelIndex, operation }: OperationContext): ExplainedQuery[] {
  const keyLookUps = listKeyLookUps(modelIndex, operation)
  return [...(record === undefined ? [] : [record]), ...lookups].flatMap(({ name, resource, members, needs: { reads } }) =>
    explainLookUp(about, resource, members, '', keyLookUps.has(name) ? 'keys' : 'records').map((query) => ({
      ...query,
      gives: `record ${name}`,
      needs: reads,
    })),
  )
}

/** The resources of callers that are records. */
export function listCallerResources(about: ExplainContext, operationContext: OperationContext): readonly ResourceInfo[] {
  return listLookups(about, operationContext).flatMap((lookup) => findLookedUpResource(about, lookup) ?? [])
}

function listLookups({ service }: ExplainContext, { operation }: OperationContext): readonly Lookup[] {
  return prepareSecurity(service, operation)
    .schemes.flatMap(({ find, caller }) => [find, caller?.kind === 'lookup' ? caller.lookup : undefined])
    .filter((lookup) => lookup !== undefined)
}

function findLookedUpResource(
  {
    facts: {
      typing: { domain },
    },
  }: ExplainContext,
  { find }: Lookup,
): ResourceInfo | undefined {
  return domain.resources.get(slotValueOf(find as Slot<{ readonly text: string }>)?.text ?? '')
}
