// Lists what an operation uses, so that each gap can be assigned to the operations that need it.

import type { Operation } from '../../model/model.ts'
import { slotValueOf } from '../../model/slot.ts'
import { listRequirements } from '../conditions/caller.ts'
import { deriveProgramOutcome } from '../conditions/effect.ts'
import type { OperationFacts } from '../fact.ts'
import { type Reads, readsOf } from '../reads.ts'
import { makeOperationContext } from '../operation-context.ts'
import type { ModelIndex } from '../model-index.ts'

export type OperationUsage = {
  readonly operation: Operation
  readonly facts: Omit<OperationFacts, 'complete'>
  /** Its reads, computed lazily because few gaps depend on them. */
  readonly reads: () => Reads
  /** Transitions that it can make, as `Order.place`; states that it can enter, as `Order.paid`. */
  readonly transitions: ReadonlySet<string>
  readonly entered: ReadonlySet<string>
  readonly schemes: ReadonlySet<string>
  readonly hasBody: boolean
}

export function computeUsage(modelIndex: ModelIndex, facts: Omit<OperationFacts, 'complete'>): OperationUsage {
  const { operation } = facts
  const operationContext = makeOperationContext(modelIndex, operation)
  const { changes } = deriveProgramOutcome(operationContext)
  return {
    operation,
    facts,
    reads: () => readsOf(operationContext),
    transitions: new Set(facts.transitions),
    entered: new Set(changes.flatMap(({ entered }) => entered ?? [])),
    schemes: new Set(listRequirements(operationContext).flatMap((requirement) => requirement.map(({ name }) => name))),
    hasBody: operationContext.body !== undefined,
  }
}

export function listCalledBehaviours({ action, subject, slots }: Operation): readonly string[] {
  const steps = (slotValueOf(slots.do) ?? []).flatMap(({ call }) => slotValueOf(call)?.text ?? [])
  return action === 'call' && subject !== undefined ? [subject.text] : steps
}

export function listStepNames(operation: Operation): readonly string[] {
  return (slotValueOf(operation.slots.do) ?? []).flatMap((step) =>
    [
      slotValueOf(step.transition)?.text,
      slotValueOf(step.create)?.text,
      slotValueOf(step.update)?.text,
      slotValueOf(step.delete)?.text,
    ].flatMap((name) => name ?? []),
  )
}
