// Determines what an operation reads: in its own expressions, and in the views, rules, machines, invariants and computed properties that
// it uses.

import { readRootProperty, listSelectionWords } from '../model/filters.ts'
import { type ExpressionText, listSpecifiedEntries, findNamedEntry } from '../model/slot.ts'
import type { ResourceInfo } from '../typing/domain.ts'
import { deriveProgramOutcome } from './conditions/effect.ts'
import { listEmitted, findEmitterSources } from './emitters.ts'
import { type CollectedExpressions, collectPartExpressions } from './expressions.ts'
import { groupCandidatesByState } from './machines.ts'
import type { ExpressionReads } from './reading.ts'
import { listAppliedRules } from './rule-points.ts'
import type { OperationContext } from './operation-context.ts'
import type { ModelIndex } from './model-index.ts'

export type Reads = {
  /** Resources whose records it reads or writes. */
  readonly resources: ReadonlySet<string>
  /** Views and other functions that it calls. */
  readonly calls: ReadonlySet<string>
  /** Variables of the scope: `settings`, `service`, `caller`. */
  readonly variables: ReadonlySet<string>
  /** Settings by name; `*` means all. */
  readonly settings: ReadonlySet<string>
}

const cache = new WeakMap<OperationContext, CollectedReads>()

export function readsOf(operationContext: OperationContext): Reads {
  return collectCachedReads(operationContext)
}

function collectCachedReads(operationContext: OperationContext): CollectedReads {
  return cache.getOrInsertComputed(operationContext, collectReads)
}

/** `computed`: the expressions of computed properties that a part selects, shows, filters or sorts by. */
type CollectedReads = Reads & { readonly computed: readonly ExpressionText[] }

function collectReads(operationContext: OperationContext): CollectedReads {
  const { modelIndex, resource, lookups } = operationContext
  const { changes } = deriveProgramOutcome(operationContext)
  const collected = { resources: new Set<string>(), calls: new Set<string>(), variables: new Set<string>(), settings: new Set<string>() }
  const members = new Set<string>(listNamedMembers(operationContext))
  const computed = new Set<ExpressionText>()
  const add = (part: object | undefined): void => {
    if (part === undefined) return
    for (const reading of listReadings(modelIndex, part)) {
      addReading(collected, reading)
      for (const member of reading.members) members.add(member)
    }
  }
  const changed = new Set(changes.map((change) => change.resource))
  for (const name of [resource?.name, ...lookups.map((each) => each.resource.name), ...changed])
    if (name !== undefined) collected.resources.add(name)
  for (const part of ownParts(operationContext)) add(part)
  // An event's data is read in the same transaction; only the computed properties that it uses count here.
  for (const { value } of listEmitted(findEmitterSources(modelIndex), changes)) addMembers(modelIndex, value, members)
  const visited = new Set<string>()
  // The sets grow during iteration: a view may call another view, and a computed property may read another resource.
  for (let size = -1; size !== collected.resources.size + collected.calls.size + members.size;) {
    size = collected.resources.size + collected.calls.size + members.size
    for (const name of collected.calls) {
      const view = modelIndex.domain.views.get(name)
      if (view === undefined || visited.has(`${name}()`)) continue
      visited.add(`${name}()`)
      collected.resources.add(view.resource)
      for (const member of view.members) if (member.kind === 'take') members.add(`${view.resource}.${member.name}`)
      add(view.members)
    }
    for (const name of collected.resources) {
      if (!visited.has(name)) addMembers(modelIndex, rulesOf(modelIndex, name), members)
      visited.add(name)
      for (const property of modelIndex.domain.resources.get(name)?.properties.values() ?? []) {
        const { compute } = property
        if (compute === undefined || computed.has(compute.expression)) continue
        if (!members.has(`${name}.${property.name}`) && !members.has(`*.${property.name}`) && !(compute.stored && changed.has(name)))
          continue
        computed.add(compute.expression)
        add(compute.expression)
      }
    }
  }
  return { ...collected, computed: [...computed] }
}

/** Properties that slots name to find, filter and sort records. */
function listNamedMembers({ resource, lookups, operation: { slots } }: OperationContext): readonly string[] {
  const words = (['filter', 'sort', 'order'] as const)
    .flatMap((key) => listSelectionWords(slots, key))
    .map(({ text }) => readRootProperty(text.replace(/^-/, '')))
  return [
    ...(resource === undefined ? [] : words.map((word) => `${resource.name}.${word}`)),
    ...lookups.flatMap((lookup) => lookup.members.map((name) => `${lookup.resource.name}.${name}`)),
  ]
}

/** Read rules apply wherever records are shown. */
const rulesOf = cacheByResource((modelIndex, { name }) => [findNamedEntry(modelIndex.model.authentication.value.rules, name)?.slot])

/** The properties that a part selects, also in the views that it calls. */
function addMembers(modelIndex: ModelIndex, part: object, members: Set<string>, seen: Set<string> = new Set()): void {
  for (const reading of listReadings(modelIndex, part)) {
    for (const member of reading.members) members.add(member)
    for (const name of reading.calls) {
      const view = modelIndex.domain.views.get(name)
      if (view === undefined || seen.has(name)) continue
      seen.add(name)
      for (const member of view.members) if (member.kind === 'take') members.add(`${view.resource}.${member.name}`)
      addMembers(modelIndex, view.members, members, seen)
    }
  }
}

