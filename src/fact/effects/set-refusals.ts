// Refusals of values that a `set` writes: copied input, and computed values.

import { isSchemaWithin, schemaAt } from '../../schema/within.ts'
import type { Schema } from '../../schema/schema.ts'
import { type Named, type Template, originOf, slotValue } from '../../model/slot.ts'
import type { Input, Property, ResourceInfo } from '../../typing/domain.ts'
import { type BoundPaths, type InputPath, findPassthroughs } from '../../typing/passthrough.ts'
import { inputOfTransition, transitionNamed } from '../../typing/transition.ts'
import type { World } from '../world.ts'
import { boundsLeft, failsInSet } from './bounds-left.ts'
import type { ProgramStep } from './program.ts'

/** The meaning of `input`: the request, or a transition's input, which may be the request's body itself. */
export type InputSource =
  | { readonly kind: 'request'; readonly input: Input; readonly bound: BoundPaths }
  | { readonly kind: 'input' | 'body'; readonly transition: string }

export function setRefusals(
  world: World,
  resource: ResourceInfo,
  set: readonly Named<Template>[] | undefined,
  source: InputSource | undefined,
  bound?: BoundPaths,
): ProgramStep[] {
  const names = bound ?? (source?.kind === 'request' ? source.bound : undefined)
  const own = (set ?? []).flatMap(({ name, key, slot }): ProgramStep[] => {
    const [property, template] = [resource.properties.get(name), slotValue(slot)]
    const leaves =
      property !== undefined &&
      template !== undefined &&
      (boundsLeft(world.typing, property, template, names).length > 0 || failsInSet(world.typing, property, template))
    return leaves ? [{ kind: 'meet', met: { condition: 'invalid', name: 'set', because: [originOf(key)] } }] : []
  })
  return [...(source === undefined ? [] : ofSource(world, resource, set, source, names)), ...own]
}

function ofSource(
  world: World,
  resource: ResourceInfo,
  set: readonly Named<Template>[] | undefined,
  source: InputSource,
  names: BoundPaths | undefined,
): ProgramStep[] {
  return (set ?? []).flatMap(({ name, key, slot }) => {
    const [property, template] = [resource.properties.get(name), slotValue(slot)]
    if (property === undefined || template === undefined) return []
    const places = findPassthroughs(template, world.typing, names).flatMap(({ at, from }) => {
      const input = givenAt(world, source, from)
      return input !== undefined && mayRefuse(world, property, at, input.schema) ? [input.place] : []
    })
    return [...new Set(places)].map((place): ProgramStep => ({
      kind: 'meet',
      met: { condition: 'invalid', name: place, because: [originOf(key)] },
    }))
  })
}

function mayRefuse(
  { domain: { shapes } }: World,
  property: Property,
  at: readonly (string | number)[],
  schema: Schema | undefined,
): boolean {
  const taken = schemaAt(
    property.schema,
    at.map((step) => (typeof step === 'number' ? null : step)),
    shapes,
  )
  return taken !== undefined && !isSchemaWithin(property.normalize === undefined ? schema : {}, taken, shapes)
}

type GivenAt = { readonly place: string; readonly schema: Schema | undefined }

function givenAt({ domain }: World, source: InputSource, from: InputPath): GivenAt | undefined {
  const { shapes } = domain
  if (source.kind !== 'request') {
    const transition = transitionNamed(source.transition, domain)
    return { place: source.kind, schema: schemaAt(transition && inputOfTransition(transition, domain)?.schema, from, shapes) }
  }
  const [place, name, ...rest] = from
  const { path, query, headers, body } = source.input
  if (place === 'body') return { place, schema: schemaAt(body?.schema, from.slice(1), shapes) }
  const parameters = place === 'path' ? path : place === 'query' ? query : place === 'headers' ? headers : undefined
  const parameter = parameters?.get(name ?? '')
  return parameter && { place: place === 'headers' ? 'header' : place!, schema: schemaAt(parameter.schema, rest, shapes) }
}
