// Explains the permissions with which an operation reads: the rules that it applies, what it counts without hidden records, and what it
// discloses.

import { type Disclosure, type DisclosingPlace, collectDisclosures } from '../fact/disclosures.ts'
import type { OperationFacts } from '../fact/fact.ts'
import { type RuleCheck, ruleCheckText } from '../fact/rule-check.ts'
import { type HiddenReads, analyseHiding } from '../fact/hidden.ts'
import { hasRestrictedRecords, findPropertyRule, ruleOf } from '../fact/rules.ts'
import type { OperationContext } from '../fact/operation-context.ts'
import { listTemplateExpressions } from '../fact/template.ts'
import type { ModelIndex } from '../fact/model-index.ts'
import { type Origin, listSpecifiedEntries, originOf, slotValueOf } from '../model/slot.ts'
import { normalizeExpression } from './expression-text.ts'
import { type Line, type LayoutStyle, layOut } from './layout.ts'
import { printOrigin, printPlace } from './origin.ts'

/** An evaluated read rule and the things that its result decides: members, headers, texts, or found records. */
export type EvaluatedRule = { readonly rule: string; readonly by: string; readonly for: readonly string[]; readonly from?: string }

export type ReadingFacts = {
  readonly asks: readonly EvaluatedRule[]
  /** Resources that are iterated without the records that the caller may not read. */
  readonly counts: readonly string[]
  /** Refusals that reveal the existence of a record that the caller may not read. */
  readonly tells: readonly { readonly text: string; readonly from?: string }[]
  readonly discloses: readonly DisclosedReason[]
}

export type DisclosedReason = { readonly what: string; readonly reason: string; readonly from: string }

export function collectReadingFacts(about: OperationContext, operationFacts: OperationFacts): ReadingFacts {
  const { modelIndex } = about
  if (modelIndex.model.authentication.state !== 'shown') return { asks: [], counts: [], tells: [], discloses: [] }
  const places = listResponseParts(about)
  const checks = new Map<string, { readonly ask: RuleCheck; readonly for: Set<string> }>()
  const add = (check: RuleCheck, what: string): void =>
    void checks.getOrInsertComputed(ruleCheckText(check), () => ({ ask: check, for: new Set() })).for.add(what)
  for (const { name, resource } of listLookedUpRecords(about))
    if (hasRestrictedRecords(modelIndex.model, resource)) add({ kind: 'record', resource }, name)
  for (const { what, hidden } of places) for (const check of hidden.ruleChecks) if (check.kind !== 'look-up') add(check, what)
  const counted = places.flatMap(({ hidden }) => [...hidden.filteredResources])
  return {
    asks: [...checks.values()].map(({ ask: check, for: whatFor }) => ({ ...describeRule(modelIndex, check), for: [...whatFor] })),
    counts: [...new Set(counted)],
    tells: listConflictDisclosures(about, operationFacts),
    discloses: listDisclosures(about),
  }
}

/** All disclosures of a document, in its order, and look-ups that decide. */
export function listAllDisclosures(modelIndex: ModelIndex): readonly (DisclosedReason & { readonly place: string })[] {
  const deciding = modelIndex.model.endpoints.value.operations.flatMap((operation) =>
    listSpecifiedEntries(operation.slots.with).flatMap(({ name, value: { decides } }) =>
      decides.state === 'shown'
        ? [{ place: operation.name, what: `${name} decides`, reason: decides.value, from: printOrigin(originOf(decides.at)) }]
        : [],
    ),
  )
  return [
    ...collectDisclosures(modelIndex.domain).all.map((disclosure) => ({ place: namePlace(disclosure.place), ...readReason(disclosure) })),
    ...deciding,
  ]
}

function namePlace(place: DisclosingPlace): string {
  switch (place.kind) {
    case 'operation':
      return place.operation.name
    case 'view':
      return `view ${place.name}`
    case 'property':
      return `${place.resource}.${place.property}`
    case 'event':
      return `event ${place.name}`
    case 'webhooks':
      return 'webhooks'
    case 'callback':
      return `callback ${place.name}`
    default:
      return place satisfies never
  }
}

function readReason({ name, reason, key }: Disclosure): DisclosedReason {
  return { what: name, reason, from: printOrigin(originOf(key)) }
}

type ResponsePart = { readonly what: string; readonly hidden: HiddenReads }

/** The parts of the operation's response: members of the body, headers, the status. */
function listResponseParts({ modelIndex, operation }: OperationContext): readonly ResponsePart[] {
  const hiding = analyseHiding(modelIndex.typing)
  const { output, headers, status, cache, where } = operation.slots
  const body = slotValueOf(output)
  const control = slotValueOf(cache)
  const text = control === undefined || 'kind' in control ? control : slotValueOf(control.control)
  const whereCondition = slotValueOf(where)
  return [
    ...(whereCondition !== undefined && modelIndex.readsOf(whereCondition).input.size > 0
      ? [{ what: 'where', hidden: hiding.analyseSlot(whereCondition) }]
      : []),
    ...(status.state === 'shown' ? [{ what: 'the status', hidden: hiding.analyseSlot(status.value) }] : []),
    ...listSpecifiedEntries(headers).map(({ name, value }) => ({ what: name, hidden: hiding.analyseSlot(value) })),
    ...(text === undefined ? [] : [{ what: 'Cache-Control', hidden: hiding.analyseSlot(text) }]),
    ...(body === undefined
      ? []
      : listTemplateExpressions(body).map(({ path, expression }) => ({
          what: path === '' ? 'the body' : path,
          hidden: hiding.analyseSlot(expression),
        }))),
  ]
}

