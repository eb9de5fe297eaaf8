// Reports an order of refusals that cannot hold: the first one needs a result of the second.

import { advise, paste } from '../../diagnostic/help.ts'
import { createDiagnostic } from '../../diagnostic/voice.ts'
import type { Point } from '../../fact/fact.ts'
import type { Check } from '../check.ts'

const code = 'errors/impossible-precedence'

export const check: Check = {
  code,
  run({ operations, model }) {
    const slot = model.errors.value.precedence
    const span = 'at' in slot ? slot.at.span : model.document.whole
    const seen = new Set<string>()
    return operations.flatMap(({ operation, impossible, offer = [] }) =>
      impossible.flatMap(({ first, second, value }) => {
        const key = `${printPoint(first)} ${printPoint(second)}`
        if (seen.has(key)) return []
        seen.add(key)
        return [
          createDiagnostic(
            'error',
            code,
            `${printPoint(second)} cannot come before ${printPoint(first)}`,
            { span, text: 'asks for an order that cannot be kept' },
            {
              others: [{ span: operation.key.span, text: 'meets both' }],
              reason: `${printPoint(second)} needs ${printValueName(value)}, which is known only after ${printPoint(first)} has passed.`,
              help: advise`Leave them to \`standard\`, or put ${printPoint(first)} before ${printPoint(second)}, for example${paste(`precedence: [${offer.join(', ')}]`)}`,
            },
          ),
        ]
      }),
    )
  },
}

function printPoint({ condition, subject, name }: Point): string {
  return `\`${[condition, subject, name].filter((word) => word !== undefined).join(' ')}\``
}

/** Values are the request's parts, or `record NAME`: of a look-up, or `this`. */
function printValueName(value: string): string {
  const record = /^record (.+)$/.exec(value)?.[1]
  if (record === undefined) return `\`${value}\``
  return record === 'this' ? 'the record' : `the record \`${record}\``
}
