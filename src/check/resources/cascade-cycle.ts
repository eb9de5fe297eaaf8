// Reports cycles of cascading deletes, which may delete far more than intended.

import { advise, quoteWord } from '../../diagnostic/help.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { EffectCycleStep } from '../../fact/fact.ts'
import type { Check } from '../check.ts'

const code = 'resources/cascade-cycle'

export const check: Check = {
  code,
  run: ({ cycles }) =>
    cycles
      .filter(isOfCascades)
      .filter(({ length }) => length > 1)
      .map((steps) => {
        const [first, ...rest] = steps
        const names = [...steps, first!].map(({ name }) => quoteName(name.replace(/ deleted$/, '')))
        return createDiagnostic(
          'warning',
          code,
          `${names[0]} is deleted with records that are deleted with it: ${names.join(' → ')}`,
          { span: first!.span, text: 'the cycle begins here' },
          {
            others: rest.map(({ name, span }) => ({ span, text: `goes on from ${quoteName(name.replace(/ deleted$/, ''))}` })),
            reason: 'It ends, because each record goes once. But deleting one can take away every record that any of them leads to.',
            help: advise`Write ${quoteWord('restrict')} or ${quoteWord('set-null')} at one of these references.`,
          },
        )
      }),
}

/** A resource that refers to itself is a tree, whose records are deleted with its root. */
export function isOfCascades(steps: readonly EffectCycleStep[]): boolean {
  return steps.every(({ kind }) => kind === 'cascade')
}
