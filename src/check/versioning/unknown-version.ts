// Reports unknown versions in `changes`, in `version` of an operation and in the literals of `pinned`.

import { unknownName } from '../../diagnostic/voice.ts'
import { slotValue } from '../../model/slot.ts'
import { listPinnedVersions } from './unused-pinned.ts'
import type { Check } from '../check.ts'

const code = 'versioning/unknown-version'

export const check: Check = {
  code,
  run({ model, typing }) {
    const {
      state,
      value: { current, versions, changes, pinned },
    } = model.versioning
    if (state === 'not shown' || current.state !== 'shown' || versions.state === 'gap' || versions.state === 'wrong') return []
    const versionNames = new Set([...(slotValue(versions) ?? []).map(({ name }) => name), current.value.text])
    const words = [
      ...(slotValue(changes) ?? []).map(({ name, key }) => ({ text: name, node: key })),
      ...model.endpoints.value.operations.flatMap(({ slots }) => slotValue(slots.version) ?? []),
      ...listPinnedVersions(pinned, typing),
    ]
    return words.flatMap((word) =>
      versionNames.has(word.text)
        ? []
        : [unknownName(code, 'version', word.text, 'span' in word ? word.span : word.node.span, versionNames)],
    )
  },
}
