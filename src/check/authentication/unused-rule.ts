// Reports rules without effect: no operation asks them, or `default: allow` allows the same.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { quoteName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { contextOfOperation } from '../../fact/operation-context.ts'
import { appliedRulesOf } from '../../fact/rule-points.ts'
import { world } from '../../fact/world.ts'
import { type ExpressionText, type Named, specifiedEntries, slotValue } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { isOwn, reportUnused } from '../unused.ts'
import { allowsMore } from './unused-default.ts'

const code = 'authentication/unused-rule'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run(facts) {
    const { model, typing } = facts
    if (model.endpoints.state === 'not shown' || model.states.state === 'not shown') return []
    const evaluatedRules = rulesOfAll(facts)
    const isOpen = slotValue(model.authentication.value.default) === 'allow' && allowsMore(facts)
    return specifiedEntries(model.authentication.value.rules).flatMap(({ name: resource, value }): Diagnostic[] => {
      const declared = typing.domain.resources.get(resource)
      if (declared === undefined || declared.type.open === true) return []
      const tell = ({ name, key, slot }: Rule, of: string): Diagnostic[] =>
        isOpen && of === resource && isOwn(key.span) && isTrue(slot)
          ? [
              reportUnused(
                code,
                `\`default: allow\` allows ${quoteName(name)} of ${of} already`,
                key.span,
                'Remove the rule; or write a rule for each action, and omit `default`.',
              ),
            ]
          : // The rule for `read` applies wherever a record is shown.
            name === 'read' || evaluatedRules.has(`${of} ${name}`) || !isOwn(key.span)
            ? []
            : [
                reportUnused(
                  code,
                  `No operation asks the rule ${quoteName(name)} of ${of}`,
                  key.span,
                  'Remove it, or declare the endpoint that it is for.',
                ),
              ]
      return value.flatMap((rule) => {
        if (!declared.properties.has(rule.name)) return tell(rule, resource)
        const ofActions =
          rule.slot.state === 'shown' && Array.isArray(rule.slot.value) ? (rule.slot.value as readonly Named<ExpressionText>[]) : []
        return ofActions.flatMap((one) => tell(one, `${resource}.${rule.name}`))
      })
    })
  },
}

type Rule = Named<ExpressionText | readonly Named<ExpressionText>[]>

function isTrue(slot: Rule['slot']): boolean {
  return slot.state === 'shown' && 'kind' in slot.value && slot.value.text.trim() === 'true'
}

/** As `Resource action`, `Resource transition` and `Resource.property action`. */
function rulesOfAll(facts: Facts): ReadonlySet<string> {
  const known = world(facts.model, facts.typing)
  return new Set(
    facts.model.endpoints.value.operations.flatMap((operation) =>
      appliedRulesOf(contextOfOperation(known, operation)).map(({ subject, name }) =>
        name === undefined ? subject.replace('.', ' ') : `${subject} ${name}`,
      ),
    ),
  )
}
