// Which operations can be sealed: those that show nothing but what a plan knows. Whatever is new to the language is unknown here.

import type { Expression } from '../../cel/expression.ts'
import type { Exchange } from '../../exchange/exchange.ts'
import type { Condition, Point } from '../../fact/fact.ts'
import { rulesAsked } from '../../fact/rule-points.ts'
import { situation } from '../../fact/situation.ts'
import type { OperationSlots } from '../../model/endpoints.ts'
import { isSafe } from '../../model/methods.ts'
import type { Operation } from '../../model/model.ts'
import { type ExpressionText, each, shown } from '../../model/slot.ts'
import type { Typing } from '../../typing/domain.ts'
import { ruleOf } from '../../fact/rules.ts'
import { asksOverNothing } from '../caller/alone.ts'
import { followsAsked } from '../caller/followed.ts'
import type { Service } from '../service.ts'

type SlotName = Exclude<keyof OperationSlots, 'node'>

/** What changes nothing of how a record or a list is read, or is looked at by what plans share with the interpreter. */
const slotsOfReading: ReadonlySet<string> = new Set<SlotName>([
  'operationId', 'read', 'list', 'parameters', 'where', 'filter', 'sort', 'order', 'page', 'strict', 'conditional', 'never', 'status', 'headers',
  'output', 'media', 'cache', 'security', 'limits', 'timeout', 'summary', 'description', 'tags', 'deprecated',
])

/** What a plan asks itself, what it cannot meet, and what interrupts it. */
const conditionsOfReading: ReadonlySet<Condition> = new Set<Condition>([
  'not-acceptable', 'invalid', 'not-found', 'gone', 'cursor-expired', 'precondition-required', 'precondition-failed',
  'unauthenticated', 'insufficient-scope', 'rate-limited', 'forbidden', 'timeout', 'overloaded', 'unavailable', 'internal',
])

/** The same of a record that is made from what is sent. */
const slotsOfCreating: ReadonlySet<string> = new Set<SlotName>([
  'operationId', 'create', 'body', 'set', 'parameters', 'strict', 'idempotency', 'never', 'status', 'headers', 'output', 'media', 'cache', 'security', 'limits', 'timeout', 'summary', 'description',
  'tags', 'deprecated',
])

const slotsOfDoing: ReadonlySet<string> = new Set<string>([...[...slotsOfCreating].filter((name) => name !== 'create' && name !== 'set' && name !== 'idempotency'), 'do'])

/** Whatever refuses the effect, the interpreter tells. */
const conditionsOfCreating: ReadonlySet<Condition> = new Set<Condition>([
  'not-acceptable', 'unsupported-media', 'malformed', 'too-large', 'invalid', 'dangling', 'duplicate', 'idempotency-required', 'idempotency-mismatch', 'idempotency-busy',
  'unauthenticated', 'insufficient-scope', 'rate-limited', 'forbidden', 'timeout', 'contention', 'overloaded', 'unavailable', 'internal',
])

/** Of a version in which neither the answer's body nor its addresses differ. */
export function isInNewest({ operation, spoken }: Exchange): boolean {
  return spoken === undefined || (spoken.version.conversions.get(operation) === undefined && operation.slots.headers.state !== 'shown')
}

/** Reads one resource, or lists it, whose answer is always of one status with headers that say the same. */
export function isPlainReading(service: Service, operation: Operation): boolean {
  const { slots } = operation
  const { typing } = service.facts
  return isSafe(operation.method) && isPlain(service, operation, slotsOfReading, conditionsOfReading) && isAlwaysOfOneStatus(operation, typing)
    && typing.input(operation).body === undefined
    && each(slots.headers).every(({ value }) => typing.text(value)?.every(({ kind }) => kind === 'literal') === true)
}

