// All kinds of tables, by the part that they speak for.

import type { PartName } from '../document/document.ts'
import type { Kind } from './kind.ts'
import { callers, roles, rules } from './kinds/access.ts'
import { endpoints, lists, parameters } from './kinds/endpoints.ts'
import { changes, errorBody, errors, events, messages, quotas, rates, versions } from './kinds/entries.ts'
import { fields, settings } from './kinds/fields.ts'
import { keyValue, operationKeyValue } from './kinds/key-value.ts'
import { machines, steps } from './kinds/machines.ts'
import { invariants, records, views } from './kinds/resources.ts'

export const kinds: readonly Kind[] = [
  settings,
  records, fields, invariants, views,
  machines, steps,
  endpoints, lists, ...parameters, operationKeyValue,
  roles, rules, callers,
  events,
  errors, errorBody, messages,
  rates, quotas,
  versions, changes,
  ...keyValue,
]

export function kindsOf(part: PartName): readonly Kind[] {
  return kinds.filter((kind) => kind.part === part)
}
