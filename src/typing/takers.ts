// What an operation, or an effect, gives something to: a transition, code, or with `to` whichever transition leads there.

import type { Operation } from '../model/model.ts'
import { shown } from '../model/slot.ts'
import type { Effect } from '../model/states.ts'
import { behaviourNamed, inputOfBehaviour } from './behaviour.ts'
import type { Domain } from './domain.ts'
import type { Taken } from './taken.ts'
import { type Transition, inputOfTransition, transitionNamed, transitionsOf } from './transition.ts'

/** `Order.place`, or the name of code. */
export type Taker = {
  readonly name: string
  readonly kind: 'transition' | 'call'
  /** Undefined where nothing says what it takes. */
  readonly taken?: Taken
  /** Something of it is not shown, or was told as a mistake. */
  readonly open: boolean
}

export function takersOf({ action, subject, slots }: Operation, domain: Domain): readonly Taker[] {
  const name = subject?.text ?? ''
  if (action === 'call') return codeTaker(name, domain)
  if (action !== 'transition') return []
  if (slots.to.state === 'unsaid') return [transitionNamed(name, domain)].flatMap((found) => (found === undefined ? [] : [transitionTaker(found, domain)]))
  const machine = domain.resources.get(name.split('.')[0] ?? '')?.machines.find((each) => each.name === name)
  const leading = machine === undefined ? [] : transitionsOf(machine).filter(({ candidates }) => candidates.some(({ target }) => target.state === 'shown'))
  return leading.map((found) => transitionTaker(found, domain))
}

export function takerOf({ transition, call }: Effect, domain: Domain): Taker | undefined {
  const code = shown(call)?.text
  if (code !== undefined) return codeTaker(code, domain)[0]
  const found = transitionNamed(shown(transition)?.text ?? '', domain)
  return found && transitionTaker(found, domain)
}

function codeTaker(name: string, domain: Domain): readonly Taker[] {
  const said = behaviourNamed(name, domain)
  if (said === undefined) return []
  const taken = inputOfBehaviour(name, domain)
  return [{ name, kind: 'call', ...(taken === undefined ? {} : { taken }), open: said.input.state === 'hole' || said.input.state === 'wrong' }]
}

function transitionTaker(transition: Transition, domain: Domain): Taker {
  const taken = inputOfTransition(transition, domain)
  const open = transition.candidates.some(({ input }) => input?.state === 'hole' || input?.state === 'wrong')
  return { name: `${transition.machine.resource}.${transition.name}`, kind: 'transition', ...(taken === undefined ? {} : { taken }), open }
}
