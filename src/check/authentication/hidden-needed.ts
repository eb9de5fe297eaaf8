// Checks required values that depend on data hidden by a read rule: a status, a page, an event's payload, a stored value.

import { withoutNull } from '../../cel/fits.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Node } from '../../document/node.ts'
import { collectExpressions } from '../../fact/expressions.ts'
import type { Facts } from '../../fact/fact.ts'
import type { RuleCheck } from '../../fact/rule-check.ts'
import { type Hiding, hidingOf } from '../../fact/hidden.ts'
import { isHiding } from '../../fact/rules.ts'
import { type World, world } from '../../fact/world.ts'
import { offeredEvents } from '../../model/endpoints.ts'
import type { EventType } from '../../model/events.ts'
import type { Operation } from '../../model/model.ts'
import { type ExpressionText, type TemplateText, specifiedEntries, slotValue } from '../../model/slot.ts'
import type { Role } from '../../typing/slots/roles.ts'
import { ruleText, disclosureHelp, ruleLabels } from '../rule-of-check.ts'
import type { Check } from '../check.ts'
import { webhooksIn } from '../deliveries.ts'

const code = 'authentication/hidden-needed'

type Known = { readonly facts: Facts; readonly known: World; readonly hiding: Hiding }

export const check: Check = {
  code,
  run(facts) {
    const { model, typing } = facts
    if (model.authentication.state !== 'shown') return []
    const all: Known = { facts, known: world(model, typing), hiding: hidingOf(typing) }
    return [
      ...typing.slots.flatMap(({ slot, role }) => ofSlot(slot, role, all)),
      ...model.endpoints.value.operations.flatMap((operation) => [...ofLets(operation, all), ...ofCache(operation, all)]),
      ...specifiedEntries(model.events.value.types).flatMap(({ name, value }) => checkEvent(name, value, all)),
    ]
  },
}

/** Slots that need a value regardless of the caller's permissions. */
const needed: { readonly [role in Role]?: string } = {
  'endpoints.status': 'A status',
  'endpoints.page': 'What a page holds',
  'errors.status': 'The status of an error',
}

function ofSlot(slot: ExpressionText | TemplateText, role: Role, { known, hiding }: Known): Diagnostic[] {
  const need = needed[role]
  const [ask] = need === undefined ? [] : hiding.ofSlot(slot).hides
  if (need === undefined || ask === undefined) return []
  return [
    diagnostic(
      'error',
      code,
      `${need} reads ${ruleText(ask)}`,
      { span: slot.node.span, text: 'has no value for a caller who may not read it' },
      {
        others: ruleLabels(known, ask),
        help: `Say what it is then, by \`.?member.orValue(…)\` or \`has\`, or ${disclosureHelp(ask, 'the operation', known.domain)}`,
      },
    ),
  ]
}

/** A stored name is read with the document's authority, a shown name with the caller's permissions: one name cannot be both. */
function ofLets(operation: Operation, { known, hiding }: Known): Diagnostic[] {
  const { slots } = operation
  const lets = specifiedEntries(slots.let)
  if (lets.length === 0) return []
  const shownNames = namesRead([slots.output, slots.headers, slots.status, slots.cache], lets, known)
  const storedNames = namesRead([slots.set, (slotValue(slots.do) ?? []).map(({ set }) => set)], lets, known)
  return lets.flatMap(({ name, key, value }) => {
    const [ask] = shownNames.has(name) && storedNames.has(name) ? hiding.ofSlot(value).hides : []
    return ask === undefined
      ? []
      : [
          diagnostic(
            'error',
            code,
            `${quoteName(name)} is stored and shown, and reads ${ruleText(ask)}`,
            { span: key.span, text: 'one value for both' },
            {
              others: ruleLabels(known, ask),
              reason: "Stored values are read with the document's permissions; shown values with the caller's.",
              help: `Write two names, one for \`set\` and one for the answer, or ${disclosureHelp(ask, quoteName(operation.name), known.domain)}`,
            },
          ),
        ]
  })
}

