// Reports a sort key that has no effect: it follows keys that are already unique, or repeats one.

import { advise, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { quoteName } from '../../diagnostic/voice.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Operation } from '../../model/model.ts'
import type { Domain } from '../../typing/domain.ts'
import type { Check } from '../check.ts'
import { isAuthored, reportUnused } from '../unused.ts'
import { findSubjectResource } from './subject.ts'

const code = 'endpoints/unused-order'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run: ({ model, typing }) => model.endpoints.value.operations.flatMap((operation) => checkOperation(operation, typing.domain)),
}

function checkOperation(operation: Operation, domain: Domain): Diagnostic[] {
  const resource = operation.action === 'list' ? findSubjectResource(operation, domain) : undefined
  if (resource === undefined || resource.type.open === true || resource.key.length === 0) return []
  const previousKeys: string[] = []
  return (slotValueOf(operation.slots.order) ?? []).flatMap(({ text, node }): Diagnostic[] => {
    const name = text.replace(/^-/, '')
    const isUniqueBefore =
      previousKeys.length > 0 &&
      resource.type.uniques.some((unique) =>
        unique.every((each) => previousKeys.includes(each) && resource.properties.get(each)?.nullable !== true),
      )
    const isRepeated = previousKeys.includes(name)
    previousKeys.push(name)
    if ((!isUniqueBefore && !isRepeated) || !isAuthored(node.span)) return []
    return [
      reportUnused(
        code,
        `${quoteName(text)} does not order ${quoteName(operation.name)}`,
        node.span,
        isRepeated
          ? advise`${remove('Remove it')}: the list is ordered by it already.`
          : advise`${remove('Remove it')}: the properties before it already distinguish any two records.`,
      ),
    ]
  })
}
