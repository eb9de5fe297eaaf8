// Reports properties that are computed or generated from themselves.

import { reads } from '../../cel/reads.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { circle } from '../../diagnostic/voice.ts'
import { spanWithin } from '../../document/node.ts'
import type { ExpressionText } from '../../model/slot.ts'
import { circles } from '../circles.ts'
import type { Property } from '../../typing/domain.ts'
import type { Check } from '../check.ts'

const code = 'resources/compute-circle'

export const check: Check = {
  code,
  run({ typing }) {
    const computed = new Map<string, ExpressionText>([...typing.domain.resources.values()].flatMap(({ name, properties }) =>
      [...properties.values()].flatMap((property) => {
        const expression = expressionOf(property)
        return expression === undefined ? [] : [[`${name}.${property.name}`, expression] as const]
      })))
    const leads = (name: string): { to: string; at: Diagnostic['primary']['span'] }[] => {
      const text = computed.get(name)!
      const expression = typing.expression(text)
      const read = expression === undefined ? [] : reads(expression).properties
      return read
        .map(({ resource, path, start, end }) => ({ to: `${resource}.${path[0]}`, at: spanWithin(text.node, start, end) }))
        .filter(({ to }) => computed.has(to))
    }
    return circles([...computed.keys()], leads).map((steps) => circle(code, 'what it is computed from', steps))
  },
}

function expressionOf({ compute, generate }: Property): ExpressionText | undefined {
  return compute?.expression ?? (generate?.kind === 'expression' ? generate.expression : undefined)
}
