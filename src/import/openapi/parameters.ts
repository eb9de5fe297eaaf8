// What a request carries beside its body: parameters, what of them cuts a list into pages, and what of them chooses records.

import { type Entry, entry, list, map, text, word } from '../said.ts'
import type { Action } from './action.ts'
import { type Operation, type Parameter, parameterIn, segments } from './api.ts'
import { isFilter, sortedBy, whereOf } from './choosing.ts'
import { isAlike } from './fields.ts'
import { pageOf } from './pages.ts'
import { schemaSaid } from './schema.ts'
import { isTrue, textAt } from './spec.ts'
import type { Work } from './work.ts'

export type Parameters = {
  readonly entries: readonly Entry[]
  readonly questions: readonly string[]
}

/** Headers of requests that OpenAPI ignores, or that have a key of their own here. */
const ownHeaders = /^(?:accept|content-type|authorization|if-match|if-none-match|idempotency-key)$/i

/** `renamed`: what path parameters are called where their name is none of the language. */
export function parametersOf(operation: Operation, action: Action | undefined, work: Work, renamed: ReadonlyMap<string, string>): Parameters {
  const { spec } = work
  const questions: string[] = []
  const of = (place: Parameter['in']): Parameter[] => operation.parameters.filter((each) => each.in === place)
  const query = of('query')
  const headers = of('header').filter(({ name }) => !ownHeaders.test(name) && isHeader(name))
  for (const { name, at } of of('header')) if (!isHeader(name)) work.leftOut.add(`The header \`${name}\`, which is no name of one`, at.pointer)
  const paths = of('path').filter((each) => {
    const part = action?.parts.find((one) => one?.parameter === each.name)
    if (part === undefined || isAlike(part.at, each.schema, spec)) return true
    questions.push(`\`${each.name}\` of the path is of another type than \`${part.property}\`, which it finds records by: which is right?`)
    return false
  })
  for (const { name, at } of of('cookie')) work.leftOut.add(`The cookie \`${name}\` as a parameter`, at.pointer)
  const pages = action?.kind === 'list' ? pageOf(query, spec, questions) : undefined
  const filters = action?.kind === 'list' ? query.filter((each) => isFilter(each, action, spec)) : []
  const sort = action?.kind === 'list' ? query.find((each) => sortedBy(each, action, spec) !== undefined) : undefined
  const declared = query.filter((each) => !filters.includes(each) && each !== sort)
  const chosen = action?.kind === 'list' ? whereOf(action, declared.filter((each) => !pages?.read.has(each.name)), spec, renamed, questions) : undefined
  const groups = ([['path', paths], ['query', declared], ['header', headers]] as const).flatMap(([place, all]) =>
    (all.length === 0 ? [] : [entry(place, map(...all.map((each) => parameterEntry(each, work, renamed.get(each.name)))))]))
  return {
    questions,
    entries: [
      ...(chosen === undefined ? [] : [chosen]),
      ...(filters.length === 0 ? [] : [entry('filter', list(filters.map(({ name }) => name)))]),
      ...(sort === undefined || action === undefined ? [] : [entry('sort', list(sortedBy(sort, action, spec)!))]),
      ...(pages === undefined ? [] : [pages.entry]),
      ...(groups.length === 0 ? [] : [entry('parameters', map(...groups))]),
      ...conditional(operation),
      ...idempotency(operation),
    ],
  }
}

/** RFC 9110, section 5.1. */
function isHeader(name: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)
}

function parameterEntry({ name, required, at, schema, in: place }: Parameter, work: Work, called = name): Entry {
  const notes: string[] = []
  const said = schemaSaid(schema, work, notes)
  const description = textAt(at, 'description')
  if (said.kind !== 'map') return entry(called, said, ...notes)
  const has = (key: string): boolean => said.entries.some((each) => each.key === key)
  const own = [
    required && place !== 'path' ? entry('required', word(true)) : undefined,
    description === undefined ? undefined : entry('description', text(description)),
    isTrue(at, 'deprecated') && !has('deprecated') ? entry('deprecated', word(true)) : undefined,
  ]
  const described = said.entries.filter(({ key }) => description === undefined || key !== 'description')
  const style = textAt(at, 'style')
  if (style !== undefined && !['simple', 'form', 'deepObject'].includes(style)) work.leftOut.add(`The style \`${style}\` of parameters`, at.pointer)
  return entry(called, map(...described, ...own), ...notes)
}

function conditional({ parameters, method }: Operation): Entry[] {
  const match = parameters.find(({ in: place, name }) => place === 'header' && /^if-match$/i.test(name))
  const none = parameters.some(({ in: place, name }) => place === 'header' && /^if-none-match$/i.test(name))
  if (match === undefined && !none) return []
  return [entry('conditional', text(match?.required === true && method !== 'GET' ? 'required' : 'optional'))]
}

function idempotency({ parameters, method }: Operation): Entry[] {
  const key = parameters.find(({ in: place, name }) => place === 'header' && /^idempotency-key$/i.test(name))
  if (key === undefined || method === 'GET') return []
  return [entry('idempotency', map(entry('key', text(key.name)), key.required ? undefined : entry('optional', word(true))))]
}

/** A parameter whose name the language does not take has another: it is seen by nobody. */
export function renamedIn(operation: Operation): ReadonlyMap<string, string> {
  const names = segments(operation.path).flatMap((each) => parameterIn(each) ?? [])
  return new Map(names.filter((name) => !/^[A-Za-z_][\w-]*$/.test(name)).map((name) => [name, name.replaceAll(/[^\w-]/g, '_').replace(/^[^A-Za-z_]/, '_')]))
}
