// Variations of a request that old clients may send: other values, another caller, a repetition, a later time.

import { type Json, isDecimal, isJsonArray, isJsonObject, printJson } from '../../base/json.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import { type Timed, parseTimerLength, listTimed } from '../../model/timed.ts'
import type { Schema } from '../../schema/schema.ts'
import type { Change } from '../change.ts'
import { type TraceBlock, withoutCaptures } from './block.ts'
import { breakRequest } from './broken-requests.ts'
import { listMembersIn, withValue } from './members.ts'
import { varyQuery } from './queries.ts'
import { listLiterals, listValues } from './values.ts'
import { type VariationContext, findPairedOperation, getDefinitions, inputOf, unknownKey } from './variation-context.ts'

const maxVariations = 60
const maxOfPlace = 14

/** Each variation is one or more requests in place of the last one. */
export function listVariations(context: VariationContext): readonly (readonly TraceBlock[])[] {
  const { base, change } = context
  const singleRequests = (blocks: readonly TraceBlock[]): readonly (readonly TraceBlock[])[] => blocks.map((block) => [block])
  const bodies = singleRequests([...addUnlistedMembers(context), ...varyBody(context)])
  const queries = singleRequests(varyQuery(context))
  const [callers, broken] = [singleRequests(varyCaller(context)), singleRequests(breakRequest(context))]
  const later = [...repeatRequests(context), ...timeVariations(context)]
  return [[base], ...inLikelyOrder()].slice(0, maxVariations)

  /** The variations that can show the change come first. */
  function inLikelyOrder(): readonly (readonly TraceBlock[])[] {
    switch (findLikelyKind(change)) {
      case 'callers':
        return [...callers, ...bodies, ...later, ...broken, ...queries]
      case 'broken':
        return [...broken, ...callers, ...bodies, ...queries, ...later]
      case 'later':
        return [...later, ...bodies, ...queries, ...broken, ...callers]
      case 'queries':
        return [...queries, ...later, ...bodies, ...broken, ...callers]
      case 'bodies':
        return [...bodies, ...queries, ...later, ...broken, ...callers]
    }
  }
}

type VariationKind = 'bodies' | 'queries' | 'later' | 'broken' | 'callers'

/** The kinds of variations for keys of an operation; other keys change what bodies do. */
const kindsByKey: { readonly [key: string]: VariationKind } = {
  query: 'queries',
  filter: 'queries',
  sort: 'queries',
  page: 'queries',
  where: 'queries',
  fields: 'queries',
  strict: 'broken',
  accepts: 'broken',
  media: 'broken',
  conditional: 'broken',
  idempotency: 'later',
  limits: 'later',
  touch: 'later',
  security: 'callers',
}

function findLikelyKind(change: Change): VariationKind {
  if (change.part === 'authentication') return 'callers'
  if (change.part === 'errors' || change.part === 'versioning') return 'broken'
  if (change.part === 'limits' || readsClock(change)) return 'later'
  const key = change.part === 'endpoints' ? change.path[1] : undefined
  return kindsByKey[(key === 'parameters' ? change.path[2] : key) ?? ''] ?? 'bodies'
}

/** Variations of the earlier requests: literals of conditions, bounds, missing members. */
export function listPreparations(context: VariationContext): readonly TraceBlock[] {
  return varyBody(context, true).slice(0, maxVariations)
}

/** The members that the change affects: the one that its path names, or those that its expressions read; empty if unknown. */
function listAffectedMembers({ path, old, new: newValue }: Change): ReadonlySet<string> {
  const at = Math.max(path.lastIndexOf('properties'), path.lastIndexOf('body'), path.lastIndexOf('required'))
  const named = at < 0 ? undefined : path[at + 1]
  const written = [old, newValue].flatMap((value): readonly (Json | undefined)[] => (isJsonArray(value) ? value : [value]))
  const texts = written.flatMap((text) => (typeof text === 'string' ? listNamesIn(text) : []))
  return new Set(named === undefined ? texts : [named])
}

