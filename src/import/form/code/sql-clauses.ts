// Rewrites constraints of SQL, in definitions of columns and in cells of tables, as clauses in the words of the form's language.

import type { Words } from '../words.ts'

/** A constraint that only SQL writes. */
const constraint =
  /\bcheck\b|\breferences\b|\b(?:fk|foreign key)\b|\b(?:unique|uk|uq|uc)\s*(?:key|index|constraint)?\s*\(|\bdefault\s+['"(\w-]|\bgenerated (?:always|by default)\b|\bany\s*\(\s*array\b|\bin\s*\(\s*'|~\s*['`]\^/i

/** The clauses of a text with constraints of SQL; `column` is the one that it describes. Other text stays as it is. */
export function spellSql(text: string, column: string, words: Words): string {
  if (!constraint.test(text)) return text
  const { sql } = words
  return (
    withChecks(text, column, words)
      .replaceAll(
        /\b(?:(?:fk|foreign key)\b\s*(?:\(\s*\w+\s*\)\s*)?(?:->|→|=>|:|to|references|ref\.?)?|references)\s*[`"]?(?:\w+\.(?=\w+\s*\())?([A-Za-z]\w*)[`"]?(?:\s*\(\s*[`"]?\w+[`"]?\s*\)|\.\w+)?(?:,?\s+on\s+(?:delete|update)\s+(?:cascade|restrict|set null|set default|no action))*/gi,
        (found, table: string) => (/^(?:on|not|null|to|column|constraint|key)$/i.test(table) ? found : `; ${sql.referenceTo} ${table}; `),
      )
      .replaceAll(
        /\b(?:unique|uk|uq|uc)\s*(?:key|index|constraint)?\s*\(\s*([\w\s,`"+]+?)\s*\)(?:\s*where\b[^;]*)?/gi,
        (found, list: string) => spellUniqueClause(list, column, words) ?? found,
      )
      // A check without its word.
      .replaceAll(/(?<![\w)] ?)~\s*(['`])(\^[^'`]*\$)\1/g, '; `$2`; ')
      .replaceAll(
        /\bin\s*\(\s*('[\w.+-]*'(?:\s*,\s*'[\w.+-]*')*)\s*\)/gi,
        (_, values: string) =>
          `; ${words.valuesLead}: ${values.includes(',') ? values.replaceAll("'", '`') : values.replaceAll("'", '')}; `,
      )
      .replaceAll(/\bdefault\s+'([^']*)'(?:::[\w ]+(?:\(\d+\))?)?/gi, `; ${words.defaultClause} $1; `)
      .replaceAll(/\b(?:default\s+)?(?:generated (?:always|by default)(?: on null)? as identity)\b/gi, `; ${sql.setByService}; `)
      .replaceAll(
        /\bdefault\s+(\(?\w+\(.*?\)\)?|current_timestamp|localtimestamp|sysdate|systimestamp)(?=\s*(?:[;,.]|$))/gi,
        (found, value: string) => (isGenerated(value) ? `; ${sql.setByService}; ` : found),
      )
  )
}

/** True for a default that a function of the database computes for each row: a key or the present time. */
export function isGenerated(value: string): boolean {
  return /^\(*(?:now|gen_random_uuid|uuid_generate_v\d\w*|uuid(?:v\d)?|newid|newsequentialid|nextval|sys_guid|getdate|getutcdate|sysdatetime|sysutcdatetime|clock_timestamp|statement_timestamp|current_timestamp|localtimestamp|sysdate|systimestamp)\b/i.test(
    value,
  )
}

/** A computed column without its expression: the database sets it. */
export function withoutExpression(spec: string, { sql }: Words): string {
  const found = /\b(?:generated always\s+)?as\s*(?=\()/i.exec(spec)
  if (found === null) return spec
  const end = findClosing(spec, found.index + found[0].length)
  return `${spec.slice(0, found.index)}; ${sql.setByService}; ${spec.slice(end).replace(/^\s*(?:stored|virtual|persisted)\b/i, '')}`
}

/** The value of a default in SQL: `'normal'::text` is normal. */
export function readSqlLiteral(value: string): string {
  const [, quoted] = /^\(?'((?:[^']|'')*)'\)?(?:::[\w ]+(?:\(\d+\))?)?$/.exec(value) ?? []
  return quoted?.replaceAll("''", "'") ?? value
}

function spellUniqueClause(list: string, column: string, { uniqueClause, sql }: Words): string | undefined {
  const names = list.split(/\s*[,+]\s*/).map((each) => each.replaceAll(/[`"]/g, '').trim())
  const others = names.filter((each) => each !== column)
  if (!names.every((each) => /^\w+$/.test(each)) || others.length === names.length) return undefined
  return others.length === 0 ? `; ${uniqueClause}; ` : others.length === 1 ? `; ${sql.uniqueWith} ${others[0]}; ` : undefined
}

/** Each `check (…)` whose conditions are all known, as clauses. */
function withChecks(text: string, column: string, words: Words): string {
  let rest = text
  let done = ''
  for (;;) {
    const found = /\b(?:constraint\s+\w+\s+)?check\b:?\s*/i.exec(rest)
    if (found === null) return done + rest
    const start = found.index + found[0].length
    const end = rest[start] === '(' ? findClosing(rest, start) : endOfCondition(rest, start)
    const inside = rest[start] === '(' ? rest.slice(start + 1, end - 1) : rest.slice(start, end)
    const clauses = checkClauses(inside, column, words)
    done += `${rest.slice(0, found.index)}${clauses === undefined ? rest.slice(found.index, end) : `; ${clauses.join('; ')}; `}`
    rest = rest.slice(end)
  }
}

/** The end of the parentheses that open at a place. */
export function findClosing(text: string, start: number): number {
  let depth = 0
  let isQuoted = false
  for (let at = start; at < text.length; at++) {
    if (text[at] === "'") isQuoted = !isQuoted
    if (isQuoted) continue
    if (text[at] === '(') depth++
    if (text[at] === ')' && --depth === 0) return at + 1
  }
  return text.length
}

/** A check without parentheses ends at a point, a semicolon, or a comma outside parentheses. */
function endOfCondition(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')') depth--
    if (depth < 0 || (depth === 0 && /^(?:[;,]|\.(?:\s|$))/.test(text.slice(at)))) return at
  }
  return text.length
}

/** The conditions between each `and`, as clauses; undefined if one is not known or is about another column. */
function checkClauses(text: string, column: string, words: Words): readonly string[] | undefined {
  const plain = text.trim()
  const whole = plain.startsWith('(') && findClosing(plain, 0) === plain.length ? plain.slice(1, -1) : plain
  const conditions = whole.replaceAll(/\bbetween\s+(\S+)\s+and\s+/gi, 'between $1 to ').split(/\s+and\s+/i)
  const found = conditions.map((each) => spellCondition(each.trim().replace(/^\(([^()]*)\)$/, '$1'), column, words))
  return found.includes(undefined) ? undefined : (found as string[])
}

/** The length or the value of a column, compared with something. */
const condition =
  /^(?:(?<measure>(?:(?:char_|character_|octet_|array_)?length|len|cardinality))\s*\(\s*(?:trim\s*\(\s*)?["`]?(?<inner>\w+)["`]?[^()]*\)+|["`]?(?<own>\w+)["`]?)?\s*(?<rest>(?:between\b|in\b|is\b|similar\b|regexp\b|[=><~!≥≤]).*)$/is

const number = String.raw`(-?[\d_]+(?:\.\d+)?)`

function spellCondition(text: string, column: string, { sql, ...words }: Words): string | undefined {
  const { measure, inner, own, rest = '' } = condition.exec(text)?.groups ?? {}
  const name = (inner ?? own ?? '').toLowerCase()
  if (rest === '' || !['', 'value', column.toLowerCase()].includes(name)) return undefined
  const unit = measure === undefined ? '' : /len/i.test(measure) && !/array/i.test(measure) ? ` ${sql.characters}` : ` ${sql.entries}`
  const plain = (each: string): string => each.replaceAll('_', '')
  const [, from, to] = new RegExp(String.raw`^between\s+${number}\s+to\s+${number}$`, 'i').exec(rest) ?? []
  if (from !== undefined && to !== undefined) return `${plain(from)} ${sql.upTo} ${plain(to)}${unit}`
  // A bound by another column stays open.
  const [, low, other] = new RegExp(String.raw`^between\s+${number}\s+to\s+(\w+)$`, 'i').exec(rest) ?? []
  if (low !== undefined) return `${words.leastClause} ${plain(low)}${unit}; ${words.mostClause} ${other}`
  const [, sign, bound] = new RegExp(String.raw`^(>=|<=|>|<|≥|≤|=)\s*${number}$`).exec(rest) ?? []
  if (sign !== undefined && bound !== undefined) {
    const value = plain(bound)
    if (sign === '=') return unit === '' ? undefined : `${words.exactlyClause} ${value}${unit}`
    if (sign === '>=' || sign === '≥') return `${words.leastClause} ${value}${unit}`
    if (sign === '<=' || sign === '≤') return `${words.mostClause} ${value}${unit}`
    return `${sign === '>' ? sql.moreThan : sql.lessThan} ${value}${unit}`
  }
  const [, values] =
    /^(?:in\s*\(([^()]*)\)|=\s*any\s*\(\s*array\s*\[([^\]]*)\][^)]*\))$/i.exec(rest)?.filter((each) => each !== undefined) ?? []
  if (values !== undefined && measure === undefined) {
    const all = values.split(/\s*,\s*/).map((each) => readSqlLiteral(each.trim()))
    return all.every((each) => /^[\w.+-]+$/.test(each))
      ? `${words.valuesLead}: ${all.map((each) => (all.length > 1 ? `\`${each}\`` : each)).join(', ')}`
      : undefined
  }
  const [, pattern] = /^(?:~|similar to|regexp)\s*'(\^.*\$)'$/i.exec(rest) ?? []
  if (pattern !== undefined) return `\`${pattern.replaceAll("''", "'")}\``
  if (/^is not null$/i.test(rest)) return sql.isRequired
  if (/^(?:<>|!=)\s*''$/.test(rest)) return `${words.leastClause} 1 ${sql.characters}`
  return undefined
}
