// Reads the columns and constraints of `CREATE TABLE` as fields in words.

import { sqlAsWords } from './sql-clauses.ts'
import type { Words } from './words.ts'

/** The kind of a column, and the clauses that only SQL writes. */
const sqlKind =
  /^(?:(?:n?var)?char2?|character(?: varying)?|text|citext|clob|u?uuid|(?:big|small|tiny|medium)?int(?:eger|\d)?|(?:big|small)?serial|numeric|decimal|number|real|float\d*|double(?: precision)?|bool(?:ean)?|date(?:time\d?|timeoffset)?|time(?:stamp(?:tz)?)?|jsonb?|bytea|blob|money|enum|interval)\b/i
const sqlClause =
  /\b(?:not null|primary key|references\s+["`\w]|n?varchar2?\s*\(|numeric\s*\(|timestamptz|citext|auto_increment|check\s*\()/i

/** Column definitions without the table around them, each as a field in words; undefined if other lines are between them. */
export function columnsIn(text: string, words: Words): readonly { readonly text: string; readonly line: number }[] | undefined {
  const lines = text
    .split(/\r\n|\n|\r/)
    .map((each, line) => ({ text: each.trim(), line }))
    .filter((each) => each.text !== '' && !/^(?:`{3}|~{3}|--|#)/.test(each.text))
  const fields: { text: string; line: number }[] = []
  for (const { text: each, line } of lines) {
    if (constraintOf(each, fields, words) === true) continue
    const [, spec = ''] = /^["`[]?[A-Za-z_]\w*["`\]]?\s*:?\s+(\S.*)$/.exec(each) ?? []
    const field = sqlKind.test(spec) ? columnOf(each.replace(/^(\S+?)\s*:\s+/, '$1 '), words) : undefined
    if (field === undefined) return undefined
    fields.push({ text: field, line })
  }
  return fields.length > 1 && lines.some((each) => sqlClause.test(each.text)) ? fields : undefined
}

/** `UNIQUE (a, b)` and `PRIMARY KEY (id)` on their own lines describe the columns above. */
export function constraintOf(line: string, fields: { text: string; line: number }[], { uniqueClause, sql }: Words): true | undefined {
  const [, kind, list] =
    /^(?:constraint\s+\w+\s+)?(unique(?:\s+key|\s+index)?|primary\s+key|foreign\s+key|index|key|check)\b\s*(?:\w+\s*)?\(([^()]*)\)/i.exec(
      line,
    ) ?? []
  if (kind === undefined || list === undefined) return undefined
  const names = list.split(',').map((each) => each.trim().replaceAll(/["`]/g, ''))
  const at = fields.findIndex(({ text }) => text.startsWith(`${names[0]}: `))
  if (at < 0) return true
  const add = /^unique/i.test(kind)
    ? names.length === 1
      ? uniqueClause
      : `${sql.uniqueWith} ${names[1]}`
    : /^primary/i.test(kind) && names.length === 1
      ? sql.key
      : undefined
  const target = /^foreign/i.test(kind) ? /references\s+["`]?(\w+)/i.exec(line)?.[1] : undefined
  if (add !== undefined) fields[at] = { ...fields[at]!, text: `${fields[at]!.text}; ${add}` }
  if (target !== undefined) fields[at] = { ...fields[at]!, text: `${names[0]}: ${sql.referenceTo} ${target}` }
  return true
}

/** A column of SQL; without `NOT NULL` it is optional. */
export function columnOf(line: string, words: Words): string | undefined {
  const { sql, valuesLead } = words
  const [, name, spec = '', remark = ''] = /^["`[]?([A-Za-z_]\w*)["`\]]?\s+([A-Za-z].*?),?\s*(?:--\s*(.*))?$/.exec(line) ?? []
  if (name === undefined) return undefined
  const told = remark.replace(/\bin\s*\(([^()]*)\)/i, (_, values: string) => `${valuesLead}: ${values.replaceAll(/['"]/g, '')};`)
  const clauses: string[] = []
  const cut = (pattern: RegExp, clause: (match: RegExpExecArray) => string): void => {
    const found = pattern.exec(rest)
    if (found === null) return
    clauses.push(clause(found))
    rest = rest.replace(pattern, ' ')
  }
  let rest = sqlAsWords(spec, name, words)
  // The kind of the column is that of the key that it refers to.
  if (rest.includes(`; ${sql.referenceTo} `)) rest = rest.replace(/^[^;]*(?=;)/, (kind) => (/\bnot\s+null\b/i.test(kind) ? 'not null' : ''))
  const isKey = /\bprimary\s+key\b/i.test(rest)
  cut(/\benum\s*\(([^()]*)\)/i, (match) => `${valuesLead}: ${match[1]!.replaceAll(/'/g, '')}`)
  cut(/\bdefault\s+(?:now\(\)|current_timestamp|gen_random_uuid\(\)|uuid_generate_v4\(\)|\w+\(\))/i, () => sql.setByService)
  cut(new RegExp(`\\b(?:default|${words.defaultClause})\\s+(-?[\\w.]+)`, 'i'), (match) => `${words.defaultClause} ${match[1]}`)
  cut(/\bprimary\s+key\b/i, () => sql.key)
  // The clause for several columns stays as it is.
  cut(new RegExp(`(?!${sql.uniqueWith})\\b(?:unique|${words.uniqueClause})\\b`, 'i'), () => words.uniqueClause)
  const isRequired = /\bnot\s+null\b/i.test(rest)
  rest = rest
    .replace(/\b(?:not\s+)?null\b/i, ' ')
    .replace(/\bchar\s*\((\d+)\)/i, (found, count: string, at: number, all: string) =>
      /var\s*$/i.test(all.slice(0, at)) || /^varchar/i.test(found) ? found : `text; ${words.exactlyClause} ${count}`,
    )
    .replace(/\bcitext\b/i, `text; ${sql.ignoringCase}`)
    .trim()
  return `${name}: ${[rest, ...clauses, isKey ? '' : isRequired ? sql.isRequired : words.optionalClause, told].filter((each) => each !== '').join('; ')}`
}
