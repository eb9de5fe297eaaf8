// Reports effects that create a record without a required property.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, joinWithAnd, quoteName } from '../../diagnostic/voice.ts'
import { slotValue } from '../../model/slot.ts'
import type { Property, ResourceInfo } from '../../typing/domain.ts'
import type { Check } from '../check.ts'
import { effectsAll } from './effects.ts'

const code = 'states/incomplete-create'

export const check: Check = {
  code,
  run: ({ model, typing }) =>
    effectsAll(model).flatMap(({ effect }): Diagnostic[] => {
      const word = slotValue(effect.create)
      const resource = word && typing.domain.resources.get(word.text)
      if (word === undefined || resource === undefined || !isKnown(resource) || effect.set.state === 'gap' || effect.set.state === 'wrong')
        return []
      const written = new Set([
        ...(slotValue(effect.set) ?? []).map(({ name }) => name),
        ...resource.tenant.map(({ property }) => property),
      ])
      const lacking = [...resource.properties.values()].filter((property) => isNeeded(property) && !written.has(property.name))
      if (lacking.length === 0) return []
      return [
        diagnostic(
          'error',
          code,
          `${quoteName(`create: ${word.text}`)} does not write ${joinWithAnd(lacking.map(({ name }) => name))}, which every ${resource.name} has`,
          { span: word.node.span, text: 'lacks what is required' },
          {
            others: lacking.map(({ at }) => ({ span: at.span, text: 'required' })),
            help: `Write it, for example\n\nset: { ${lacking.map(({ name }) => `${name}: …`).join(', ')} }`,
          },
        ),
      ]
    }),
}

/** If the required properties are not shown, none is missing. */
function isKnown({ type, source }: ResourceInfo): boolean {
  return type.open !== true && source.slots.required.state !== 'gap' && source.slots.required.state !== 'wrong'
}

function isNeeded({ required, nullable, generate, compute, default: fallback, machine, inverse }: Property): boolean {
  return required && !nullable && [generate, compute, fallback, machine, inverse].every((origin) => origin === undefined)
}
