// The input that an operation passes to a transition or behaviour must match its declaration: the body, or the mapped input.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import type { Facts } from '../../fact/fact.ts'
import type { Operation } from '../../model/model.ts'
import { listInputTargets } from '../../typing/input-targets.ts'
import type { Check } from '../check.ts'
import { type PassedInput, noInput, checkConstants, checkInput } from '../input.ts'

const code = 'endpoints/invalid-input'

export const check: Check = {
  code,
  run: (facts) => facts.model.endpoints.value.operations.flatMap((operation) => checkOperation(operation, facts)),
}

function checkOperation(operation: Operation, facts: Facts): Diagnostic[] {
  const passedInput = findPassedInput(operation, facts)
  if (passedInput === undefined) return []
  const targets = listInputTargets(operation, facts.typing.domain)
  const problems = targets.flatMap((target) => checkInput(code, target, passedInput))
  const { input } = operation.slots
  const [onlyTarget, ...others] = targets
  // If the request chooses the transition, one that refuses is skipped.
  return problems.length > 0 || input.state !== 'shown' || onlyTarget === undefined || others.length > 0
    ? problems
    : checkConstants(code, onlyTarget, input.value, facts.typing)
}

/** Undefined if no mismatch is possible: the body is the declared input, or is not shown. */
function findPassedInput(operation: Operation, { typing }: Facts): PassedInput | undefined {
  const {
    subject,
    slots: { body, input, to },
  } = operation
  if (subject === undefined || input.state === 'gap' || input.state === 'wrong') return undefined
  if (input.state === 'shown') return { by: 'input', type: typing.inputTypeOf(input.value) ?? { kind: 'unknown' }, at: input.at }
  if (body.state === 'shown')
    return { by: 'body', type: typing.input(operation).body?.type ?? { kind: 'unknown' }, at: body.at, chooses: to.state === 'shown' }
  // A transition that is chosen by its target state has no body of its own.
  return body.state === 'none' || (body.state === 'unsaid' && to.state === 'shown')
    ? { by: 'nothing', type: noInput, at: subject.node }
    : undefined
}
