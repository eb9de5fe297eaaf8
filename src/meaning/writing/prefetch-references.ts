// Prefetches references of the request and of records that were read, if expressions of the operation follow them. All references of
// one record are looked up together.

import type { Expression } from '../../cel/expression.ts'
import { partsOf } from '../../cel/parts.ts'
import type { Type } from '../../cel/type.ts'
import { isRecord } from '../../exchange/context.ts'
import type { OperationContext } from '../../fact/operation-context.ts'
import { listKeyLookUps } from '../../fact/key-look-ups.ts'
import { collectAllExpressions } from '../../fact/reads.ts'
import { walkRecords } from '../record/host.ts'
import type { Interpreter } from '../service.ts'
import type { Row } from '../store.ts'
import { type Prefetch, readKnownNames, findKnownRow, tryPrefetch } from './try-prefetch.ts'

/** The maximum number of references to follow from a record of the request. */
const maxDepth = 4

/** The most records to look up ahead; the work itself finds further ones. */
const maxRecords = 100

export function makeReferencePrefetches({ facts: { typing } }: Interpreter, operationContext: OperationContext): readonly Prefetch[] {
  const { expressions, texts } = collectAllExpressions(operationContext)
  const allExpressions = [
    ...expressions.flatMap((text) => typing.expression(text) ?? []),
    ...texts.flatMap((text) => (typing.text(text) ?? []).flatMap((piece) => (piece.kind === 'expression' ? [piece.expression] : []))),
  ]
  const followed = new Set(allExpressions.flatMap(listFollowedResources))
  if (followed.size === 0) return []
  const lookUpNames = operationContext.lookups
    .map(({ name }) => name)
    .filter((name) => !listKeyLookUps(operationContext.modelIndex, operationContext.operation).has(name))
  return [
    (requestState) => {
      const { transaction } = requestState
      const caller = tryPrefetch(() => transaction.base.get('caller'))
      let rows: readonly Row[] = [
        ...[...walkRecords(readKnownNames(requestState).get('input'))].flatMap(({ record }) =>
          followed.has(record.resource) ? (tryPrefetch(() => transaction.tx.row(record.resource, record.key)) ?? []) : [],
        ),
        ...lookUpNames.flatMap((name) => tryPrefetch(() => requestState.lookup(name)) ?? []),
        ...[findKnownRow(requestState)].filter((row) => row !== undefined),
        ...(isRecord(caller)
          ? [tryPrefetch(() => transaction.tx.row(caller.resource, caller.key))].filter((row) => row !== undefined)
          : []),
      ]
      let count = 0
      for (let depth = 0; depth < maxDepth && rows.length > 0; depth++) {
        rows = rows.flatMap((row) =>
          [...row.values].flatMap(([, value]) =>
            [...walkRecords(value)].flatMap(({ record }) => {
              if (!followed.has(record.resource) || count++ >= maxRecords) return []
              return tryPrefetch(() => transaction.tx.row(record.resource, record.key)) ?? []
            }),
          ),
        )
      }
    },
  ]
}

/** Resources of the records that an expression looks into, not being variables themselves. */
function listFollowedResources(expression: Expression): string[] {
  const operand = expression.kind === 'select' && !isNamed(expression.operand) ? findResource(expression.operand.type) : undefined
  return [...(operand === undefined ? [] : [operand]), ...partsOf(expression).flatMap((part) => listFollowedResources(part.expression))]
}

function isNamed(operand: Expression): boolean {
  return operand.kind === 'variable'
}

function findResource(type: Type): string | undefined {
  if (type.kind === 'record') return type.resource
  return type.kind === 'nullable' || type.kind === 'optional' ? findResource(type.of) : undefined
}
