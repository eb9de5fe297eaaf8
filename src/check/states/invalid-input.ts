// Checks that the input that an effect or a step of `do` passes to a transition or behaviour matches its declaration.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import type { Facts } from '../../fact/fact.ts'
import { isAbsent } from '../../model/slot.ts'
import type { Effect } from '../../model/states.ts'
import { findInputTarget } from '../../typing/input-targets.ts'
import type { Check } from '../check.ts'
import { noInput, checkConstants, checkInput } from '../input.ts'
import { listAllEffects, listVerbs } from './effects.ts'

const code = 'states/invalid-input'

export const check: Check = { code, run: (facts) => listAllEffects(facts.model).flatMap(({ effect }) => checkEffect(effect, facts)) }

function checkEffect(effect: Effect, { typing }: Facts): Diagnostic[] {
  const [verb, ...others] = listVerbs(effect)
  const target = findInputTarget(effect, typing.domain)
  if (verb === undefined || others.length > 0 || target === undefined) return []
  const { input } = effect
  if (input.state === 'shown') {
    const problems = checkInput(code, target, { by: 'input', type: typing.inputTypeOf(input.value) ?? { kind: 'unknown' }, at: input.at })
    return problems.length > 0 ? problems : checkConstants(code, target, input.value, typing)
  }
  return isAbsent(input) ? checkInput(code, target, { by: 'nothing', type: noInput, at: verb.word.node }) : []
}
