// Reports a key that has no effect in an effect or a step of `do`.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { quoteName } from '../../diagnostic/voice.ts'
import type { Effect } from '../../model/states.ts'
import type { Domain } from '../../typing/domain.ts'
import { findInputTarget } from '../../typing/input-targets.ts'
import type { Check } from '../check.ts'
import { reportUnusedKey, reportUnusedInput } from '../unused-key.ts'
import { type EffectVerb, listAllEffects, listVerbs } from './effects.ts'

const code = 'states/unused-key'

/** Which effects use each key; unlisted keys belong to all. */
const verbsByKey = {
  by: ['transition', 'update', 'delete'],
  set: ['create', 'update'],
  input: ['transition', 'call'],
  onConflict: ['create'],
} as const satisfies { readonly [key in keyof Effect]?: readonly EffectVerb[] }

const keys = Object.keys(verbsByKey) as (keyof typeof verbsByKey)[]

export const check: Check = {
  code,
  run: ({ model, typing }) => listAllEffects(model).flatMap(({ effect }) => checkEffect(effect, typing.domain)),
}

function checkEffect(effect: Effect, domain: Domain): Diagnostic[] {
  const [first, ...others] = listVerbs(effect)
  if (first === undefined || others.length > 0) return []
  const { verb, word } = first
  const unusedKeys = keys.flatMap((key): Diagnostic[] => {
    const slot = effect[key]
    const usingVerbs: readonly EffectVerb[] = verbsByKey[key]
    if (slot.state !== 'shown' || usingVerbs.includes(verb)) return []
    return [reportUnusedKey(code, quoteName(key), verb, slot.at.span, usingVerbs)]
  })
  return [...unusedKeys, ...reportIgnored(effect, word.text, domain)]
}

function reportIgnored(effect: Effect, name: string, domain: Domain): Diagnostic[] {
  const target = findInputTarget(effect, domain)
  if (effect.input.state !== 'shown' || target?.kind !== 'transition' || target.isOpen || target.inputType !== undefined) return []
  return [reportUnusedInput(code, `${quoteName(name)} is given an \`input\``, effect.input.at.span)]
}
