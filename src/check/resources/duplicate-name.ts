// Reports resources, shapes and views with the same name: they share one namespace.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Scalar } from '../../document/node.ts'
import { listSpecifiedEntries } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'resources/duplicate-name'

export const check: Check = {
  code,
  run({ model: { resources } }) {
    const { value } = resources
    const declarations = [
      ...value.resources.map(({ name, key }) => ({ name, key, noun: 'a resource' })),
      ...listSpecifiedEntries(value.$defs).map(({ name, key }) => ({ name, key, noun: 'a shape' })),
      ...listSpecifiedEntries(value.views).map(({ name, key }) => ({ name, key, noun: 'a view' })),
    ]
    const firstByName = new Map<string, (typeof declarations)[number]>()
    const diagnostics: Diagnostic[] = []
    for (const declaration of declarations) {
      const previous = firstByName.get(declaration.name)
      if (previous === undefined) firstByName.set(declaration.name, declaration)
      else diagnostics.push(reportTwice(previous, declaration))
    }
    return diagnostics
  },
}

type Declaration = { readonly name: string; readonly key: Scalar; readonly noun: string }

function reportTwice(previous: Declaration, repeated: Declaration): Diagnostic {
  return createDiagnostic(
    'error',
    code,
    `${quoteName(repeated.name)} is ${previous.noun} and ${repeated.noun}`,
    { span: repeated.key.span, text: `${repeated.noun} here` },
    {
      others: [{ span: previous.key.span, text: `${previous.noun} here` }],
      reason: '`$ref` and expressions find resources, shapes and views by their names, which must differ.',
      help: 'Rename one of them.',
    },
  )
}
