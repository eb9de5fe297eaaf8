// What a `set` writes and a property may refuse: what is taken as it is from what was given, and what the document computes.

import { isWithin, schemaAt } from '../../schema/within.ts'
import type { Schema } from '../../schema/schema.ts'
import { type Named, type Template, originOf, shown } from '../../model/slot.ts'
import type { Input, Property, ResourceInfo } from '../../typing/domain.ts'
import { type Bound, type InputPath, takenAsIs } from '../../typing/taken-as-is.ts'
import { inputOfTransition, transitionNamed } from '../../typing/transition.ts'
import type { World } from '../world.ts'
import { boundsLeft } from './bounds-left.ts'
import type { Step } from './program.ts'

/** What `input` is here: the request, or what a transition is given, which may be the body of the request itself. */
export type Source =
  | { readonly kind: 'request'; readonly input: Input; readonly bound: Bound }
  | { readonly kind: 'input' | 'body'; readonly transition: string }

export function setRefusals(world: World, resource: ResourceInfo, set: readonly Named<Template>[] | undefined, source: Source | undefined, bound?: Bound): Step[] {
  const names = bound ?? (source?.kind === 'request' ? source.bound : undefined)
  const own = (set ?? []).flatMap(({ name, key, slot }): Step[] => {
    const [property, template] = [resource.properties.get(name), shown(slot)]
    const leaves = property !== undefined && template !== undefined && boundsLeft(world.typing, property, template, names).length > 0
    return leaves ? [{ kind: 'meet', met: { condition: 'invalid', name: 'set', because: [originOf(key)] } }] : []
  })
  return [...(source === undefined ? [] : ofSource(world, resource, set, source, names)), ...own]
}

function ofSource(world: World, resource: ResourceInfo, set: readonly Named<Template>[] | undefined, source: Source, names: Bound | undefined): Step[] {
  return (set ?? []).flatMap(({ name, key, slot }) => {
    const [property, template] = [resource.properties.get(name), shown(slot)]
    if (property === undefined || template === undefined) return []
    const places = takenAsIs(template, world.typing, names).flatMap(({ at, from }) => {
      const given = givenAt(world, source, from)
      return given !== undefined && mayRefuse(world, property, at, given.schema) ? [given.place] : []
    })
    return [...new Set(places)].map((place): Step => ({ kind: 'meet', met: { condition: 'invalid', name: place, because: [originOf(key)] } }))
  })
}

function mayRefuse({ domain: { shapes } }: World, property: Property, at: readonly (string | number)[], given: Schema | undefined): boolean {
  const taken = schemaAt(property.schema, at.map((step) => (typeof step === 'number' ? null : step)), shapes)
  return taken !== undefined && !isWithin(property.normalize === undefined ? given : {}, taken, shapes)
}

type GivenAt = { readonly place: string; readonly schema: Schema | undefined }

function givenAt({ domain }: World, source: Source, from: InputPath): GivenAt | undefined {
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
