// Reports a token whose subject is another property than the one by which its scheme finds the caller.

import { advise, quoteWord } from '../../diagnostic/help.ts'
import type { Expression } from '../../cel/expression.ts'
import { partsOf } from '../../cel/parts.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { CallerRule } from '../../model/authentication.ts'
import { type Slot, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { type Typed, findSpan, listTyped } from '../expressions/typed.ts'
import { isAuthored } from '../unused.ts'

const code = 'authentication/other-subject'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run: ({ model, typing }) =>
    listTyped(typing).flatMap((typed) =>
      isAuthored(typed.use.slot.node.span) ? checkTokens(typed, typed.expression, model.authentication.value.caller) : [],
    ),
}

function checkTokens(typed: Typed, expression: Expression, caller: Slot<CallerRule>): Diagnostic[] {
  return [
    ...(expression.kind === 'call' && expression.name === 'token' ? checkToken(typed, expression.arguments, caller) : []),
    ...partsOf(expression).flatMap((part) => checkTokens(typed, part.expression, caller)),
  ]
}

function checkToken(typed: Typed, [scheme, subject]: readonly Expression[], caller: Slot<CallerRule>): Diagnostic[] {
  const expected = scheme?.kind === 'literal' && typeof scheme.value === 'string' ? findSubject(caller, scheme.value) : undefined
  if (expected === undefined || subject?.kind !== 'select' || subject.operand.type.kind !== 'record') return []
  const { resource, property } = expected
  if (subject.operand.type.resource !== resource || subject.member === property) return []
  return [
    createDiagnostic(
      'warning',
      code,
      `The token says ${quoteName(subject.member)}, and callers are found by ${quoteName(property)}`,
      {
        span: findSpan(typed, subject),
        text: 'becomes `claims.sub`',
      },
      {
        reason: 'The look-up of the caller compares `claims.sub` with another property, and finds no caller or the wrong one.',
        help: advise`Write the property that the look-up compares, ${quoteWord(property)}, or change the look-up in part 5.`,
      },
    ),
  ]
}

/** The property that a look-up compares with the subject of a token of the scheme. */
function findSubject(slot: Slot<CallerRule>, scheme: string): { readonly resource: string; readonly property: string } | undefined {
  const rule = slotValueOf(slot)
  switch (rule?.kind) {
    case 'lookup': {
      const resource = slotValueOf(rule.lookup.find)?.text
      const property = listSpecifiedEntries(rule.lookup.by).find(({ value }) => value.text.trim() === 'claims.sub')?.name
      return resource === undefined || property === undefined ? undefined : { resource, property }
    }
    case 'schemes':
      return findSubject(rule.schemes.find(({ name }) => name === scheme)?.slot ?? { state: 'unsaid' }, scheme)
    case 'expression':
    case undefined:
      return undefined
  }
}
