// Reports `default: allow` where each action has a rule, and `unreadable` where no rule hides a record.

import { advise, paste, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import type { Facts } from '../../fact/fact.ts'
import { makeOperationContext } from '../../fact/operation-context.ts'
import { listAppliedRules } from '../../fact/rule-points.ts'
import { hasRule, hasRestrictedRecords } from '../../fact/rules.ts'
import { indexModel } from '../../fact/model-index.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { isAuthored, reportUnused } from '../unused.ts'

const code = 'authentication/unused-default'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run(facts) {
    const {
      model,
      typing: { domain },
    } = facts
    const { state, value } = model.authentication
    if (
      state !== 'shown' ||
      [model.resources, model.states, model.endpoints, model.events].some((part) => part.state === 'not shown') ||
      value.rules.state === 'gap'
    )
      return []
    const diagnostics: Diagnostic[] = []
    const { default: defaultSlot, unreadable } = value
    if (
      slotValueOf(defaultSlot) === 'allow' &&
      'at' in defaultSlot &&
      isAuthored(defaultSlot.at.span) &&
      domain.resources.size > 0 &&
      !isDefaultUsed(facts)
    ) {
      diagnostics.push(
        reportUnused(
          code,
          '`default: allow` allows nothing: each action has a rule',
          defaultSlot.at.span,
          advise`${remove('Leave it out')}. An action that is added later is then denied until a rule allows it.`,
        ),
      )
    }
    if (
      unreadable.state === 'shown' &&
      isAuthored(unreadable.at.span) &&
      ![...domain.resources.keys()].some((name) => hasRestrictedRecords(model, name))
    ) {
      diagnostics.push(
        reportUnused(
          code,
          '`unreadable` answers nothing: every caller may read every record',
          unreadable.at.span,
          advise`${remove('Remove it')}, or add a rule for reading, for example${paste('rules:\n  RESOURCE: { read: this.owner == caller }')}`,
        ),
      )
    }
    return diagnostics
  },
}

/** True if `default` decides about an action of an operation, or about reading a resource. */
export function isDefaultUsed({ model, typing }: Facts): boolean {
  const modelIndex = indexModel(model, typing)
  if ([...typing.domain.resources.keys()].some((name) => !hasRule(model, name, 'read'))) return true
  return model.endpoints.value.operations.some((operation) =>
    listAppliedRules(makeOperationContext(modelIndex, operation)).some(({ subject, name }) => {
      const [resource, variant] = subject.split('.')
      return name === undefined ? !hasRule(model, resource!, variant!) : variant === undefined && !hasRule(model, resource!, name)
    }),
  )
}
