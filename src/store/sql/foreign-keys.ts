// The foreign keys of a table: a safeguard behind the checks of references.

import type { Property } from '../../typing/domain.ts'
import { type Column, type Layout, type TableLayout, isSoft, findTenantColumns } from '../layout.ts'
import { quote } from './names.ts'

/**
 * The clause for a reference, if any. It is immediate, because a deferred key fails at COMMIT and rolls back the whole group. Only cyclic
 * references are deferred: of two records that are deleted together, one is deleted first. A soft-deleted record stays in its table, so
 * references to it stay valid; its own references may dangle, so they have no key.
 */
export function printForeignKey(property: Property, table: TableLayout, layout: Layout): string[] {
  const { tables, domain } = layout
  const { reference } = property
  if (reference === undefined || reference.many) return []
  const ownColumns = table.byProperty.get(property.name) ?? []
  const other = tables.get(reference.resource)
  if (isSoft(layout, table.resource) && !isSoft(layout, reference.resource)) return []
  if (ownColumns.length === 0 || other === undefined || other.key.length !== ownColumns.length) return []
  const tenant = findTenantColumns(layout, table.resource, other.resource)
  if (tenant === undefined) return []
  return [
    `FOREIGN KEY (${printColumnNames([...tenant, ...ownColumns])}) REFERENCES ${quote(other.resource)} (${printColumnNames([...other.tenant, ...other.key])})${leadsTo(other.resource, table.resource, domain) ? ' DEFERRABLE INITIALLY DEFERRED' : ''}`,
  ]
}

/** True if a dangling reference is refused at the write. */
export function isCheckedAtOnce(property: Property, table: TableLayout, layout: Layout): boolean {
  return printForeignKey(property, table, layout).some((line) => !line.endsWith('DEFERRED'))
}

/** True if references lead from one resource to the other, at any depth; a resource leads to itself. */
function leadsTo(from: string, to: string, domain: Layout['domain']): boolean {
  const reached = new Set([from])
  for (const name of reached) {
    for (const { reference } of domain.resources.get(name)?.properties.values() ?? [])
      if (reference !== undefined && !reference.many) reached.add(reference.resource)
  }
  return reached.has(to)
}

export function printColumnNames(columns: readonly Column[]): string {
  return columns.map(({ name }) => quote(name)).join(', ')
}
