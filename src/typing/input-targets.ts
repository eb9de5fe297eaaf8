// The receiver of an operation's or effect's input: a transition, a behaviour, or with `to` every transition to that state.

import type { Operation } from '../model/model.ts'
import { slotValueOf } from '../model/slot.ts'
import type { Effect } from '../model/states.ts'
import { findBehaviour, findBehaviourInput } from './behaviour.ts'
import type { Domain } from './domain.ts'
import type { InputType } from './input-type.ts'
import { type MachineTransition, findTransitionInput, findTransition, listTransitions } from './transition.ts'

/** `Order.place`, or the name of code. */
export type InputTarget = {
  readonly name: string
  readonly kind: 'transition' | 'call'
  /** Undefined if no input is declared. */
  readonly inputType?: InputType
  /** True if a part of it is not shown, or has a reported mistake. */
  readonly isOpen: boolean
}

export function listInputTargets({ action, subject, slots }: Operation, domain: Domain): readonly InputTarget[] {
  const name = subject?.text ?? ''
  if (action === 'call') return listCodeTargets(name, domain)
  if (action !== 'transition') return []
  if (slots.to.state === 'unsaid')
    return [findTransition(name, domain)].flatMap((transition) =>
      transition === undefined ? [] : [makeTransitionTarget(transition, domain)],
    )
  const machine = domain.resources.get(name.split('.')[0] ?? '')?.machines.find((each) => each.name === name)
  const transitions =
    machine === undefined
      ? []
      : listTransitions(machine).filter(({ candidates }) => candidates.some(({ target }) => target.state === 'shown'))
  return transitions.map((transition) => makeTransitionTarget(transition, domain))
}

export function findInputTarget({ transition, call }: Effect, domain: Domain): InputTarget | undefined {
  const code = slotValueOf(call)?.text
  if (code !== undefined) return listCodeTargets(code, domain)[0]
  const machineTransition = findTransition(slotValueOf(transition)?.text ?? '', domain)
  return machineTransition && makeTransitionTarget(machineTransition, domain)
}

function listCodeTargets(name: string, domain: Domain): readonly InputTarget[] {
  const declared = findBehaviour(name, domain)
  if (declared === undefined) return []
  const inputType = findBehaviourInput(name, domain)
  return [
    {
      name,
      kind: 'call',
      ...(inputType === undefined ? {} : { inputType }),
      isOpen: declared.input.state === 'gap' || declared.input.state === 'wrong',
    },
  ]
}

function makeTransitionTarget(transition: MachineTransition, domain: Domain): InputTarget {
  const inputType = findTransitionInput(transition, domain)
  const isOpen = transition.candidates.some(({ input }) => input?.state === 'gap' || input?.state === 'wrong')
  return {
    name: `${transition.machine.resource}.${transition.name}`,
    kind: 'transition',
    ...(inputType === undefined ? {} : { inputType }),
    isOpen,
  }
}
