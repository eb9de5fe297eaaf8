// Reports sensitive data in an event, which leaves the service for good.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { listSpecifiedEntries } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { listPayload, findDeclaration } from './payload.ts'

const code = 'events/sensitive-data'

export const check: Check = {
  code,
  run(facts) {
    const { types, callbacks } = facts.model.events.value
    return [
      ...listSpecifiedEntries(types).flatMap(({ name, value }) => checkPayload(name, listPayload(value, facts), facts)),
      ...listSpecifiedEntries(callbacks).flatMap(({ name, value }) => checkPayload(name, listPayload({ data: value.body }, facts), facts)),
    ]
  },
}

function checkPayload(name: string, leaves: ReturnType<typeof listPayload>, { typing }: Facts): Diagnostic[] {
  return leaves.flatMap(({ node, properties }): Diagnostic[] => {
    for (const included of properties) {
      const at = findDeclaration(included, 'sensitive', typing.domain)
      if (at === undefined) continue
      const path = [included.property.name, ...included.path].join('.')
      const pronoun = at === included.property.at || path.endsWith(`.${at.text}`) ? 'which' : `in which ${quoteName(at.text)}`
      return [
        createDiagnostic(
          'error',
          code,
          `${quoteName(name)} carries ${included.isComputed ? 'a value computed from ' : ''}${quoteName(path)}, ${pronoun} is sensitive`,
          { span: node.span, text: 'leaves the service here' },
          {
            others: [{ span: at.span, text: 'declared `sensitive`' }],
            reason:
              'Sensitive data must not be in an error, an event or a log: the service cannot control who receives it and how long it is kept.',
            help: 'Name the members that the event carries, without it.',
          },
        ),
      ]
    }
    return []
  })
}
