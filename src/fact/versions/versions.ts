// The versions of a document, oldest first, each with all that can be known of it before a request comes.

import type { Model, Operation } from '../../model/model.ts'
import { type Template, listSpecifiedEntries, originOf, slotValueOf } from '../../model/slot.ts'
import { sortWords } from '../../model/sorts.ts'
import type { EditionChange } from '../../model/versioning.ts'
import { mapComparedProperties } from '../../typing/compared.ts'
import type { Property, Typing } from '../../typing/domain.ts'
import { readFilterSpelling } from '../../typing/filters.ts'
import { readSortSpelling } from '../../typing/sorts.ts'
import { listVersionRoutes } from './addresses.ts'
import { type VersionLink, listVersionLinks } from './chain.ts'
import type { VersionMember } from './history.ts'
import { type Trees, buildTrees } from './trees.ts'
import type { Conversion, EntryBefore, ObjectTree, Tree, ValueStep, VersionFacts } from './version.ts'

export function deriveVersions(model: Model, typing: Typing): VersionFacts[] {
  const chain = listVersionLinks(model)
  const names = chain.map(({ name }) => name)
  return chain.map((link): VersionFacts => {
    const { since, ...facts } = link
    const routes = listVersionRoutes(link, names, model)
    if (since.length === 0)
      return { ...facts, routes, conversions: new Map(), events: new Map(), callbacks: new Map(), resources: new Map(), entries: new Map() }
    const trees = buildTrees(since, typing)
    return {
      ...facts,
      routes,
      conversions: new Map(
        routes.flatMap(({ operation }): [Operation, Conversion][] => {
          const conversion = buildConversion(operation, trees, typing)
          return conversion === undefined ? [] : [[operation, conversion]]
        }),
      ),
      events: collectTrees(
        listSpecifiedEntries(model.events.value.types).map(({ name, value }) => [name, slotValueOf(value.data)]),
        trees,
      ),
      callbacks: collectTrees(
        listSpecifiedEntries(model.events.value.callbacks).map(({ name, value }) => [name, slotValueOf(value.body)]),
        trees,
      ),
      resources: new Map(
        [...typing.domain.resources.keys()].flatMap((name): [string, ObjectTree][] => {
          const tree = trees.resource(name)
          return tree === undefined ? [] : [[name, tree]]
        }),
      ),
      entries: indexEntriesBefore(link),
    }
  })
}

function buildConversion(operation: Operation, trees: Trees, typing: Typing): Conversion | undefined {
  const output = slotValueOf(operation.slots.output)
  const body = trees.body(operation)
  const answer = output && trees.template(output)
  const query = queryOf(operation, trees, typing)
  const sort = sortOf(operation, trees)
  const path = buildPathConversion(operation, trees, typing)
  if (body === undefined && answer === undefined && query === undefined && sort === undefined && path.size === 0) return undefined
  return {
    path,
    ...(body === undefined ? {} : { body }),
    ...(answer === undefined ? {} : { output: answer }),
    ...(query === undefined ? {} : { query, spelling: readFilterSpelling(slotValueOf(operation.slots.filter)) }),
    ...(sort === undefined ? {} : { sort, sortSpelling: readSortSpelling(slotValueOf(operation.slots.sort)) }),
  }
}

/** Changes may name query parameters by the operation's id; filters are called like the properties that they compare. */
function queryOf(operation: Operation, trees: Trees, typing: Typing): ObjectTree | undefined {
  const { query, filters } = typing.input(operation)
  const resource = operation.subject?.text ?? ''
  const declared = [...query.keys()].filter((name) => !filters.has(name)).map((name): VersionMember => ({ name, hasFill: true }))
  const members = [...filters.keys()].map((name): VersionMember => ({ name, property: { resource, name } }))
  return trees.object({ owners: [operation.id], members: [...members, ...declared] })
}

function sortOf({ subject, slots }: Operation, trees: Trees): ObjectTree | undefined {
  const resource = subject?.text ?? ''
  const members = sortWords(slots).map(({ text }): VersionMember => ({
    name: text,
    property: { resource, name: text },
    isNameOnly: true,
  }))
  return members.length === 0 ? undefined : trees.object({ owners: [], members })
}

/** A parameter of the path changes with the property that it is compared with. */
function buildPathConversion(operation: Operation, trees: Trees, { domain }: Typing): ReadonlyMap<string, readonly ValueStep[]> {
  const comparedByParameter = [...mapComparedProperties(operation, domain)]
  return new Map(
    comparedByParameter.flatMap(([parameter, property]): [string, readonly ValueStep[]][] => {
      const resource = indexOwners(domain).get(property)
      const tree =
        resource === undefined
          ? undefined
          : trees.object({ owners: [], members: [{ name: parameter, property: { resource, name: property.name } }] })
      const steps = tree?.members.get(parameter)?.steps ?? []
      return steps.length === 0 ? [] : [[parameter, steps]]
    }),
  )
}

const ownersByDomain = new WeakMap<Typing['domain'], ReadonlyMap<Property, string>>()

function indexOwners(domain: Typing['domain']): ReadonlyMap<Property, string> {
  return ownersByDomain.getOrInsertComputed(
    domain,
    ({ resources }) =>
      new Map(
        resources
          .values()
          .flatMap(({ name, properties }) => Array.from(properties.values(), (property): [Property, string] => [property, name])),
      ),
  )
}

function collectTrees(
  templates: readonly (readonly [name: string, template: Template | undefined])[],
  trees: Trees,
): ReadonlyMap<string, Tree> {
  return new Map(
    templates.flatMap(([name, template]): [string, Tree][] => {
      const tree = template && trees.template(template)
      return tree === undefined ? [] : [[name, tree]]
    }),
  )
}

/** A name without a dot is an entry of the catalogue. */
function indexEntriesBefore({ since }: VersionLink): ReadonlyMap<string, EntryBefore> {
  const entries = new Map<string, EntryBefore>()
  const addEntry = (name: string, entry: EntryBefore): void => {
    // The replacement of an entry may itself have changed in an earlier version.
    for (const [newestName, laterEntry] of entries) {
      if (('formerName' in laterEntry ? laterEntry.formerName : laterEntry.replacement) === name)
        entries.set(newestName, 'formerName' in entry && 'replacement' in laterEntry ? laterEntry : entry)
    }
    entries.set(name, entry)
  }
  for (const change of since) for (const [name, entry] of listEntriesBefore(change)) addEntry(name, entry)
  return entries
}

function listEntriesBefore({ add, rename }: EditionChange): (readonly [string, EntryBefore])[] {
  const added = listSpecifiedEntries(add).flatMap(({ name, key, value: { value } }) =>
    !name.includes('.') && typeof value === 'string' ? [[name, { replacement: value, because: originOf(key) }] as const] : [],
  )
  const renamed = listSpecifiedEntries(rename).flatMap(({ name, key, value }) =>
    name.includes('.') ? [] : [[value.text, { formerName: name, because: originOf(key) }] as const],
  )
  return [...added, ...renamed]
}
