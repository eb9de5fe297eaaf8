// Reports schemes in `security`, `caller` and test callers that part 5 does not declare.

import { joinWithAnd, unknownName } from '../../diagnostic/voice.ts'
import { slotValue } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { schemesNamed } from './schemes.ts'

const code = 'authentication/unknown-scheme'

export const check: Check = {
  code,
  run({ model }) {
    const { state, value: { schemes } } = model.authentication
    if (state === 'not shown' || schemes.state === 'gap' || schemes.state === 'wrong') return []
    const known = new Set((slotValue(schemes) ?? []).map(({ name }) => name))
    const roles = new Set((slotValue(model.authentication.value.roles) ?? []).map(({ name }) => name))
    return schemesNamed(model).flatMap(({ text, node }) => {
      if (known.has(text)) return []
      const unknown = unknownName(code, 'scheme', text, node.span, known)
      return [
        roles.has(text)
          ? {
              ...unknown,
              help: `It is a role. Say who may do it in \`rules\`, under the resource and the action or transition; here stand the schemes that let a caller in: ${joinWithAnd([...known])}.`,
            }
          : unknown,
      ]
    })
  },
}
