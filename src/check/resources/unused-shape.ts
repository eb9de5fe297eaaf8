// A shape of `$defs` that nothing refers to.

import { unusedDeclaration } from '../../diagnostic/voice.ts'
import { each, shown } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { rootsOf, within } from '../schemas.ts'

const code = 'resources/unused-shape'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run({ model }) {
    // A missing part may use it.
    if (model.endpoints.state === 'not shown' || model.states.state === 'not shown' || model.service.state === 'not shown') return []
    const shapes = each(model.resources.value.$defs)
    const owners = new Map(shapes.map(({ name, value }) => [value, name]))
    const used = new Set<string>()
    for (const root of rootsOf(model)) {
      for (const { keywords } of within(root)) {
        const reference = shown(keywords.$ref)?.text
        const choices = each(shown(keywords.discriminator)?.mapping ?? { state: 'unsaid' }).map(({ value }) => value.text)
        // A shape that only refers to itself is not used by that.
        for (const name of [...(reference === undefined ? [] : [reference]), ...choices]) if (owners.get(root) !== name) used.add(name)
      }
    }
    return shapes.filter(({ name, key }) => !used.has(name) && key.span.source.convention === undefined).map(({ name, key }) => unusedDeclaration(code, 'a shape', name, key.span))
  },
}
