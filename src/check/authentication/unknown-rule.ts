// Reports rules that are not of an action, a transition or a property of their resource.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { reportUnknownName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { type ExpressionText, type Named, listSpecifiedEntries } from '../../model/slot.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import type { Check } from '../check.ts'

const code = 'authentication/unknown-rule'
const actions = ['read', 'create', 'update', 'delete']

export const check: Check = {
  code,
  run(facts) {
    const machines = Map.groupBy(facts.machines, ({ machine }) => machine.resource)
    return listSpecifiedEntries(facts.model.authentication.value.rules).flatMap(({ name, value }) => {
      const resource = facts.typing.domain.resources.get(name)
      const isOpen = facts.model.states.state === 'not shown' || resource?.type.open === true
      return resource === undefined || isOpen ? [] : checkRules(resource, value, machines.get(name) ?? [])
    })
  },
}

type Rules = readonly Named<ExpressionText | readonly Named<ExpressionText>[]>[]

function checkRules({ name, properties }: ResourceInfo, rules: Rules, machines: Facts['machines']): Diagnostic[] {
  const ruleNames = new Set([
    ...actions,
    ...machines.flatMap(({ transitions }) => transitions.map((each) => each.name)),
    ...properties.keys(),
  ])
  return rules.flatMap(({ name: rule, key, slot }): Diagnostic[] => {
    if (!ruleNames.has(rule)) return [reportUnknownName(code, `action, transition or property of ${name}`, rule, key.span, ruleNames)]
    if (slot.state !== 'shown' || !Array.isArray(slot.value)) return []
    return slot.value.flatMap((inner: Named<ExpressionText>) =>
      actions.includes(inner.name) ? [] : [reportUnknownName(code, 'action', inner.name, inner.key.span, actions)],
    )
  })
}
