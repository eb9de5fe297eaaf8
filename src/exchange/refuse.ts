// Converts a refusal to a response: by the entry of the catalogue, or by HTTP alone.

import type { Json } from '../base/json.ts'
import type { Value } from '../cel/value.ts'
import type { EntryFacts, Facts, Point, VersionFacts } from '../fact/fact.ts'
import { conditionTable, uncomputedStatus } from '../fact/table.ts'
import type { Errors } from '../model/errors.ts'
import { type Origin, listSpecifiedEntries, originOf, slotValueOf } from '../model/slot.ts'
import { type Header, evaluateHeaders, printBody, traceSlotOrigin } from './answer.ts'
import { type Context, bindNames, evaluateExpression, evaluateTemplate } from './context.ts'
import { makeErrorValue } from './error-value.ts'
import type { Answer, Trace } from './exchange.ts'
import { type RequestInfo, bindCommonNames, noKeys, decodeSettings } from './names.ts'
import { makeRecordlessHost } from './recordless.ts'
import { type Refusal, printCondition, isExpressionFailure, findPointOf, toRefused } from './refusal.ts'
import type { RequestedVersion } from './version/requested-version.ts'
import { downgradeEntry, downgradeRefusal } from './version/refusal.ts'

/**
 * `points` are all refusals that the facts allow. Any other refusal is a bug, or a `never` that proved false: it is answered as
 * `internal` and reported.
 */
export function answerRefusal(
  refusal: Refusal,
  points: readonly Point[],
  facts: Facts,
  context: Context,
  trace: Pick<Trace, 'operation'>,
): Answer {
  if (refusal.httpStatus !== undefined)
    return makeHttpAnswer(refusal.httpStatus, refusal, {
      ...trace,
      condition: printCondition(refusal),
      transitions: [],
      ...reportOf(refusal),
    })
  const point = findPointOf(points, refusal)
  const { condition } = refusal
  if (point === undefined && condition !== 'internal') {
    return answerRefusal({ condition: 'internal', report: reportUnlisted(refusal, facts, trace) }, points, facts, context, trace)
  }
  const base: Omit<Trace, 'origins'> = {
    ...trace,
    condition: printCondition(point ?? refusal),
    ...(point?.because[0] === undefined ? {} : { because: point.because[0] }),
    transitions: [],
    ...reportOf(refusal),
  }
  const answer = point?.answer ?? { kind: 'http', status: 500 }
  const { requestedVersion } = context
  switch (answer.kind) {
    case 'entry':
      try {
        const visibleRefusal = hidesExistence(refusal, answer.entry, points)
          ? { ...refusal, failures: [] }
          : mergeFailures(refusal, answer.entry, points)
        if (requestedVersion === undefined) return answerByEntry(answer.entry, visibleRefusal, facts.model.errors.value, context, base)
        const operation = facts.operations.find((each) => each.operation.id === trace.operation)?.operation
        const olderRefusal = downgradeRefusal(
          visibleRefusal,
          requestedVersion.version,
          operation && requestedVersion.version.conversions.get(operation),
        )
        const response = answerByEntry(
          downgradeEntry(answer.entry, requestedVersion.version, facts),
          olderRefusal,
          facts.model.errors.value,
          context,
          base,
        )
        return { ...response, trace: { ...response.trace, entry: answer.entry.name } }
      } catch (error) {
        if (!isExpressionFailure(error)) throw error
        const report = `the entry \`${answer.entry.name}\` of \`${printCondition(refusal)}\` cannot be made: ${toRefused(error).refusal.report ?? ''}`
        return makeHttpAnswer(chooseStatusWithout(answer.entry, refusal, context), refusal, { ...base, report })
      }
    case 'http':
      return makeHttpAnswer(answer.status, refusal, base)
    case 'gap':
      return makeHttpAnswer(500, { condition: 'internal' }, { ...base, report: `no entry answers \`${printCondition(refusal)}\`` })
  }
}

function reportOf({ report }: Refusal): { report?: string } {
  return report === undefined ? {} : { report }
}

/** The status of an entry if an expression of its content fails. */
function chooseStatusWithout(entry: EntryFacts, refusal: Refusal, context: Context): number {
  try {
    return computeStatus(entry, context)
  } catch (error) {
    if (!isExpressionFailure(error)) throw error
    const { fallback, fallbacks } = conditionTable[refusal.condition]
    return (refusal.name === undefined ? undefined : fallbacks?.[refusal.name]) ?? (fallback === 'gap' ? uncomputedStatus : fallback)
  }
}

/** Reports to the operator that the facts do not allow this refusal, or that the document asserts `never`. */
function reportUnlisted(refusal: Refusal, { model }: Facts, trace: Pick<Trace, 'operation'>): string {
  const words = printCondition(refusal).split(' ')
  const operation = model.endpoints.value.operations.find(({ id }) => id === trace.operation)
  const asserted =
    operation &&
    listSpecifiedEntries(operation.slots.never).find(({ name }) => {
      const [condition, ...rest] = name.replace(/ at \S+$/, '').split(' ')
      return (
        condition === words[0] && rest.every((word) => words.slice(1).some((ownWord) => ownWord === word || ownWord.startsWith(`${word}.`)))
      )
    })
  const text = `\`${words.join(' ')}\` was met`
  return asserted === undefined
    ? `${text}, and the document does not expect this`
    : `${text}, although the document says that it never happens: ${asserted.value}`
}

