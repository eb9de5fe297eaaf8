// Checks required values that depend on data hidden by a read rule: a status, a page, an event's payload, a stored value.

import { advise, quoteWord, remove } from '../../diagnostic/help.ts'
import { withoutNull } from '../../cel/fits.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Node } from '../../document/node.ts'
import { collectExpressions } from '../../fact/expressions.ts'
import type { Facts } from '../../fact/fact.ts'
import type { RuleCheck } from '../../fact/rule-check.ts'
import { type HidingAnalysis, analyseHiding } from '../../fact/hidden.ts'
import { hasRestrictedRecords } from '../../fact/rules.ts'
import { type ModelIndex, indexModel } from '../../fact/model-index.ts'
import { listOfferedEvents } from '../../model/endpoints.ts'
import type { EventType } from '../../model/events.ts'
import type { Operation } from '../../model/model.ts'
import { type ExpressionText, type TemplateText, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Role } from '../../typing/slots/roles.ts'
import { nameHiddenData, writeDisclosureHelp, labelRule } from '../rule-of-check.ts'
import type { Check } from '../check.ts'
import { findWebhooks } from '../deliveries.ts'

const code = 'authentication/hidden-required'

type Context = { readonly facts: Facts; readonly modelIndex: ModelIndex; readonly hiding: HidingAnalysis }

export const check: Check = {
  code,
  run(facts) {
    const { model, typing } = facts
    if (model.authentication.state !== 'shown') return []
    const context: Context = { facts, modelIndex: indexModel(model, typing), hiding: analyseHiding(typing) }
    return [
      ...typing.slots.flatMap(({ slot, role }) => checkSlot(slot, role, context)),
      ...model.endpoints.value.operations.flatMap((operation) => [...checkLets(operation, context), ...checkCache(operation, context)]),
      ...listSpecifiedEntries(model.events.value.types).flatMap(({ name, value }) => checkEvent(name, value, context)),
    ]
  },
}

/** Slots that need a value regardless of the caller's permissions. */
const describedRoles: { readonly [role in Role]?: string } = {
  'endpoints.status': 'A status',
  'endpoints.page': 'The size of a page',
  'errors.status': 'The status of an error',
}

function checkSlot(slot: ExpressionText | TemplateText, role: Role, { modelIndex, hiding }: Context): Diagnostic[] {
  const description = describedRoles[role]
  const [ruleCheck] = description === undefined ? [] : hiding.analyseSlot(slot).hidingRules
  if (description === undefined || ruleCheck === undefined) return []
  return [
    createDiagnostic(
      'error',
      code,
      `${description} reads ${nameHiddenData(ruleCheck)}`,
      { span: slot.node.span, text: 'has no value for a caller who may not read it' },
      {
        others: labelRule(modelIndex, ruleCheck),
        help: advise`Give a value for this case with \`.?member.orValue(…)\` or \`has\`, or ${writeDisclosureHelp(ruleCheck, 'the operation', modelIndex.domain)}`,
      },
    ),
  ]
}

/** A stored name is read with the document's authority, a shown name with the caller's permissions: one name cannot be both. */
function checkLets(operation: Operation, { modelIndex, hiding }: Context): Diagnostic[] {
  const { slots } = operation
  const lets = listSpecifiedEntries(slots.let)
  if (lets.length === 0) return []
  const shownNames = collectNamesRead([slots.output, slots.headers, slots.status, slots.cache], lets, modelIndex)
  const storedNames = collectNamesRead([slots.set, (slotValueOf(slots.do) ?? []).map(({ set }) => set)], lets, modelIndex)
  return lets.flatMap(({ name, key, value }) => {
    const [ruleCheck] = shownNames.has(name) && storedNames.has(name) ? hiding.analyseSlot(value).hidingRules : []
    return ruleCheck === undefined
      ? []
      : [
          createDiagnostic(
            'error',
            code,
            `${quoteName(name)} is stored and shown, and reads ${nameHiddenData(ruleCheck)}`,
            { span: key.span, text: 'one value for both' },
            {
              others: labelRule(modelIndex, ruleCheck),
              reason: "Stored values are read with the document's permissions; shown values with the caller's.",
              help: advise`Write two names, one for \`set\` and one for the answer, or ${writeDisclosureHelp(ruleCheck, quoteName(operation.name), modelIndex.domain)}`,
            },
          ),
        ]
  })
}

