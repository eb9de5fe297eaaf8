// The names of a document that patterns may use, by kind.

import { type Named, type Slot, specifiedEntries, slotValue } from '../model/slot.ts'
import { requiredScopes } from './conditions/caller.ts'
import type { Vocabulary } from './pattern.ts'
import type { World } from './world.ts'

export function vocabularyOf(world: World): Vocabulary {
  return { subjects: subjectsOf(world), names: namesOf(world) }
}

function subjectsOf({ model, domain, transitions, references }: World): Vocabulary['subjects'] {
  const resources = [...domain.resources.values()]
  return {
    resource: new Set(domain.resources.keys()),
    property: new Set([
      ...resources.flatMap(({ name, properties }) => [...properties.keys()].map((property) => `${name}.${property}`)),
      ...[...references.values()].flat().map(({ resource, path }) => `${resource}.${path}`),
    ]),
    transition: new Set(transitions.keys()),
    unique: new Set(
      resources.flatMap(({ name, key, uniques, exclusions }) =>
        [key.join('+'), ...[...uniques, ...exclusions].map((unique) => unique.name)].map((unique) => `${name}.${unique}`),
      ),
    ),
    scheme: keys(model.authentication.value.schemes),
    behaviour: keys(model.service.value.behaviours),
    operation: new Set(model.endpoints.value.operations.map(({ id }) => id)),
  }
}

function namesOf({ model, machines, domain, references }: World): Vocabulary['names'] {
  const operations = model.endpoints.value.operations.map(({ slots }) => slots)
  const edges = machines.flatMap((machine) => machine.edges)
  const { authentication, limits, service, versioning } = model
  const requirements = [slotValue(authentication.value.security), ...operations.map(({ security }) => slotValue(security))].flatMap(
    (list) => list ?? [],
  )
  return {
    with: new Set(operations.flatMap((slots) => [...keys(slots.with)])),
    guard: new Set(edges.flatMap(({ candidate }) => [...keys(candidate.guard)])),
    require: new Set([...operations.flatMap((slots) => [...keys(slots.require), ...requiredIn(slots.do)]), ...effectRequires(machines)]),
    invariant: new Set([...domain.resources.values()].flatMap(({ source }) => [...keys(source.slots.invariant)])),
    rate: keys(limits.value.rates),
    quota: keys(limits.value.quotas),
    scope: new Set(requiredScopes(requirements)),
    failure: new Set(
      specifiedEntries(service.value.behaviours).flatMap(({ value }) => (slotValue(value.failures) ?? []).map(({ text }) => text)),
    ),
    version: keys(versioning.value.versions),
    referrer: new Set([...references.values()].flat().map(({ resource, path }) => `${resource}.${path}`)),
  }
}

function keys(slot: Slot<readonly Named<unknown>[]>): Set<string> {
  return new Set((slotValue(slot) ?? []).map(({ name }) => name))
}

type Effects = World['machines'][number]['edges'][number]['candidate']['then']

function requiredIn(effects: Effects): string[] {
  return (slotValue(effects) ?? []).flatMap(({ require }) => [...keys(require)])
}

function effectRequires(machines: World['machines']): string[] {
  return machines.flatMap(({ machine, edges }) => {
    const actions = specifiedEntries(machine.slots.states).flatMap(({ value }) => [slotValue(value.entry), slotValue(value.exit)])
    const instead = edges.map(({ candidate }) => (candidate.onError === undefined ? undefined : slotValue(candidate.onError)))
    const lists = [
      ...edges.map(({ candidate }) => candidate.then),
      ...[...actions, ...instead].flatMap((action) => (action === undefined ? [] : [action.then])),
    ]
    return lists.flatMap(requiredIn)
  })
}
