// Transposes tables with a column for each field into tables with a row for each.

import { mapColumns, draftPlainText } from '../draft.ts'
import { isKind } from '../kinds/kind-tests.ts'
import type { Form, FormTable } from '../statement.ts'
import type { ColumnName, Words } from '../words.ts'

const said: readonly ColumnName[] = [
  'type',
  'must',
  'default',
  'unique',
  'setter',
  'range',
  'rules',
  'editable',
  'least',
  'most',
  'meaning',
]

export function turnTables(form: Form, words: Words): Form {
  return {
    ...form,
    sections: form.sections.map((section) =>
      section.part === 'resources' || section.part === 'endpoints'
        ? {
            ...section,
            blocks: section.blocks.map((block) =>
              block.kind !== 'table'
                ? block
                : section.part === 'resources'
                  ? transposeTable(block, words)
                  : transposeEndpoint(block, words),
            ),
          }
        : section,
    ),
  }
}

/** Transposes a table with one column for each field: its first column names properties of fields. */
function transposeTable(table: FormTable, words: Words): FormTable {
  const { headers, rows } = table
  const labels = rows.map(({ cells }) => draftPlainText(cells[0] ?? ''))
  const found = mapColumns(labels, said, words)
  const kinds = rows.findIndex(
    ({ cells }) => cells.slice(1).filter((cell) => cell.split(/[,;]\s*/).some((each) => isKind(each, words))).length * 2 > cells.length - 1,
  )
  const at = found.type !== undefined || kinds < 0 ? found : { ...found, type: kinds }
  const isTurned =
    headers.length > 3 &&
    rows.length > 1 &&
    rows.length < headers.length &&
    at.type !== undefined &&
    Object.keys(at).length * 2 > rows.length &&
    mapColumns(headers, ['field', 'type'], words).type === undefined
  const [first] = rows
  if (!isTurned || first === undefined) return table
  for (const { statement } of rows.slice(1)) statement.outcome = 'taken'
  return {
    kind: 'table',
    headers: ['field', ...labels.map((label, index) => (index === at.type ? words.headers.type[0]! : label))],
    rows: headers
      .slice(1)
      .map((name, index) => ({ cells: [name, ...rows.map(({ cells }) => cells[index + 1] ?? '')], statement: first.statement })),
  }
}

/** Transposes a table about one endpoint: a row for its method, one for its path, and others. The headers may be such a row, too. */
function transposeEndpoint(table: FormTable, words: Words): FormTable {
  const { headers, rows } = table
  const [first] = rows
  if (headers.length !== 2 || first === undefined) return table
  const isProperty = (label: string): boolean => Object.keys(mapColumns([draftPlainText(label)], ofEndpoint, words)).length > 0
  const all = [...(isProperty(headers[0]!) && !isProperty(headers[1]!) ? [headers] : []), ...rows.map(({ cells }) => cells)]
  const labels = all.map(([label]) => draftPlainText(label ?? ''))
  const at = mapColumns(labels, ofEndpoint, words)
  const requests = all.filter((cells) => /^[*`]*(?:(?:GET|POST|PUT|PATCH|DELETE)\s+)?\/[\p{L}\d_{:<]/u.test(cells[1] ?? ''))
  if (requests.length !== 1 || (at.path ?? at.endpoint) === undefined || Object.keys(at).length < 2) return table
  for (const { statement } of rows.slice(1)) statement.outcome = 'taken'
  return { kind: 'table', headers: labels, rows: [{ cells: all.map(([, value]) => value ?? ''), statement: first.statement }] }
}

const ofEndpoint: readonly ColumnName[] = ['endpoint', 'method', 'path', 'who', 'status', 'meaning']
