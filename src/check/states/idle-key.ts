// A key of an effect, or a step of `do`, that what it does has no use for.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { quoted } from '../../diagnostic/voice.ts'
import type { Effect } from '../../model/states.ts'
import type { Domain } from '../../typing/domain.ts'
import { takerOf } from '../../typing/takers.ts'
import type { Check } from '../check.ts'
import { idleKey, untakenInput } from '../idle-key.ts'
import { type Verb, effectsAll, verbsOf } from './effects.ts'

const code = 'states/idle-key'

/** What has a use for a key; keys that are missing here belong to all. */
const users = {
  by: ['transition', 'update', 'delete'],
  set: ['create', 'update'],
  input: ['transition', 'call'],
  onConflict: ['create'],
} as const satisfies { readonly [key in keyof Effect]?: readonly Verb[] }

const keys = Object.keys(users) as (keyof typeof users)[]

export const check: Check = { code, run: ({ model, typing }) => effectsAll(model).flatMap(({ effect }) => ofEffect(effect, typing.domain)) }

function ofEffect(effect: Effect, domain: Domain): Diagnostic[] {
  const [first, ...more] = verbsOf(effect)
  if (first === undefined || more.length > 0) return []
  const { verb, word } = first
  const idle = keys.flatMap((key): Diagnostic[] => {
    const slot = effect[key]
    const uses: readonly Verb[] = users[key]
    if (slot.state !== 'shown' || uses.includes(verb)) return []
    return [idleKey(code, quoted(key), verb, slot.at.span, uses)]
  })
  return [...idle, ...untaken(effect, word.text, domain)]
}

function untaken(effect: Effect, name: string, domain: Domain): Diagnostic[] {
  const taker = takerOf(effect, domain)
  if (effect.input.state !== 'shown' || taker?.kind !== 'transition' || taker.open || taker.taken !== undefined) return []
  return [untakenInput(code, `${quoted(name)} is given an \`input\``, effect.input.at.span)]
}
