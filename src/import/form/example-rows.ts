// Lists an example row of each part, which questions about a form show as the form of an answer.

import type { PartName } from '../../document/document.ts'

export const exampleRows: { readonly [part in PartName]: string } = {
  service: '| open_days | whole number | 14 | (columns setting, type, default)',
  resources: '| title | text 1..80 | yes | unique | (columns field, type, must, rules)',
  states: '| open | close | closed | (columns from, on, to)',
  endpoints: '| POST /orders | create Order | 201 | clerk | (columns endpoint, does, status, who)',
  authentication: '| clerk | `caller.role == "clerk"` | (columns role, means)',
  events: '| order.closed | Order.close | { id } | (columns event, on, data)',
  errors: '| sold_out | guard Order.place in-stock | 409 | (columns error, when, status)',
  limits: '| per-user | 60 | minute | `caller.id` | (columns limit, value, per, for each)',
  versioning: '| current | v1 | (columns key, value)',
}