/** The names of `let` that parts of an operation read, directly or through others. */
function collectNamesRead(
  parts: readonly unknown[],
  lets: readonly { readonly name: string; readonly value: ExpressionText }[],
  modelIndex: ModelIndex,
): ReadonlySet<string> {
  const { expressions, texts } = collectExpressions(parts)
  const readings = [...expressions.map((text) => modelIndex.readsOf(text)), ...texts.flatMap((text) => modelIndex.readingOfText(text))]
  const names = new Set(readings.flatMap(({ variables }) => [...variables]))
  for (const { name, value } of lets.toReversed())
    if (names.has(name)) for (const read of modelIndex.readsOf(value).variables) names.add(read)
  return names
}

/** A shared cache may hold only data that every caller may read. */
function checkCache({ name, action, subject, slots }: Operation, { facts: { model }, modelIndex, hiding }: Context): Diagnostic[] {
  const cache = slotValueOf(slots.cache)
  const control = cache === undefined || 'kind' in cache ? cache : slotValueOf(cache.control)
  if (control === undefined || !/\bpublic\b/i.test(control.text)) return []
  const { expressions, texts } = collectExpressions([slots.output, slots.headers, slots.status])
  const shownData = [...expressions, ...texts].map((slot) => hiding.analyseSlot(slot))
  const subjectChecks =
    (action === 'read' || action === 'list') && subject !== undefined && hasRestrictedRecords(model, subject.text)
      ? [{ kind: 'record', resource: subject.text } as const]
      : []
  const [ruleCheck] = [
    ...subjectChecks,
    ...shownData.flatMap(({ ruleChecks }) => ruleChecks),
    ...shownData.flatMap(({ filteredResources }) => Array.from(filteredResources, (resource): RuleCheck => ({ kind: 'record', resource }))),
  ]
  return ruleCheck === undefined
    ? []
    : [
        createDiagnostic(
          'error',
          code,
          `${quoteName(name)} may be cached for all callers, but shows ${nameHiddenData(ruleCheck)}`,
          { span: control.node.span, text: 'a cache answers others with it' },
          {
            others: labelRule(modelIndex, ruleCheck),
            help: advise`Write ${quoteWord('private')} instead of ${'`public`'}.`,
          },
        ),
      ]
}

/** An event's payload is computed once for all recipients; a fixed address belongs to the operator. */
function checkEvent(name: string, type: EventType, context: Context): Diagnostic[] {
  const recipients = findRecipients(name, context.facts)
  if (recipients === undefined) return []
  const { expressions, texts } = collectExpressions([type.data, type.subject, type.dataschema, type.partitionkey])
  for (const slot of [...expressions, ...texts]) {
    const { ruleChecks, filteredResources } = context.hiding.analyseSlot(slot)
    const [ruleCheck] = [...ruleChecks, ...Array.from(filteredResources, (resource): RuleCheck => ({ kind: 'record', resource }))]
    if (ruleCheck === undefined) continue
    return [
      createDiagnostic(
        'error',
        code,
        `${quoteName(name)} carries ${nameHiddenData(ruleCheck)}`,
        { span: slot.node.span, text: `sent to everyone who may read the ${nameSubject(slot, context)} of the event` },
        {
          others: [{ span: recipients.span, text: 'sent from here' }, ...labelRule(context.modelIndex, ruleCheck)],
          reason: 'The data of an event is computed once for all recipients.',
          help: advise`${remove('Leave it out')}, so that recipients request only data that they may read, or ${writeDisclosureHelp(ruleCheck, quoteName(name), context.modelIndex.domain)}`,
        },
      ),
    ]
  }
  return []
}

function nameSubject(slot: ExpressionText | TemplateText, { facts }: Context): string {
  const type = facts.typing.scope(slot)?.variables.get('this')
  const record = type && withoutNull(type)
  return record?.kind === 'record' ? record.resource : 'record'
}

/** The recipients, if several may receive an event: a stream, or webhooks to records. */
function findRecipients(name: string, { model }: Facts): Node | undefined {
  const stream = model.endpoints.value.operations.flatMap(({ slots }) => listOfferedEvents(slots)).find(({ text }) => text === name)
  return stream?.node ?? slotValueOf(findWebhooks(model)?.to ?? { state: 'unsaid' })?.node
}