function listLookedUpRecords({
  record,
  lookups,
  action,
  resource,
}: OperationContext): readonly { readonly name: string; readonly resource: string }[] {
  return [
    ...lookups.flatMap(({ name, resource: of, decides }) => (decides ? [] : [{ name, resource: of.name }])),
    ...(record === undefined ? [] : [{ name: 'this', resource: record.resource.name }]),
    ...(action === 'list' && resource !== undefined ? [{ name: 'items', resource: resource.name }] : []),
  ]
}

function describeRule(modelIndex: ModelIndex, check: RuleCheck): Omit<EvaluatedRule, 'for'> {
  const rule =
    check.kind === 'record'
      ? ruleOf(modelIndex, check.resource, 'read')
      : check.kind === 'field'
        ? findPropertyRule(modelIndex, check.resource, check.property, 'read')
        : undefined
  const by = rule?.kind === 'conditional' ? normalizeExpression(rule.expression.text) : 'no caller, because no rule allows it'
  const because: readonly Origin[] = rule === undefined || rule.kind === 'allowed' ? [] : rule.because
  return { rule: ruleCheckText(check), by, ...(because[0] === undefined ? {} : { from: printOrigin(because[0]) }) }
}

/**
 * A client-chosen unique value that conflicts reveals that a record has it, regardless of read rules. A record that is still
 * referenced reveals that, too.
 */
function listConflictDisclosures({ modelIndex }: OperationContext, { points }: OperationFacts): ReadingFacts['tells'] {
  return points.flatMap(({ condition, subject = '', because }) => {
    const [resource = '', member] = subject.split('.')
    if ((condition !== 'duplicate' && condition !== 'in-use') || !hasRestrictedRecords(modelIndex.model, resource)) return []
    const { key = [], properties } = modelIndex.domain.resources.get(resource) ?? {}
    const isRuleName = member !== undefined && properties?.has(member) !== true
    const conflict = isRuleName ? `conflicts with it` : `has this ${member ?? key.join('+')}`
    const text =
      condition === 'duplicate'
        ? `${condition} ${subject}: that a ${resource} ${conflict}`
        : `${condition} ${subject}: that a ${resource} refers to it`
    return [
      { text: `${text}, also one that the caller may not read`, ...(because[0] === undefined ? {} : { from: printOrigin(because[0]) }) },
    ]
  })
}

/** The disclosures of the operation itself, and of the views and computed properties in its response. */
function listDisclosures({ modelIndex, operation }: OperationContext): readonly DisclosedReason[] {
  const disclosedNames = new Set(
    listResponseParts({ modelIndex, operation } as OperationContext).flatMap(({ hidden }) => [...hidden.usedDisclosures]),
  )
  const disclosures = collectDisclosures(modelIndex.domain).all
  const ofOperation = disclosures.filter(({ place }) => place.kind === 'operation' && place.operation === operation).map(readReason)
  const inherited = disclosures
    .filter(
      ({ place, name }) =>
        (place.kind === 'view' || place.kind === 'property') && disclosedNames.has(name) && isInAnswer(modelIndex, operation, place),
    )
    .map((disclosure) => ({ ...readReason(disclosure), what: `${disclosure.name} in ${namePlace(disclosure.place)}` }))
  const decides = listSpecifiedEntries(operation.slots.with).flatMap(({ name, key, value }) => {
    const reason = slotValueOf(value.decides)
    return reason === undefined ? [] : [{ what: `${name} decides`, reason, from: printPlace(key.span) }]
  })
  return [...ofOperation, ...inherited, ...decides]
}

/** True if the answer calls the view; for nested views and computed properties, their own disclosure is sufficient. */
function isInAnswer(modelIndex: ModelIndex, { slots }: OperationContext['operation'], place: DisclosingPlace): boolean {
  const body = slotValueOf(slots.output)
  if (place.kind !== 'view' || body === undefined) return true
  const called = new Set(listTemplateExpressions(body).flatMap(({ expression }) => [...modelIndex.readsOf(expression).calls]))
  return called.has(place.name) || [...called].some((name) => modelIndex.domain.views.has(name) && name !== place.name)
}

/** All disclosures of a document as text; empty without any. */
export function explainDisclosures(modelIndex: ModelIndex, style: LayoutStyle): string {
  const disclosures = listAllDisclosures(modelIndex)
  if (disclosures.length === 0) return ''
  const lines: Line[] = disclosures.map(({ place, what, reason, from }) => ({ indent: 2, text: `${what} in ${place}: ${reason}`, from }))
  return `${layOut([{ indent: 0, text: 'The document discloses:', style: 'bold' }, ...lines], style)}\n`
}
