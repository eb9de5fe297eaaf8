// Reports a list whose order is not total: it must end in a key or a unique.

import { advise, paste } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Operation } from '../../model/model.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Domain, Property } from '../../typing/domain.ts'
import type { Check } from '../check.ts'
import { findSubjectResource } from './subject.ts'

const code = 'endpoints/partial-order'

export const check: Check = {
  code,
  run: ({ model, typing }) => model.endpoints.value.operations.flatMap((operation) => checkOperation(operation, typing.domain)),
}

function checkOperation(operation: Operation, domain: Domain): Diagnostic[] {
  const { action, slots } = operation
  const resource = action === 'list' ? findSubjectResource(operation, domain) : undefined
  if (resource === undefined || slots.order.state !== 'shown' || resource.type.open === true || resource.key.length === 0) return []
  const names = slots.order.value.map(({ text }) => text.replace(/^-/, ''))
  if (names.some((name) => !resource.properties.has(name))) return []
  const where = slotValueOf(slots.where)?.text ?? ''
  const isFixed = (name: string): boolean => names.includes(name) || where.includes(`this.${name} ==`) || where.includes(`== this.${name}`)
  if (
    resource.type.uniques.some((unique) => unique.every(isFixed)) ||
    names.some((name) => isGeneratedUnique(resource.properties.get(name)))
  )
    return []
  const missing = resource.key.filter((name) => !names.includes(name))
  const sortWords = slots.order.value.map(({ text }) => text)
  return [
    createDiagnostic(
      'error',
      code,
      `The order of ${quoteName(operation.name)} does not decide which of two ${resource.name} records comes first`,
      { span: slots.order.at.span, text: 'two records can be equal in all of these' },
      {
        reason: 'A page would begin where the one before did not end: records are sent twice, or never.',
        help: advise`End in the key or in a unique, for example${paste(`order: [${[...sortWords, ...missing].join(', ')}]`)}`,
      },
    ),
  ]
}

/** Generated for each record, so that no two have the same value. */
function isGeneratedUnique(property: Property | undefined): boolean {
  return ['sequence', 'uuidv7', 'uuidv4'].includes(property?.generate?.kind ?? '')
}
