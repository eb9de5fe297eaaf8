// Reports schemes in `security`, `caller` and test callers that part 5 does not declare.

import { joinWithAnd, reportUnknownName } from '../../diagnostic/voice.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { listSchemeNames } from './schemes.ts'

const code = 'authentication/unknown-scheme'

export const check: Check = {
  code,
  run({ model }) {
    const {
      state,
      value: { schemes },
    } = model.authentication
    if (state === 'not shown' || schemes.state === 'gap' || schemes.state === 'wrong') return []
    const schemeNames = new Set((slotValueOf(schemes) ?? []).map(({ name }) => name))
    const roles = new Set((slotValueOf(model.authentication.value.roles) ?? []).map(({ name }) => name))
    return listSchemeNames(model).flatMap(({ text, node }) => {
      if (schemeNames.has(text)) return []
      const unknown = reportUnknownName(code, 'scheme', text, node.span, schemeNames)
      return [
        roles.has(text)
          ? {
              ...unknown,
              help: `It is a role. Use it in \`rules\`, under the resource and the action or transition. The schemes that can be used here are ${joinWithAnd([...schemeNames])}.`,
            }
          : unknown,
      ]
    })
  },
}
