// Builds `error` for the texts and bodies of part 7, and for `onError` of timers and jobs.

import type { Value } from '../cel/value.ts'
import { unlessHidden } from '../cel/values/hidden.ts'
import { toNaturalValue } from '../cel/values/natural.ts'
import { cover } from '../fact/cover.ts'
import type { EntryFacts, Facts } from '../fact/fact.ts'
import type { Errors } from '../model/errors.ts'
import { type TemplateText, listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import { typeJson } from '../typing/type-of.ts'
import { type Context, bindNames, fillTextTemplate, unlessExpressionFails, evaluateExpression } from './context.ts'
import { listMembersRead } from './reads.ts'
import { type Failed, type Refusal, printCondition } from './refusal.ts'
import { convertJsonToValue } from './value-json.ts'

/** The variables of an error: those of every refusal, of its condition, and of its catalogue entry. */
export function makeErrorValue(entry: EntryFacts, refusal: Refusal, errors: Errors, context: Context): Value {
  return buildError(refusal, errors, context, (error, errorContext) => {
    const { slots } = entry
    const status = slotValueOf(slots.status)
    if (status !== undefined) error.set('status', evaluateExpression(status, errorContext))
    fillEntry(error, entry, (text) => unlessExpressionFails(() => unlessHidden(() => fillTextTemplate(text, errorContext))), context)
  })
}

/**
 * Builds an error without a request, from the catalogue entry's expressions that need none: an entry is written for requests, so its texts
 * may read data of a request. Without an entry, the condition is the type and
 * HTTP determines the status.
 */
export function makeErrorWithoutRequest(refusal: Refusal, facts: Facts, context: Context): Value {
  const {
    model: {
      errors: { value: errors },
    },
  } = facts
  const answer = coverOf(facts).answer(refusal, undefined)
  const entry = answer.kind === 'entry' ? answer.entry : undefined
  return buildError(refusal, errors, context, (error, errorContext) => {
    const status = entry && slotValueOf(entry.slots.status)
    const computed = status && unlessExpressionFails(() => evaluateExpression(status, errorContext))
    error.set('status', computed ?? BigInt(answer.kind === 'http' ? answer.status : 500))
    if (entry !== undefined) fillEntry(error, entry, (text) => unlessExpressionFails(() => fillTextTemplate(text, errorContext)), context)
    if (!error.has('type')) error.set('type', entry?.name ?? refusal.condition)
    if (!error.has('detail')) error.set('detail', printCondition(refusal))
  })
}

const covers = new WeakMap<Facts, ReturnType<typeof cover>>()

function coverOf(facts: Facts): ReturnType<typeof cover> {
  return covers.getOrInsertComputed(facts, ({ entries }) => cover(entries))
}

function buildError(refusal: Refusal, errors: Errors, context: Context, fill: (error: Map<string, Value>, inside: Context) => void): Value {
  const error = new Map<string, Value>([
    ['condition', refusal.condition],
    ...(refusal.subject === undefined ? [] : [['subject', refusal.subject] as const]),
    ...(refusal.name === undefined ? [] : [['name', refusal.name] as const]),
    ...(refusal.details ?? []),
    ['errors', (refusal.failures ?? []).map((failed) => makeFailureValue(failed, errors, context))],
  ])
  fill(error, bindNames(context, [['error', error]]))
  return error
}

/** `computeText` returns undefined for a text that cannot be computed or would reveal hidden data. */
function fillEntry(
  error: Map<string, Value>,
  { slots, name: entryName }: EntryFacts,
  computeText: (text: TemplateText) => string | undefined,
  { typing, keys }: Context,
): void {
  const texts = new Map<string, TemplateText>()
  for (const name of ['type', 'title', 'detail'] as const) {
    const text = slotValueOf(slots[name])
    if (text !== undefined) texts.set(name, text)
  }
  if (!texts.has('type')) error.set('type', entryName)
  for (const { name, value } of listSpecifiedEntries({ state: 'shown', value: slots.extensions, at: slots.node })) {
    if (value.kind === 'data') error.set(name, convertJsonToValue(value.value.value, typeJson(value.value.value), keys))
    else texts.set(name, value.value)
  }
  // Texts may read each other without cycles: each is computed after the texts that it reads.
  const started = new Set<string>()
  const fill = (name: string): void => {
    const text = texts.get(name)
    if (text === undefined || started.has(name)) return
    started.add(name)
    for (const member of listMembersRead(text, 'error', typing)) fill(member)
    const computed = computeText(text)
    if (computed !== undefined) error.set(name, computed)
  }
  for (const name of texts.keys()) fill(name)
}

/** An item of `error.errors`; its message reads the item as `error`. */
function makeFailureValue({ property, pointer, keyword, limit, actual, value }: Failed, errors: Errors, context: Context): Value {
  const item = new Map<string, Value>()
  if (property !== undefined) item.set('property', property)
  if (pointer !== undefined) item.set('pointer', pointer)
  item.set('keyword', keyword)
  if (limit !== undefined) item.set('limit', toNaturalValue(limit))
  if (actual !== undefined) item.set('actual', toNaturalValue(actual))
  if (value !== undefined) item.set('value', toNaturalValue(value))
  const message = listSpecifiedEntries(errors.messages).find(({ name }) => name === keyword)
  const detail =
    message && unlessExpressionFails(() => unlessHidden(() => fillTextTemplate(message.value, bindNames(context, [['error', item]]))))
  if (detail !== undefined) item.set('detail', detail)
  return item
}
