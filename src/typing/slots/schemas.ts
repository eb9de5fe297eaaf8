// Types `generate` and `normalize` in schemas outside part 2: of bodies, parameters, and inputs of transitions and code.

import type { Body } from '../../model/endpoints.ts'
import type { SchemaNode } from '../../model/schema.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import { makeTypingNamesIn } from '../resolve.ts'
import { listTransitions } from '../transition.ts'
import { typeOf } from '../type-of.ts'
import { walkValue } from './resources.ts'
import type { SlotWalk } from './walk.ts'

export function walkInlineSchemas(walk: SlotWalk): void {
  const { service, states, endpoints, authentication } = walk.domain.model
  const candidates = states.value.machines.flatMap(listTransitions).flatMap((transition) => transition.candidates)
  const nodes = [
    ...listSpecifiedEntries(authentication.value.schemes).flatMap(({ value }) => slotValueOf(value.claimsSet) ?? []),
    ...listSpecifiedEntries(service.value.behaviours).flatMap(({ value }) => slotValueOf(value.input) ?? []),
    ...candidates.flatMap(({ input }) => (input?.state === 'shown' ? [input.value] : [])),
    ...endpoints.value.operations.flatMap(({ slots }) => {
      const body = slotValueOf(slots.body)
      const parameters = slotValueOf(slots.parameters)
      const declared = parameters === undefined ? [] : [parameters.query, parameters.header, parameters.path].flatMap(listSpecifiedEntries)
      return [...(body === undefined ? [] : listSchemas(body)), ...declared.map(({ value }) => value.schema)]
    }),
  ]
  for (const node of nodes) walkValue(node, typeOf(node, makeTypingNamesIn(walk.domain), 'input'), walk)
}

function listSchemas(body: Body): readonly SchemaNode[] {
  switch (body.kind) {
    case 'fields':
      return []
    case 'schema':
      return [body.schema]
    case 'envelope':
      return body.members.flatMap(({ slot }) => (slot.state === 'shown' ? listSchemas(slot.value) : []))
  }
}
