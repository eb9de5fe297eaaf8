// Recognises the paging of a list by the usual names of its parameters.

import { type DraftEntry, draftEntry, gap, map, draftText } from '../draft.ts'
import type { SourceOperation, SourceParameter } from './api.ts'
import { readTypes } from './fields.ts'
import { select, normaliseSpelling } from '../names.ts'
import { firstPageSetting, pageSizeSetting } from './settings.ts'
import { type Spec, findMember, readTextAt } from './spec.ts'
import type { ImportContext } from './work.ts'

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
  operation: SourceOperation,
  work: Pick<ImportContext, 'spec' | 'settings'>,
  questions: string[],
): { readonly entry: DraftEntry; readonly read: ReadonlySet<string> } | undefined {
  const { spec, settings } = work
  const query = operation.parameters.filter((each) => each.in === 'query')
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
  const usualSize = (): string => settings.select(pageSizeSetting(limit?.name), operation)
  const size = limit === undefined ? usualSize() : printParameterValue(limit, spec, usualSize)
  const read = new Set([parameter.name, ...(limit === undefined ? [] : [limit.name])])
  const page = (style: string, key: string, value: string): { entry: DraftEntry; read: ReadonlySet<string> } => ({
    entry: draftEntry(
      'page',
      map(draftEntry('style', draftText(style)), draftEntry('size', draftText(size)), draftEntry(key, draftText(value))),
    ),
    read,
  })
  if (parameter === cursor) return page('cursor', 'cursor', select('input.query', parameter.name))
  if (parameter === offset)
    return page(
      'offset',
      'offset',
      printParameterValue(parameter, spec, () => '0'),
    )
  const now = findPageNumber(operation, work)!
  const first = findFirstPage(parameter, operation, work)
  return page('offset', 'offset', first === '0' ? `${now} * ${size}` : `(${now} - ${first}) * ${size}`)
}

/** The number of the requested page; undefined without such a parameter. */
export function findPageNumber(operation: SourceOperation, work: Pick<ImportContext, 'spec' | 'settings'>): string | undefined {
  const parameter = findParameter(
    operation.parameters.filter((each) => each.in === 'query'),
    pageNumberParameters,
    true,
    work.spec,
  )
  return parameter && printParameterValue(parameter, work.spec, () => findFirstPage(parameter, operation, work))
}

/** The whole number that a request gives, or the usual one if it may give none. */
function printParameterValue({ name, required, schema }: SourceParameter, spec: Spec, usual: () => string): string {
  const at = spec.follow(schema)
  const isAlways = required || typeof findMember(at, 'default').value === 'number'
  const isInteger = readTypes(at).includes('integer')
  const value = isAlways ? select('input.query', name) : `${printOptional(name)}.orValue(${isInteger ? usual() : `double(${usual()})`})`
  return isInteger ? value : `int(${value})`
}

function printOptional(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `input.query.?${name}` : `input.query[?${JSON.stringify(name)}]`
}

/** The number of the first page as an expression: that of the source, or a setting. */
function findFirstPage(
  { name, schema }: SourceParameter,
  operation: SourceOperation,
  { spec, settings }: Pick<ImportContext, 'spec' | 'settings'>,
): string {
  const at = spec.follow(schema)
  const starts = [findMember(at, 'minimum').value, findMember(at, 'default').value].filter((each) => each === 0 || each === 1)
  return starts.length > 0 && starts.every((each) => each === starts[0])
    ? String(starts[0])
    : settings.select(firstPageSetting(name), operation)
}
