// What is stored is recomputed by the write that changes it, so it may read this record alone, and no clock.

import { reads } from '../../cel/reads.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoted } from '../../diagnostic/voice.ts'
import { spanWithin } from '../../document/node.ts'
import type { Typing } from '../../typing/domain.ts'
import type { ExpressionText } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { foreignReads } from '../foreign.ts'

const code = 'resources/stored-compute'

export const check: Check = {
  code,
  run: ({ typing }) =>
    [...typing.domain.resources.values()].flatMap((resource) =>
      [...resource.properties.values()].flatMap(({ name, compute }) => (compute?.stored === true ? ofProperty(`${resource.name}.${name}`, compute.expression, typing) : []))),
}

/** The first of each is enough: what is wrong is that it is stored. */
function ofProperty(name: string, text: ExpressionText, typing: Typing): Diagnostic[] {
  const expression = typing.expression(text)
  if (expression === undefined) return []
  const [other] = foreignReads(expression, typing.domain)
  const clock = reads(expression).variables.find((variable) => variable.name === 'now')
  const found = other === undefined ? clock && { ...clock, what: 'the time' } : { ...other, what: `records of ${other.resource}` }
  if (found === undefined) return []
  return [
    diagnostic('error', code, `${quoted(name)} is stored, and computed from ${found.what}`, { span: spanWithin(text.node, found.start, found.end), text: 'changes without a write of this record' }, {
      reason: 'A stored value is recomputed in the write that changes its record. What it reads beside that record would change and leave it as it was.',
      help: 'Leave out `stored: true`: it is then computed whenever it is read.',
    }),
  ]
}
