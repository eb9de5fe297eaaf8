// Reports unknown causes in `on`: transitions, states and resources that do not exist.

import { advise, paste, quoteWordsWithOr } from '../../diagnostic/help.ts'
import type { Span } from '../../base/text.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, reportUnknownResource, reportUnknownName } from '../../diagnostic/voice.ts'
import type { Edge, Facts } from '../../fact/fact.ts'
import { isTimedKind } from '../../model/timed.ts'
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
      createDiagnostic(
        'error',
        code,
        `\`${text}\` is nothing that can happen`,
        { span: node.span, text: 'no cause reads so' },
        {
          help: advise`Name a transition, an entry, or a change of records, for example${paste('on: [Order.place, entry Order.paid, Order.created]')}`,
        },
      ),
    ]
  }
  const { resources } = typing.domain
  if (!resources.has(resource)) return [reportUnknownResource(code, 'resource', resource, node.span, resources.keys())]
  if (model.states.state === 'not shown') return []
  const resourceMachines = machines.get(resource) ?? []
  const timedTargets = resourceMachines.flatMap(({ edges }) =>
    edges.flatMap((edge) => (entry === undefined && isTimedKind(edge.kind) && edge.name === name ? [edge] : [])),
  )
  if (timedTargets.length > 0) return [reportTimed(text, resource, timedTargets, node.span)]
  const possibleNames =
    entry === undefined
      ? [...resourceMachines.flatMap(({ transitions }) => transitions.map(({ name }) => name)), ...changes]
      : resourceMachines.flatMap(({ states }) => states)
  return possibleNames.includes(name)
    ? []
    : [
        reportUnknownName(
          code,
          entry === undefined ? `transition or change of ${resource}` : `state of ${resource}`,
          name,
          node.span,
          possibleNames,
        ),
      ]
}

/** A timed transition is no cause of its own: the state that it leads to is entered, or else its writes change the record. */
function reportTimed(text: string, resource: string, edges: readonly Pick<Edge, 'from' | 'to'>[], span: Span): Diagnostic {
  const targets = [...new Set(edges.flatMap(({ from, to }) => (from === to ? [] : [`entry ${resource}.${to}`])))]
  return createDiagnostic(
    'error',
    code,
    `\`${text}\` is made by time, and no cause of an event`,
    { span, text: 'a timed transition' },
    {
      reason: 'A cause is a transition under `on`, the entry into a state, or a change of a record.',
      help:
        targets.length > 0
          ? advise`Write ${quoteWordsWithOr(targets)}.`
          : `It stays in its state: write \`${resource}.updated\`, with a \`when\` over what it sets, such as \`when: this.warned && !old.warned\`.`,
    },
  )
}
