// Reports scopes in `security` that the flows of their scheme do not list.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { type Json, isJsonObject } from '../../base/json.ts'
import { unknownName } from '../../diagnostic/voice.ts'
import type { Model } from '../../model/model.ts'
import { type Named, type Slot, type Word, entryNamed, slotValue } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'authentication/unknown-scope'

export const check: Check = {
  code,
  run: ({ model }) =>
    [model.authentication.value.security, ...model.endpoints.value.operations.map(({ slots }) => slots.security)].flatMap((slot) =>
      checkRequirements(slot, model),
    ),
}

type Requirements = Slot<readonly (readonly Named<readonly Word[]>[])[]>

function checkRequirements(slot: Requirements, model: Model): Diagnostic[] {
  return (slotValue(slot) ?? []).flat().flatMap(({ name, slot: scopes }) => {
    const scheme = entryNamed(model.authentication.value.schemes, name)?.slot
    const flows = scheme?.state === 'shown' ? slotValue(scheme.value.flows)?.value : undefined
    const flowScopes = flows === undefined ? undefined : scopesIn(flows)
    return flowScopes === undefined
      ? []
      : (slotValue(scopes) ?? []).flatMap(({ text, node }) =>
          flowScopes.has(text) ? [] : [unknownName(code, `scope of ${name}`, text, node.span, flowScopes)],
        )
  })
}

/** OpenAPI's flows, each with the scopes that can be asked for. */
function scopesIn(flows: Json): ReadonlySet<string> {
  return new Set(
    membersOf(flows).flatMap(([, flow]) =>
      membersOf(flow).flatMap(([name, scopes]) => (name === 'scopes' ? membersOf(scopes).map(([scope]) => scope) : [])),
    ),
  )
}

function membersOf(value: Json): readonly (readonly [string, Json])[] {
  return isJsonObject(value) ? Object.entries(value as { readonly [name: string]: Json }) : []
}
