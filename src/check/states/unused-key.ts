// Reports a key that has no effect in an effect or a step of `do`.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { quoteName } from '../../diagnostic/voice.ts'
import type { Effect } from '../../model/states.ts'
import type { Domain } from '../../typing/domain.ts'
import { takerOf } from '../../typing/input-targets.ts'
import type { Check } from '../check.ts'
import { reportUnusedKey, reportUnusedInput } from '../unused-key.ts'
import { type EffectVerb, effectsAll, verbsOf } from './effects.ts'

const code = 'states/unused-key'

/** Which effects use each key; unlisted keys belong to all. */
const users = {
  by: ['transition', 'update', 'delete'],
  set: ['create', 'update'],
  input: ['transition', 'call'],
  onConflict: ['create'],
} as const satisfies { readonly [key in keyof Effect]?: readonly EffectVerb[] }

const keys = Object.keys(users) as (keyof typeof users)[]

export const check: Check = { code, run: ({ model, typing }) => effectsAll(model).flatMap(({ effect }) => checkEffect(effect, typing.domain)) }

function checkEffect(effect: Effect, domain: Domain): Diagnostic[] {
  const [first, ...more] = verbsOf(effect)
  if (first === undefined || more.length > 0) return []
  const { verb, word } = first
  const idle = keys.flatMap((key): Diagnostic[] => {
    const slot = effect[key]
    const uses: readonly EffectVerb[] = users[key]
    if (slot.state !== 'shown' || uses.includes(verb)) return []
    return [reportUnusedKey(code, quoteName(key), verb, slot.at.span, uses)]
  })
  return [...idle, ...reportIgnored(effect, word.text, domain)]
}

function reportIgnored(effect: Effect, name: string, domain: Domain): Diagnostic[] {
  const taker = takerOf(effect, domain)
  if (effect.input.state !== 'shown' || taker?.kind !== 'transition' || taker.open || taker.taken !== undefined) return []
  return [reportUnusedInput(code, `${quoteName(name)} is given an \`input\``, effect.input.at.span)]
}