/** A refusal before the operation is known. */
export type Unrouted = RequestInfo & {
  readonly path: string
  /** Methods that the path has, for `Allow`. */
  readonly allowed: readonly string[]
  /** The version's text in the request, and the version that it names, in use or retired. */
  readonly versionText?: string
  readonly requestedVersion?: RequestedVersion
  readonly retiredVersion?: VersionFacts
}

/** Values for the texts of a refusal that occurs before any backend. */
export type TextContext = { readonly now: number; readonly settings: ReadonlyMap<string, Json> }

export type ServiceCondition = 'no-such-path' | 'method-not-allowed' | 'unknown-version' | 'retired-version'

export function refuseService(facts: Facts, condition: ServiceCondition, request: Unrouted, { now, settings }: TextContext): Answer {
  const variables = bindCommonNames(facts, decodeSettings(facts, settings), now, request)
  const versionPart = request.requestedVersion === undefined ? {} : { requestedVersion: request.requestedVersion }
  return answerRefusal(
    makeServiceRefusal(facts, condition, request, now),
    facts.service,
    facts,
    { typing: facts.typing, host: makeRecordlessHost(facts), keys: noKeys, variables, ...versionPart },
    {},
  )
}

function makeServiceRefusal(
  facts: Facts,
  condition: ServiceCondition,
  { allowed, versionText: path, retiredVersion }: Unrouted,
  now: number,
): Refusal {
  switch (condition) {
    case 'no-such-path':
      return { condition }
    case 'method-not-allowed':
      return { condition, details: new Map<string, Value>([['allow', [...allowed]]]), headers: [['Allow', allowed.join(', ')]] }
    case 'unknown-version':
    case 'retired-version': {
      const versions = facts.versions.filter((version) => !isRetired(version, now)).map(({ name }) => name)
      const details = new Map<string, Value>([['versions', versions]])
      if (path !== undefined) details.set('version', path)
      const { sunset } = retiredVersion ?? {}
      if (sunset !== undefined) details.set('sunset', { kind: 'timestamp', ms: sunset.ms })
      return { condition, details, ...(retiredVersion === undefined ? {} : { name: retiredVersion.name }) }
    }
  }
}

/** True from the day on which a version is retired, or whose sunset has passed. */
export function isRetired({ retired, sunset }: VersionFacts, now: number): boolean {
  const end = retired ?? sunset
  return end !== undefined && now >= end.ms
}

/** Adds the failures of further refusals that the same entry answers. */
function mergeFailures(refusal: Refusal, entry: EntryFacts, points: readonly Point[]): Refusal {
  const answered = (refusal.further ?? []).filter((other) => {
    const answer = findPointOf(points, other)?.answer
    return answer?.kind === 'entry' && answer.entry === entry
  })
  return { ...refusal, failures: [refusal, ...answered].flatMap(({ failures }) => failures ?? []) }
}

/**
 * True if the entry also answers for a missing record. Then the response must not name a condition that only an existing record fails,
 * because that would reveal the record.
 */
function hidesExistence({ condition }: Refusal, entry: EntryFacts, points: readonly Point[]): boolean {
  return (
    condition === 'require' &&
    points.some((point) => point.condition === 'not-found' && point.answer?.kind === 'entry' && point.answer.entry === entry)
  )
}

function makeHttpAnswer(status: number, refusal: Refusal, trace: Omit<Trace, 'origins'>): Answer {
  const standard: Origin = { kind: 'standard', reference: `RFC 9110: ${status}` }
  const headers = refusal.headers ?? []
  const origins: Trace['origins'] = [['status', standard], ...headers.map(([name]) => [name, standard] as const)]
  return { status, headers, trace: { ...trace, origins } }
}

function answerByEntry(entry: EntryFacts, refusal: Refusal, errors: Errors, context: Context, trace: Omit<Trace, 'origins'>): Answer {
  const errorContext = bindNames(context, [['error', makeErrorValue(entry, refusal, errors, context)]])
  const { slots } = entry
  const template = slotValueOf(slots.body) ?? (slots.body.state === 'none' ? undefined : slotValueOf(errors.body))
  const media = slots.media.state === 'shown' ? slots.media : errors.media
  const type = slotValueOf(media)?.text ?? 'application/json'
  const body = template && printBody(evaluateTemplate(template, errorContext) ?? null, type, errorContext)
  const declaredHeaders = evaluateHeaders(slots.headers, errorContext)
  const extra = (refusal.headers ?? []).filter(
    ([name]) => !declaredHeaders.some(([declaredName]) => declaredName.toLowerCase() === name.toLowerCase()),
  )
  const content: Header[] = body === undefined ? [] : [['Content-Type', type]]
  const standard: Origin = { kind: 'standard', reference: 'RFC 9110' }
  return {
    status: computeStatus(entry, errorContext),
    headers: [...declaredHeaders, ...extra, ...content],
    ...(body === undefined ? {} : { body }),
    trace: {
      ...trace,
      entry: entry.name,
      origins: [
        ...traceSlotOrigin('status', slots.status),
        ...traceSlotOrigin('body', slots.body.state === 'shown' ? slots.body : errors.body),
        ...listSpecifiedEntries(slots.headers).map(({ name, key }) => [name, originOf(key)] as const),
        ...extra.map(([name]) => [name, standard] as const),
        ...(body === undefined ? [] : [['Content-Type', media.state === 'shown' ? originOf(media.at) : standard] as const]),
      ],
    },
  }
}

function computeStatus({ slots }: EntryFacts, context: Context): number {
  const status = slotValueOf(slots.status)
  return status === undefined ? 500 : Number(evaluateExpression(status, context))
}
