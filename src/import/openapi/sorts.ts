// Recognises the parameters by which a request chooses the order of a list, and how they spell a property and its direction.

import { type DraftEntry, draftEntry, list, map, draftText } from '../draft.ts'
import { normaliseSpelling } from '../names.ts'
import type { OperationAction } from './action.ts'
import type { SourceParameter } from './api.ts'
import { findProperty } from './choosing.ts'
import { isSingle, resolveItems } from './fields.ts'
import { type Spec, findMember, listItems } from './spec.ts'

const sortParameters = new Set(['sort', 'sortby', 'sorting', 'sortfield', 'order', 'orderby', 'ordering'])
const directionParameters = new Set(['order', 'sortorder', 'sortdirection', 'sortdir', 'direction', 'orderdirection', 'orderdir', 'dir'])

/** `read`: the names of the parameters that it reads. */
export type SourceSort = { readonly entries: readonly DraftEntry[]; readonly read: ReadonlySet<string> }

/** One value of a parameter: a property, how it is named, and how its direction is written. */
type SortTerm = {
  readonly text: string
  readonly property: string
  readonly name: string
  readonly sign: '' | '-'
  /** The word for the direction, and its place; without a word, undefined. */
  readonly word?: string
  readonly spelling?: string
}

/** Undefined if the source does not list every value, or if one does not name a property. */
export function readSort(query: readonly SourceParameter[], action: OperationAction, spec: Spec): SourceSort | undefined {
  for (const parameter of query) {
    if (!sortParameters.has(normaliseSpelling(parameter.name))) continue
    const terms = listTexts(parameter, spec).map((text) => readTerm(text, action, spec))
    if (terms.length === 0 || !terms.every((term) => term !== undefined)) continue
    const direction = findDirection(query, parameter, spec)
    const sort = terms.every(({ word }) => word === undefined) ? direction && readDirected(direction) : readSpelled(terms)
    if (sort === undefined) continue
    const { name } = parameter
    const entries = [...(name === 'sort' ? [] : [draftEntry('parameter', draftText(name))]), ...sort.entries, ...draftNames(terms)]
    const properties = list([...new Set(terms.map(({ property }) => property))])
    return {
      entries: [
        draftEntry('sort', entries.length === 0 ? properties : map(draftEntry('properties', properties), ...entries)),
        ...draftDefaultOrder(parameter, terms, action, spec),
      ],
      read: new Set([name, ...(sort.isDirected ? [direction!.parameter.name] : [])]),
    }
  }
  return undefined
}

function listTexts({ schema }: SourceParameter, spec: Spec): string[] {
  const values = listItems(findMember(spec.follow(resolveItems(schema, spec) ?? schema), 'enum'))
  return values.every(({ value }) => typeof value === 'string') ? values.map(({ value }) => value as string) : []
}

/** `-size`, `+size`, `size:desc`, `size_asc`, or `size`. */
function readTerm(text: string, action: OperationAction, spec: Spec): SortTerm | undefined {
  const [, sign, signed = ''] = /^([+-])(.+)$/.exec(text) ?? []
  const [, named = '', between = '', word = ''] = /^(.+?)([:,.|_ -])(asc|desc|ascending|descending)$/i.exec(text) ?? []
  const isOwn = action.resource.fields.properties.has(text)
  const property = isOwn ? undefined : findSortable(sign === undefined ? named : signed, action, spec)
  if (property === undefined) {
    const plain = sign === undefined || isOwn ? findSortable(text, action, spec) : undefined
    return plain === undefined ? undefined : { text, property: plain, name: text, sign: '' }
  }
  return sign === undefined
    ? { text, property, name: named, sign: /^desc/i.test(word) ? '-' : '', word, spelling: `{name}${between}{direction}` }
    : { text, property, name: signed, sign: sign === '-' ? '-' : '', word: sign, spelling: '{direction}{name}' }
}

