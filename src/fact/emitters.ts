// Matches the changes of each operation, timer and job with the causes of event types and callbacks.

import { type Named, type Slot, type Word, listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import type { Operation } from '../model/model.ts'
import type { Effect } from '../model/states.ts'
import { readCompletionEffects, listDeliveryEffects } from '../typing/behaviour.ts'
import { createProgramBuilder } from './effects/build.ts'
import { listTimers } from './effects/cycles.ts'
import { buildEffectSteps } from './effects/effect.ts'
import { type RecordChange, followProgram } from './effects/program.ts'
import type { Emitter, Missing } from './fact.ts'
import type { ModelIndex } from './model-index.ts'

/** The causes of a change: `Order.place`, `entry Order.paid`, `Order.created`, `.updated`, `.deleted`. */
function listCauses({ kind, resource, transition, entered = [], properties }: RecordChange): string[] {
  const isChanged = kind !== 'update' || properties.length > 0 || transition !== undefined
  return [
    ...entered.map((state) => `entry ${state}`),
    ...(transition === undefined ? [] : [transition]),
    ...(isChanged ? [`${resource}.${kind}d`] : []),
  ]
}

type WithCauses = { readonly on: Slot<readonly Word[]> }

type Source = { readonly name: string; readonly kind: Emitter['kind']; readonly key: Emitter['key']; readonly value: WithCauses }

/** Event types and callbacks in their order, and by what causes them. */
type Sources = { readonly all: readonly Source[]; readonly byCause: ReadonlyMap<string, readonly Source[]> }

const cache = new WeakMap<ModelIndex, Sources>()

export function findEmitterSources(modelIndex: ModelIndex): Sources {
  return cache.getOrInsertComputed(modelIndex, collectSources)
}

function collectSources({ model }: ModelIndex): Sources {
  const { types, callbacks } = model.events.value
  const sourcesIn = (kind: Emitter['kind'], declarations: Slot<readonly Named<WithCauses>[]>): Source[] =>
    listSpecifiedEntries(declarations).map(({ name, key, value }) => ({ name, kind, key, value }))
  const all = [...sourcesIn('event', types), ...sourcesIn('callback', callbacks)]
  const byCause = new Map<string, Source[]>()
  for (const source of all) {
    for (const { text } of slotValueOf(source.value.on) ?? []) {
      const cause = text.replace(/^entry\s+(?=\S+$)/, 'entry ')
      byCause.getOrInsertComputed(cause, () => []).push(source)
    }
  }
  return { all, byCause }
}

/** The event types and callbacks that changes cause. */
export function listEmitted({ all, byCause }: Sources, changes: readonly RecordChange[]): Source[] {
  const emitted = new Set(changes.flatMap(listCauses).flatMap((cause) => byCause.get(cause) ?? []))
  return emitted.size < 2 ? [...emitted] : all.filter((source) => emitted.has(source))
}

export function listEmittedTypes(sources: Sources, changes: readonly RecordChange[]): string[] {
  return listEmitted(sources, changes).map(({ name }) => name)
}

export function listEmitters(
  modelIndex: ModelIndex,
  operations: readonly { readonly operation: Operation; readonly emits: readonly string[] }[],
): Emitter[] {
  const sources = findEmitterSources(modelIndex)
  if (sources.all.length === 0) return []
  const programOf = createProgramBuilder(modelIndex)
  const timerEmissions = listTimers(modelIndex.machines).map(({ name, node }) => ({
    name,
    emits: listEmittedTypes(sources, followProgram(programOf(node), programOf).changes),
  }))
  const emitsOf = (effects: readonly Effect[]): readonly string[] =>
    listEmittedTypes(sources, followProgram(buildEffectSteps(modelIndex, effects, false, undefined), programOf).changes)
  const codeEmissions = listSpecifiedEntries(modelIndex.model.service.value.behaviours).map(({ name, value }) => ({
    name,
    emits: emitsOf(readCompletionEffects(value)),
  }))
  const deliveryEmissions = emitsOf(listDeliveryEffects(modelIndex))
  const operationsByName = new Map<string, Set<Operation>>(sources.all.map(({ name }) => [name, new Set()]))
  for (const { operation, emits } of operations) for (const name of emits) operationsByName.get(name)!.add(operation)
  return sources.all.map(({ name, kind, key }) => ({
    name,
    kind,
    key,
    operations: [...operationsByName.get(name)!],
    timers: timerEmissions.filter(({ emits }) => emits.includes(name)).map((timer) => timer.name),
    code: codeEmissions.filter(({ emits }) => emits.includes(name)).map((behaviour) => behaviour.name),
    deliveries: deliveryEmissions.includes(name) ? ['webhooks'] : [],
  }))
}

/** Names of event types and callbacks that are not recorded, because something that they show has a gap. */
export function listUnrecordedEmitters(missing: readonly Missing[]): ReadonlySet<string> {
  return new Set(missing.flatMap(({ emitters }) => emitters))
}
