// Refusals of values that a `set` writes: copied input, and computed values.

import { isSchemaWithin, findSchemaAt } from '../../schema/within.ts'
import type { Schema } from '../../schema/schema.ts'
import { type Named, type Template, originOf, slotValueOf } from '../../model/slot.ts'
import type { Input, Property, ResourceInfo } from '../../typing/domain.ts'
import { type BoundPaths, type InputPath, findPassthroughs } from '../../typing/passthrough.ts'
import { findTransitionInput, findTransition } from '../../typing/transition.ts'
import type { ModelIndex } from '../model-index.ts'
import { listExceedableBounds, failsInSet } from './bounds-left.ts'
import type { ProgramStep } from './program.ts'

/** The meaning of `input`: the request, or a transition's input, which may be the request's body itself. */
export type InputSource =
  | { readonly kind: 'request'; readonly input: Input; readonly bound: BoundPaths }
  | { readonly kind: 'input' | 'body'; readonly transition: string }

export function setRefusals(
  modelIndex: ModelIndex,
  resource: ResourceInfo,
  set: readonly Named<Template>[] | undefined,
  source: InputSource | undefined,
  bound?: BoundPaths,
): ProgramStep[] {
  const names = bound ?? (source?.kind === 'request' ? source.bound : undefined)
  const computedRefusals = (set ?? []).flatMap(({ name, key, slot }): ProgramStep[] => {
    const [property, template] = [resource.properties.get(name), slotValueOf(slot)]
    const canBeRefused =
      property !== undefined &&
      template !== undefined &&
      (listExceedableBounds(modelIndex.typing, property, template, names).length > 0 || failsInSet(modelIndex.typing, property, template))
    return canBeRefused ? [{ kind: 'refusal', refusal: { condition: 'invalid', name: 'set', because: [originOf(key)] } }] : []
  })
  return [...(source === undefined ? [] : listCopiedRefusals(modelIndex, resource, set, source, names)), ...computedRefusals]
}

function listCopiedRefusals(
  modelIndex: ModelIndex,
  resource: ResourceInfo,
  set: readonly Named<Template>[] | undefined,
  source: InputSource,
  names: BoundPaths | undefined,
): ProgramStep[] {
  return (set ?? []).flatMap(({ name, key, slot }) => {
    const [property, template] = [resource.properties.get(name), slotValueOf(slot)]
    if (property === undefined || template === undefined) return []
    const places = findPassthroughs(template, modelIndex.typing, names).flatMap(({ at, from }) => {
      const input = inputPlaceAt(modelIndex, source, from)
      return input !== undefined && mayRefuse(modelIndex, property, at, input.schema) ? [input.place] : []
    })
    return [...new Set(places)].map((place): ProgramStep => ({
      kind: 'refusal',
      refusal: { condition: 'invalid', name: place, because: [originOf(key)] },
    }))
  })
}

function mayRefuse(
  { domain: { shapes } }: ModelIndex,
  property: Property,
  at: readonly (string | number)[],
  schema: Schema | undefined,
): boolean {
  const targetSchema = findSchemaAt(
    property.schema,
    at.map((step) => (typeof step === 'number' ? null : step)),
    shapes,
  )
  return targetSchema !== undefined && !isSchemaWithin(property.normalize === undefined ? schema : {}, targetSchema, shapes)
}

type InputPlace = { readonly place: string; readonly schema: Schema | undefined }

function inputPlaceAt({ domain }: ModelIndex, source: InputSource, path: InputPath): InputPlace | undefined {
  const { shapes } = domain
  if (source.kind !== 'request') {
    const transition = findTransition(source.transition, domain)
    return { place: source.kind, schema: findSchemaAt(transition && findTransitionInput(transition, domain)?.schema, path, shapes) }
  }
  const [place, name, ...rest] = path
  const { path: pathParameters, query, headers, body } = source.input
  if (place === 'body') return { place, schema: findSchemaAt(body?.schema, path.slice(1), shapes) }
  const parametersByPlace = new Map([
    ['path', pathParameters],
    ['query', query],
    ['headers', headers],
  ])
  const parameter = parametersByPlace.get(place ?? '')?.get(name ?? '')
  return parameter && { place: place === 'headers' ? 'header' : place!, schema: findSchemaAt(parameter.schema, rest, shapes) }
}
