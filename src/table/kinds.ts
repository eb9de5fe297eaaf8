// Lists all kinds of tables by their part.

import type { PartName } from '../document/document.ts'
import type { TableKind } from './kind.ts'
import { callers, rolesTable, rules } from './kinds/access.ts'
import { endpoints, listTable, parameters } from './kinds/endpoints.ts'
import { errorBody, errors, events, messages, quotas, rates, versions } from './kinds/entries.ts'
import { changes } from './kinds/changes.ts'
import { fields, settings } from './kinds/fields.ts'
import { keyValue, operationKeyValue } from './kinds/key-value.ts'
import { machines, steps } from './kinds/machines.ts'
import { invariants, records, views } from './kinds/resources.ts'

export const tableKinds: readonly TableKind[] = [
  settings,
  records,
  fields,
  invariants,
  views,
  machines,
  steps,
  endpoints,
  listTable,
  ...parameters,
  operationKeyValue,
  rolesTable,
  rules,
  callers,
  events,
  errors,
  errorBody,
  messages,
  rates,
  quotas,
  versions,
  changes,
  ...keyValue,
]

export function listTableKinds(part: PartName): readonly TableKind[] {
  return tableKinds.filter((kind) => kind.part === part)
}
