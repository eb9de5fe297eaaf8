// Reports effects that create a record without a required property.

import { advise, paste } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, joinWithAnd, quoteName } from '../../diagnostic/voice.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Property, ResourceInfo } from '../../typing/domain.ts'
import type { Check } from '../check.ts'
import { listAllEffects } from './effects.ts'

const code = 'states/incomplete-create'

export const check: Check = {
  code,
  run: ({ model, typing }) =>
    listAllEffects(model).flatMap(({ effect }): Diagnostic[] => {
      const word = slotValueOf(effect.create)
      const resource = word && typing.domain.resources.get(word.text)
      if (
        word === undefined ||
        resource === undefined ||
        !isSpecified(resource) ||
        effect.set.state === 'gap' ||
        effect.set.state === 'wrong'
      )
        return []
      const writtenNames = new Set([
        ...(slotValueOf(effect.set) ?? []).map(({ name }) => name),
        ...resource.tenant.map(({ property }) => property),
      ])
      const missing = [...resource.properties.values()].filter((property) => needsValue(property) && !writtenNames.has(property.name))
      if (missing.length === 0) return []
      return [
        createDiagnostic(
          'error',
          code,
          `${quoteName(`create: ${word.text}`)} does not write ${joinWithAnd(missing.map(({ name }) => name))}, which every ${resource.name} has`,
          { span: word.node.span, text: 'lacks what is required' },
          {
            others: missing.map(({ at }) => ({ span: at.span, text: 'required' })),
            help: advise`Write it, for example${paste(`set: { ${missing.map(({ name }) => `${name}: …`).join(', ')} }`)}`,
          },
        ),
      ]
    }),
}

/** If the required properties are not shown, none is missing. */
function isSpecified({ type, source }: ResourceInfo): boolean {
  return type.open !== true && source.slots.required.state !== 'gap' && source.slots.required.state !== 'wrong'
}

function needsValue({ required, nullable, generate, compute, default: fallback, machine, inverse }: Property): boolean {
  return required && !nullable && [generate, compute, fallback, machine, inverse].every((origin) => origin === undefined)
}
