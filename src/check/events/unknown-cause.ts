// Reports unknown causes in `on`: transitions, states and resources that do not exist.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, unknownResource, unknownName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { type Word, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'events/unknown-cause'
const changes = ['created', 'updated', 'deleted']

export const check: Check = {
  code,
  run(facts) {
    const { types, callbacks } = facts.model.events.value
    const words = [...listSpecifiedEntries(types), ...listSpecifiedEntries(callbacks)].flatMap(({ value }) => slotValueOf(value.on) ?? [])
    if (words.length === 0 || facts.model.resources.state === 'not shown') return []
    const machines = Map.groupBy(facts.machines, ({ machine }) => machine.resource)
    return words.flatMap((word) => checkCause(word, machines, facts))
  },
}

function checkCause({ text, node }: Word, machines: ReadonlyMap<string, Facts['machines']>, { model, typing }: Facts): Diagnostic[] {
  const [, entry, resource = '', name = ''] = /^(?:(entry)\s+)?([^\s.]+)\.(\S+)$/.exec(text.trim()) ?? []
  if (resource === '') {
    return [
      diagnostic(
        'error',
        code,
        `\`${text}\` is nothing that can happen`,
        { span: node.span, text: 'no cause reads so' },
        {
          help: 'Name a transition, an entry, or a change of records, for example\n\non: [Order.place, entry Order.paid, Order.created]',
        },
      ),
    ]
  }
  const { resources } = typing.domain
  if (!resources.has(resource)) return [unknownResource(code, 'resource', resource, node.span, resources.keys())]
  if (model.states.state === 'not shown') return []
  const resourceMachines = machines.get(resource) ?? []
  const possibleNames =
    entry === undefined
      ? [...resourceMachines.flatMap(({ transitions }) => transitions.map(({ name }) => name)), ...changes]
      : resourceMachines.flatMap(({ states }) => states)
  return possibleNames.includes(name)
    ? []
    : [
        unknownName(
          code,
          entry === undefined ? `transition or change of ${resource}` : `state of ${resource}`,
          name,
          node.span,
          possibleNames,
        ),
      ]
}
