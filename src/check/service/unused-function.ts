// Reports functions that no expression calls, and parameters that the function does not read.

import { findFreeNames } from '../../model/roles.ts'
import { createDiagnostic, quoteName, reportUnusedDeclaration } from '../../diagnostic/voice.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import { readDeclaredFunctions } from '../../typing/functions.ts'
import type { Check } from '../check.ts'

const code = 'service/unused-function'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run({ model, typing }) {
    const declared = [...readDeclaredFunctions(typing.domain).values()]
    if (declared.length === 0) return []
    const texts = typing.slots.map(({ slot }) => slot.text)
    const isCalled = (name: string): boolean => texts.some((text) => new RegExp(String.raw`\b${RegExp.escape(name)}\s*\(`).test(text))
    return declared.flatMap(({ name, key, slots }) => {
      // A missing part may call it.
      if (model.endpoints.state !== 'not shown' && !isCalled(name)) return [reportUnusedDeclaration(code, 'a function', name, key.span)]
      const value = slotValueOf(slots.value)
      const readNames = new Set(value === undefined ? [] : findFreeNames(value.text).map((each) => each.name))
      return value === undefined
        ? []
        : listSpecifiedEntries(slots.parameters)
            .filter((parameter) => !readNames.has(parameter.name))
            .map((parameter) =>
              createDiagnostic('warning', code, `${quoteName(parameter.name)} is a parameter that ${quoteName(name)} does not read`, {
                span: parameter.key.span,
                text: 'used nowhere',
              }),
            )
    })
  },
}
