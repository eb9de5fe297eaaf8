// Reports a page whose size reads the parameter of an offset, or whose offset reads the parameter of a size.

import { reads } from '../../cel/reads.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { isAuthored } from '../unused.ts'

const code = 'endpoints/swapped-page'

/** The usual names of both; a word that is common for both is in neither list. */
const commonNames: { readonly [key in 'size' | 'offset']: RegExp } = {
  size: /^(limit|size|count|per_?page|page_?(size|limit)|max(_?(results|items))?|first|top)$/i,
  offset: /^(offset|skip|start(_?(at|index))?|from|after)$/i,
}

const otherKey = { size: 'offset', offset: 'size' } as const

export const check: Check = {
  code,
  quietBesideErrors: true,
  run: ({ model, typing }) =>
    model.endpoints.value.operations.flatMap(({ slots }) => {
      const page = slotValueOf(slots.page)
      if (page === undefined) return []
      return (['size', 'offset'] as const).flatMap((key): Diagnostic[] => {
        const text = slotValueOf(page[key])
        const expression = text && typing.expression(text)
        const parameterNames =
          expression &&
          reads(expression).variables.flatMap(({ name, path: [place, parameter] }) =>
            name === 'input' && place === 'query' && parameter !== undefined ? [parameter] : [],
          )
        const swappedName =
          parameterNames?.length === 1 && commonNames[otherKey[key]].test(parameterNames[0]!) ? parameterNames[0]! : undefined
        if (text === undefined || swappedName === undefined || !isAuthored(text.node.span)) return []
        return [
          createDiagnostic(
            'warning',
            code,
            `The ${key} of the page is read from ${quoteName(swappedName)}`,
            {
              span: text.node.span,
              text: `the name of the ${otherKey[key]}`,
            },
            {
              reason: 'Clients would get pages that begin elsewhere, or have another size, than they ask for.',
              help: `Read the parameter with the number of records that ${key === 'size' ? 'a page holds' : 'come before the page'}.`,
            },
          ),
        ]
      })
    }),
}
