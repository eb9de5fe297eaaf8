// Lists what an expression of one record reads of other records, through references or as lists.

import type { Expression } from '../cel/expression.ts'
import { withoutNull } from '../cel/fits.ts'
import { partsOf } from '../cel/parts.ts'
import type { Domain } from '../typing/domain.ts'

export type ForeignRead = { readonly start: number; readonly end: number; readonly resource: string }

/** A reference is the key of its record, so comparing one and reading its key reads nothing else. `isExcepted`: reads that do not count. */
export function listForeignReads(
  expression: Expression,
  domain: Domain,
  isExcepted: (part: Expression) => boolean = () => false,
): readonly ForeignRead[] {
  const directRead = isExcepted(expression) ? undefined : findDirectRead(expression, domain)
  return [
    ...(directRead === undefined ? [] : [directRead]),
    ...partsOf(expression).flatMap((part) => listForeignReads(part.expression, domain, isExcepted)),
  ]
}

function findDirectRead(expression: Expression, domain: Domain): ForeignRead | undefined {
  const { start, end, type } = expression
  if (expression.kind === 'records' || expression.kind === 'find') return { start, end, resource: expression.resource }
  if (expression.kind !== 'select' && expression.kind !== 'has') return undefined
  if (type.kind === 'query') return { start, end, resource: type.resource }
  const { operand } = expression
  const record = withoutNull(operand.type.kind === 'optional' ? operand.type.of : operand.type)
  if (record.kind !== 'record' || (operand.kind === 'variable' && operand.name === 'this')) return undefined
  const isKey = domain.resources.get(record.resource)?.key.includes(expression.member) ?? false
  return isKey ? undefined : { start, end, resource: record.resource }
}
