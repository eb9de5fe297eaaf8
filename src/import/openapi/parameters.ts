// Converts parameters: those for paging, those that select records, and the others.

import { type DraftEntry, draftEntry, list, map, draftText, draftWord } from '../draft.ts'
import type { OperationAction } from './action.ts'
import type { SourceOperation, SourceParameter } from './api.ts'
import { isFilter, draftChoosingCondition } from './choosing.ts'
import { readPaging } from './pages.ts'
import { readSort } from './sorts.ts'
import type { PathValues } from './path-values.ts'
import { draftSchema } from './schema.ts'
import { findMember, isTrue, readTextAt } from './spec.ts'
import type { ImportContext } from './work.ts'

export type Parameters = {
  readonly entries: readonly DraftEntry[]
  readonly questions: readonly string[]
  /** Questions about a name or a type, which other operations may have too. */
  readonly commonQuestions: readonly string[]
}

/** Headers of requests that OpenAPI ignores, or that have a key of their own here. */
const ownHeaders = /^(?:accept|content-type|authorization|if-match|if-none-match|idempotency-key)$/i

export function readParameters(
  operation: SourceOperation,
  action: OperationAction | undefined,
  work: ImportContext,
  path: PathValues,
): Parameters {
  const { spec } = work
  const [questions, commonQuestions]: [string[], string[]] = [[], []]
  const parametersIn = (place: SourceParameter['in']): SourceParameter[] => operation.parameters.filter((each) => each.in === place)
  const query = parametersIn('query')
  const headers = parametersIn('header').filter(({ name }) => !ownHeaders.test(name) && isHeader(name))
  for (const { name, at } of parametersIn('header'))
    if (!isHeader(name)) work.leftOut.add(`The header \`${name}\`, which is no name of one`, at.pointer)
  const paths = parametersIn('path').filter((each) => {
    const part = action?.parts.find((one) => one?.parameter === each.name)
    const relation = part === undefined ? undefined : path.relationOf(part)
    if (part === undefined || relation === undefined || relation.kind === 'same') return true
    commonQuestions.push(
      `\`${each.name}\` of the path is of another type than \`${part.property}\`, which it finds records by: which is right?${relation.kind === 'converted' && relation.canFail ? ` A text that \`${relation.by}\` does not convert is \`invalid computed\`.` : ''}`,
    )
    return relation.kind !== 'unrelated'
  })
  for (const { name, at } of parametersIn('cookie')) work.leftOut.add(`The cookie \`${name}\` as a parameter`, at.pointer)
  const pages = action?.kind === 'list' ? readPaging(operation, work, questions) : undefined
  const filters = action?.kind === 'list' ? query.filter((each) => isFilter(each, action, spec)) : []
  const sort = action?.kind === 'list' ? readSort(query, action, spec) : undefined
  const declared = query.filter((each) => !filters.includes(each) && sort?.read.has(each.name) !== true)
  const chosen =
    action?.kind === 'list'
      ? draftChoosingCondition(
          action,
          declared.filter(({ name }) => pages?.read.has(name) !== true && !work.api.common.has(name)),
          spec,
          path,
          questions,
          commonQuestions,
        )
      : undefined
  const groups = (
    [
      ['path', paths],
      ['query', declared],
      ['header', headers],
    ] as const
  ).flatMap(([place, all]) =>
    all.length === 0
      ? []
      : [
          draftEntry(
            place,
            map(...all.map((each) => draftParameterEntry(each, work, place === 'path' ? path.nameOf(each.name) : each.name))),
          ),
        ],
  )
  return {
    questions,
    commonQuestions,
    entries: [
      ...(chosen === undefined ? [] : [chosen]),
      ...(filters.length === 0 ? [] : [draftEntry('filter', list(filters.map(({ name }) => name)))]),
      ...(sort?.entries ?? []),
      ...(pages === undefined ? [] : [pages.entry]),
      ...(groups.length === 0 ? [] : [draftEntry('parameters', map(...groups))]),
      ...draftConditional(operation),
      ...draftIdempotency(operation),
    ],
  }
}

/** RFC 9110, section 5.1. */
function isHeader(name: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)
}

function draftParameterEntry({ name, required, at, schema, in: place }: SourceParameter, work: ImportContext, called = name): DraftEntry {
  const notes: string[] = []
  const specified = draftSchema(schema, work, notes)
  const description = readTextAt(at, 'description')
  if (specified.kind !== 'map') return draftEntry(called, specified, ...notes)
  const has = (key: string): boolean => specified.entries.some((each) => each.key === key)
  const own = [
    required && place !== 'path' ? draftEntry('required', draftWord(true)) : undefined,
    description === undefined ? undefined : draftEntry('description', draftText(description)),
    place === 'query' && has('items') && findMember(at, 'explode').value === false ? draftEntry('several', draftText('commas')) : undefined,
    isTrue(at, 'deprecated') && !has('deprecated') ? draftEntry('deprecated', draftWord(true)) : undefined,
  ]
  const described = specified.entries.filter(({ key }) => description === undefined || key !== 'description')
  const style = readTextAt(at, 'style')
  if (style !== undefined && !['simple', 'form', 'deepObject'].includes(style))
    work.leftOut.add(`The style \`${style}\` of parameters`, at.pointer)
  return draftEntry(called, map(...described, ...own), ...notes)
}

function draftConditional({ parameters, method }: SourceOperation): DraftEntry[] {
  const match = parameters.find(({ in: place, name }) => place === 'header' && /^if-match$/i.test(name))
  const none = parameters.some(({ in: place, name }) => place === 'header' && /^if-none-match$/i.test(name))
  if (match === undefined && !none) return []
  return [draftEntry('conditional', draftText(match?.required === true && method !== 'GET' ? 'required' : 'optional'))]
}

function draftIdempotency({ parameters, method }: SourceOperation): DraftEntry[] {
  const key = parameters.find(({ in: place, name }) => place === 'header' && /^idempotency-key$/i.test(name))
  if (key === undefined || method === 'GET') return []
  return [
    draftEntry(
      'idempotency',
      map(draftEntry('key', draftText(key.name)), key.required ? undefined : draftEntry('optional', draftWord(true))),
    ),
  ]
}
