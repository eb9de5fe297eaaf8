// Reports shapes of `$defs` that no schema, expression or function refers to.

import { reportUnusedDeclaration } from '../../diagnostic/voice.ts'
import type { Model } from '../../model/model.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { listRootSchemas, listSchemasWithin } from '../schemas.ts'

const code = 'resources/unused-shape'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run({ model, typing }) {
    // A missing part may use it.
    if (model.endpoints.state === 'not shown' || model.states.state === 'not shown' || model.service.state === 'not shown') return []
    const shapes = listSpecifiedEntries(model.resources.value.$defs)
    const owners = new Map(shapes.map(({ name, value }) => [value, name]))
    const used = new Set<string>()
    for (const root of listRootSchemas(model)) {
      for (const { keywords } of listSchemasWithin(root)) {
        const reference = slotValueOf(keywords.$ref)?.text
        const choices = listSpecifiedEntries(slotValueOf(keywords.discriminator)?.mapping ?? { state: 'unsaid' }).map(
          ({ value }) => value.text,
        )
        // A shape that only refers to itself is not used by that.
        for (const name of [...(reference === undefined ? [] : [reference]), ...choices]) if (owners.get(root) !== name) used.add(name)
      }
    }
    const texts = [...typing.slots.map(({ slot }) => slot.text), ...listFunctionTypes(model)]
    const isNamed = (name: string): boolean =>
      texts.some((text) => new RegExp(String.raw`(?<![\w.])${RegExp.escape(name)}(?!\w)`).test(text))
    return shapes
      .filter(({ name, key }) => !used.has(name) && !isNamed(name) && key.span.source.convention === undefined)
      .map(({ name, key }) => reportUnusedDeclaration(code, 'a shape', name, key.span))
  },
}

function listFunctionTypes({ service }: Model): readonly string[] {
  return listSpecifiedEntries(service.value.functions).flatMap(({ value }) => [
    ...listSpecifiedEntries(value.parameters).map((parameter) => parameter.value.text),
    slotValueOf(value.returns)?.text ?? '',
  ])
}
