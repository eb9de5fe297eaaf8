// Generates list requests: each filter with each operator, each order, and pages of every size to the end.

import { listValuesInside } from '../../exchange/values-inside.ts'
import { convertValueToJson } from '../../exchange/value-json.ts'
import { type Operation, resourceNameOf } from '../../model/model.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Row } from '../../meaning/record/row.ts'
import type { Filter, Property, Sort } from '../../typing/domain.ts'
import { printSort } from '../../typing/sorts.ts'
import type { OracleInterpreter } from '../oracle/interpreter.ts'
import { swapCase, printWord } from '../sample-text.ts'

/** The query of a list request, and the slot of the operation that it tests. */
export type ListQuery = {
  readonly about: 'filter' | 'sort' | 'page' | 'fields' | 'list'
  readonly query: readonly (readonly [string, string])[]
}

/** Queries that tell a wrong filter or order from the right one. They take their values from the stored records. */
export function listQueries(interpreter: OracleInterpreter, operation: Operation): readonly ListQuery[] {
  const { filters, sort } = interpreter.compiled.facts.typing.input(operation)
  const resource = resourceNameOf(operation) ?? ''
  const [rows, info] = [interpreter.rows(resource), interpreter.compiled.facts.typing.domain.resources.get(resource)]
  const queries: ListQuery[] = [{ about: 'list', query: [] }]
  for (const { property, path, parameters } of filters.values()) {
    const words = listWords(interpreter, rows, property, path)
    // A value in the middle divides the records.
    const middle = words[Math.floor(words.length / 2)]
    const [plain] = parameters
    for (const { name, operator, several } of parameters) {
      if (operator === 'exists') queries.push(...['true', 'false'].map((value): ListQuery => ({ about: 'filter', query: [[name, value]] })))
      else if (middle === undefined) continue
      else if (operator === 'in' || operator === 'any') {
        // Spaces around a comma are not part of a value.
        const extremes = [...new Set([words[0]!, words.at(-1)!])].filter(
          (word) => several !== 'commas' || (!word.includes(',') && word.trim() === word),
        )
        if (extremes.length === 0) continue
        queries.push({ about: 'filter', query: several === 'commas' ? [[name, extremes.join(',')]] : extremes.map((word) => [name, word]) })
      } else queries.push({ about: 'filter', query: [[name, middle]] })
    }
    if (
      middle !== undefined &&
      plain !== undefined &&
      plain.operator !== 'exists' &&
      path.length === 0 &&
      isFreeText(info?.properties.get(property))
    )
      queries.push(...findSimilarTexts(middle).map((word): ListQuery => ({ about: 'filter', query: [[plain.name, word]] })))
    const declared = path.length > 0 ? undefined : info?.properties.get(property)
    // A server may treat each value of a closed set apart.
    const isClosed = declared !== undefined && (declared.machine !== undefined || declared.type.kind === 'enum')
    if (words.length > 1 && plain !== undefined && plain.operator !== 'exists')
      for (const word of isClosed ? words.slice(0, maxClosed) : [words[0]!, words.at(-1)!])
        queries.push({ about: 'filter', query: [[plain.name, word]] })
  }
  queries.push(...pairFilters(interpreter, rows, [...filters.values()]))
  queries.push(...combineQueries(interpreter, rows, [...filters.values()], sort))
  for (const property of sort?.properties ?? [])
    for (const word of [property, `-${property}`]) queries.push({ about: 'sort', query: printSort(sort!, [word]) })
  // Records that are equal by the first property are ordered by the second.
  const [first, second] = sort?.properties ?? []
  if (first !== undefined && second !== undefined)
    for (const words of [
      [first, `-${second}`],
      [second, `-${first}`],
    ])
      queries.push({ about: 'sort', query: printSort(sort!, words) })
  return queries
}

/** Two filters of one request, each with the value of another record: records must match both. */
function pairFilters(interpreter: OracleInterpreter, rows: readonly Row[], filters: readonly Filter[]): readonly ListQuery[] {
  const plain = filters.flatMap(({ property, path, parameters: [parameter] }) => {
    const words =
      path.length > 0 || parameter?.operator !== 'eq'
        ? []
        : listWords(interpreter, rows, property, path).filter((word) => !word.includes(','))
    return words.length === 0 ? [] : [{ name: parameter!.name, words }]
  })
  return plain.slice(1).flatMap((other, index) => {
    const { name, words } = plain[index]!
    const ends = [words[0]!, words.at(-1)!]
    return [other.words[0]!, other.words.at(-1)!].flatMap((word) =>
      ends.map((end): ListQuery => ({
        about: 'filter',
        query: [
          [name, end],
          [other.name, word],
        ],
      })),
    )
  })
}

/** The most values of one closed set. */
const maxClosed = 8

/** The most filters that are combined with an order. */
const maxWithOrder = 4