/** The members that an expression reads, and the property of an order (`-effort`). */
function listNamesIn(text: string): string[] {
  return [...text.matchAll(/(?:\.|^-?)(\w+)\b(?!\()/g)].map(([, name]) => name!)
}

/** `onlyAffected`: without variations if the body contains no affected member. */
function varyBody({ old, new: newEdition, operation, base, change }: VariationContext, onlyAffected = false): TraceBlock[] {
  const before = inputOf(old, operation)?.body?.schema
  if (before === undefined || base.text !== undefined) return []
  const after = inputOf(newEdition, findPairedOperation(newEdition, operation))?.body?.schema
  const affectedMembers = listAffectedMembers(change)
  const newMembers = after === undefined ? [] : listMembersIn(after, getDefinitions(newEdition), base.body)
  const literals = listLiterals(change.old, change.new)
  const oldMembers = listMembersIn(before, getDefinitions(old), base.body)
  const affected = oldMembers.filter(({ path }) => path.some((name) => typeof name === 'string' && affectedMembers.has(name)))
  return (affected.length === 0 && !onlyAffected ? oldMembers : affected).flatMap(({ path, schema, isPresent }) => {
    const place = JSON.stringify(path)
    const newSchema = newMembers.find((each) => JSON.stringify(each.path) === place)?.schema
    const sampled = [
      ...(change.part === 'events' && isAddress(schema) ? [`{{receiver}}/witness`] : []),
      ...listValues(
        [
          [schema, getDefinitions(old)],
          [newSchema, getDefinitions(newEdition)],
        ],
        place,
      ),
    ]
    // The bounds of a schema are among its own values.
    const values = (change.path.includes('properties') ? [...sampled, ...literals] : [...literals, ...sampled]).slice(
      0,
      affected.length === 0 ? maxOfPlace : 3 * maxOfPlace,
    )
    const bodies: (Json | undefined)[] = [
      ...(isPresent ? [withValue(base.body, path, undefined)] : []),
      ...(isCaptured(base.body, path) ? [withValue(base.body, path, unknownKey)] : []),
      ...values.map((value) => withValue(base.body, path, value)),
    ]
    return bodies.map((body) => ({ ...base, body: body! }))
  })
}

/** True for the address to which a callback may be sent. */
function isAddress(schema: Schema): boolean {
  return typeof schema === 'object' && (schema.format === 'uri' || schema.format === 'iri' || schema.format === 'uri-reference')
}

/** True if the member names a record that an earlier request created. */
function isCaptured(body: Json | undefined, path: readonly (string | number)[]): boolean {
  const value = path.reduce<Json | undefined>(
    (inner, name) => (isJsonObject(inner) || isJsonArray(inner) ? (inner as { readonly [name: string | number]: Json })[name] : undefined),
    body,
  )
  return typeof value === 'string' && value.startsWith('{{')
}

/** Keywords that further members of an object can violate. */
const keywordsOfMembers = new Set(['additionalProperties', 'unevaluatedProperties', 'propertyNames', 'patternProperties', 'maxProperties'])

/** An unlisted member in each object of the body. */
function addUnlistedMembers({ base, change }: VariationContext): TraceBlock[] {
  if (!change.path.some((name) => keywordsOfMembers.has(name)) || !isJsonObject(base.body)) return []
  const body = base.body
  return listObjects(body).map((path) => ({ ...base, body: withValue(body, [...path, 'unlisted'], 'a') }))
}

/** The paths of all objects of a value, the outermost first. */
function listObjects(value: Json, path: readonly (string | number)[] = []): readonly (readonly (string | number)[])[] {
  if (isJsonArray(value)) return value.slice(0, 1).flatMap((item) => listObjects(item, [...path, 0]))
  if (!isJsonObject(value) || isDecimal(value)) return []
  return [path, ...Object.entries(value).flatMap(([name, inner]) => listObjects(inner as Json, [...path, name]))]
}

function varyCaller({ old, base }: VariationContext): TraceBlock[] {
  const names = listSpecifiedEntries(old.compiled.model.authentication.value.callers).map(({ name }) => name)
  const { as, ...anonymous } = base
  return [...(as === undefined ? [] : [anonymous]), ...names.filter((name) => name !== as).map((name) => ({ ...base, as: name }))]
}

/** Twice, and as often as a changed rate permits. */
function repeatRequests({ old, new: newEdition, base, change }: VariationContext): (readonly TraceBlock[])[] {
  const twice = [base, withoutCaptures(base)]
  if (change.part !== 'limits') return [twice]
  const numbers = [change.old, change.new].flatMap((value) => (typeof value === 'number' ? [value] : []))
  const quotas = [old, newEdition]
    .flatMap(({ compiled }) =>
      listSpecifiedEntries(compiled.model.limits.value.rates).flatMap(({ value }) => [slotValueOf(value.quota), slotValueOf(value.burst)]),
    )
    .filter((count) => count !== undefined)
  const count = Math.min(120, ...[...numbers, ...quotas].filter((each) => each > 1).map((each) => each + 1))
  const largestCount = Math.min(120, Math.max(...[...numbers, ...quotas, 1].map((each) => (each <= 119 ? each + 1 : 1))))
  const filled = [...new Set([count, largestCount])].map((times) => Array.from({ length: times }, () => base))
  // Of another window: as many as it admits, and one more after the shorter window.
  const [shorter] = change.path.at(-1) === 'window' ? numbers.toSorted((a, b) => a - b) : []
  const windows = shorter === undefined ? [] : filled.map((blocks) => [...blocks.slice(1), { ...withoutCaptures(base), advance: shorter }])
  return [twice, ...filled, ...windows]
}

const day = 86_400_000

/** Times after which an expression of the clock may give another value. */
const spans = [day, 40 * day, 400 * day]

function readsClock({ old, new: newValue }: Change): boolean {
  return [old, newValue].some((value) => value !== undefined && /\bnow\b/.test(printJson(value)))
}

/** At most a time of the calendar later a recurrence occurs. */
const calendarLengths = { DAILY: 1, WEEKLY: 7, MONTHLY: 31, YEARLY: 366 } as const

function lengthOf(timed: Timed): ReturnType<typeof parseTimerLength> {
  const rule = timed.kind === 'every' ? timed.times?.rule : undefined
  return rule === undefined ? parseTimerLength(timed.name) : calendarLengths[rule.frequency] * rule.interval * day
}

/** After each duration of the states, in either edition. */
function timeVariations({ old, new: newEdition, operation, base, change }: VariationContext): (readonly TraceBlock[])[] {
  const lengths = [old, newEdition]
    .flatMap(({ compiled }) =>
      compiled.model.states.value.machines.flatMap(({ slots }) =>
        listSpecifiedEntries(slots.states).flatMap(({ value }) => listTimed(value).map(lengthOf)),
      ),
    )
    .filter((length) => typeof length === 'number')
  const changedDurations =
    change.part === 'limits' ? [change.old, change.new].flatMap((value) => (typeof value === 'number' && value >= 1000 ? [value] : [])) : []
  const durations = [...new Set([...lengths, ...changedDurations, ...(readsClock(change) ? spans : [])])]
    .filter((length) => length <= 400 * day)
    .toSorted((a, b) => a - b)
    .slice(0, 6)
  return durations.map((advance) => (operation.method === 'GET' ? [{ ...base, advance }] : [base, { ...withoutCaptures(base), advance }]))
}
