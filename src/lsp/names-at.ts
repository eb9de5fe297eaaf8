// Lists the names of the document that a value may have, by its key.

import type { Compiled } from '../compile/compile.ts'
import { builtIn } from '../convention/built-in.ts'
import { printConditionWords } from '../fact/narrow.ts'
import { conditions } from '../model/conditions.ts'
import { resourceNameOf } from '../model/model.ts'
import { listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import { completionKind } from './protocol.ts'
import type { Completion } from './complete-expression.ts'
import type { Place } from './place.ts'

type Names = (compiled: Compiled, place: Place) => readonly string[]

const resources: Names = ({ facts }) => facts.model.resources.value.resources.map(({ name }) => name)
const shapes: Names = ({ facts }) => [...facts.typing.domain.shapes.keys()]
const transitions: Names = ({ facts }) =>
  facts.machines.flatMap(({ machine, transitions: all }) => [...new Set(all.map(({ name }) => `${machine.resource}.${name}`))])
const events: Names = ({ facts }) => listSpecifiedEntries(facts.model.events.value.types).map(({ name }) => name)
const schemes: Names = ({ facts }) => listSpecifiedEntries(facts.model.authentication.value.schemes).map(({ name }) => name)
const rates: Names = ({ facts: { model } }) =>
  [...listSpecifiedEntries(model.limits.value.rates), ...listSpecifiedEntries(model.limits.value.quotas)].map(({ name }) => name)

/** The states of the machine at the place, or of the operation's resource. */
const states: Names = ({ facts: { machines, model } }, { part, path: [name] }) => {
  const operation = part === 'endpoints' ? model.endpoints.value.operations.find((candidate) => candidate.name === name) : undefined
  const resource = operation === undefined ? undefined : resourceNameOf(operation)
  return machines
    .filter(({ machine }) => (part === 'states' ? machine.name === name : resource === undefined || machine.resource === resource))
    .flatMap(({ machine }) => listSpecifiedEntries(machine.slots.states).map((state) => state.name))
}

/** The properties of the resource at the place. */
const properties: Names = ({ facts: { typing, model } }, { part, path }) => {
  const [name, second] = path
  const operation = part === 'endpoints' ? model.endpoints.value.operations.find((candidate) => candidate.name === name) : undefined
  const view =
    part === 'resources' && name === 'views'
      ? listSpecifiedEntries(model.resources.value.views).find((candidate) => candidate.name === second)
      : undefined
  const findResourceName = (): string | undefined => {
    if (operation !== undefined) return resourceNameOf(operation)
    if (view !== undefined) return slotValueOf(view.value.of)?.text
    if (part === 'states') return name?.split('.')[0]
    return part === 'authentication' ? second : name
  }
  const resourceName = findResourceName()
  return [...(typing.domain.resources.get(resourceName ?? '')?.properties.keys() ?? [])]
}

const causes: Names = (compiled, place) => [
  ...transitions(compiled, place),
  ...compiled.facts.machines.flatMap(({ machine }) =>
    listSpecifiedEntries(machine.slots.states).map(({ name }) => `entry ${machine.resource}.${name}`),
  ),
  ...resources(compiled, place).flatMap((name) => ['created', 'updated', 'deleted'].map((what) => `${name}.${what}`)),
]

/** The conditions that part 7 can answer. */
const points: Names = ({ facts }) => [
  ...conditions,
  ...[...facts.operations, { points: facts.service }].flatMap(({ points: all }) => all.map(printConditionWords)),
]

const byKey: { readonly [key: string]: readonly Names[] } = {
  create: [resources],
  list: [resources],
  read: [resources],
  update: [resources],
  replace: [resources],
  put: [resources],
  delete: [resources],
  of: [resources],
  find: [resources],
  $ref: [resources, shapes],
  transition: [transitions],
  stream: [events],
  feed: [events],
  initial: [states],
  target: [states],
  in: [states],
  use: [() => builtIn],
  security: [schemes],
  key: [properties],
  required: [properties],
  unique: [properties],
  index: [properties],
  body: [properties],
  take: [properties],
  filter: [properties],
  sort: [properties],
  order: [properties],
  scheme: [schemes],
  limits: [rates],
  operations: [transitions],
}

/** The key of a value, outside of its lists. */
function findKey({ path }: Place): string {
  return path.findLast((step) => step !== '[]') ?? ''
}

/** `on` has conditions in part 7, events in part 6, and new names in part 3. */
function nameListsAt(place: Place): readonly Names[] {
  const key = findKey(place)
  if (key !== 'on') return byKey[key] ?? []
  if (place.part === 'errors') return [points]
  return place.part === 'states' ? [] : [causes]
}

export function listNamesAt(compiled: Compiled, place: Place): readonly Completion[] {
  const names = new Set(nameListsAt(place).flatMap((listNames) => listNames(compiled, place)))
  return [...names].map((label) => ({ label, kind: completionKind.value }))
}

/** Keys that are names of the document: properties to `set`, resources with rules. */
export function nameKeysAt(compiled: Compiled, place: Place): readonly Completion[] {
  const last = place.path.at(-1)
  const ruled = last === 'rules' ? resources(compiled, place) : []
  const candidate = last === 'set' ? properties(compiled, place) : ruled
  return candidate.map((label) => ({ label, kind: completionKind.property, insertText: `${label}: ` }))
}
