// Lists the uses of properties, shapes, views and transitions by operations and events.

import { listExtendedViews } from '../typing/views.ts'
import { type Json, type JsonObject, isJsonObject } from '../base/json.ts'
import type { Compiled } from '../compile/compile.ts'
import type { PartName } from '../document/document.ts'
import type { Node } from '../document/node.ts'
import { convertSchemaToJson } from '../explain/schema-json.ts'
import type { OperationFacts } from '../fact/fact.ts'
import { collectExpressions } from '../fact/expressions.ts'
import { type ModelIndex, indexModel } from '../fact/model-index.ts'
import { filterWords, readRootProperty } from '../model/filters.ts'
import { listSpecifiedEntries } from '../model/slot.ts'
import { sortWords } from '../model/sorts.ts'
import { listTemplateTexts } from './outline.ts'

/**
 * Ids: `acceptedIn`, `writtenIn` and `shownIn` are operations, `publishedIn` events and callbacks. An operation that only writes the default
 * of a property does not accept it.
 */
export type Use = {
  readonly acceptedIn: readonly string[]
  readonly writtenIn: readonly string[]
  readonly shownIn: readonly string[]
  readonly publishedIn: readonly string[]
}

export type Uses = {
  /** `Order.note`. */
  property(name: string): Use
  /** A shape of `$defs`. */
  shape(name: string): Use
  view(name: string): Use
  /** Operations that write, create or read its records. */
  resource(name: string): Use
  /** Operations that make a transition, `Order.place`. */
  operationsMaking(transition: string): readonly string[]
}

type Place = {
  readonly id: string
  readonly kind: 'operation' | 'event'
  readonly members: ReadonlySet<string>
  readonly views: ReadonlySet<string>
  readonly shapes: ReadonlySet<string>
}

/** `parts`: the document in normal form. */
export function collectUses(compiled: Compiled, parts: { readonly [name in PartName]: Json }): Uses {
  const modelIndex = indexModel(compiled.model, compiled.facts.typing)
  const places = listPlaces(compiled, modelIndex)
  const { facts } = compiled
  const { operations } = facts
  const inputs = new Map(operations.map((operationFacts) => [operationFacts, inputShapes(compiled, operationFacts, parts.states)]))
  const propertyShapes = (name: string): ReadonlySet<string> => {
    const [resource = '', property = ''] = name.split('.')
    const source = modelIndex.domain.resources.get(resource)?.properties.get(property)?.schema
    return source === undefined ? new Set() : collectShapes(convertSchemaToJson(source), modelIndex)
  }
  const usesWhere = (isShown: (place: Place) => boolean): Pick<Use, 'shownIn' | 'publishedIn'> => ({
    shownIn: places.filter((place) => place.kind === 'operation' && isShown(place)).map(({ id }) => id),
    publishedIn: places.filter((place) => place.kind === 'event' && isShown(place)).map(({ id }) => id),
  })
  const namesInSets = new Set(Object.values(parts).flatMap((part) => [...collectNamesInSets(part)]))
  /** A body or a `set` brings the value; otherwise a write only gives the property its default. */
  const isGiven = ({ operation }: OperationFacts, name: string): boolean => {
    const property = name.slice(name.indexOf('.') + 1)
    const sent = facts.typing.input(operation).body?.writes ?? []
    return namesInSets.has(property) || sent.some((write) => write.property === property)
  }
  const property = (name: string): Use => ({
    acceptedIn: operations
      .filter(
        (operationFacts) =>
          (operationFacts.writes.includes(name) && isGiven(operationFacts, name)) || selectsByProperty(operationFacts, name, modelIndex),
      )
      .map(({ operation }) => operation.id),
    writtenIn: operations.filter(({ writes }) => writes.includes(name)).map(({ operation }) => operation.id),
    ...usesWhere(({ members }) => members.has(name) || members.has(`*.${name.slice(name.indexOf('.') + 1)}`)),
  })
  return {
    property,
    shape(name) {
      const propertiesOfShape = [...modelIndex.domain.resources.values()]
        .flatMap((resource) => [...resource.properties.keys()].map((each) => `${resource.name}.${each}`))
        .filter((each) => propertyShapes(each).has(name))
      const propertyUses = propertiesOfShape.map(property)
      const operationsAccepting = operations
        .filter((operationFacts) => inputs.get(operationFacts)!.has(name))
        .map(({ operation }) => operation.id)
      const shownShapes = usesWhere(({ shapes }) => shapes.has(name))
      const withPropertyUses = (of: keyof Use, ids: readonly string[]): string[] => [
        ...new Set([...ids, ...propertyUses.flatMap((use) => use[of])]),
      ]
      return {
        acceptedIn: withPropertyUses('acceptedIn', operationsAccepting),
        writtenIn: withPropertyUses('writtenIn', operationsAccepting),
        shownIn: withPropertyUses('shownIn', shownShapes.shownIn),
        publishedIn: withPropertyUses('publishedIn', shownShapes.publishedIn),
      }
    },
    view: (name) => ({ acceptedIn: [], writtenIn: [], ...usesWhere(({ views }) => views.has(name)) }),
    resource(name) {
      const operationsOfResource = operations
        .filter(
          ({ operation, writes, creates, deletes }) =>
            operation.subject?.text.split('.')[0] === name ||
            creates.includes(name) ||
            deletes.includes(name) ||
            writes.some((each) => each.startsWith(`${name}.`)),
        )
        .map(({ operation }) => operation.id)
      return {
        acceptedIn: operationsOfResource,
        writtenIn: operationsOfResource,
        ...usesWhere(({ members }) => [...members].some((each) => each.startsWith(`${name}.`))),
      }
    },
    operationsMaking: (transition) =>
      operations.filter(({ transitions }) => transitions.includes(transition)).map(({ operation }) => operation.id),
  }
}

