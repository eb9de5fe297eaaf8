// `changes`, and `version` of an operation, name versions: the current one, or one under `versions`.

import { unknownName } from '../../diagnostic/voice.ts'
import { shown } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'versioning/unknown-version'

export const check: Check = {
  code,
  run({ model }) {
    const { state, value: { current, versions, changes } } = model.versioning
    if (state === 'not shown' || current.state !== 'shown' || versions.state === 'gap' || versions.state === 'wrong') return []
    const known = new Set([...(shown(versions) ?? []).map(({ name }) => name), current.value.text])
    const words = [
      ...(shown(changes) ?? []).map(({ name, key }) => ({ text: name, node: key })),
      ...model.endpoints.value.operations.flatMap(({ slots }) => shown(slots.version) ?? []),
    ]
    return words.flatMap(({ text, node }) => (known.has(text) ? [] : [unknownName(code, 'version', text, node.span, known)]))
  },
}
