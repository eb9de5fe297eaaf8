// Reports states of `in` in which the operation is impossible anyway, and lists of all states.

import { advise, quoteWord, quoteWordsWithAnd, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { joinWithAnd, quoteName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import type { Operation } from '../../model/model.ts'
import type { Check } from '../check.ts'
import { isAuthored, reportUnused } from '../unused.ts'

const code = 'endpoints/redundant-state'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run: (facts) => facts.model.endpoints.value.operations.flatMap((operation) => checkOperation(operation, facts)),
}

function checkOperation({ name, action, subject, slots }: Operation, { machines }: Facts): Diagnostic[] {
  if (slots.in.state !== 'shown' || subject === undefined || !isAuthored(slots.in.at.span)) return []
  const [resource = '', transition] = subject.text.split('.')
  const resourceMachines = machines.filter(({ machine }) => machine.resource === resource)
  const states = slots.in.value
  if (action === 'transition' && slots.to.state !== 'shown' && transition !== undefined) {
    const from = new Set(
      resourceMachines.flatMap(({ transitions }) =>
        transitions.filter((each) => each.name === transition).flatMap((each) => [...each.from]),
      ),
    )
    if (from.size === 0) return []
    return states
      .filter(({ text }) => !from.has(text))
      .map(({ text, node }) =>
        reportUnused(
          code,
          `${quoteName(subject.text)} is never made in ${quoteName(text)}`,
          node.span,
          states.length === 1
            ? advise`Write the states in which ${quoteWord(name)} is possible: it leaves ${quoteWordsWithAnd([...from])}.`
            : advise`${remove('Leave it out')}: ${quoteName(name)} leaves ${joinWithAnd([...from])}.`,
        ),
      )
  }
  const [machine, ...more] = resourceMachines
  const isAll = machine !== undefined && more.length === 0 && machine.states.every((state) => states.some(({ text }) => text === state))
  return isAll
    ? [
        reportUnused(
          code,
          `\`in\` of ${quoteName(name)} names every state, so it keeps nothing out`,
          slots.in.at.span,
          advise`${remove('Leave it out')}, or leave out the states in which it is not possible.`,
        ),
      ]
    : []
}
