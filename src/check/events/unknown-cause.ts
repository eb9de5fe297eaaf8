// Reports unknown causes in `on`: transitions, states and resources that do not exist.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, unknownResource, unknownName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { type Word, specifiedEntries, slotValue } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'events/unknown-cause'
const changes = ['created', 'updated', 'deleted']

export const check: Check = {
  code,
  run(facts) {
    const { types, callbacks } = facts.model.events.value
    const words = [...specifiedEntries(types), ...specifiedEntries(callbacks)].flatMap(({ value }) => slotValue(value.on) ?? [])
    if (words.length === 0 || facts.model.resources.state === 'not shown') return []
    const machines = Map.groupBy(facts.machines, ({ machine }) => machine.resource)
    return words.flatMap((word) => ofCause(word, machines, facts))
  },
}

function ofCause({ text, node }: Word, machines: ReadonlyMap<string, Facts['machines']>, { model, typing }: Facts): Diagnostic[] {
  const [, entry, resource = '', what = ''] = /^(?:(entry)\s+)?([^\s.]+)\.(\S+)$/.exec(text.trim()) ?? []
  if (resource === '') {
    return [diagnostic('error', code, `\`${text}\` is nothing that can happen`, { span: node.span, text: 'no cause reads so' }, {
      help: 'Name a transition, an entry, or a change of records, for example\n\non: [Order.place, entry Order.paid, Order.created]',
    })]
  }
  const { resources } = typing.domain
  if (!resources.has(resource)) return [unknownResource(code, 'resource', resource, node.span, resources.keys())]
  if (model.states.state === 'not shown') return []
  const own = machines.get(resource) ?? []
  const known =
    entry === undefined
      ? [...own.flatMap(({ transitions }) => transitions.map(({ name }) => name)), ...changes]
      : own.flatMap(({ states }) => states)
  return known.includes(what)
    ? []
    : [unknownName(code, entry === undefined ? `transition or change of ${resource}` : `state of ${resource}`, what, node.span, known)]
}
