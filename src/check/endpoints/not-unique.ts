// Reports `by` of operations and look-ups that is not a key or a unique.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, joinWithOr, joinWithAnd, quoteName } from '../../diagnostic/voice.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { type DeclaredIdentity, listOperationIdentities } from './subject.ts'

const code = 'endpoints/not-unique'

export const check: Check = {
  code,
  run: ({ model, typing }) =>
    model.endpoints.value.operations.flatMap((operation) =>
      listOperationIdentities(operation, typing.domain).flatMap((each) => reportNotUnique(code, each)),
    ),
}

/** Unknown names are reported by another check. */
export function reportNotUnique(code: string, { resource, by }: DeclaredIdentity): Diagnostic[] {
  const names = slotValueOf(by)?.map(({ name }) => name)
  const { uniques, open } = resource.type
  if (names === undefined || by.state !== 'shown' || open === true || names.some((name) => !resource.properties.has(name))) return []
  if (uniques.length === 0 || uniques.some((unique) => unique.length === names.length && unique.every((name) => names.includes(name))))
    return []
  const subjectText = names.length === 0 ? 'Nothing' : joinWithAnd(names)
  return [
    createDiagnostic(
      'error',
      code,
      `Several records of ${quoteName(resource.name)} can share ${subjectText}, but \`by\` identifies one`,
      { span: by.at.span, text: 'neither the key nor unique' },
      {
        help: `One record is identified by ${joinWithOr(uniques.map((unique) => unique.join(' + ')))}. For several, write a \`list\` with \`where\`.`,
      },
    ),
  ]
}