/** A filter with an order, both bounds of one property, and times in another zone. */
function combineQueries(
  interpreter: OracleInterpreter,
  rows: readonly Row[],
  filters: readonly Filter[],
  sort: Sort | undefined,
): readonly ListQuery[] {
  const simple = filters.filter(({ path }) => path.length === 0)
  const named = simple.map(({ property, parameters }) => ({
    words: listWords(interpreter, rows, property, []),
    nameOf: (operator: string): string | undefined => parameters.find((each) => each.operator === operator)?.name,
  }))
  const queries: ListQuery[] = []
  for (const [index, { words, nameOf }] of named.slice(0, maxWithOrder).entries()) {
    const [low, high, plain, property] = [nameOf('gte'), nameOf('ne'), nameOf('eq'), sort?.properties[index % sort.properties.length]]
    if (property === undefined || words.length === 0) continue
    // Several records remain.
    const chosen: readonly [string, string] | undefined =
      low !== undefined
        ? [low, words[0]!]
        : high !== undefined
          ? [high, words.at(-1)!]
          : plain !== undefined
            ? [plain, words[0]!]
            : undefined
    if (chosen !== undefined) queries.push({ about: 'sort', query: [chosen, ...printSort(sort!, [`-${property}`])] })
  }
  for (const { words, nameOf } of named) {
    const [gt, lte] = [nameOf('gt'), nameOf('lte')]
    const middle = words[Math.floor(words.length / 2)]
    if (gt !== undefined && lte !== undefined && words.length > 2)
      queries.push({
        about: 'filter',
        query: [
          [gt, words[0]!],
          [lte, middle!],
        ],
      })
    const [after, before] = [nameOf('gte'), nameOf('lt')]
    // All records, unless the offset of the time is lost.
    if (after !== undefined && before !== undefined && middle !== undefined && isMoment(middle))
      queries.push(
        { about: 'filter', query: [[after, inZone(words[0]!, -margin, '+05:30')]] },
        { about: 'filter', query: [[before, inZone(words.at(-1)!, margin, '-05:30')]] },
      )
  }
  return queries
}

const hour = 3_600_000

/** Longer than a run until it repeats a query, and shorter than the offsets. */
const margin = 3 * hour

function isMoment(word: string): boolean {
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(word)
}

/** The moment `distance` milliseconds later, with this offset. */
function inZone(word: string, distance: number, offset: '+05:30' | '-05:30'): string {
  const local = Date.parse(word) + distance + (offset === '+05:30' ? 5.5 : -5.5) * hour
  return new Date(local).toISOString().replace('Z', offset)
}

/** True for a text that its schema restricts at most in length. */
export function isFreeText(property: Property | undefined): boolean {
  const schema = property?.schema
  if (typeof schema !== 'object' || property!.reference !== undefined || property!.machine !== undefined) return false
  return schema.type === 'string' && schema.format === undefined && schema.enum === undefined && schema.pattern === undefined
}

/** Texts that only a careless comparison finds equal: in other letter case, a part of the text, and a pattern of SQL. */
function findSimilarTexts(word: string): readonly string[] {
  return /[a-z]/i.test(word) ? [swapCase(word), word.slice(0, -1), `${word.slice(0, 1)}%`] : []
}

/** Sorted distinct values of a property, or of a member inside it. */
function listWords(interpreter: OracleInterpreter, rows: readonly Row[], property: string, path: readonly string[]): readonly string[] {
  const words = rows.flatMap((row) => {
    const value = row.values.get(property)
    const values = value === undefined || value === null ? [] : path.length === 0 ? [value] : listValuesInside(value, path)
    return values.flatMap((each) => (each === null ? [] : [printWord(convertValueToJson(each, interpreter.keys))]))
  })
  return [...new Set(words)].sort()
}

/** The member of an operation's answer that is this expression alone. */
export function findOutputMember(operation: Operation, expression: string): string | undefined {
  const output = slotValueOf(operation.slots.output)
  return output?.kind === 'map'
    ? output.entries.find(({ value }) => value.kind === 'expression' && value.text.trim() === expression)?.name
    : undefined
}

/** The parameters for the size of a page and for its cursor or number. */
export function findPageNames(
  interpreter: OracleInterpreter,
  operation: Operation,
): { readonly size?: string; readonly next?: string; readonly isOffset: boolean } {
  const { page, query } = interpreter.compiled.facts.typing.input(operation)
  const style = operation.slots.page.state === 'shown' ? operation.slots.page.value : undefined
  const queryParameterIn = (text: string | undefined): string | undefined => /input\.query\.(\w+)/.exec(text ?? '')?.[1]
  const slotText = (name: 'size' | 'offset' | 'cursor'): string | undefined => {
    const slot = style?.[name]
    return slot?.state === 'shown' ? slot.value.text : undefined
  }
  const size = page?.size?.name ?? queryParameterIn(slotText('size'))
  const offset = page?.offset?.name ?? queryParameterIn(slotText('offset'))
  const cursor = page?.cursor?.name ?? queryParameterIn(slotText('cursor'))
  const next = cursor ?? offset
  const isKnownParameter = (name: string | undefined): boolean => name !== undefined && (query.has(name) || page !== undefined)
  return {
    ...(isKnownParameter(size) ? { size: size! } : {}),
    ...(isKnownParameter(next) ? { next: next! } : {}),
    isOffset: cursor === undefined,
  }
}