/** Makes a record of one resource. */
export function isPlainCreating(service: Service, operation: Operation): boolean {
  return isPlain(service, operation, slotsOfCreating, conditionsOfCreating) && shown(operation.slots.idempotency)?.kind !== 'natural'
}

/** Does steps, of which none deletes: what is deleted is deleted last. */
export function isPlainDoing(service: Service, operation: Operation): boolean {
  const steps = shown(operation.slots.do) ?? []
  return isPlain(service, operation, slotsOfDoing, conditionsOfCreating) && steps.every((step) => step.delete.state !== 'shown')
}

function isPlain(service: Service, operation: Operation, known: ReadonlySet<string>, conditions: ReadonlySet<Condition>): boolean {
  const { slots, subject } = operation
  const facts = service.operation(operation)
  const info = service.facts.typing.domain.resources.get(subject?.text ?? '')
  return facts.complete && showsOnly(slots, known) && followsAsked(service.world, operation).length === 0 && (subject === undefined || info !== undefined) && info?.source.slots.tenant.state !== 'shown'
    && facts.points.every((point) => (point.stage === 'effect' || conditions.has(point.condition)) && !isOfTenant(service, point))
}

/** Whether a caller who has no tenant is refused: the interpreter asks for it, whatever of the resource is read in the end. */
function isOfTenant({ facts: { typing } }: Service, { condition, subject, name }: Point): boolean {
  return condition === 'forbidden' && name === undefined && (typing.domain.resources.get(subject ?? '')?.tenant.length ?? 0) > 0
}

/** Whether nothing is shown but slots of these names. */
export function showsOnly(slots: object, known: ReadonlySet<string>): boolean {
  return Object.entries(slots as { readonly [name: string]: object }).every(([name, slot]) => known.has(name) || !('state' in slot) || slot.state !== 'shown')
}

/** With the same fields about caches each time. */
export function isAlwaysOfOneStatus(operation: Operation, typing: Typing): boolean {
  const status = shown(operation.slots.status)
  return status !== undefined && typing.expression(status)?.kind === 'literal' && isFixedCache(operation, typing)
}

function isFixedCache({ slots: { cache } }: Operation, typing: Typing): boolean {
  const said = shown(cache)
  const text = said === undefined || 'kind' in said ? said : shown(said.control)
  return text === undefined || typing.text(text)?.every(({ kind }) => kind === 'literal') === true
}

/** Rules of part 5 that an operation asks: those of the caller alone, and those of the record. `overNothing`: no other records decide of these. */
export type RulesAsked = { readonly early: readonly ExpressionText[]; readonly ofRecord: readonly Expression[]; readonly overNothing: boolean }

/** Undefined where a rule denies whatever is asked, or asks more than a plan can. */
export function rulesOfPlan(service: Service, operation: Operation): RulesAsked | undefined {
  const { world, facts: { model, typing } } = service
  const resource = operation.subject?.text ?? ''
  const asked = rulesAsked(situation(world, operation))
  // What a client may filter and sort by is asked only where it does.
  if (asked.some(({ field, rule }) => field !== undefined && rule.kind !== 'free')) return undefined
  const hides = operation.action === 'read' && shown(model.authentication.value.unreadable) === 'not-found'
  const all = hides ? [...asked, { subject: resource, rule: ruleOf(world, resource, 'read') }] : asked
  const early: ExpressionText[] = []
  const ofRecord: Expression[] = []
  let overNothing = true
  for (const { subject, rule } of all) {
    if (rule.kind === 'free') continue
    const expression = rule.kind === 'asked' ? typing.expression(rule.expression) : undefined
    if (rule.kind === 'denied' || expression === undefined) return undefined
    if (rule.early) early.push(rule.expression)
    else if (subject !== resource || operation.action !== 'read' || world.reading(rule.expression).variables.has('input')) return undefined
    else {
      ofRecord.push(expression)
      overNothing &&= asksOverNothing(world, rule.expression)
    }
  }
  return { early, ofRecord, overNothing }
}
