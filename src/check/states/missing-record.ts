// Reports an effect that does not identify its record: on another resource, or in a place without a record.

import { advise, paste } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Effect } from '../../model/states.ts'
import type { ResourceInfo, Typing } from '../../typing/domain.ts'
import type { Check } from '../check.ts'
import { listAllEffects, findTargetResource, listVerbs } from './effects.ts'

const code = 'states/missing-record'

export const check: Check = {
  code,
  run: ({ model, typing }) =>
    listAllEffects(model).flatMap(({ effect, owner }): Diagnostic[] => {
      const [first, ...others] = listVerbs(effect)
      const resource = findTargetResource(effect, typing.domain)
      const needsBy = first !== undefined && others.length === 0 && first.verb !== 'create' && effect.by.state === 'unsaid'
      if (!needsBy || resource === undefined || resource.name === owner) return []
      return [
        createDiagnostic(
          'error',
          code,
          `${quoteName(`${first.verb}: ${first.word.text}`)} does not identify its ${resource.name}`,
          { span: first.word.node.span, text: '`by` is missing' },
          {
            reason: `Without \`by\` an effect is about the record that it belongs to, and ${owner === undefined ? 'this one belongs to none' : `that is a record of ${owner}`}.`,
            help: advise`Name the record, or the values of its key or a unique, for example${paste(`${suggestBy(effect, resource, typing)}`)}`,
          },
        ),
      ]
    }),
}

/** The item of a loop over records of the resource, or else its key. */
function suggestBy({ for: loop }: Effect, { name, key }: ResourceInfo, typing: Typing): string {
  const [items, item] = loop.state === 'shown' ? [slotValueOf(loop.value.in), slotValueOf(loop.value.as)] : []
  const type = items === undefined ? undefined : typing.expression(items)?.type
  const isRecord =
    (type?.kind === 'query' && type.resource === name) ||
    (type?.kind === 'list' && type.element.kind === 'record' && type.element.resource === name)
  return isRecord && item !== undefined ? `by: ${item.text}` : `by: { ${key[0] ?? 'id'}: … }`
}
