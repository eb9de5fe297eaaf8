// Reports rules without effect: no operation evaluates them, or `default: allow` allows the same.

import { advise, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { quoteName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { makeOperationContext } from '../../fact/operation-context.ts'
import { listAppliedRules } from '../../fact/rule-points.ts'
import { indexModel } from '../../fact/model-index.ts'
import { type ExpressionText, type Named, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { isAuthored, reportUnused } from '../unused.ts'
import { isDefaultUsed } from './unused-default.ts'

const code = 'authentication/unused-rule'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run(facts) {
    const { model, typing } = facts
    if (model.endpoints.state === 'not shown' || model.states.state === 'not shown') return []
    const evaluatedRules = listEvaluatedRules(facts)
    const isOpen = slotValueOf(model.authentication.value.default) === 'allow' && isDefaultUsed(facts)
    return listSpecifiedEntries(model.authentication.value.rules).flatMap(({ name: resource, value }): Diagnostic[] => {
      const declared = typing.domain.resources.get(resource)
      if (declared === undefined || declared.type.open === true) return []
      const checkUse = ({ name, key, slot }: Rule, owner: string): Diagnostic[] => {
        if (isOpen && owner === resource && isAuthored(key.span) && isTrue(slot))
          return [
            reportUnused(
              code,
              `\`default: allow\` allows ${quoteName(name)} of ${owner} already`,
              key.span,
              advise`${remove('Remove the rule')}; or write a rule for each action, and omit \`default\`.`,
            ),
          ]
        // The rule for `read` applies wherever a record is shown.
        if (name === 'read' || evaluatedRules.has(`${owner} ${name}`) || !isAuthored(key.span)) return []
        return [
          reportUnused(
            code,
            `No operation evaluates the rule ${quoteName(name)} of ${owner}`,
            key.span,
            advise`${remove('Remove it')}, or declare the endpoint that it is for.`,
          ),
        ]
      }
      return value.flatMap((rule) => {
        if (!declared.properties.has(rule.name)) return checkUse(rule, resource)
        const actionRules =
          rule.slot.state === 'shown' && Array.isArray(rule.slot.value) ? (rule.slot.value as readonly Named<ExpressionText>[]) : []
        return actionRules.flatMap((actionRule) => checkUse(actionRule, `${resource}.${rule.name}`))
      })
    })
  },
}

type Rule = Named<ExpressionText | readonly Named<ExpressionText>[]>

function isTrue(slot: Rule['slot']): boolean {
  return slot.state === 'shown' && 'kind' in slot.value && slot.value.text.trim() === 'true'
}

/** As `Resource action`, `Resource transition` and `Resource.property action`. */
function listEvaluatedRules(facts: Facts): ReadonlySet<string> {
  const modelIndex = indexModel(facts.model, facts.typing)
  return new Set(
    facts.model.endpoints.value.operations.flatMap((operation) =>
      listAppliedRules(makeOperationContext(modelIndex, operation)).map(({ subject, name }) =>
        name === undefined ? subject.replace('.', ' ') : `${subject} ${name}`,
      ),
    ),
  )
}
