// The receiver of an operation's or effect's input: a transition, a behaviour, or with `to` every transition to that state.

import type { Operation } from '../model/model.ts'
import { slotValue } from '../model/slot.ts'
import type { Effect } from '../model/states.ts'
import { behaviourNamed, inputOfBehaviour } from './behaviour.ts'
import type { Domain } from './domain.ts'
import type { InputType } from './input-type.ts'
import { type MachineTransition, inputOfTransition, transitionNamed, transitionsOf } from './transition.ts'

/** `Order.place`, or the name of code. */
export type InputTarget = {
  readonly name: string
  readonly kind: 'transition' | 'call'
  /** Undefined if no input is declared. */
  readonly taken?: InputType
  /** True if a part of it is not shown, or has a reported mistake. */
  readonly open: boolean
}

export function inputTargetsOf({ action, subject, slots }: Operation, domain: Domain): readonly InputTarget[] {
  const name = subject?.text ?? ''
  if (action === 'call') return codeTaker(name, domain)
  if (action !== 'transition') return []
  if (slots.to.state === 'unsaid')
    return [transitionNamed(name, domain)].flatMap((transition) => (transition === undefined ? [] : [transitionTaker(transition, domain)]))
  const machine = domain.resources.get(name.split('.')[0] ?? '')?.machines.find((each) => each.name === name)
  const leading =
    machine === undefined
      ? []
      : transitionsOf(machine).filter(({ candidates }) => candidates.some(({ target }) => target.state === 'shown'))
  return leading.map((transition) => transitionTaker(transition, domain))
}

export function takerOf({ transition, call }: Effect, domain: Domain): InputTarget | undefined {
  const code = slotValue(call)?.text
  if (code !== undefined) return codeTaker(code, domain)[0]
  const machineTransition = transitionNamed(slotValue(transition)?.text ?? '', domain)
  return machineTransition && transitionTaker(machineTransition, domain)
}

function codeTaker(name: string, domain: Domain): readonly InputTarget[] {
  const declared = behaviourNamed(name, domain)
  if (declared === undefined) return []
  const inputType = inputOfBehaviour(name, domain)
  return [
    {
      name,
      kind: 'call',
      ...(inputType === undefined ? {} : { taken: inputType }),
      open: declared.input.state === 'gap' || declared.input.state === 'wrong',
    },
  ]
}

function transitionTaker(transition: MachineTransition, domain: Domain): InputTarget {
  const inputType = inputOfTransition(transition, domain)
  const open = transition.candidates.some(({ input }) => input?.state === 'gap' || input?.state === 'wrong')
  return { name: `${transition.machine.resource}.${transition.name}`, kind: 'transition', ...(inputType === undefined ? {} : { taken: inputType }), open }
}
