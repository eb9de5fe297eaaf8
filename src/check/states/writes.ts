// Lists everything that parts 3 and 4 write to properties, with the resource and the kind of write.

import type { Scalar } from '../../document/node.ts'
import type { Facts } from '../../fact/fact.ts'
import { type MachineOf, type Operation, resourceNameOf } from '../../model/model.ts'
import { type Template, specifiedEntries, slotValue } from '../../model/slot.ts'
import type { Candidate, Effect } from '../../model/states.ts'
import { endingsOf } from '../../typing/behaviour.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import { bodyFields } from '../endpoints/unknown-property.ts'
import { listCandidates, listEffects } from './candidates.ts'

export type PropertyWrite = {
  readonly resource: ResourceInfo
  readonly property: string
  readonly key: Scalar
  readonly kind: 'create' | 'change' | 'body'
  /** The template of a `set`; absent for a body. */
  readonly template?: Template
}

type To = (name: string | undefined, kind: PropertyWrite['kind'], set: Candidate['set']) => PropertyWrite[]

export function writesOf({ model, typing }: Facts): readonly PropertyWrite[] {
  const { resources } = typing.domain
  const addWrite: To = (name, kind, set) => {
    const resource = resources.get(name ?? '')
    return resource === undefined
      ? []
      : (slotValue(set) ?? []).map(({ name: property, key, slot }) => ({
          resource,
          property,
          key,
          kind,
          ...(slot.state === 'shown' ? { template: slot.value } : {}),
        }))
  }
  const ofEffect = ({ create, update, set }: Effect): PropertyWrite[] => [
    ...addWrite(slotValue(create)?.text, 'create', set),
    ...addWrite(slotValue(update)?.text, 'change', set),
  ]
  return [
    ...model.states.value.machines.flatMap((machine) => [
      ...ownSets(machine).flatMap((set) => addWrite(machine.resource, 'change', set)),
      ...[...listEffects(machine)].flatMap(ofEffect),
    ]),
    ...endingsOf({ model }).flatMap(ofEffect),
    ...model.endpoints.value.operations.flatMap((operation) => [
      ...ofOperation(operation, addWrite),
      ...(slotValue(operation.slots.do) ?? []).flatMap(ofEffect),
    ]),
  ]
}

/** The `set` of a machine's transitions, and those on entering and leaving its states. */
export function ownSets(machine: MachineOf): Candidate['set'][] {
  const candidates = [...listCandidates(machine)].flatMap(({ candidate }) => {
    const instead = candidate.onError === undefined ? undefined : slotValue(candidate.onError)
    return [candidate.set, ...(instead === undefined ? [] : [instead.set])]
  })
  const actions = specifiedEntries(machine.slots.states).flatMap(({ value: { entry, exit } }) =>
    [slotValue(entry), slotValue(exit)].flatMap((action) => (action === undefined ? [] : [action.set])),
  )
  return [...candidates, ...actions]
}

const making = new Set(['create', 'put'])
const changing = new Set(['update', 'replace', 'transition'])

/** Beside a transition an operation writes as an update does. */
function ofOperation({ action, subject, slots }: Operation, to: To): PropertyWrite[] {
  const kind = action === undefined ? undefined : making.has(action) ? 'create' : changing.has(action) ? 'change' : undefined
  if (kind === undefined || subject === undefined) return []
  const name = resourceNameOf({ action, subject })
  const [first] = to(name, kind, { state: 'shown', value: [{ name: '', key: subject.node, slot: { state: 'unsaid' } }], at: subject.node })
  const body = slotValue(slots.body)
  // The field of the machine that `to` moves contains the requested state.
  const fields =
    first === undefined || body === undefined
      ? []
      : bodyFields(body).filter(({ text }) => slots.to.state !== 'shown' || `${name}.${text}` !== subject.text)
  return [
    ...to(name, kind, slots.set),
    ...fields.map(({ text, node }): PropertyWrite => ({ resource: first!.resource, property: text, key: node, kind: 'body' })),
  ]
}
