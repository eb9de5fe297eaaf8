// Blank tables of a part, as a form to fill in.

import type { PartName } from '../document/document.ts'
import { printTable } from './print/table-text.ts'

type Blank = { readonly heading?: string; readonly header: readonly string[] }

const pairs: Blank = { header: ['key', 'value'] }

/** The tables that most services have, with the columns that most rows use. */
const blanks: { readonly [name in PartName]: readonly Blank[] } = {
  service: [pairs, { header: ['setting', 'type', 'default', 'meaning'] }],
  resources: [{ heading: 'Thing', header: ['field', 'type', 'must', 'default', 'rules', 'meaning'] }, { header: ['rule', 'always holds'] }],
  states: [
    { heading: 'Thing.state', header: ['from', 'on', 'takes', 'if', 'sets', 'then', 'to'] },
    { header: ['step', 'for each', 'does', 'which', 'with'] },
  ],
  endpoints: [
    { header: ['endpoint', 'name', 'does', 'in', 'takes', 'sets', 'answers', 'who'] },
    { header: ['list', 'filter', 'sort', 'order', 'page'] },
    { header: ['endpoint', 'query', 'type', 'must', 'default'] },
  ],
  authentication: [pairs, { header: ['resource', 'read', 'create', 'update', 'delete'] }],
  events: [{ header: ['event', 'on', 'when', 'key', 'data'] }],
  errors: [{ header: ['error', 'when', 'status', 'title', 'detail'] }],
  limits: [{ header: ['limit', 'value', 'per', 'at once', 'for each', 'operations'] }, pairs],
  versioning: [pairs, { header: ['version', 'deprecated', 'sunset', 'meaning'] }, { header: ['in', 'change', 'what', 'old', 'new'] }],
}

export function printBlankTables(part: PartName): string {
  return blanks[part]
    .map(({ heading, header }) => `${heading === undefined ? '' : `### ${heading}\n\n`}${printTable({ header, rows: [] })}`)
    .join('\n\n')
}
