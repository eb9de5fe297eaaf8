// Whoever calls is found before their tenant is known, unless a claim says it.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoted } from '../../diagnostic/voice.ts'
import { world } from '../../fact/world.ts'
import { shown } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { lookUpsOf } from './look-ups.ts'

const code = 'authentication/tenant-look-up'

export const check: Check = {
  code,
  run({ model, typing }) {
    const known = world(model, typing)
    return lookUpsOf(model).flatMap(({ find }): Diagnostic[] => {
      const word = shown(find)
      const resource = typing.domain.resources.get(word?.text ?? '')
      const member = resource?.tenant.find(({ expression }) => known.reading(expression).variables.has('caller'))
      if (word === undefined || resource === undefined || member === undefined) return []
      return [diagnostic('error', code, `${quoted(resource.name)} is where callers are found, and is kept apart by what only they tell`, { span: word.node.span, text: 'looked for before anybody is known' }, {
        others: [{ span: member.expression.node.span, text: 'reads the caller' }],
        reason: 'The tenant is that of the caller, and the caller would have to be found within it.',
        help: `Leave ${resource.name} to all tenants, or take the tenant from a claim, for example\n\ntenant: { ${member.property}: claims.${member.property} }`,
      })]
    })
  },
}
