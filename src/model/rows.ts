// Rows of `records` and `fixtures`, with the setting that enables them.

import type { Node, Scalar } from '../document/node.ts'
import type { Resources } from './resources.ts'
import { listSpecifiedEntries } from './slot.ts'

/** The rows exist if the operator has set `setting` to `is`. */
export type When = { readonly setting: string; readonly is: string }

export type ModelRow = { readonly resource: string; readonly node: Node; readonly when?: When }

/** The rows in document order. Files were replaced by their rows when the document was read. */
export function listRows(slot: Resources['records']): readonly ModelRow[] {
  return listSpecifiedEntries(slot).flatMap(({ name: resource, value }): ModelRow[] => {
    if (isRowList(value)) return value.map(({ node }) => ({ resource, node }))
    const { setting } = value
    if (setting.state !== 'shown') return []
    return listSpecifiedEntries(value.by).flatMap(({ name: is, value: rows }) =>
      isRowList(rows) ? rows.map(({ node }) => ({ resource, node, when: { setting: setting.value.text, is } })) : [],
    )
  })
}

export type BySetting = { readonly resource: string; readonly setting: Scalar; readonly by: ReadonlyMap<string, Scalar> }

/** The resources whose rows depend on a setting. */
export function listRowsBySetting(slot: Resources['records']): readonly BySetting[] {
  return listSpecifiedEntries(slot).flatMap(({ name: resource, value }): BySetting[] => {
    if (isRowList(value) || value.setting.state !== 'shown') return []
    const by = value.by.state === 'shown' ? value.by.value : []
    return [{ resource, setting: value.setting.value.node, by: new Map(by.map(({ name, key }) => [name, key])) }]
  })
}

export function isRowList<T>(value: T): value is Extract<T, readonly unknown[]> {
  return Array.isArray(value)
}
