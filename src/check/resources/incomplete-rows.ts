// Reports records by a setting whose values cannot be listed, or that lack records for a value.

import { advise, paste } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, joinWithOr, quoteName, reportUnknownName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { type BySetting, listRowsBySetting } from '../../model/rows.ts'
import { listSpecifiedEntries } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { listSettingValues } from './rows.ts'

const code = 'resources/incomplete-rows'

export const check: Check = {
  code,
  run(facts) {
    const { records, fixtures } = facts.model.resources.value
    return [records, fixtures].flatMap((slot) => [
      ...checkSources(slot),
      ...listRowsBySetting(slot).flatMap((each) => checkRows(each, facts)),
    ])
  },
}

type Slot = Facts['model']['resources']['value']['records']

/** `setting` and `by` belong together, and a file is alone. */
function checkSources(slot: Slot): Diagnostic[] {
  return listSpecifiedEntries(slot).flatMap(({ name, key, value }): Diagnostic[] => {
    if (!('by' in value)) return []
    const sources = [value.file, value.setting, value.by].map(({ state }) => state !== 'unsaid' && state !== 'none')
    const isConsistent = String(sources) === 'true,false,false' || String(sources) === 'false,true,true'
    return isConsistent
      ? []
      : [
          createDiagnostic(
            'error',
            code,
            `The records of ${quoteName(name)} need exactly one source`,
            { span: key.span, text: 'a list, a file, or by a setting' },
            {
              help: advise`Write a list, \`{ file: NAME }\`, or${paste(`${name}:\n  setting: SETTING\n  by:\n    VALUE: [{ … }]\n    OTHER: none`)}`,
            },
          ),
        ]
  })
}

function checkRows({ resource, setting, by }: BySetting, { typing: { domain }, model }: Facts): Diagnostic[] {
  const declaredSetting = domain.settings.get(setting.text)
  if (declaredSetting === undefined)
    return model.service.state === 'not shown'
      ? []
      : [reportUnknownName(code, 'setting', setting.text, setting.span, domain.settings.keys())]
  const values = listSettingValues(declaredSetting.type)
  if (values === undefined) {
    return [
      createDiagnostic(
        'error',
        code,
        `${quoteName(setting.text)} has no list of values, so the records of ${quoteName(resource)} cannot be listed by value`,
        { span: setting.span, text: 'a setting without `enum`' },
        {
          help: `Give the setting an \`enum\`, such as \`${setting.text}: { enum: [test, production] }\`.`,
        },
      ),
    ]
  }
  const unknownValues = [...by].filter(([value]) => !values.includes(value))
  const missingValues = by.size === 0 || unknownValues.length > 0 ? [] : values.filter((value) => !by.has(value))
  return [
    ...unknownValues.map(([value, key]) =>
      reportUnknownName(code, `value of the setting ${quoteName(setting.text)}`, value, key.span, values),
    ),
    ...(missingValues.length === 0
      ? []
      : [
          createDiagnostic(
            'error',
            code,
            `The records of ${quoteName(resource)} are missing for ${quoteName(setting.text)} ${joinWithOr(missingValues)}`,
            { span: setting.span, text: 'each value needs its records' },
            {
              help: advise`Add them under \`by\`; if there are none:${paste(`${missingValues.map((value) => `${value}: none`).join('\n')}`)}`,
            },
          ),
        ]),
  ]
}
