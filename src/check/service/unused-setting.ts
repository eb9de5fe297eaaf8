// Reports settings that no expression reads and no records depend on.

import { reportUnusedDeclaration } from '../../diagnostic/voice.ts'
import { listRowsBySetting } from '../../model/rows.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'service/unused-setting'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run({ model, typing }) {
    // A missing part may read it.
    if (model.endpoints.state === 'not shown') return []
    const settings = slotValueOf(model.service.value.settings) ?? []
    if (settings.length === 0) return []
    const texts = typing.slots.map(({ slot }) => slot.text).filter((text) => text.includes('settings'))
    const isRead = (name: string): boolean =>
      texts.some((text) => text.includes(`.${name}`) || text.includes(`"${name}"`) || text.includes(`'${name}'`))
    const { records, fixtures } = model.resources.value
    const settingsOfRows = new Set([records, fixtures].flatMap(listRowsBySetting).map(({ setting }) => setting.text))
    return settings
      .filter(({ name }) => !isRead(name) && !settingsOfRows.has(name))
      .map(({ name, key }) => reportUnusedDeclaration(code, 'a setting', name, key.span))
  },
}
