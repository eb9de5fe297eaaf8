// What a change made of something is there now: the changes of the current version lead to names that the document has.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { unknownName } from '../../diagnostic/voice.ts'
import type { Scalar } from '../../document/node.ts'
import type { Facts } from '../../fact/fact.ts'
import { each, named, shown } from '../../model/slot.ts'
import type { Change } from '../../model/versioning.ts'
import type { Check } from '../check.ts'

const code = 'versioning/unknown-name'

export const check: Check = {
  code,
  run(facts) {
    const { current, changes } = facts.model.versioning.value
    // What an earlier version had may have been changed again since.
    const latest = named(changes, shown(current)?.text ?? '')?.slot
    if (facts.model.resources.state === 'not shown' || latest?.state !== 'shown') return []
    return latest.value.flatMap((change) => [...ofProperties(change, facts), ...ofStates(change, facts)])
  },
}

function ofProperties({ rename, add, retype }: Change, facts: Facts): Diagnostic[] {
  const renamed = each(rename).flatMap(({ name, key, value }) => member(owner(name), key, value.text, value.node, facts))
  const there = [...(shown(add) ?? []), ...(shown(retype) ?? [])].flatMap(({ name, key }) => member(owner(name), key, name.slice(owner(name).length + 1), key, facts))
  return [...renamed, ...there]
}

const owner = (path: string): string => path.split('.')[0] ?? ''

/** Changes name properties of resources, or of views. */
function member(of: string, key: Scalar, name: string, node: Scalar, { typing: { domain } }: Facts): Diagnostic[] {
  const resource = domain.resources.get(of)
  const view = domain.views.get(of)
  if (resource === undefined && view === undefined) return [unknownName(code, 'resource or view', of, key.span, [...domain.resources.keys(), ...domain.views.keys()])]
  const known = [...(resource?.properties.keys() ?? []), ...(view?.members.map((each) => each.name) ?? [])]
  const first = name.split('.')[0] ?? ''
  return resource?.type.open === true || first === '' || known.includes(first) ? [] : [unknownName(code, `property of ${of}`, first, node.span, known)]
}

function ofStates({ renameState }: Change, { machines, model }: Facts): Diagnostic[] {
  if (model.states.state === 'not shown') return []
  return each(renameState).flatMap(({ name, key, value }): Diagnostic[] => {
    const machine = machines.find((each) => each.machine.name === name)
    if (machine === undefined) return [unknownName(code, 'machine', name, key.span, machines.map((each) => each.machine.name))]
    return value.flatMap(({ slot }) => {
      const word = shown(slot)
      const isKnown = word === undefined || machine.states.length === 0 || machine.states.includes(word.text)
      return isKnown ? [] : [unknownName(code, `state of ${name}`, word.text, word.node.span, machine.states)]
    })
  })
}
