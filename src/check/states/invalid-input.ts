// Checks that the input that an effect or a step of `do` passes to a transition or behaviour matches its declaration.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import type { Facts } from '../../fact/fact.ts'
import type { Effect } from '../../model/states.ts'
import { takerOf } from '../../typing/input-targets.ts'
import type { Check } from '../check.ts'
import { nothing, checkConstants, checkInput } from '../input.ts'
import { effectsAll, verbsOf } from './effects.ts'

const code = 'states/invalid-input'

export const check: Check = { code, run: (facts) => effectsAll(facts.model).flatMap(({ effect }) => ofEffect(effect, facts)) }

function ofEffect(effect: Effect, { typing }: Facts): Diagnostic[] {
  const [verb, ...more] = verbsOf(effect)
  const taker = takerOf(effect, typing.domain)
  if (verb === undefined || more.length > 0 || taker === undefined) return []
  const { input } = effect
  if (input.state === 'shown') {
    const problems = checkInput(code, taker, { by: 'input', type: typing.inputTypeOf(input.value) ?? { kind: 'unknown' }, at: input.at })
    return problems.length > 0 ? problems : checkConstants(code, taker, input.value, typing)
  }
  return input.state === 'unsaid' || input.state === 'none'
    ? checkInput(code, taker, { by: 'nothing', type: nothing, at: verb.word.node })
    : []
}
