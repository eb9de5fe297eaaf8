// Indexes the causes of part 6: which types of events and callbacks a change of a record causes.

import { type Slot, type Word, slotValueOf } from '../../model/slot.ts'

export type Cause =
  | { readonly kind: 'transition' | 'entry'; readonly resource: string; readonly name: string; readonly text: string }
  | { readonly kind: 'created' | 'updated' | 'deleted'; readonly resource: string; readonly text: string }

const changes = ['created', 'updated', 'deleted'] as const

/** `on` is, for example, `Order.place`, `entry Order.paid` or `Order.created`. `check` reports invalid causes. */
export function parseCauses(on: Slot<readonly Word[]>): readonly Cause[] {
  return (slotValueOf(on) ?? []).flatMap(({ text }): Cause[] => {
    const [, entry, resource, what] = /^(?:(entry)\s+)?([^\s.]+)\.(\S+)$/.exec(text.trim()) ?? []
    if (resource === undefined || what === undefined) return []
    const name = `${resource}.${what}`
    if (entry !== undefined) return [{ kind: 'entry', resource, name, text: `entry ${name}` }]
    const change = changes.find((each) => each === what)
    return [change === undefined ? { kind: 'transition', resource, name, text: name } : { kind: change, resource, text: name }]
  })
}

/**
 * By resource, the changes that can be a cause: its transitions alone, or its writes and entered states too. The changes of other
 * resources cause nothing.
 */
export type NeededChanges = ReadonlyMap<string, 'transitions' | 'all'>

export function findNeededChanges(causes: readonly Cause[]): NeededChanges {
  const needed = new Map<string, 'transitions' | 'all'>()
  for (const { kind, resource } of causes)
    if (kind !== 'transition' || !needed.has(resource)) needed.set(resource, kind === 'transition' ? 'transitions' : 'all')
  return needed
}
