// A key of an effect that what it does has no use for: nothing that is shown is ever ignored.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, either, quoted } from '../../diagnostic/voice.ts'
import type { Effect } from '../../model/states.ts'
import type { Domain } from '../../typing/domain.ts'
import { takerOf } from '../../typing/takers.ts'
import type { Check } from '../check.ts'
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
    return [told(`${quoted(key)} has no meaning beside ${quoted(verb)}`, slot.at.span, `Leave it out; it belongs to ${either(uses)}.`)]
  })
  return [...idle, ...untaken(effect, word.text, domain)]
}

function untaken(effect: Effect, name: string, domain: Domain): Diagnostic[] {
  const taker = takerOf(effect, domain)
  if (effect.input.state !== 'shown' || taker?.kind !== 'transition' || taker.open || taker.taken !== undefined) return []
  return [told(`${quoted(name)} is given an \`input\`, and takes none`, effect.input.at.span, untakenHelp)]
}

export const untakenHelp = 'Leave it out, or say at the transition what it takes:\n\ninput: { type: object, properties: { … } }'

function told(message: string, span: Diagnostic['primary']['span'], help: string): Diagnostic {
  return diagnostic('error', code, message, { span, text: 'nothing asks for it' }, {
    reason: 'What is shown is never ignored, so it cannot stand where it does nothing.',
    help,
  })
}
