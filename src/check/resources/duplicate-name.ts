// Reports resources, shapes and views with the same name: they share one namespace.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Scalar } from '../../document/node.ts'
import { specifiedEntries } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'resources/duplicate-name'

export const check: Check = {
  code,
  run({ model: { resources } }) {
    const { value } = resources
    const things = [
      ...value.resources.map(({ name, key }) => ({ name, key, what: 'a resource' })),
      ...specifiedEntries(value.$defs).map(({ name, key }) => ({ name, key, what: 'a shape' })),
      ...specifiedEntries(value.views).map(({ name, key }) => ({ name, key, what: 'a view' })),
    ]
    const first = new Map<string, (typeof things)[number]>()
    const diagnostics: Diagnostic[] = []
    for (const thing of things) {
      const before = first.get(thing.name)
      if (before === undefined) first.set(thing.name, thing)
      else diagnostics.push(reportTwice(before, thing))
    }
    return diagnostics
  },
}

type Thing = { readonly name: string; readonly key: Scalar; readonly what: string }

function reportTwice(before: Thing, after: Thing): Diagnostic {
  return diagnostic(
    'error',
    code,
    `${quoteName(after.name)} is ${before.what} and ${after.what}`,
    { span: after.key.span, text: `${after.what} here` },
    {
      others: [{ span: before.key.span, text: `${before.what} here` }],
      reason: '`$ref` and expressions find resources, shapes and views by their names, which must differ.',
      help: 'Rename one of them.',
    },
  )
}
