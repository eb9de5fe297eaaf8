// The names bound by `with` and `as` must differ from each other and from the language's names.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, reportDuplicateName, quoteName } from '../../diagnostic/voice.ts'
import type { Scalar } from '../../document/node.ts'
import { listBoundNames } from '../../model/effect-action.ts'
import type { Operation } from '../../model/model.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'endpoints/duplicate-binding'
const reservedNames = new Set([
  'this',
  'old',
  'input',
  'caller',
  'claims',
  'error',
  'event',
  'items',
  'page',
  'now',
  'settings',
  'request',
  'service',
  'result',
])

export const check: Check = { code, run: ({ model }) => model.endpoints.value.operations.flatMap(checkOperation) }

function checkOperation({ slots }: Operation): Diagnostic[] {
  const boundNames: Scalar[] = [
    ...(slotValueOf(slots.with) ?? []).map(({ key }) => key),
    ...(slotValueOf(slots.let) ?? []).map(({ key }) => key),
    ...(slotValueOf(slots.do) ?? []).flatMap((step) => listBoundNames(step).map(({ node }) => node)),
  ]
  const texts = new Set(boundNames.map(({ text }) => text))
  const firstByName = new Map<string, Scalar>()
  return boundNames.flatMap((name): Diagnostic[] => {
    const previous = firstByName.get(name.text)
    if (previous === undefined) firstByName.set(name.text, name)
    if (reservedNames.has(name.text)) {
      return [
        createDiagnostic(
          'error',
          code,
          `${quoteName(name.text)} is a name of the language, and cannot be given to a record`,
          { span: name.span, text: 'already means something' },
          {
            help: `Give it another name, such as ${quoteName(suggestName(name.text, texts))}.`,
          },
        ),
      ]
    }
    return previous === undefined ? [] : [reportDuplicateName(code, 'a name of this operation', name.text, previous.span, name.span)]
  })
}

/** A similar name that is neither bound here nor one of the language. */
function suggestName(name: string, usedNames: ReadonlySet<string>): string {
  const suggestions = [
    `the${name[0]!.toUpperCase()}${name.slice(1)}`,
    ...Array.from({ length: usedNames.size + 1 }, (_, i) => `${name}${i + 2}`),
  ]
  return suggestions.find((each) => !reservedNames.has(each) && !usedNames.has(each))!
}
