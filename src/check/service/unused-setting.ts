// A setting that no expression reads.

import { unused } from '../../diagnostic/voice.ts'
import { shown } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'service/unused-setting'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run({ model, typing }) {
    // What is not shown may read it.
    if (model.endpoints.state === 'not shown') return []
    const settings = shown(model.service.value.settings) ?? []
    if (settings.length === 0) return []
    const texts = typing.slots.map(({ slot }) => slot.text).filter((text) => text.includes('settings'))
    const isRead = (name: string): boolean => texts.some((text) => text.includes(`.${name}`) || text.includes(`"${name}"`) || text.includes(`'${name}'`))
    return settings.filter(({ name }) => !isRead(name)).map(({ name, key }) => unused(code, 'a setting', name, key.span))
  },
}
