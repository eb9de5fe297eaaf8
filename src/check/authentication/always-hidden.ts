// Reports an answer made of records that no caller may read: a list is then always empty, and a member always absent.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoteName } from '../../diagnostic/voice.ts'
import { callerResources } from '../../fact/callers.ts'
import type { Facts } from '../../fact/fact.ts'
import { hidingOf } from '../../fact/hidden.ts'
import { ruleOf } from '../../fact/rules.ts'
import { world } from '../../fact/world.ts'
import type { Role } from '../../typing/slots/roles.ts'
import type { Check } from '../check.ts'

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
    // Without any rule for reading, `never-allowed` tells the one cause.
    if (![...typing.domain.resources.keys()].some((name) => ruleOf(known, name, 'read').kind !== 'denied')) return []
    // A caller may always read its own record.
    const callers = new Set(callerResources(typing))
    const found = typing.slots.flatMap(({ slot, role }): Diagnostic[] => {
      if (!shownPlaces.has(role) || slot.node.span.source.convention !== undefined) return []
      const { asks, counts } = hiding.at(slot)
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
    return [...new Map(found.toReversed().map((each) => [each.message, each])).values()].toReversed()
  },
}