/** The names of `let` that parts of an operation read, directly or through others. */
function namesRead(
  parts: readonly unknown[],
  lets: readonly { readonly name: string; readonly value: ExpressionText }[],
  known: World,
): ReadonlySet<string> {
  const { expressions, texts } = collectExpressions(parts)
  const readings = [...expressions.map((text) => known.reading(text)), ...texts.flatMap((text) => known.readingOfText(text))]
  const names = new Set(readings.flatMap(({ variables }) => [...variables]))
  for (const { name, value } of lets.toReversed()) if (names.has(name)) for (const read of known.reading(value).variables) names.add(read)
  return names
}

/** A shared cache may hold only data that every caller may read. */
function ofCache({ name, action, subject, slots }: Operation, { facts: { model }, known, hiding }: Known): Diagnostic[] {
  const cache = slotValue(slots.cache)
  const control = cache === undefined || 'kind' in cache ? cache : slotValue(cache.control)
  if (control === undefined || !/\bpublic\b/i.test(control.text)) return []
  const { expressions, texts } = collectExpressions([slots.output, slots.headers, slots.status])
  const inside = [...expressions, ...texts].map((slot) => hiding.ofSlot(slot))
  const own =
    (action === 'read' || action === 'list') && subject !== undefined && isHiding(model, subject.text)
      ? [{ kind: 'record', resource: subject.text } as const]
      : []
  const [ask] = [
    ...own,
    ...inside.flatMap(({ asks }) => asks),
    ...inside.flatMap(({ counts }) => Array.from(counts, (resource): RuleCheck => ({ kind: 'record', resource }))),
  ]
  return ask === undefined
    ? []
    : [
        diagnostic(
          'error',
          code,
          `${quoteName(name)} may be kept for everybody, and shows ${ruleText(ask)}`,
          { span: control.node.span, text: 'a cache answers others with it' },
          {
            others: ruleLabels(known, ask),
            help: 'Write `private` instead of `public`.',
          },
        ),
      ]
}

/** An event's payload is computed once for all recipients; a fixed address belongs to the operator. */
function checkEvent(name: string, type: EventType, all: Known): Diagnostic[] {
  const listener = listenerOf(name, all.facts)
  if (listener === undefined) return []
  const { expressions, texts } = collectExpressions([type.data, type.subject, type.dataschema, type.partitionkey])
  for (const slot of [...expressions, ...texts]) {
    const { asks, counts } = all.hiding.ofSlot(slot)
    const [ask] = [...asks, ...Array.from(counts, (resource): RuleCheck => ({ kind: 'record', resource }))]
    if (ask === undefined) continue
    return [
      diagnostic(
        'error',
        code,
        `${quoteName(name)} carries ${ruleText(ask)}`,
        { span: slot.node.span, text: `sent to whoever may read the ${aboutOf(slot, all)} that the event is about` },
        {
          others: [{ span: listener.span, text: 'sent from here' }, ...ruleLabels(all.known, ask)],
          reason: 'The data of an event is computed once for all recipients.',
          help: `Leave it out, so that each asks for what it may read, or ${disclosureHelp(ask, quoteName(name), all.known.domain)}`,
        },
      ),
    ]
  }
  return []
}

function aboutOf(slot: ExpressionText | TemplateText, { facts }: Known): string {
  const type = facts.typing.scope(slot)?.variables.get('this')
  const record = type && withoutNull(type)
  return record?.kind === 'record' ? record.resource : 'record'
}

/** The recipients, if several may receive an event: a stream, or webhooks to records. */
function listenerOf(name: string, { model }: Facts): Node | undefined {
  const stream = model.endpoints.value.operations.flatMap(({ slots }) => offeredEvents(slots)).find(({ text }) => text === name)
  return stream?.node ?? slotValue(webhooksIn(model)?.to ?? { state: 'unsaid' })?.node
}

