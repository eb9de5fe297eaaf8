// Reports a subexpression in a selection of records that a database cannot compute.

import { findDecision, findInnerDecision } from '../../cel/class.ts'
import { createDiagnostic } from '../../diagnostic/voice.ts'
import type { Check } from '../check.ts'
import { type Typed, findSpan, spellExpression, listTyped } from './typed.ts'

const code = 'expressions/decision'

export const check: Check = {
  code,
  run: ({ typing }) =>
    listTyped(typing).flatMap((typed) => {
      const decision = findUndecidable(typed)
      if (decision === undefined) return []
      return [
        createDiagnostic(
          'error',
          code,
          `${spellExpression(typed, decision)} selects records, but a database cannot compute it`,
          { span: findSpan(typed, decision), text: 'computed over records already read' },
          {
            reason: `${decision.reason.charAt(0).toUpperCase()}${decision.reason.slice(1)}. Records are selected by the database, and lists are never filtered in memory.`,
            help:
              decision.help ??
              'Store what is compared as a property (`compute` with `stored: true`), or ask it of records that were read: in `require`, a guard or an answer.',
          },
        ),
      ]
    }),
}

/** In a list and in a read rule, `this` is each row; everything else is computed before the statement. */
function findUndecidable({ use, expression }: Typed): ReturnType<typeof findDecision> {
  const { role, rows, scope } = use
  if (rows === undefined) return findInnerDecision(expression, scope.functions)
  const parameters = new Set([...scope.variables.keys()].filter((name) => name !== 'this'))
  return findDecision(expression, parameters, scope.functions, { unrolls: role === 'endpoints.where' })
}
