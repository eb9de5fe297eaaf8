// Reads the columns and constraints of `CREATE TABLE` as fields in words.

import { findClosing, spellSql, withoutExpression } from './sql-clauses.ts'
import type { Words } from '../words.ts'

/** The kind of a column, and the clauses that only SQL writes. */
const sqlKind =
  /^(?:(?:n?var)?char2?|character(?: varying)?|text|citext|clob|u?uuid|(?:big|small|tiny|medium)?int(?:eger|\d)?|(?:big|small)?serial|numeric|decimal|number|real|float\d*|double(?: precision)?|bool(?:ean)?|date(?:time\d?|timeoffset)?|time(?:stamp(?:tz)?)?|jsonb?|bytea|blob|money|enum|interval)\b/i
const sqlClause =
  /\b(?:not null|primary key|references\s+["`\w]|n?varchar2?\s*\(|numeric\s*\(|timestamptz|citext|auto_increment|check\s*\()/i

/** Column definitions without the table around them, each as a field in words; undefined if other lines are between them. */
export function readSqlColumns(text: string, words: Words): readonly { readonly text: string; readonly line: number }[] | undefined {
  const lines = text
    .split(/\r\n|\n|\r/)
    .map((each, line) => ({ text: each.trim(), line }))
    .filter((each) => each.text !== '' && !/^(?:`{3}|~{3}|--|#)/.test(each.text))
  const fields: { text: string; line: number }[] = []
  for (const { text: each, line } of lines) {
    if (/^(?:constraint|unique|primary|foreign|index|key|check)\b/i.test(each) && takeConstraint(each, fields, words) === true) continue
    const [, spec = ''] = /^["`[]?[A-Za-z_]\w*["`\]]?\s*:?\s+(\S.*)$/.exec(each) ?? []
    const field = sqlKind.test(spec) ? readSqlColumn(each.replace(/^(\S+?)\s*:\s+/, '$1 '), words) : undefined
    if (field === undefined) return undefined
    fields.push({ text: field, line })
  }
  return fields.length > 1 && lines.some((each) => sqlClause.test(each.text)) ? fields : undefined
}

/** `UNIQUE (a, b)`, `PRIMARY KEY (id)` and checks on their own lines describe the columns above; undefined if they are about no single one. */
export function takeConstraint(line: string, fields: { text: string; line: number }[], words: Words): true | undefined {
  const { uniqueClause, sql } = words
  const [start, kind] =
    /^(?:constraint\s+\S+\s+)?(unique(?:\s+key|\s+index)?|primary\s+key|foreign\s+key|fulltext\s+key|index|key|check)\b\s*(?:["`[]?\w+["`\]]?\s*)?(?:(?:non)?clustered\s*)?(?=\()/i.exec(
      line,
    ) ?? []
  if (start === undefined || kind === undefined) return undefined
  const list = line.slice(start.length + 1, findClosing(line, start.length) - 1)
  const add = (name: string, clause: string): true | undefined => {
    const at = fields.findIndex(({ text }) => text.startsWith(`${name}: `))
    if (at >= 0) fields[at] = { ...fields[at]!, text: `${fields[at]!.text}; ${clause}` }
    return at >= 0 ? true : undefined
  }
  if (/^check/i.test(kind)) {
    const named = new Set(Array.from(list.replaceAll(/'[^']*'/g, ' ').matchAll(/[A-Za-z_]\w*/g), ([name]) => name.toLowerCase()))
    const own = fields.map(({ text }) => /^\w*/.exec(text)![0]).filter((name) => name !== '' && named.has(name.toLowerCase()))
    const clause = own.length === 1 ? spellSql(`check (${list})`, own[0]!, words) : ''
    return clause === '' || /\bcheck\b/i.test(clause) ? undefined : add(own[0]!, clause.replaceAll(/^[;\s]+|[;\s]+$/g, ''))
  }
  const names = list.split(',').map((each) => each.trim().replaceAll(/["`]/g, ''))
  const isReference = (name: string): boolean => fields.some(({ text }) => text.startsWith(`${name}: `) && text.includes(sql.referenceTo))
  if (/^unique/i.test(kind)) {
    // The value that is unique within a reference describes its own column.
    const main = names.find((name) => !isReference(name)) ?? names[0]!
    const others = names.filter((name) => name !== main)
    return others.length > 1 ? undefined : add(main, others.length === 0 ? uniqueClause : `${sql.uniqueWith} ${others[0]}`)
  }
  if (/^primary/i.test(kind)) return names.length === 1 ? add(names[0]!, sql.key) : undefined
  if (!/^foreign/i.test(kind)) return true
  const target = /references\s+(?:["`]?\w+["`]?\.)?["`]?(\w+)/i.exec(line)?.[1]
  const at = fields.findIndex(({ text }) => names.length === 1 && text.startsWith(`${names[0]}: `))
  if (target === undefined || at < 0) return undefined
  const { text } = fields[at]!
  fields[at] = { ...fields[at]!, text: text.replace(/: [^;]*/, `: ${sql.referenceTo} ${target}`) }
  return true
}

/** A column without the names of its constraints, and with the words of dialects in those of the standard. */
function simplifyColumn(spec: string, { leastClause }: Words): string {
  return spec
    .replaceAll(/\bconstraint\s+\S+\s+(?=\w)/gi, '')
    .replace(/\bforeign\s+key\s+(?=references\b)/i, '')
    .replace(/\bdefault\s+\(+([\w.'-]+)\)+/i, 'default $1')
    .replace(/\bdefault\s+null\b/i, '')
    .replace(/\bunsigned\b/i, /\bauto_increment\b/i.test(spec) ? '' : `; ${leastClause} 0; `)
    .replace(/\bcomment\s+'((?:[^']|'')*)'/i, '; $1')
}

/** A column of SQL; without `NOT NULL` it is optional. */
export function readSqlColumn(line: string, words: Words): string | undefined {
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
  let rest = spellSql(withoutExpression(simplifyColumn(spec, words), words), name, words)
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
  // The database fills in a default, so that the caller need not send the column.
  const hasDefault = clauses.some((each) => each.startsWith(words.defaultClause)) || rest.includes(`; ${words.defaultClause} `)
  const presence = isRequired && !hasDefault ? sql.isRequired : words.optionalClause
  return `${name}: ${[rest, ...clauses, isKey ? '' : presence, told].filter((each) => each !== '').join('; ')}`
}
