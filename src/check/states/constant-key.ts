// Reports loops that create records of one key: every pass but the first one is refused as a duplicate.

import { advise, remove } from '../../diagnostic/help.ts'
import { reads } from '../../cel/reads.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, joinWithAnd, quoteName } from '../../diagnostic/voice.ts'
import { type Template, slotValueOf, listSpecifiedEntries } from '../../model/slot.ts'
import type { Effect } from '../../model/states.ts'
import { listEffects } from '../../typing/effects.ts'
import type { ResourceInfo, Typing } from '../../typing/domain.ts'
import type { Check } from '../check.ts'
import { reportPlacesOnce } from '../repeated.ts'
import { isAuthored } from '../unused.ts'

const code = 'states/constant-key'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run({ typing }) {
    return reportPlacesOnce(listEffects(typing.domain).flatMap((effect) => checkEffect(effect, typing)))
  },
}

function checkEffect({ for: loop, create, set, onConflict }: Effect, typing: Typing): Diagnostic[] {
  const item = slotValueOf(slotValueOf(loop)?.as ?? { state: 'unsaid' })
  const resource = typing.domain.resources.get(slotValueOf(create)?.text ?? '')
  if (item === undefined || resource === undefined || slotValueOf(onConflict) !== undefined || !isAuthored(item.node.span)) return []
  const values = listSpecifiedEntries(set)
  const members = [resource.key, ...resource.uniques.map((unique) => unique.members)].find(
    (each) =>
      each.length > 0 &&
      each.every((member) => {
        const value = values.find(({ name }) => name === member)?.value
        return value !== undefined && isConstant(value, item.text, resource, member, typing)
      }),
  )
  const place = members && values.find(({ name }) => name === members[0])?.key.span
  if (members === undefined || place === undefined) return []
  return [
    createDiagnostic(
      'warning',
      code,
      `Each record that the loop creates has the same ${joinWithAnd(members)}`,
      { span: place, text: `does not read ${quoteName(item.text)}` },
      {
        others: [{ span: item.node.span, text: 'the item' }],
        reason: `No two records of ${quoteName(resource.name)} share this, so every pass but the first is refused as a duplicate, and nothing is done.`,
        help: advise`Read ${quoteName(item.text)} in the value, or ${remove('leave `for` out', 'for')}.`,
      },
    ),
  ]
}

/** Null in a unique equals nothing, and a random value is a different one each time. */
function isConstant(template: Template, item: string, resource: ResourceInfo, member: string, typing: Typing): boolean {
  if (template.kind === 'literal') return template.value !== null
  if (template.kind !== 'expression') return false
  const expression = typing.expression(template)
  if (expression === undefined || /\brandom/.test(template.text)) return false
  const isNullable = ['null', 'nullable', 'optional', 'dyn', 'unknown'].includes(expression.type.kind)
  return !reads(expression).variables.some(({ name }) => name === item) && (!isNullable || resource.key.includes(member))
}
