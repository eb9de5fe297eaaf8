// Compares headers by meaning: each expected header must be present; additional headers are allowed.

import type { AnswerComparison } from './comparison.ts'
import { type Expected, type ObservedAnswer, findHeader } from './request.ts'

/** Seconds by which a server's counts may differ from the interpreter's. */
const slack = 2

export function compareHeaders({ headers, trace, of: operation }: Expected, observed: ObservedAnswer, comparison: AnswerComparison): void {
  for (const name of new Set(headers.map(([each]) => each.toLowerCase()))) {
    const mine = findHeader(headers, name)!
    const theirs = findHeader(observed.headers, name)
    if (theirs === undefined) {
      if (name === 'etag' && !comparison.openness.demandsTag(operation)) continue
      if (name === 'vary' || (name === 'allow' && trace.entry === undefined)) continue
      comparison.differ('header', nameOf(headers, name), mine, 'nothing')
      continue
    }
    compareHeader(name, nameOf(headers, name), mine, theirs, comparison, trace)
  }
  if (!comparison.openness.announcesEnds) return
  for (const name of announcements) {
    const theirs = findHeader(headers, name) === undefined ? findHeader(observed.headers, name) : undefined
    if (theirs !== undefined) comparison.differ('header', name, 'nothing', theirs)
  }
}

/** Headers by which part 9 announces the end of a version: others may not have them. */
const announcements = ['Deprecation', 'Sunset'] as const

function nameOf(headers: Expected['headers'], name: string): string {
  return headers.find(([each]) => each.toLowerCase() === name)![0]
}

function compareHeader(
  name: string,
  displayName: string,
  mine: string,
  theirs: string,
  comparison: AnswerComparison,
  trace: Expected['trace'],
): void {
  const differ = (): void => comparison.differ('header', displayName, mine, theirs)
  switch (name) {
    case 'etag':
      if (/^(W\/)?"[^"]*"$/.test(theirs)) comparison.pairs.push([mine, theirs])
      else differ()
      return
    case 'content-type':
      if (readMediaType(mine) !== readMediaType(theirs)) differ()
      return
    case 'location':
    case 'content-location':
      return comparison.texts('header', displayName, readPath(mine), readPath(theirs))
    case 'vary':
      // Compares `Cache-Control`. A `Vary` on the version's header concerns only caches.
      if (trace.origins.some(([part]) => part === 'Cache-Control') && splitWords(mine).some((word) => !splitWords(theirs).includes(word)))
        differ()
      return
    case 'allow':
      // OPTIONS and HEAD need not be named.
      if (splitWords(mine).some((word) => word !== 'options' && word !== 'head' && !splitWords(theirs).includes(word))) differ()
      return
    case 'www-authenticate':
      if (mine.split(' ')[0]!.toLowerCase() !== theirs.split(' ')[0]!.toLowerCase()) differ()
      return
    case 'retry-after':
      if (!(Math.abs(Number(mine) - Number(theirs)) <= slack)) differ()
      return
    case 'ratelimit':
    case 'ratelimit-policy':
      if (!isNear(mine, theirs)) differ()
      return
    case 'cache-control':
      if (splitWords(mine).join() !== splitWords(theirs).join()) differ()
      return
    default:
      if (trace.condition?.startsWith('rate-limited') === true && isNear(mine, theirs)) return
      comparison.texts('header', displayName, mine, theirs)
  }
}

function readMediaType(text: string): string {
  return text.split(';')[0]!.trim().toLowerCase()
}

function splitWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(',')
    .map((word) => word.trim())
    .sort()
}

/** An address of the same server, as its path and query. */
function readPath(text: string): string {
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return text
  const url = new URL(text)
  return url.pathname + url.search
}

/** True if the texts differ only in numbers, and those by at most `slack`. */
export function isNear(mine: string, theirs: string): boolean {
  const numbers = /\d+/g
  const [a, b] = [mine.match(numbers) ?? [], theirs.match(numbers) ?? []]
  if (mine.replaceAll(numbers, '#').replaceAll(/\s/g, '') !== theirs.replaceAll(numbers, '#').replaceAll(/\s/g, '')) return false
  return a.every((number, index) => Math.abs(Number(number) - Number(b[index])) <= slack)
}
