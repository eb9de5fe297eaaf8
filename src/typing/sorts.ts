// Resolves how requests of a list choose its order: the parameters, and the words for each property and direction.

import type { Type } from '../cel/type.ts'
import type { Operation } from '../model/model.ts'
import { listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import { type Sorts, sortWords } from '../model/sorts.ts'
import type { ResourceInfo, Sort, TypedParameter } from './domain.ts'

/** How the requests of a list spell an order. */
export type SortSpelling = {
  readonly parameter: string
  /** A text with `{name}`, and with `{direction}` unless a parameter gives the direction. */
  readonly term: string
  readonly direction: string | undefined
  readonly words: { readonly ascending: string; readonly descending: string }
  readonly names: ReadonlyMap<string, string>
}

export const standardTerm = '{direction}{name}'

export function readSortSpelling(sorts: Sorts | undefined): SortSpelling {
  const direction = sorts && slotValueOf(sorts.direction)?.text
  const written = sorts && slotValueOf(sorts.spelling)?.text
  const term = written ?? (direction === undefined ? standardTerm : '{name}')
  const words = sorts && slotValueOf(sorts.words)
  const isSigned = term === standardTerm
  return {
    parameter: (sorts && slotValueOf(sorts.parameter)?.text) ?? 'sort',
    term,
    direction,
    words: {
      ascending: (words && slotValueOf(words.ascending)?.text) ?? (isSigned ? '' : 'asc'),
      descending: (words && slotValueOf(words.descending)?.text) ?? (isSigned ? '-' : 'desc'),
    },
    names: new Map(sorts === undefined ? [] : listSpecifiedEntries(sorts.names).map(({ name, value }) => [name, value.text])),
  }
}

/**
 * The texts by which a request sorts by a property with this name, each with `-` if it descends. A name alone ascends: `title` beside
 * `title:desc`.
 */
export function listSortTerms(queryName: string, { term, words }: SortSpelling): readonly (readonly [text: string, sign: '' | '-'])[] {
  const spell = (word: string): string => term.replace('{direction}', () => word).replace('{name}', () => queryName)
  if (!term.includes('{direction}')) return [[spell(''), '']]
  const written = [
    [spell(words.ascending), ''],
    [spell(words.descending), '-'],
  ] as const
  return written.some(([text]) => text === queryName) ? written : [...written, [queryName, '']]
}

/** A spelling with a comma cannot be in a list that commas separate. */
export function isRepeatedTerm({ term }: Pick<SortSpelling, 'term'>): boolean {
  return term.includes(',')
}

export function readSort({ slots }: Operation, resource: ResourceInfo | undefined): Sort | undefined {
  return makeSort(slots, (name) => resource?.properties.has(name) === true)
}

/** `isKnown`: whether the resource has the property. */
export function makeSort(slots: Operation['slots'], isKnown: (name: string) => boolean = () => true): Sort | undefined {
  const properties = sortWords(slots)
    .map(({ text }) => text)
    .filter(isKnown)
  if (properties.length === 0) return undefined
  const spelling = readSortSpelling(slotValueOf(slots.sort))
  const words = new Map(
    properties.flatMap((name) => listSortTerms(spelling.names.get(name) ?? name, spelling).map(([text, sign]) => [text, sign + name])),
  )
  const schema = {
    type: 'array',
    minItems: 1,
    maxItems: properties.length,
    items: { type: 'string', enum: [...words.keys()] },
  } as const
  const type: Type = { kind: 'list', element: { kind: 'string' } }
  return {
    parameter: { name: spelling.parameter, schema, type, required: false },
    several: isRepeatedTerm(spelling) ? 'repeated' : 'commas',
    ...(spelling.direction === undefined ? {} : { direction: makeDirection(spelling.direction, spelling) }),
    properties,
    words,
  }
}

function makeDirection(name: string, { words: { ascending, descending } }: SortSpelling): NonNullable<Sort['direction']> {
  const parameter: TypedParameter = {
    name,
    schema: { type: 'string', enum: [ascending, descending], default: ascending },
    type: { kind: 'string' },
    required: false,
  }
  return { parameter, ascending, descending }
}

/** The query parameters by which a request chooses the order. */
export function listSortParameters({ sort }: { readonly sort?: Sort | undefined }): readonly TypedParameter[] {
  return sort === undefined ? [] : [sort.parameter, ...(sort.direction === undefined ? [] : [sort.direction.parameter])]
}

/** The query parameters that sort by properties, each with `-` before it if it descends; `direction` has the one of the first. */
export function printSort(sort: Sort, chosen: readonly string[]): readonly (readonly [name: string, text: string])[] {
  const terms = chosen.map((word) => {
    const wanted = sort.direction === undefined ? word : word.replace(/^-/, '')
    return [...sort.words].find(([, each]) => each === wanted)?.[0] ?? wanted
  })
  const { direction, parameter, several } = sort
  return [
    ...(several === 'repeated' ? terms.map((term) => [parameter.name, term] as const) : [[parameter.name, terms.join(',')] as const]),
    ...(direction !== undefined && chosen[0]?.startsWith('-') === true ? [[direction.parameter.name, direction.descending] as const] : []),
  ]
}

/** The properties that a query sorts by, as it names them; a word that names none is left out. */
export function listSortedProperties({ parameter, several, words }: Sort, query: Iterable<readonly [string, string]>): readonly string[] {
  return [...query].flatMap(([name, text]) =>
    name !== parameter.name
      ? []
      : (several === 'commas' ? text.split(',') : [text]).flatMap((term) => words.get(term.trim())?.replace(/^-/, '') ?? []),
  )
}
