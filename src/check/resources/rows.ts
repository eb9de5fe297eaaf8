// The rows of `records` and `fixtures` that stand in the document, with the resource that each is of.

import type { MapNode, Node, Scalar } from '../../document/node.ts'
import { each, shown } from '../../model/slot.ts'
import type { Facts } from '../../fact/fact.ts'
import type { ResourceInfo } from '../../typing/domain.ts'

export type Row = {
  readonly from: 'records' | 'fixtures'
  readonly resource: ResourceInfo
  /** What messages call it: by its key where it says one, otherwise by its number. */
  readonly name: string
  readonly node: MapNode
  readonly member: (name: string) => { readonly key: Scalar; readonly value: Node } | undefined
}

/** A row that is no map is told as that; those of a file stand elsewhere. */
export function rowsOf({ model, typing }: Facts): readonly Row[] {
  const { records, fixtures } = model.resources.value
  return ([['records', records], ['fixtures', fixtures]] as const).flatMap(([from, slot]) =>
    each(slot).flatMap(({ name, value }): Row[] => {
      const resource = typing.domain.resources.get(name)
      if (resource === undefined || !Array.isArray(value)) return []
      return value.flatMap(({ node }: { node: Node }, index): Row[] => (node.kind === 'map' ? [rowOf(from, resource, node, index)] : []))
    }))
}

/** Whose a row of `to` would have to be that this one refers to, or is one with: what it says of the tenants that keep those apart. */
export function tenantOf({ resource, member }: Row, to: ResourceInfo): string {
  return to.tenant.map(({ from }) => {
    const own = resource.tenant.find((each) => each.from === from)
    const value = own === undefined ? undefined : member(own.property)?.value
    return value?.kind === 'scalar' ? value.text : '?'
  }).join(' ')
}

/** Whether all rows of a resource are known: none stand in a file, or are not shown. */
export function knowsRows({ model }: Facts, resource: string): boolean {
  const { records } = model.resources.value
  if (records.state === 'hole') return false
  const said = shown(records)?.find(({ name }) => name === resource)
  return said === undefined || (said.slot.state === 'shown' && Array.isArray(said.slot.value)) || said.slot.state === 'none'
}

function rowOf(from: Row['from'], resource: ResourceInfo, node: MapNode, index: number): Row {
  const members = new Map(node.entries.map((entry) => [entry.key.text, entry]))
  const key = resource.key.map((name) => members.get(name)?.value)
  const said = key.flatMap((value) => (value?.kind === 'scalar' ? [value.text] : []))
  const name = key.length > 0 && said.length === key.length ? said.join(', ') : `${index + 1}`
  return { from, resource, name: `${resource.name} ${name}`, node, member: (member) => members.get(member) }
}
