// Reports unknown versions in `changes`, in `version` of an operation and in the literals of `pinned`.

import { reportUnknownName } from '../../diagnostic/voice.ts'
import { slotValueOf } from '../../model/slot.ts'
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
    const versionNames = new Set([...(slotValueOf(versions) ?? []).map(({ name }) => name), current.value.text])
    const words = [
      ...(slotValueOf(changes) ?? []).map(({ name, key }) => ({ text: name, node: key })),
      ...model.endpoints.value.operations.flatMap(({ slots }) => slotValueOf(slots.version) ?? []),
      ...listPinnedVersions(pinned, typing),
    ]
    return words.flatMap((word) =>
      versionNames.has(word.text)
        ? []
        : [reportUnknownName(code, 'version', word.text, 'span' in word ? word.span : word.node.span, versionNames)],
    )
  },
}
