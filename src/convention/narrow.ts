// Rewrites layered catalogue entries for one layer: between layers the upper entry takes precedence, within a layer the narrower
// entry.

import { invalidPlaces } from '../model/conditions.ts'
import type { Model } from '../model/model.ts'
import { listSpecifiedEntries } from '../model/slot.ts'

/** The parts of a pattern in `on`: `CONDITION [SUBJECT] [NAME] [at OPERATION_ID]`. */
export type ParsedPattern = { readonly condition: string; readonly subject?: string; readonly name?: string; readonly at?: string }

/** An entry's patterns and its layer: 0 is the document. */
export type Layered = { readonly entry: string; readonly layer: number; readonly patterns: readonly ParsedPattern[] }

/** Reads a pattern; a single word is a subject if the document has an element with that name. */
export function parsePatternText(text: string, model: Model): ParsedPattern {
  const [before = '', at] = text.trim().split(/\s+at\s+/, 2)
  const [condition = '', ...words] = before.split(/\s+/)
  const subject = words[0] !== undefined && (words.length > 1 || isSubject(words[0], condition, model)) ? words[0] : undefined
  const name = subject === undefined ? words[0] : words[1]
  // If an operation is the subject, it is also the operation of the condition.
  const operation = condition === 'require' ? subject : undefined
  const operationName = at ?? operation
  return {
    condition,
    ...(subject === undefined || operation !== undefined ? {} : { subject }),
    ...(name === undefined ? {} : { name }),
    ...(operationName === undefined ? {} : { at: operationName }),
  }
}

/** `invalid body.email required` narrows a place to a member and a keyword. */
const places: ReadonlySet<string> = new Set(invalidPlaces)

function isSubject(text: string, condition: string, { resources, endpoints, authentication, service }: Model): boolean {
  const [head] = text.split('.')
  if (condition === 'invalid') return places.has(head!)
  if (condition === 'require') return endpoints.value.operations.some(({ id }) => id === text)
  if (condition === 'unauthenticated' || condition === 'insufficient-scope')
    return listSpecifiedEntries(authentication.value.schemes).some(({ name }) => name === text)
  if (condition === 'fail' || condition === 'timeout')
    return listSpecifiedEntries(service.value.behaviours).some(({ name }) => name === text)
  return resources.value.resources.some(({ name }) => name === head)
}

export function printParsedPattern({ condition, subject, name, at }: ParsedPattern): string {
  return [condition, subject, name, ...(at === undefined ? [] : ['at', at])].filter((text) => text !== undefined).join(' ')
}

/** From most to least specific: endpoint, name, member, resource, nothing. */
function rank({ subject, name, at }: ParsedPattern): number {
  const ofSubject = subject?.includes('.') === true ? 2 : 1
  return (at === undefined ? 0 : 8) + (name === undefined ? 0 : 4) + (subject === undefined ? 0 : ofSubject)
}

/** True if `broad` names everything that `narrow` does. */
function covers(broad: ParsedPattern, narrow: ParsedPattern): boolean {
  const overlap = intersectPatterns(broad, narrow)
  return overlap !== undefined && printParsedPattern(overlap) === printParsedPattern(narrow)
}

/** The intersection of two patterns; undefined if empty. */
function intersectPatterns(a: ParsedPattern, b: ParsedPattern): ParsedPattern | undefined {
  if (a.condition !== b.condition) return undefined
  const subject = meetSubjects(a.subject, b.subject)
  const distinct = [
    subject === null,
    a.name !== undefined && b.name !== undefined && a.name !== b.name,
    a.at !== undefined && b.at !== undefined && a.at !== b.at,
  ]
  if (distinct.includes(true)) return undefined
  const name = a.name ?? b.name
  const at = a.at ?? b.at
  return {
    condition: a.condition,
    ...(subject == null ? {} : { subject }),
    ...(name === undefined ? {} : { name }),
    ...(at === undefined ? {} : { at }),
  }
}

/** `Order` names every `Order.member`; null if no word is named by both. */
function meetSubjects(a: string | undefined, b: string | undefined): string | null | undefined {
  if (a === undefined || b === undefined || a === b) return a ?? b
  if (a.startsWith(`${b}.`)) return a
  return b.startsWith(`${a}.`) ? b : null
}

/**
 * The patterns of each entry, merged into one layer. A pattern that an upper entry covers is omitted. If a lower pattern is narrower than
 * an upper one and overlaps it, the upper entry also gets their intersection, so that it still takes precedence there.
 */
export function flattenLayers(entries: readonly Layered[]): ReadonlyMap<string, readonly ParsedPattern[]> {
  const layers = [...new Set(entries.map(({ layer }) => layer))].sort((a, b) => a - b)
  const flat = new Map<string, ParsedPattern[]>()
  for (const layer of layers) {
    const patternsAbove = [...flat].flatMap(([entry, patterns]) => patterns.map((pattern) => ({ entry, pattern })))
    for (const { entry, patterns } of entries.filter((each) => each.layer === layer)) {
      const narrowed = patterns.filter((pattern) => !patternsAbove.some((upper) => covers(upper.pattern, pattern)))
      for (const { entry: upper, pattern } of findReachingPatterns(narrowed, patternsAbove)) flat.get(upper)!.push(pattern)
      flat.set(entry, narrowed)
    }
  }
  return flat
}

type Owned = { readonly entry: string; readonly pattern: ParsedPattern }

/** The intersections of upper patterns with narrower lower ones, each with the upper entry that wins. */
function findReachingPatterns(patterns: readonly ParsedPattern[], patternsAbove: readonly Owned[]): Owned[] {
  const reached = new Map<string, ParsedPattern>()
  for (const lower of patterns) {
    const overlapping = patternsAbove.flatMap(({ pattern }) => intersectPatterns(pattern, lower) ?? [])
    if (!patternsAbove.some(({ pattern }) => intersectPatterns(pattern, lower) !== undefined && rank(pattern) < rank(lower))) continue
    for (const pattern of closeUnderMeet(overlapping)) reached.set(printParsedPattern(pattern), pattern)
  }
  return [...reached.values()].flatMap((pattern) => {
    if (patternsAbove.some((upper) => printParsedPattern(upper.pattern) === printParsedPattern(pattern))) return []
    const [winner] = patternsAbove.filter((upper) => covers(upper.pattern, pattern)).sort((a, b) => rank(b.pattern) - rank(a.pattern))
    return winner === undefined ? [] : [{ entry: winner.entry, pattern }]
  })
}

/** Adds all intersections, so that two upper entries keep their order where a lower one overlaps both. */
function closeUnderMeet(patterns: readonly ParsedPattern[]): ParsedPattern[] {
  const remaining = new Map(patterns.map((pattern) => [printParsedPattern(pattern), pattern]))
  for (const a of remaining.values()) {
    for (const b of remaining.values()) {
      const overlap = intersectPatterns(a, b)
      if (overlap !== undefined && !remaining.has(printParsedPattern(overlap))) remaining.set(printParsedPattern(overlap), overlap)
    }
  }
  return [...remaining.values()]
}
