// Lists the uses of properties, shapes, views and transitions by operations and events.

import { listExtendedViews } from '../typing/views.ts'
import { type Json, isJsonObject } from '../base/json.ts'
import type { Compiled } from '../compile/compile.ts'
import type { Node } from '../document/node.ts'
import { schemaToJson } from '../explain/schema-json.ts'
import type { OperationFacts } from '../fact/fact.ts'
import { collectExpressions } from '../fact/expressions.ts'
import { type ModelIndex, indexModel } from '../fact/model-index.ts'
import { filterWords, readRootProperty } from '../model/filters.ts'
import { specifiedEntries, slotValue } from '../model/slot.ts'
import { textsOfTemplate } from './outline.ts'

/** Ids: `acceptedIn` and `shownIn` are operations, `publishedIn` events and callbacks. */
export type Use = { readonly acceptedIn: readonly string[]; readonly shownIn: readonly string[]; readonly publishedIn: readonly string[] }

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

export function collectUses(compiled: Compiled): Uses {
  const modelIndex = indexModel(compiled.model, compiled.facts.typing)
  const places = placesOf(compiled, modelIndex)
  const { operations } = compiled.facts
  const inputs = new Map(operations.map((operationFacts) => [operationFacts, inputShapes(compiled, operationFacts)]))
  const propertyShapes = (name: string): ReadonlySet<string> => {
    const [resource = '', property = ''] = name.split('.')
    const source = modelIndex.domain.resources.get(resource)?.properties.get(property)?.schema
    return source === undefined ? new Set() : shapesIn(schemaToJson(source), modelIndex)
  }
  const usesWhere = (isShown: (place: Place) => boolean): Pick<Use, 'shownIn' | 'publishedIn'> => ({
    shownIn: places.filter((place) => place.kind === 'operation' && isShown(place)).map(({ id }) => id),
    publishedIn: places.filter((place) => place.kind === 'event' && isShown(place)).map(({ id }) => id),
  })
  const property = (name: string): Use => ({
    acceptedIn: operations
      .filter((operationFacts) => acceptsProperty(operationFacts, name, modelIndex))
      .map(({ operation }) => operation.id),
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
        shownIn: withPropertyUses('shownIn', shownShapes.shownIn),
        publishedIn: withPropertyUses('publishedIn', shownShapes.publishedIn),
      }
    },
    view: (name) => ({ acceptedIn: [], ...usesWhere(({ views }) => views.has(name)) }),
    resource: (name) => ({
      acceptedIn: operations
        .filter(
          ({ operation, writes, creates, deletes }) =>
            operation.subject?.text.split('.')[0] === name ||
            creates.includes(name) ||
            deletes.includes(name) ||
            writes.some((each) => each.startsWith(`${name}.`)),
        )
        .map(({ operation }) => operation.id),
      ...usesWhere(({ members }) => [...members].some((each) => each.startsWith(`${name}.`))),
    }),
    operationsMaking: (transition) =>
      operations.filter(({ transitions }) => transitions.includes(transition)).map(({ operation }) => operation.id),
  }
}

/** True if the operation writes the property, finds records by it, or lets a request filter or sort by it. */
function acceptsProperty({ operation, writes }: OperationFacts, name: string, { domain }: ModelIndex): boolean {
  if (writes.includes(name)) return true
  const [resource = '', property = ''] = name.split('.')
  if (operation.subject?.text.split('.')[0] !== resource) return false
  const filtersAndSorts = [...filterWords(operation.slots), ...(slotValue(operation.slots.sort) ?? [])]
  if (filtersAndSorts.some(({ text }) => readRootProperty(text) === property)) return true
  const info = domain.resources.get(resource)
  const isLookupKey = info?.key.includes(property) === true || info?.uniques.some(({ members }) => members.includes(property)) === true
  return isLookupKey && operation.segments.some(({ kind }) => kind === 'parameter')
}

function inputShapes({ facts }: Compiled, { operation }: OperationFacts): ReadonlySet<string> {
  const { path, query, headers, body } = facts.typing.input(operation)
  const schemas = [...path.values(), ...query.values(), ...headers.values(), ...(body === undefined ? [] : [body])].map(
    ({ schema }) => schema,
  )
  const names = new Set<string>()
  for (const schema of schemas) for (const name of shapesIn(schemaToJson(schema), { domain: facts.typing.domain })) names.add(name)
  return names
}

/** Shapes that a schema refers to, directly or through others. */
function shapesIn(schema: Json, { domain }: Pick<ModelIndex, 'domain'>, names = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(schema)) for (const each of schema as readonly Json[]) shapesIn(each, { domain }, names)
  else if (isJsonObject(schema)) {
    for (const [key, value] of Object.entries(schema)) {
      const shape = key === '$ref' && typeof value === 'string' && !names.has(value) ? domain.shapes.get(value) : undefined
      if (shape === undefined) shapesIn(value, { domain }, names)
      else shapesIn(schemaToJson(shape.schema), { domain }, names.add(shape.name))
    }
  }
  return names
}

function placesOf({ facts, model }: Compiled, modelIndex: ModelIndex): Place[] {
  const { types, callbacks, envelope, delivery } = model.events.value
  const envelopeAndDelivery = { envelope, delivery }
  return [
    ...facts.operations.map(({ operation }) =>
      placeOf('operation', operation.id, [operation.slots.output, operation.slots.headers, operation.slots.status], modelIndex),
    ),
    ...specifiedEntries(types).map(({ name, value }) => placeOf('event', name, [value, envelopeAndDelivery], modelIndex)),
    ...specifiedEntries(callbacks).map(({ name, value }) => placeOf('event', name, [value], modelIndex)),
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
    for (const each of viewsExtended(name, modelIndex)) views.add(each)
    for (const member of view.members) {
      if (member.kind === 'take') addMember(`${view.resource}.${member.name}`)
      else visit([member.template])
    }
  }
  visit(parts)
  for (const part of parts) for (const name of viewsInGaps(part, modelIndex)) callView(name)
  const shapes = new Set(
    [...members].flatMap((member) => {
      const [resource = '', property = ''] = member.split('.')
      const schema = modelIndex.domain.resources.get(resource)?.properties.get(property)?.schema
      return schema === undefined ? [] : [...shapesIn(schemaToJson(schema), modelIndex)]
    }),
  )
  return { kind, id, members, views, shapes }
}

/** The views that a template with gaps calls: its expressions have no types. */
function viewsInGaps(part: unknown, { domain }: ModelIndex): readonly string[] {
  const { state, within } = (part ?? {}) as { readonly state?: unknown; readonly within?: Node }
  if (state !== 'gap' || within === undefined) return []
  const called = textsOfTemplate(within).flatMap((text) => [...text.matchAll(/(?<![\w.])([A-Za-z_]\w*)\(/g)].map(([, name]) => name!))
  return called.filter((name) => domain.views.has(name))
}

function viewsExtended(name: string, modelIndex: ModelIndex): string[] {
  const source = modelIndex.domain.views.get(name)?.source
  return source === undefined
    ? []
    : listExtendedViews(source).flatMap((each) => (each === name ? [] : [each, ...viewsExtended(each, modelIndex)]))
}
