// Converts the address of a request to the newest version: names of filters and sorting, and their values.

import { type Json, parseJsonNumber, numberText, isJsonNumber } from '../../base/json.ts'
import type { Type } from '../../cel/type.ts'
import type { Conversion, MemberTree, ObjectTree, ValueStep } from '../../fact/versions/version.ts'
import { type FilterSpelling, printFilterName, parseOperatorWord } from '../../typing/filters.ts'
import { type SortSpelling, isRepeatedTerm, listSortTerms } from '../../typing/sorts.ts'
import type { Exchange } from '../exchange.ts'
import { NotConverted, downgradeValue, upgradeValue } from './steps.ts'

type Query = Exchange['query']

/** Queries that are the same object, because they have the same text, are converted once. */
const queriesByConversion = new WeakMap<Conversion, WeakMap<Query, Query>>()

function upgradeQuery(conversion: Conversion, query: Query): Query {
  if (conversion.query === undefined && conversion.sort === undefined) return query
  const upgradedQueries = queriesByConversion.get(conversion) ?? new WeakMap<Query, Query>()
  queriesByConversion.set(conversion, upgradedQueries)
  const cached = upgradedQueries.get(query)
  if (cached !== undefined) return cached
  const upgraded = convertQuery(conversion, query)
  upgradedQueries.set(query, upgraded)
  return upgraded
}

function convertQuery({ query: tree, sort, spelling, sortSpelling }: Conversion, query: Query): Query {
  const upgraded = query.flatMap(([name, text]) => {
    if (sort !== undefined && name === sortSpelling?.parameter) return [[name, upgradeSort(sort, text, sortSpelling)] as const]
    return tree === undefined || spelling === undefined ? [[name, text] as const] : upgradeParameter(tree, name, text, spelling)
  })
  return tree === undefined ? upgraded : [...upgraded, ...addDefaults(tree, upgraded)]
}

/** Adds the older version's defaults for parameters that the client omits. */
function addDefaults({ members }: ObjectTree, query: Query): Query {
  const sent = new Set(query.map(([name]) => name))
  return [...members.values()].flatMap(({ name, fill }) =>
    fill === undefined || sent.has(name) ? [] : [[name, printDefault(upgradeValue(fill.steps, fill.value), '')] as const],
  )
}

/** Filters under their former names, with or without an operator, and declared parameters. */
function upgradeParameter(tree: ObjectTree, name: string, text: string, spelling: FilterSpelling): Query {
  for (const [older, member] of tree.byOlderName) {
    const word = parseOperatorWord(name, spelling.names.get(member.name) ?? older, spelling)
    if (word !== undefined)
      return [
        [printFilterName(spelling.names.get(member.name) ?? member.name, word, spelling), upgradeFilter(member, word, text, spelling)],
      ]
    if (older === name || name.startsWith(`${older}[`)) return [[member.name + name.slice(older.length), upgradeText(member.steps, text)]]
  }
  const isNamed = (each: string): boolean =>
    each === name || name.startsWith(`${each}[`) || parseOperatorWord(name, spelling.names.get(each) ?? each, spelling) !== undefined
  return [...tree.members.keys(), ...tree.removed.keys()].some(isNamed) ? [] : [[name, text]]
}

function upgradeFilter({ steps }: MemberTree, word: string, text: string, { words, several }: FilterSpelling): string {
  const operator = words === undefined ? word : [...words].find(([, each]) => each === word)?.[0]
  if (steps.length === 0 || operator === 'exists') return text
  const isList = operator === 'in' || operator === 'any' || (word === '' && several === 'commas')
  return isList
    ? text
        .split(',')
        .map((each) => upgradeText(steps, each))
        .join(',')
    : upgradeText(steps, text)
}

function upgradeSort(tree: ObjectTree, text: string, spelling: SortSpelling): string {
  const upgradeTerm = (term: string): string => upgradeSortTerm(tree, term, spelling)
  return isRepeatedTerm(spelling) ? upgradeTerm(text) : text.split(',').map(upgradeTerm).join(',')
}

function upgradeSortTerm({ byOlderName, members }: ObjectTree, term: string, spelling: SortSpelling): string {
  const find = (name: string): number => listSortTerms(name, spelling).findIndex(([text]) => text === term)
  for (const [older, { name }] of byOlderName) {
    const queryName = spelling.names.get(name)
    const at = find(queryName ?? older)
    if (at >= 0) return listSortTerms(queryName ?? name, spelling)[at]![0]
  }
  // The older version lacks the property, so it cannot sort by it; an empty word is refused.
  return [...members.keys()].some((name) => find(spelling.names.get(name) ?? name) >= 0) ? '' : term
}

/** A request with its path and query as the newest version would have them. */
export function upgradeExchange<T extends Pick<Exchange, 'operation' | 'path' | 'query' | 'requestedVersion'>>(exchange: T): T {
  const { operation, path, query, requestedVersion } = exchange
  const conversion = requestedVersion?.version.conversions.get(operation)
  if (conversion === undefined) return exchange
  return { ...exchange, path: upgradePath(conversion, path), query: upgradeQuery(conversion, query) }
}

function upgradePath({ path: steps }: Conversion, path: Exchange['path']): Exchange['path'] {
  return steps.size === 0 ? path : new Map([...path].map(([name, text]) => [name, upgradeText(steps.get(name) ?? [], text)]))
}

/** Text that is not a value of the older version stays unchanged: the schema then refuses it, or nothing matches. */
function upgradeText(steps: readonly ValueStep[], text: string): string {
  try {
    const [first] = steps
    return printDefault(upgradeValue(steps, readAs(first?.kind === 'retype' ? first.older : undefined, text)), text)
  } catch (error) {
    if (error instanceof NotConverted) return text
    throw error
  }
}

/** A path segment in an older version. Throws `EvaluationError` if an expression of the document fails for it. */
export function downgradeText(steps: readonly ValueStep[], text: string): string {
  const last = steps.at(-1)
  return printDefault(downgradeValue(steps, readAs(last?.kind === 'retype' ? last.newer : undefined, text)), text)
}

function printDefault(value: Json, text: string): string {
  if (typeof value === 'string') return value
  if (isJsonNumber(value)) return numberText(value)
  return typeof value === 'boolean' ? String(value) : text
}

function readAs(type: Type | undefined, text: string): Json {
  const kind = type === undefined ? 'string' : stripNullable(type).kind
  if (kind === 'int' || kind === 'double' || kind === 'decimal') return parseJsonNumber(text) ?? text
  return kind === 'bool' && (text === 'true' || text === 'false') ? text === 'true' : text
}

function stripNullable(type: Type): Type {
  return type.kind === 'nullable' || type.kind === 'optional' ? type.of : type
}
