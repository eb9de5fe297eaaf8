// Reports an answer made of records or fields that no caller may read: a list is then always empty, and a member always absent.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoteName } from '../../diagnostic/voice.ts'
import { callerResources } from '../../fact/callers.ts'
import type { Facts } from '../../fact/fact.ts'
import { type Hiding, hidingOf } from '../../fact/hidden.ts'
import type { RuleCheck } from '../../fact/rule-check.ts'
import { propertyRule, ruleOf } from '../../fact/rules.ts'
import { type World, world } from '../../fact/world.ts'
import { slotValue, specifiedEntries } from '../../model/slot.ts'
import type { Role } from '../../typing/slots/roles.ts'
import type { Check } from '../check.ts'
import { neverHolds } from '../expressions/known-condition.ts'
import { isOwn } from '../unused.ts'

const code = 'authentication/always-hidden'

const shownPlaces: ReadonlySet<Role> = new Set(['endpoints.output', 'endpoints.headers', 'resources.view'])

export const check: Check = {
  code,
  quietBesideErrors: true,
  run(facts: Facts) {
    const { model, typing } = facts
    const { rules, default: usual } = model.authentication.value
    if (model.authentication.state !== 'shown' || [rules, usual].some(({ state }) => state === 'gap' || state === 'wrong')) return []
    const known = world(model, typing)
    const hiding = hidingOf(typing)
    // Without any read rule, `never-allowed` reports the only cause.
    if (![...typing.domain.resources.keys()].some((name) => ruleOf(known, name, 'read').kind !== 'denied')) return []
    // A caller may always read its own record.
    const callers = new Set(callerResources(typing))
    const diagnostics = typing.slots.flatMap(({ slot, role }): Diagnostic[] => {
      if (!shownPlaces.has(role) || slot.node.span.source.convention !== undefined) return []
      const { asks, counts } = hiding.ofSlot(slot)
      const resources = [...counts, ...asks.flatMap((ask) => (ask.kind === 'record' ? [ask.resource] : []))]
      const resource = resources.find((each) => !callers.has(each) && ruleOf(known, each, 'read').kind === 'denied')
      if (resource === undefined) return []
      return [
        diagnostic(
          'warning',
          code,
          `No caller may read ${quoteName(resource)}, and this shows it`,
          { span: slot.node.span, text: counts.has(resource) ? 'always without records' : 'always left out' },
          {
            reason: 'Without a rule that allows reading, records are hidden wherever they would be shown.',
            help: `Say who may read it, or disclose it here by \`discloses\`:\n\nrules:\n  ${resource}:\n    read: caller != null`,
          },
        ),
      ]
    })
    // One missing rule is one cause.
    return [...[...new Map(diagnostics.toReversed().map((each) => [each.message, each])).values()].toReversed(), ...hiddenFields(known, hiding)]
  },
}

/** Members of views, and shown expressions, of a field whose own rule is met by no caller. A default view lists nothing itself. */
function hiddenFields(known: World, hiding: Hiding): Diagnostic[] {
  const { model, typing } = known
  const taken = specifiedEntries(model.resources.value.views).flatMap(({ name, value }) =>
    (slotValue(value.take) ?? []).map(({ text, node }) => ({ span: node.span, asks: hiding.ofCopied(name, text).asks })),
  )
  const shownSlots = typing.slots
    .filter(({ role }) => shownPlaces.has(role))
    .map(({ slot }) => ({ span: slot.node.span, asks: hiding.ofSlot(slot).asks.filter(({ view }) => view === undefined) }))
  return [...taken, ...shownSlots].flatMap(({ span, asks }): Diagnostic[] => {
    const field = asks.find((ask): ask is FieldCheck => ask.kind === 'field' && isHiddenFromAll(ask, known))
    if (field === undefined || !isOwn(span)) return []
    const name = `${field.resource}.${field.property}`
    return [
      diagnostic('warning', code, `No caller may read ${quoteName(name)}, and this shows it`, { span, text: 'always left out' }, {
        reason: 'The rule of a field hides it wherever it would be shown.',
        help:
          `Say in its rule who may read it, or disclose it here by \`discloses\`:` +
          `\n\nrules:\n  ${field.resource}:\n    ${field.property}: { read: caller != null }`,
      }),
    ]
  })
}

type FieldCheck = Extract<RuleCheck, { kind: 'field' }>

function isHiddenFromAll({ resource, property }: FieldCheck, known: World): boolean {
  const rule = propertyRule(known, resource, property, 'read')
  return rule.kind === 'asked' && neverHolds(known.typing.expression(rule.expression))
}