/** Views and other functions that a part calls, also in the views that it calls. */
export function listCalls(modelIndex: ModelIndex, part: object): ReadonlySet<string> {
  const names = new Set<string>()
  const visit = (part: object): void => {
    for (const name of listReadings(modelIndex, part).flatMap(({ calls }) => [...calls])) {
      if (names.has(name)) continue
      names.add(name)
      visit(modelIndex.domain.views.get(name)?.members ?? [])
    }
  }
  visit(part)
  return names
}

/** All expressions of an operation, including called views and computed properties of records that it reads. */
export function collectAllExpressions(operationContext: OperationContext): CollectedExpressions {
  const {
    modelIndex: { domain },
  } = operationContext
  const { calls, computed } = collectCachedReads(operationContext)
  const parts = [
    ...ownParts(operationContext),
    ...Array.from(calls, (name) => domain.views.get(name)?.members).filter((members) => members !== undefined),
    ...computed,
  ].map(collectPartExpressions)
  return { expressions: parts.flatMap(({ expressions }) => expressions), texts: parts.flatMap(({ texts }) => texts) }
}

/** Like `collectAllExpressions`, without the excluded expressions and the parts that only they use. */
export function collectOtherExpressions(operationContext: OperationContext, excluded: ReadonlySet<ExpressionText>): CollectedExpressions {
  const { modelIndex } = operationContext
  const { resources } = collectCachedReads(operationContext)
  const expressions = new Set<ExpressionText>()
  const texts = new Set<CollectedExpressions['texts'][number]>()
  const parts: object[] = ownParts(operationContext)
  const visited = new Set<object>()
  const addPart = (part: object | undefined): void => {
    if (part === undefined || visited.has(part)) return
    visited.add(part)
    parts.push(part)
  }
  for (const part of parts) {
    const allExpressions = collectPartExpressions(part)
    const remaining = allExpressions.expressions.filter((text) => !excluded.has(text))
    remaining.forEach((text) => expressions.add(text))
    allExpressions.texts.forEach((text) => texts.add(text))
    for (const { calls, members } of [
      ...remaining.map((text) => modelIndex.readsOf(text)),
      ...allExpressions.texts.flatMap((text) => modelIndex.readingOfText(text)),
    ]) {
      for (const name of calls) addPart(modelIndex.domain.views.get(name)?.members)
      for (const member of members) {
        const [owner, name] = member.split('.') as [string, string]
        for (const resource of owner === '*' ? resources : [owner])
          addPart(modelIndex.domain.resources.get(resource)?.properties.get(name)?.compute?.expression)
      }
    }
  }
  return { expressions: [...expressions], texts: [...texts] }
}

/** The parts of an operation: its own slots, its rules, its transitions and its writes. */
function ownParts(operationContext: OperationContext): object[] {
  const { modelIndex, operation } = operationContext
  const { changes } = deriveProgramOutcome(operationContext)
  return [
    operation.slots,
    listAppliedRules(operationContext).map(({ rule }) => (rule.kind === 'conditional' ? rule.expression : undefined)),
    ...new Set(changes.flatMap((change) => change.transition ?? []))
      .values()
      .map((transition) => listTransitionParts(modelIndex, transition)),
    ...new Set(changes.map((change) => change.resource)).values().map((name) => writtenParts(modelIndex, name)),
  ]
}

/** Caches the reads of model parts that many operations share. */
const knownReadings = new WeakMap<ModelIndex, WeakMap<object, readonly ExpressionReads[]>>()

function listReadings(modelIndex: ModelIndex, part: object): readonly ExpressionReads[] {
  return knownReadings
    .getOrInsertComputed(modelIndex, () => new WeakMap())
    .getOrInsertComputed(part, () => {
      const { expressions, texts } = collectPartExpressions(part)
      return [...expressions.map((text) => modelIndex.readsOf(text)), ...texts.flatMap((text) => modelIndex.readingOfText(text))]
    })
}

function addReading(collected: { readonly [kind in keyof Reads]: Set<string> }, reading: ExpressionReads): void {
  for (const name of [...reading.resources, ...reading.records]) collected.resources.add(name)
  for (const name of reading.calls) collected.calls.add(name)
  for (const name of reading.variables) collected.variables.add(name)
  for (const name of reading.settings) collected.settings.add(name)
}

function listTransitionParts(modelIndex: ModelIndex, transition: string): object {
  const machines = modelIndex.transitions.get(transition)?.machines ?? []
  return machines.flatMap(({ machine }) => groupCandidatesByState(machine, transition.split('.')[1]!).map(({ candidates }) => candidates))
}

/** Caches one list per resource. */
function cacheByResource(
  listParts: (modelIndex: ModelIndex, resource: ResourceInfo) => readonly unknown[],
): (modelIndex: ModelIndex, name: string) => readonly unknown[] {
  const cache = new WeakMap<ResourceInfo, readonly unknown[]>()
  return (modelIndex, name) => {
    const resource = modelIndex.domain.resources.get(name)
    if (resource === undefined) return []
    return cache.getOrInsertComputed(resource, () => listParts(modelIndex, resource))
  }
}

/** Expressions that run at every write of a record of the resource. */
const writtenParts = cacheByResource((modelIndex, { name, source }) => {
  const states = (modelIndex.machinesOf.get(name) ?? []).flatMap(({ machine }) => listSpecifiedEntries(machine.slots.states))
  return [states.map(({ value: { always, entry, exit } }) => [always, entry, exit]), source.slots.invariant]
})
