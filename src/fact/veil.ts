// Data that rules may hide from some caller: resources with hidden records, and properties.

import type { Expression } from '../cel/expression.ts'
import { partsOf } from '../cel/parts.ts'
import type { Type } from '../cel/type.ts'
import { isHiding, isWithheld } from './rules.ts'
import type { World } from './world.ts'

export type Veil = {
  /** Resources with records that some caller may not read. */
  readonly resources: ReadonlySet<string>
  /** By resource, the properties that have a rule of their own. */
  readonly properties: ReadonlyMap<string, ReadonlySet<string>>
  /** By resource, properties that are computed and stored, of what may be hidden. */
  readonly computed: ReadonlyMap<string, ReadonlySet<string>>
}

const known = new WeakMap<World, Veil | 'none'>()

/** Undefined where everybody may read everything. */
export function veilOf(world: World): Veil | undefined {
  const found = known.getOrInsertComputed(world, () => gather(world) ?? 'none')
  return found === 'none' ? undefined : found
}

function gather(world: World): Veil | undefined {
  const { model, domain } = world
  const resources = new Set<string>()
  const properties = new Map<string, ReadonlySet<string>>()
  const computed = new Map<string, Set<string>>()
  for (const info of domain.resources.values()) {
    if (isHiding(model, info.name)) resources.add(info.name)
    const own = [...info.properties.keys()].filter((property) => isWithheld(model, info.name, property))
    if (own.length === 0) continue
    properties.set(info.name, new Set(own))
    // They read their own record alone, which may have several that read each other.
    const hidden = new Set(own)
    for (let size = -1; size !== hidden.size;) {
      size = hidden.size
      for (const { name, compute } of info.properties.values()) {
        if (
          compute === undefined ||
          (!world.reading(compute.expression).own.has('*') && world.reading(compute.expression).own.isDisjointFrom(hidden))
        )
          continue
        hidden.add(name)
        if (compute.stored) computed.getOrInsertComputed(info.name, () => new Set()).add(name)
      }
    }
  }
  return resources.size === 0 && properties.size === 0 ? undefined : { resources, properties, computed }
}

/** True if a property may be hidden although its record is visible. */
export function mayHideProperty(world: World, resource: string, property: string): boolean {
  const veil = veilOf(world)
  return veil?.properties.get(resource)?.has(property) === true || veil?.computed.get(resource)?.has(property) === true
}

/** True if an expression may read hidden data, or iterate records that include hidden ones; `isAsked` tests for authorised names. */
export function mayHide(world: World, expression: Expression, isAsked: (name: string) => boolean): boolean {
  const veil = veilOf(world)
  return veil !== undefined && reaches({ world, veil, seen: new Set(), ranges: true }, expression, isAsked)
}

/** The same for named values, without the records that it iterates. */
export function mayHideBesideRanges(world: World, expression: Expression): boolean {
  const veil = veilOf(world)
  return veil !== undefined && reaches({ world, veil, seen: new Set(), ranges: false }, expression, () => true)
}

/** `ranges`: whether it counts that hidden records are gone over. */
type Walk = { readonly world: World; readonly veil: Veil; readonly seen: Set<string>; readonly ranges: boolean }

function reaches(walk: Walk, expression: Expression, isAsked: (name: string) => boolean): boolean {
  if (touches(walk, expression, isAsked)) return true
  return partsOf(expression).some(({ expression: part, binds }) =>
    reaches(walk, part, binds.length === 0 ? isAsked : (name) => (!binds.includes(name) ? isAsked(name) : goesOver(expression))),
  )
}

/** The records that a macro iterates are visible; hidden ones were omitted. */
function goesOver(expression: Expression): boolean {
  return (
    expression.kind === 'macro' &&
    expression.name !== 'reduce' &&
    (expression.range.type.kind === 'query' || expression.range.type.kind === 'list')
  )
}

function touches(walk: Walk, expression: Expression, isAsked: (name: string) => boolean): boolean {
  const { world, veil } = walk
  if (walk.ranges && expression.type.kind === 'query' && expression.kind !== 'variable' && veil.resources.has(expression.type.resource))
    return true
  switch (expression.kind) {
    case 'find':
      return veil.resources.has(expression.resource)
    case 'select':
    case 'has':
      return memberTouches(walk, expression, isAsked)
    case 'macro':
      return veil.resources.has(itemOf(expression.range.type) ?? '')
    case 'call': {
      const [of] = expression.arguments
      if (of === undefined) return false
      const view = world.domain.views.get(expression.name)
      if (view === undefined)
        return (
          veil.resources.has(itemOf(of.type) ?? '') ||
          veil.resources.has((expression.name === 'transitions' && of.kind !== 'variable' && recordOf(of.type)) || '')
        )
      // A store never evaluates a view, so its members do not matter.
      return true
    }
    default:
      return false
  }
}

function memberTouches(
  walk: Walk,
  { operand, member }: Extract<Expression, { kind: 'select' | 'has' }>,
  isAsked: (name: string) => boolean,
): boolean {
  const { world, veil, seen } = walk
  const resource = recordOf(operand.type)
  if (resource === undefined) return false
  if (mayHideProperty(world, resource, member)) return true
  const info = world.domain.resources.get(resource)
  const { inverse } = info?.properties.get(member) ?? {}
  if (inverse !== undefined && mayHideProperty(world, inverse.resource, inverse.property)) return true
  if (!(operand.kind === 'variable' && isAsked(operand.name)) && veil.resources.has(resource) && info?.key.includes(member) !== true)
    return true
  const { compute } = info?.properties.get(member) ?? {}
  const name = `${resource}.${member}`
  if (compute === undefined || compute.stored || seen.has(name)) return false
  seen.add(name)
  const expression = world.typing.expression(compute.expression)
  return expression !== undefined && reaches({ ...walk, ranges: true }, expression, isOwn)
}

function isOwn(name: string): boolean {
  return name === 'this' || name === 'caller'
}

function recordOf(type: Type): string | undefined {
  if (type.kind === 'record') return type.resource
  return type.kind === 'nullable' || type.kind === 'optional' ? recordOf(type.of) : undefined
}

/** The resource of a list's items. */
function itemOf(type: Type): string | undefined {
  if (type.kind === 'nullable' || type.kind === 'optional') return itemOf(type.of)
  return type.kind === 'list' ? recordOf(type.element) : undefined
}