/** The names in every `set` of the document, and of properties that keep a tenant or undeclared members. */
function collectNamesInSets(value: Json, names = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const each of value as readonly Json[]) collectNamesInSets(each, names)
  if (!isJsonObject(value)) return names
  for (const [key, inner] of Object.entries(value)) {
    if ((key === 'set' || key === 'tenant') && isJsonObject(inner))
      for (const name of Object.keys(inner)) names.add(name.replace(/^\?/, ''))
    if (key === 'additionalProperties' && typeof inner === 'string') names.add(inner)
    collectNamesInSets(inner, names)
  }
  return names
}

/** True if the operation finds records by the property, or lets a request filter or sort by it. */
function selectsByProperty({ operation }: OperationFacts, name: string, { domain }: ModelIndex): boolean {
  const [resource = '', property = ''] = name.split('.')
  if (operation.subject?.text.split('.')[0] !== resource) return false
  const filtersAndSorts = [...filterWords(operation.slots), ...sortWords(operation.slots)]
  if (filtersAndSorts.some(({ text }) => readRootProperty(text) === property)) return true
  const info = domain.resources.get(resource)
  const isLookupKey = info?.key.includes(property) === true || info?.uniques.some(({ members }) => members.includes(property)) === true
  return isLookupKey && operation.segments.some(({ kind }) => kind === 'parameter')
}

/** Shapes of the request, and of the input that its transitions take. */
function inputShapes({ facts }: Compiled, { operation, transitions }: OperationFacts, states: Json): ReadonlySet<string> {
  const { path, query, headers, body } = facts.typing.input(operation)
  const ofRequest = [...path.values(), ...query.values(), ...headers.values(), ...(body === undefined ? [] : [body])].map(({ schema }) =>
    convertSchemaToJson(schema),
  )
  const names = new Set<string>()
  for (const schema of [...ofRequest, ...transitions.flatMap((name) => listTransitionInputs(name, states))])
    collectShapes(schema, { domain: facts.typing.domain }, names)
  return names
}

/** The schemas of `input` under the transition's name in each state. */
function listTransitionInputs(transition: string, states: Json): readonly Json[] {
  const [resource, name = ''] = transition.split('.')
  const machines = Object.entries(objectOf(states)).filter(([machine]) => machine.split('.')[0] === resource)
  return machines
    .flatMap(([, machine]) => Object.values(objectOf(objectOf(machine)['states'])))
    .flatMap((state) => candidatesOf(objectOf(objectOf(state)['on'])[name]))
    .flatMap((candidate) => objectOf(candidate)['input'] ?? [])
}

const candidatesOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : [])

const objectOf = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {})

/** Shapes that a schema refers to, directly or through others. */
function collectShapes(schema: Json, { domain }: Pick<ModelIndex, 'domain'>, names = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(schema)) for (const each of schema as readonly Json[]) collectShapes(each, { domain }, names)
  else if (isJsonObject(schema)) {
    for (const [key, value] of Object.entries(schema)) {
      const shape = key === '$ref' && typeof value === 'string' && !names.has(value) ? domain.shapes.get(value) : undefined
      if (shape === undefined) collectShapes(value, { domain }, names)
      else collectShapes(convertSchemaToJson(shape.schema), { domain }, names.add(shape.name))
    }
  }
  return names
}

function listPlaces({ facts, model }: Compiled, modelIndex: ModelIndex): Place[] {
  const { types, callbacks, envelope, delivery } = model.events.value
  const envelopeAndDelivery = { envelope, delivery }
  return [
    ...facts.operations.map(({ operation }) =>
      placeOf('operation', operation.id, [operation.slots.output, operation.slots.headers, operation.slots.status], modelIndex),
    ),
    ...listSpecifiedEntries(types).map(({ name, value }) => placeOf('event', name, [value, envelopeAndDelivery], modelIndex)),
    ...listSpecifiedEntries(callbacks).map(({ name, value }) => placeOf('event', name, [value], modelIndex)),
  ]
}

/** Collects the reads of a template; a called view contributes its members. */
function placeOf(kind: Place['kind'], id: string, parts: readonly unknown[], modelIndex: ModelIndex): Place {
  const members = new Set<string>()
  const views = new Set<string>()
  const visit = (value: unknown): void => {
    const { expressions, texts } = collectExpressions(value)
    for (const reading of [
      ...expressions.map((each) => modelIndex.readsOf(each)),
      ...texts.flatMap((each) => modelIndex.readingOfText(each)),
    ]) {
      for (const member of reading.members) addMember(member)
      for (const call of reading.calls) callView(call)
    }
  }
  const addMember = (member: string): void => {
    if (members.has(member)) return
    members.add(member)
    const [resource = '', property = ''] = member.split('.')
    const compute = modelIndex.domain.resources.get(resource)?.properties.get(property)?.compute
    if (compute !== undefined) visit([compute.expression])
  }
  const callView = (name: string): void => {
    const view = modelIndex.domain.views.get(name)
    if (view === undefined || views.has(name)) return
    views.add(name)
    for (const each of listViewsExtended(name, modelIndex)) views.add(each)
    for (const member of view.members) {
      if (member.kind === 'take') addMember(`${view.resource}.${member.name}`)
      else visit([member.template])
    }
  }
  visit(parts)
  for (const part of parts) for (const name of listViewsInGaps(part, modelIndex)) callView(name)
  const shapes = new Set(
    [...members].flatMap((member) => {
      const [resource = '', property = ''] = member.split('.')
      const schema = modelIndex.domain.resources.get(resource)?.properties.get(property)?.schema
      return schema === undefined ? [] : [...collectShapes(convertSchemaToJson(schema), modelIndex)]
    }),
  )
  return { kind, id, members, views, shapes }
}

/** The views that a template with gaps calls: its expressions have no types. */
function listViewsInGaps(part: unknown, { domain }: ModelIndex): readonly string[] {
  const { state, within } = (part ?? {}) as { readonly state?: unknown; readonly within?: Node }
  if (state !== 'gap' || within === undefined) return []
  const called = listTemplateTexts(within).flatMap((text) => [...text.matchAll(/(?<![\w.])([A-Za-z_]\w*)\(/g)].map(([, name]) => name!))
  return called.filter((name) => domain.views.has(name))
}

function listViewsExtended(name: string, modelIndex: ModelIndex): string[] {
  const source = modelIndex.domain.views.get(name)?.source
  return source === undefined
    ? []
    : listExtendedViews(source).flatMap((each) => (each === name ? [] : [each, ...listViewsExtended(each, modelIndex)]))
}
