// Lists the rows of `records` and `fixtures` in the document, each with its resource.

import type { Type } from '../../cel/type.ts'
import type { MapNode, Node, Scalar } from '../../document/node.ts'
import { type When, isRowList, listRows } from '../../model/rows.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Facts } from '../../fact/fact.ts'
import type { ResourceInfo } from '../../typing/domain.ts'

export type DeclaredRow = {
  readonly origin: 'records' | 'fixtures'
  readonly resource: ResourceInfo
  /** Its name in messages: its key if it has one, otherwise its number. */
  readonly name: string
  readonly node: MapNode
  readonly when?: When
  readonly member: (name: string) => { readonly key: Scalar; readonly value: Node } | undefined
}

/** Rows that are not maps are reported elsewhere; rows of a file are not included. */
export function listDeclaredRows({ model, typing }: Facts): readonly DeclaredRow[] {
  const { records, fixtures } = model.resources.value
  return (
    [
      ['records', records],
      ['fixtures', fixtures],
    ] as const
  ).flatMap(([origin, slot]) =>
    listRows(slot).flatMap(({ resource: name, node, when }, index, all): DeclaredRow[] => {
      const resource = typing.domain.resources.get(name)
      if (resource === undefined || node.kind !== 'map') return []
      const first = all.findIndex((row) => row.resource === name && hasSameSetting(row.when, when))
      return [makeRow(origin, resource, node, index - first, when)]
    }),
  )
}

function hasSameSetting(a: When | undefined, b: When | undefined): boolean {
  return a?.setting === b?.setting && a?.is === b?.is
}

/** True if no value of a setting allows both rows. */
export function excludeEachOther({ when: a }: DeclaredRow, { when: b }: DeclaredRow): boolean {
  return a !== undefined && b !== undefined && a.setting === b.setting && a.is !== b.is
}

/** True if one of `targets` exists whenever a row does: always, under the same setting, or under every value of a setting. */
export function hasTargetRow(targets: readonly DeclaredRow[], { when }: DeclaredRow, { typing }: Facts): boolean {
  if (targets.some((target) => target.when === undefined || hasSameSetting(target.when, when))) return true
  const bySetting = Map.groupBy(targets, (target) => target.when!.setting)
  return bySetting.entries().some(([setting, rows]) => {
    const values = listSettingValues(typing.domain.settings.get(setting)?.type)
    return values !== undefined && setting !== when?.setting && values.every((value) => rows.some((row) => row.when!.is === value))
  })
}

/** The possible values of an enumerated or boolean setting. */
export function listSettingValues(type: Type | undefined): readonly string[] | undefined {
  if (type?.kind === 'enum') return type.values
  return type?.kind === 'bool' ? ['true', 'false'] : undefined
}

/** The tenant that a row of `to` must have to be referenced by this row: its values of the tenant properties. */
export function printRowTenant({ resource, member }: DeclaredRow, target: ResourceInfo): string {
  return target.tenant
    .map(({ from }) => {
      const tenantMember = resource.tenant.find((each) => each.from === from)
      const value = tenantMember === undefined ? undefined : member(tenantMember.property)?.value
      return value?.kind === 'scalar' ? value.text : '?'
    })
    .join(' ')
}

/** True if all rows of a resource are known: none come from a file or are not shown. */
export function hasKnownRows({ model }: Facts, resource: string): boolean {
  const { records } = model.resources.value
  if (records.state === 'gap') return false
  const declared = slotValueOf(records)?.find(({ name }) => name === resource)
  if (declared === undefined || declared.slot.state !== 'shown') return declared === undefined || declared.slot.state === 'none'
  const { value } = declared.slot
  return (
    isRowList(value) ||
    (value.by.state === 'shown' &&
      value.by.value.every(({ slot }) => slot.state === 'none' || (slot.state === 'shown' && isRowList(slot.value))))
  )
}

function makeRow(origin: DeclaredRow['origin'], resource: ResourceInfo, node: MapNode, index: number, when: When | undefined): DeclaredRow {
  const members = new Map(node.entries.map((entry) => [entry.key.text, entry]))
  const key = resource.key.map((name) => members.get(name)?.value)
  const texts = key.flatMap((value) => (value?.kind === 'scalar' ? [value.text] : []))
  const name = key.length > 0 && texts.length === key.length ? texts.join(', ') : `${index + 1}`
  return {
    origin,
    resource,
    name: `${resource.name} ${name}`,
    node,
    ...(when === undefined ? {} : { when }),
    member: (member) => members.get(member),
  }
}