function findSortable(name: string, { resource }: OperationAction, spec: Spec): string | undefined {
  const found = findProperty(name, resource.fields)
  return found !== undefined && isSingle(found.at, spec) ? found.name : undefined
}

type Direction = { readonly parameter: SourceParameter; readonly ascending: string; readonly descending: string }

/** A parameter with the words of both directions. Without it, a list ascends here. */
function findDirection(query: readonly SourceParameter[], sorting: SourceParameter, spec: Spec): Direction | undefined {
  return query.flatMap((parameter) => {
    if (parameter === sorting || !directionParameters.has(normaliseSpelling(parameter.name))) return []
    const words = listTexts(parameter, spec)
    const [ascending, descending] = [/^asc(?:ending)?$/i, /^desc(?:ending)?$/i].map((word) => words.find((each) => word.test(each)))
    const usual = findMember(spec.follow(parameter.schema), 'default').value
    const isRead = ascending !== undefined && descending !== undefined && words.length === 2 && (usual === undefined || usual === ascending)
    return isRead ? [{ parameter, ascending, descending }] : []
  })[0]
}

type SortEntries = { readonly entries: readonly DraftEntry[]; readonly isDirected: boolean }

function readDirected({ parameter, ascending, descending }: Direction): SortEntries {
  return {
    entries: [draftEntry('direction', draftText(parameter.name)), ...draftWords(ascending, descending, ['asc', 'desc'])],
    isDirected: true,
  }
}

/** Every property descends by the same word at the same place, and ascends by the other one or by its name alone. */
function readSpelled(terms: readonly SortTerm[]): SortEntries | undefined {
  const spellings = new Set(terms.flatMap(({ spelling }) => spelling ?? []))
  const wordsOf = (sign: SortTerm['sign']): Set<string | undefined> =>
    new Set(terms.filter((term) => term.sign === sign && term.word !== undefined).map(({ word }) => word))
  const [ascending, descending] = [wordsOf(''), wordsOf('-')]
  const hasBoth = terms.every(({ property }) =>
    ['', '-'].every((sign) => terms.some((each) => each.property === property && each.sign === sign)),
  )
  if (!hasBoth || spellings.size !== 1 || descending.size !== 1 || ascending.size > 1) return undefined
  const [spelling] = spellings
  const [up] = ascending
  const isSigned = spelling === '{direction}{name}'
  const usual = isSigned ? ['', '-'] : ['asc', 'desc']
  return {
    entries: [
      ...(isSigned ? [] : [draftEntry('spelling', draftText(spelling!))]),
      ...draftWords(up ?? usual[0]!, [...descending][0]!, usual),
    ],
    isDirected: false,
  }
}

function draftWords(ascending: string, descending: string, usual: readonly string[]): DraftEntry[] {
  return ascending === usual[0] && descending === usual[1]
    ? []
    : [draftEntry('words', map(draftEntry('ascending', draftText(ascending)), draftEntry('descending', draftText(descending))))]
}

function draftNames(terms: readonly SortTerm[]): DraftEntry[] {
  const names = new Map(terms.flatMap(({ property, name }) => (name === property ? [] : [[property, name] as const])))
  return names.size === 0 ? [] : [draftEntry('names', map(...[...names].map(([property, name]) => draftEntry(property, draftText(name)))))]
}

/** The order without the parameter; records that it leaves equal are in the order of the key. */
function draftDefaultOrder(
  { schema }: SourceParameter,
  terms: readonly SortTerm[],
  { resource }: OperationAction,
  spec: Spec,
): DraftEntry[] {
  const { value } = findMember(spec.follow(schema), 'default')
  const [text, ...more] = Array.isArray(value) ? (value as unknown[]) : [value]
  const usual = more.length > 0 ? undefined : terms.find((term) => term.text === text)
  const key = resource.key.map(({ property }) => property)
  if (usual === undefined || key.length === 0) return []
  return [draftEntry('order', list([`${usual.sign}${usual.property}`, ...key.filter((each) => each !== usual.property)]))]
}
