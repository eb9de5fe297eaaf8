// Who emits what: the changes of each operation, timer and end of code, against the causes of event types and callbacks.

import { type Named, type Slot, type Word, each, shown } from '../model/slot.ts'
import type { Operation } from '../model/model.ts'
import { programsOf } from './effects/build.ts'
import { timers } from './effects/circles.ts'
import { effectSteps } from './effects/effect.ts'
import { type Change, follow } from './effects/program.ts'
import type { Emitter } from './fact.ts'
import type { World } from './world.ts'

/** `Order.place`, `entry Order.paid`, `Order.created`, `.updated`, `.deleted`. */
function causes(cause: string, { kind, resource, transition, entered, properties }: Change): boolean {
  const entry = /^entry\s+(\S+)$/.exec(cause)?.[1]
  if (entry !== undefined) return entered?.includes(entry) ?? false
  if (transition === cause) return true
  if (cause === `${resource}.updated`) return kind === 'update' && (properties.length > 0 || transition !== undefined)
  return cause === `${resource}.${kind}d`
}

type Source = { readonly name: string; readonly kind: Emitter['kind']; readonly key: Emitter['key']; readonly on: readonly Word[] }

export function emitterSources({ model }: World): Source[] {
  const { types, callbacks } = model.events.value
  const of = (kind: Emitter['kind'], things: Slot<readonly Named<{ readonly on: Slot<readonly Word[]> }>[]>): Source[] =>
    each(things).map(({ name, key, value }) => ({ name, kind, key, on: shown(value.on) ?? [] }))
  return [...of('event', types), ...of('callback', callbacks)]
}

/** Names of the event types and callbacks that changes cause. */
export function emitted(sources: readonly Source[], changes: readonly Change[]): string[] {
  return sources.filter(({ on }) => on.some(({ text }) => changes.some((change) => causes(text, change)))).map(({ name }) => name)
}

export function emittersOf(world: World, operations: readonly { readonly operation: Operation; readonly emits: readonly string[] }[]): Emitter[] {
  const sources = emitterSources(world)
  if (sources.length === 0) return []
  const programOf = programsOf(world)
  const timed = timers(world.machines).map(({ name, node }) => ({ name, emits: emitted(sources, follow(programOf(node), programOf).changes) }))
  const ended = each(world.model.service.value.behaviours).map(({ name, value: { onDone, onError } }) => {
    const steps = effectSteps(world, [...(shown(onDone) ?? []), ...(shown(onError) ?? [])], false)
    return { name, emits: emitted(sources, follow(steps, programOf).changes) }
  })
  return sources.map(({ name, kind, key }) => ({
    name, kind, key,
    operations: operations.filter(({ emits }) => emits.includes(name)).map(({ operation }) => operation),
    timers: timed.filter(({ emits }) => emits.includes(name)).map((timer) => timer.name),
    code: ended.filter(({ emits }) => emits.includes(name)).map((behaviour) => behaviour.name),
  }))
}
