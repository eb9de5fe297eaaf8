// Recognises the paging of a list by the usual names of its parameters.

import { type DraftEntry, type DraftValue, draftEntry, gap, map, draftText } from '../draft.ts'
import type { SourceOperation, SourceParameter } from './api.ts'
import { readTypes } from './fields.ts'
import { select, normaliseSpelling } from '../names.ts'
import { type Spec, findMember, readTextAt } from './spec.ts'

export const limitParameters = new Set([
  'limit',
  'size',
  'pagesize',
  'perpage',
  'itemsperpage',
  'maxresults',
  'pagelimit',
  'top',
  'maxitems',
  'maxpagesize',
  'resultsperpage',
  'pageitems',
  'rows',
])
export const offsetParameters: ReadonlySet<string> = new Set(['offset', 'skip', 'startindex', 'pageoffset', 'startat'])
const cursors = new Set([
  'cursor',
  'after',
  'pagetoken',
  'nexttoken',
  'startingafter',
  'continuationtoken',
  'pagecursor',
  'nextcursor',
  'nextpagetoken',
  'aftercursor',
  'continuation',
  'pageafter',
])
export const pageNumberParameters: ReadonlySet<string> = new Set(['page', 'pagenumber', 'pageno', 'pagenum', 'pageindex', 'currentpage'])

/** The cursor parameter; undefined if there is no such parameter, or another paging parameter exists. */
export function findCursorParameter({ parameters }: Pick<SourceOperation, 'parameters'>, spec: Spec): SourceParameter | undefined {
  const query = parameters.filter((each) => each.in === 'query')
  return [offsetParameters, pageNumberParameters].some((names) => findParameter(query, names, true, spec) !== undefined)
    ? undefined
    : findParameter(query, cursors, false, spec)
}

/** True if a parameter asks for the next page. */
export function isPaged({ parameters }: Pick<SourceOperation, 'parameters'>, spec: Spec): boolean {
  const query = parameters.filter((each) => each.in === 'query')
  return (
    [offsetParameters, pageNumberParameters].some((names) => findParameter(query, names, true, spec) !== undefined) ||
    findParameter(query, cursors, false, spec) !== undefined
  )
}

function findParameter(
  query: readonly SourceParameter[],
  names: ReadonlySet<string>,
  isNumber: boolean,
  spec: Spec,
): SourceParameter | undefined {
  const found = query.filter(
    ({ name, schema }) =>
      names.has(normaliseSpelling(name)) &&
      readTypes(spec.follow(schema)).some((each) =>
        isNumber ? each === 'integer' || each === 'number' : each === 'string' && readTextAt(spec.follow(schema), 'format') === undefined,
      ),
  )
  return found.length === 1 ? found[0] : undefined
}

export function readPaging(
  query: readonly SourceParameter[],
  spec: Spec,
  questions: string[],
): { readonly entry: DraftEntry; readonly read: ReadonlySet<string> } | undefined {
  const [limit, offset, cursor, number] = [
    findParameter(query, limitParameters, true, spec),
    findParameter(query, offsetParameters, true, spec),
    findParameter(query, cursors, false, spec),
    findParameter(query, pageNumberParameters, true, spec),
  ]
  const [parameter, ...furtherParameters] = [offset, cursor, number].filter((each) => each !== undefined)
  if (parameter === undefined || furtherParameters.length > 0) {
    if (parameter !== undefined)
      questions.push(
        `which of ${[offset, cursor, number].flatMap((each) => (each === undefined ? [] : [`\`${each.name}\``])).join(', ')} cuts the list into pages?`,
      )
    else if (limit !== undefined) questions.push(`\`${limit.name}\` bounds the list: how is the rest asked for?`)
    else return undefined
    return {
      entry: draftEntry('page', gap),
      read: new Set([limit, offset, cursor, number].flatMap((each) => (each === undefined ? [] : [each.name]))),
    }
  }
  const size = limit === undefined ? undefined : printParameterValue(limit, spec)
  if (size === undefined)
    questions.push(limit === undefined ? 'how many does a page hold?' : `how many does a page hold where \`${limit.name}\` is not sent?`)
  const sized = size === undefined ? gap : draftText(size)
  const read = new Set([parameter.name, ...(limit === undefined ? [] : [limit.name])])
  const page = (style: string, key: string, value: DraftValue): { entry: DraftEntry; read: ReadonlySet<string> } => ({
    entry: draftEntry('page', map(draftEntry('style', draftText(style)), draftEntry('size', sized), draftEntry(key, value))),
    read,
  })
  if (parameter === cursor) return page('cursor', 'cursor', draftText(select('input.query', parameter.name)))
  if (parameter === offset)
    return page('offset', 'offset', draftText(printParameterValue(parameter, spec) ?? `${printOptional(parameter.name)}.orValue(0)`))
  const first = findFirstPage(parameter, spec)
  const now = findPageNumber(query, spec)
  if (first === undefined) questions.push(`is the first \`${parameter.name}\` 0 or 1?`)
  if (now === undefined || size === undefined) return page('offset', 'offset', gap)
  return page('offset', 'offset', draftText(first === 0 ? `${now} * ${size}` : `(${now} - 1) * ${size}`))
}

/** The number of the requested page; undefined without such a parameter, or if the number of the first page is unknown. */
export function findPageNumber(parameters: readonly SourceParameter[], spec: Spec): string | undefined {
  const parameter = findParameter(
    parameters.filter((each) => each.in === 'query'),
    pageNumberParameters,
    true,
    spec,
  )
  const first = parameter && findFirstPage(parameter, spec)
  return parameter === undefined || first === undefined
    ? undefined
    : (printParameterValue(parameter, spec) ?? `${printOptional(parameter.name)}.orValue(${first})`)
}

/** Undefined if it is optional, and the source does not specify its default. */
function printParameterValue({ name, required, schema }: SourceParameter, spec: Spec): string | undefined {
  const has = typeof findMember(spec.follow(schema), 'default').value === 'number'
  const value = select('input.query', name)
  if (!required && !has) return undefined
  return readTypes(spec.follow(schema)).includes('integer') ? value : `int(${value})`
}

function printOptional(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `input.query.?${name}` : `input.query[?${JSON.stringify(name)}]`
}

function findFirstPage({ schema }: SourceParameter, spec: Spec): 0 | 1 | undefined {
  const at = spec.follow(schema)
  const starts = [findMember(at, 'minimum').value, findMember(at, 'default').value].filter((each) => each === 0 || each === 1)
  return starts.length > 0 && starts.every((each) => each === starts[0]) ? (starts[0] as 0 | 1) : undefined
}
