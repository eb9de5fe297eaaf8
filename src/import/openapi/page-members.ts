// Converts members beside a list: numbers of records and pages, sizes and cursors, under the usual names.

import { type DraftEntry, draftEntry, draftText, gap, map } from '../draft.ts'
import { normaliseSpelling } from '../names.ts'
import type { SourceOperation } from './api.ts'
import { isNullable, resolveItems, readFields, readTypes } from './fields.ts'
import { findCursorParameter, isPaged, limitParameters, offsetParameters, findPageNumber, pageNumberParameters } from './pages.ts'
import { type At, type SchemaFields, readTextAt } from './spec.ts'
import type { ImportContext } from './work.ts'

/** A plain `count` may be the number on this page. */
const totals = new Set(['total', 'totalcount', 'totalitems', 'totalresults', 'totalrecords', 'totalelements', 'totalsize'])

/** An address of the next page is not a cursor. */
const nexts = new Set(['next', 'nextcursor', 'nextpagetoken', 'nexttoken', 'nextpagecursor'])

const furtherPages = new Set(['hasmore', 'hasnext', 'hasnextpage'])

const pageCounts = new Set(['totalpages', 'pagecount'])

/** `open`: the members without a value, by their path. */
export type PageMember = { readonly entry: DraftEntry; readonly open: readonly string[] }

/** The entry of a member, with its value or those of the members within it. */
export function readPageMember(name: string, around: SchemaFields, operation: SourceOperation, work: ImportContext): PageMember {
  const own = draftMember(name, around, operation, work)
  if (own !== undefined) return { entry: own, open: [] }
  const at = around.properties.get(name)!
  const fields = resolveItems(at, work.spec) === undefined ? readFields(at, work.spec) : undefined
  const inner = [...(fields?.properties.keys() ?? [])].map((each) => [each, draftMember(each, fields!, operation, work)] as const)
  if (inner.every(([, entry]) => entry === undefined)) return { entry: draftEntry(name, gap), open: [name] }
  return {
    entry: draftEntry(name, map(...inner.map(([each, entry]) => entry ?? draftEntry(each, gap)))),
    open: inner.flatMap(([each, entry]) => (entry === undefined ? [`${name}.${each}`] : [])),
  }
}

/** Undefined if its name and schema do not say what it holds. */
function draftMember(
  name: string,
  { properties, required }: SchemaFields,
  operation: SourceOperation,
  work: ImportContext,
): DraftEntry | undefined {
  const { spec } = work
  const at = properties.get(name)!
  const spelling = normaliseSpelling(name)
  const types = readTypes(spec.follow(at))
  if (types.includes('integer') || types.includes('number')) {
    const expression = numberFor(spelling, operation, work)
    return expression === undefined ? undefined : draftEntry(name, draftText(expression))
  }
  if (types.includes('boolean'))
    return furtherPages.has(spelling) && isPaged(operation, spec) ? draftEntry(name, draftText('page.next != null')) : undefined
  const isNext = types.includes('string') && nexts.has(spelling) && isCursor(spec.follow(at))
  if (!isNext || findCursorParameter(operation, spec) === undefined) return undefined
  // The last page has no next one: its member is null, or left out.
  if (isNullable(at, spec)) return draftEntry(name, draftText('page.next'))
  return required.has(name) ? undefined : { ...draftEntry(name, draftText('page.?next')), optional: true }
}

function numberFor(name: string, operation: SourceOperation, work: ImportContext): string | undefined {
  if (totals.has(name)) return 'page.total'
  if (limitParameters.has(name)) return 'page.size'
  if (offsetParameters.has(name)) return 'page.offset'
  if (pageCounts.has(name)) return '(page.total + page.size - 1) / page.size'
  return pageNumberParameters.has(name) ? findPageNumber(operation, work) : undefined
}

const isCursor = (at: At): boolean => !/^ur[il]/.test(readTextAt(at, 'format') ?? '')
