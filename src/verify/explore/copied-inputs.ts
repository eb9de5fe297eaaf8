// Finds the properties that an operation writes with members of its body, or finds records by: only certain values lead to a success.

import { findEffectAction } from '../../model/effect-action.ts'
import { type Operation, resourceNameOf } from '../../model/model.ts'
import { type Named, type Template, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Effect } from '../../model/states.ts'
import type { Property, Typing } from '../../typing/domain.ts'
import { type BoundPaths, type InputPath, bindLetPaths, bindLoopPath, findInputPath, findPassthroughs } from '../../typing/passthrough.ts'

/** The properties by the path of their member in the body, as text: `lines.*.sku`. */
export type CopiedInputs = ReadonlyMap<string, Property>

export type LookupInputs = ReadonlyMap<string, Lookup>

type Lookup = { readonly resource: string; readonly property: Property }

export function findCopiedInputs(operation: Operation, typing: Typing): CopiedInputs {
  const copied = new Map<string, Property>()
  const bound = bindLetPaths(operation, typing)
  const add = (resource: string | undefined, set: readonly Named<Template>[] | undefined, names: BoundPaths): void => {
    for (const { name, slot } of set ?? []) {
      const property = typing.domain.resources.get(resource ?? '')?.properties.get(name)
      const template = slotValueOf(slot)
      if (property === undefined || property.reference !== undefined || template === undefined) continue
      for (const { at, from } of findPassthroughs(template, typing, names))
        if (at.length === 0 && from[0] === 'body') copied.set(printInputPath(from.slice(1)), property)
    }
  }
  add(resourceNameOf(operation), slotValueOf(operation.slots.set), bound)
  for (const step of slotValueOf(operation.slots.do) ?? [])
    add(findWrittenResource(step, typing), slotValueOf(step.set), bindLoopPath(step, typing, bound))
  return copied
}

/** The properties by which `with` and the steps of `do` find records, by the path of the member of the body. */
export function findLookupInputs(operation: Operation, typing: Typing): LookupInputs {
  const bound = bindLetPaths(operation, typing)
  return new Map([
    ...(slotValueOf(operation.slots.do) ?? []).flatMap((step) => listLookupsOfStep(step, typing, bound)),
    ...listSpecifiedEntries(operation.slots.with).flatMap(({ value: { find, by } }) => {
      const resource = slotValueOf(find)?.text ?? ''
      const properties = typing.domain.resources.get(resource)?.properties
      return (slotValueOf(by) ?? []).flatMap(({ name, slot }) => {
        const [property, template] = [properties?.get(name), slotValueOf(slot)]
        const places = template === undefined ? [] : findPassthroughs(template, typing, bound)
        return property === undefined || property.reference !== undefined
          ? []
          : places.flatMap(({ at, from }) =>
              at.length === 0 && from[0] === 'body' ? [[printInputPath(from.slice(1)), { resource, property }] as const] : [],
            )
      })
    }),
  ])
}

/** The record of a transition, an update or a deletion. */
function listLookupsOfStep(step: Effect, typing: Typing, bound: BoundPaths): readonly (readonly [string, Lookup])[] {
  const resource = findEffectAction(step)?.name.split('.')[0] ?? ''
  const properties = typing.domain.resources.get(resource)?.properties
  const by = slotValueOf(step.by)
  const names = bindLoopPath(step, typing, bound)
  return (by === undefined || 'kind' in by ? [] : by).flatMap(({ name, slot }) => {
    const [property, text] = [properties?.get(name), slotValueOf(slot)]
    const expression = text === undefined ? undefined : typing.expression(text)
    const [source, ...path] = (expression && findInputPath(expression, names)) ?? []
    return property === undefined || property.reference !== undefined || source !== 'body'
      ? []
      : [[printInputPath(path), { resource, property }] as const]
  })
}

function findWrittenResource(effect: Effect, { domain }: Typing): string | undefined {
  const action = findEffectAction(effect)
  return action !== undefined && domain.resources.has(action.name) ? action.name : undefined
}

/** The path with a star for each item of a list. */
export function printInputPath(path: InputPath): string {
  return path.map((name) => name ?? '*').join('.')
}
