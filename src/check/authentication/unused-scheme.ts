// Reports schemes that admit no caller: no requirement uses them, and nothing issues their tokens.

import { partsOf } from '../../cel/parts.ts'
import type { Expression } from '../../cel/expression.ts'
import { reportUnusedDeclaration } from '../../diagnostic/voice.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { listTyped } from '../expressions/typed.ts'
import { isAuthored } from '../unused.ts'

const code = 'authentication/unused-scheme'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run({ model, typing }) {
    const { schemes, security } = model.authentication.value
    const { operations } = model.endpoints.value
    const declared = (slotValueOf(schemes) ?? []).filter(({ key }) => isAuthored(key.span))
    // A missing requirement is reported by another check.
    if (declared.length === 0 || model.endpoints.state !== 'shown' || security.state === 'gap' || security.state === 'unsaid') return []
    const required = new Set(
      [security, ...operations.map(({ slots }) => slots.security)].flatMap((slot) =>
        (slotValueOf(slot) ?? []).flatMap((requirement) => requirement.map(({ name }) => name)),
      ),
    )
    const issued = new Set(listTyped(typing).flatMap(({ expression }) => [...listTokens(expression)]))
    return declared
      .filter(({ name }) => !required.has(name) && !issued.has(name))
      .map(({ name, key }) => reportUnusedDeclaration(code, 'a scheme', name, key.span))
  },
}

function* listTokens(expression: Expression): Iterable<string> {
  if (expression.kind === 'call' && expression.name === 'token') {
    const [scheme] = expression.arguments
    if (scheme?.kind === 'literal' && typeof scheme.value === 'string') yield scheme.value
  }
  for (const part of partsOf(expression)) yield* listTokens(part.expression)
}
