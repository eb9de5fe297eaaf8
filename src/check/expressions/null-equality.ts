// Reports a condition that compares two values which may both be null, and is then true.

import { advise, paste } from '../../diagnostic/help.ts'
import type { Expression } from '../../cel/expression.ts'
import { partsOf } from '../../cel/parts.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic } from '../../diagnostic/voice.ts'
import type { Role } from '../../typing/slots/roles.ts'
import type { Check } from '../check.ts'
import { type Typed, findSpan, spellExpression, listTyped } from './typed.ts'

const code = 'expressions/null-equality'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run: ({ typing }) =>
    listTyped(typing).flatMap((typed) =>
      conditionRoles.has(typed.use.role) && typed.use.slot.node.span.source.convention === undefined
        ? checkEqualities(typed, typed.expression)
        : [],
    ),
}

/** Conditions that permit or select when they are true. */
const conditionRoles: ReadonlySet<Role> = new Set([
  'resources.invariant',
  'states.guard',
  'effects.if',
  'effects.require',
  'endpoints.where',
  'endpoints.require',
  'authentication.read',
  'authentication.rule',
  'events.when',
])

function checkEqualities(typed: Typed, expression: Expression): Diagnostic[] {
  if (expression.inlined !== undefined) return []
  const nested = partsOf(expression).flatMap((part) => checkEqualities(typed, part.expression))
  if (expression.kind !== 'binary' || expression.operator !== '==' || !mayBeNull(expression.left) || !mayBeNull(expression.right))
    return nested
  const [left, right] = [expression.left, expression.right].map((operand) => spellExpression(typed, operand).slice(1, -1)) as [
    string,
    string,
  ]
  if ([left, right].some((operand) => isTested(typed, operand))) return nested
  return [
    createDiagnostic(
      'warning',
      code,
      `${spellExpression(typed, expression)} is true if both are null`,
      { span: findSpan(typed, expression), text: 'both can be null' },
      {
        reason: 'Null equals null, so two absent values are equal. If this is intended, test either value for null.',
        help: advise`Test one of them, for example${paste(`${left} != null && ${left} == ${right}`)}`,
      },
    ),
    ...nested,
  ]
}

function mayBeNull({ kind, type }: Expression): boolean {
  return kind !== 'literal' && type.kind === 'nullable'
}

/** True if the expression tests the operand for null anywhere: its author knows about null. */
function isTested({ use }: Typed, operand: string): boolean {
  const text = use.slot.text.replace(/\s+/g, ' ')
  return [`${operand} == null`, `${operand} != null`, `null == ${operand}`, `null != ${operand}`, `has(${operand})`].some((test) =>
    text.includes(test),
  )
}
