// Converts members beside a list: numbers of records and pages, sizes and cursors, under the usual names.

import { type DraftEntry, type DraftValue, draftEntry, draftText, gap, map } from '../draft.ts'
import { normaliseSpelling } from '../names.ts'
import type { SourceOperation } from './api.ts'
import { resolveItems, readFields, readTypes } from './fields.ts'
import { findCursorParameter, isPaged, limitParameters, offsetParameters, findPageNumber, pageNumberParameters } from './pages.ts'
import { type At, readTextAt } from './spec.ts'
import type { ImportContext } from './work.ts'

/** A plain `count` may be the number on this page. */
const totals = new Set(['total', 'totalcount', 'totalitems', 'totalresults', 'totalrecords', 'totalelements', 'totalsize'])

/** An address of the next page is not a cursor. */
const nexts = new Set(['next', 'nextcursor', 'nextpagetoken', 'nexttoken', 'nextpagecursor'])

const furtherPages = new Set(['hasmore', 'hasnext', 'hasnextpage'])

const pageCounts = new Set(['totalpages', 'pagecount'])

/** `open`: the members without a value, by their path. */
export type PageMember = { readonly value: DraftValue; readonly open: readonly string[] }

/** The value of a member, or of the members within it. */
export function readPageMember(name: string, at: At, operation: SourceOperation, work: ImportContext): PageMember {
  const { spec } = work
  const expression = chooseExpression(normaliseSpelling(name), spec.follow(at), operation, work)
  if (expression !== undefined) return { value: draftText(expression), open: [] }
  const fields = resolveItems(at, spec) === undefined ? readFields(at, spec) : undefined
  const inner = [...(fields?.properties ?? [])].map(([each, place]): readonly [string, string | undefined] => [
    each,
    chooseExpression(normaliseSpelling(each), spec.follow(place), operation, work),
  ])
  if (inner.every(([, value]) => value === undefined)) return { value: gap, open: [name] }
  return {
    value: map(...inner.map(([each, value]): DraftEntry => draftEntry(each, value === undefined ? gap : draftText(value)))),
    open: inner.flatMap(([each, value]) => (value === undefined ? [`${name}.${each}`] : [])),
  }
}

function chooseExpression(name: string, at: At, operation: SourceOperation, work: ImportContext): string | undefined {
  const { spec } = work
  const types = readTypes(at)
  if (types.includes('integer') || types.includes('number')) return numberFor(name, operation, work)
  if (types.includes('boolean')) return furtherPages.has(name) && isPaged(operation, spec) ? 'page.next != null' : undefined
  return types.includes('string') && nexts.has(name) && isCursor(at) && findCursorParameter(operation, spec) !== undefined
    ? 'page.next'
    : undefined
}

function numberFor(name: string, operation: SourceOperation, work: ImportContext): string | undefined {
  if (totals.has(name)) return 'page.total'
  if (limitParameters.has(name)) return 'page.size'
  if (offsetParameters.has(name)) return 'page.offset'
  if (pageCounts.has(name)) return '(page.total + page.size - 1) / page.size'
  return pageNumberParameters.has(name) ? findPageNumber(operation, work) : undefined
}

const isCursor = (at: At): boolean => !/^ur[il]/.test(readTextAt(at, 'format') ?? '')
