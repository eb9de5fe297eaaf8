// Collects the names of a document that patterns may use, by kind.

import { type Named, type Slot, listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import { listRequiredScopes } from './conditions/caller.ts'
import type { Vocabulary } from './pattern.ts'
import type { ModelIndex } from './model-index.ts'

export function collectVocabulary(modelIndex: ModelIndex): Vocabulary {
  return { subjects: collectSubjects(modelIndex), names: collectNames(modelIndex) }
}

function collectSubjects({ model, domain, transitions, references }: ModelIndex): Vocabulary['subjects'] {
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
    scheme: listNames(model.authentication.value.schemes),
    behaviour: listNames(model.service.value.behaviours),
    operation: new Set(model.endpoints.value.operations.map(({ id }) => id)),
  }
}

function collectNames({ model, machines, domain, references }: ModelIndex): Vocabulary['names'] {
  const operations = model.endpoints.value.operations.map(({ slots }) => slots)
  const edges = machines.flatMap((machine) => machine.edges)
  const { authentication, limits, service, versioning } = model
  const requirements = [slotValueOf(authentication.value.security), ...operations.map(({ security }) => slotValueOf(security))].flatMap(
    (list) => list ?? [],
  )
  return {
    with: new Set(operations.flatMap((slots) => [...listNames(slots.with)])),
    guard: new Set(edges.flatMap(({ candidate }) => [...listNames(candidate.guard)])),
    require: new Set([
      ...operations.flatMap((slots) => [...listNames(slots.require), ...listRequirementsIn(slots.do)]),
      ...listEffectRequirements(machines),
    ]),
    invariant: new Set([...domain.resources.values()].flatMap(({ source }) => [...listNames(source.slots.invariant)])),
    rate: listNames(limits.value.rates),
    quota: listNames(limits.value.quotas),
    scope: new Set(listRequiredScopes(requirements)),
    failure: new Set(
      listSpecifiedEntries(service.value.behaviours).flatMap(({ value }) => (slotValueOf(value.failures) ?? []).map(({ text }) => text)),
    ),
    version: listNames(versioning.value.versions),
    referrer: new Set([...references.values()].flat().map(({ resource, path }) => `${resource}.${path}`)),
  }
}

function listNames(slot: Slot<readonly Named<unknown>[]>): Set<string> {
  return new Set((slotValueOf(slot) ?? []).map(({ name }) => name))
}

type Effects = ModelIndex['machines'][number]['edges'][number]['candidate']['then']

function listRequirementsIn(effects: Effects): string[] {
  return (slotValueOf(effects) ?? []).flatMap(({ require }) => [...listNames(require)])
}

function listEffectRequirements(machines: ModelIndex['machines']): string[] {
  return machines.flatMap(({ machine, edges }) => {
    const actions = listSpecifiedEntries(machine.slots.states).flatMap(({ value }) => [slotValueOf(value.entry), slotValueOf(value.exit)])
    const recoveries = edges.map(({ candidate }) => (candidate.onError === undefined ? undefined : slotValueOf(candidate.onError)))
    const lists = [
      ...edges.map(({ candidate }) => candidate.then),
      ...[...actions, ...recoveries].flatMap((action) => (action === undefined ? [] : [action.then])),
    ]
    return lists.flatMap(listRequirementsIn)
  })
}
