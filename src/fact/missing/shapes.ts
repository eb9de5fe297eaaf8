// Finds the shapes that an operation uses: those that its own keys name, and its resources, and the shapes among these.

import type { Node } from '../../document/node.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { ModelIndex } from '../model-index.ts'
import { type OperationUsage, listCalledBehaviours } from './usage.ts'

/** True if the operation may use the shape; in doubt, true. */
export function mayUseShape(modelIndex: ModelIndex, usage: OperationUsage, shape: string): boolean {
  const { operation, reads, hasBody } = usage
  const { resources, calls } = reads()
  if (calls.has(shape)) return true
  const named = namesIn(modelIndex)
  const mayUseAny = hasBody || slotValueOf(operation.slots.parameters) !== undefined || resources.size > 0
  if (listCalledBehaviours(operation).length > 0 || named.elsewhere.has(shape)) return mayUseAny
  const found = new Set<string>(calls)
  for (const name of named.in(operation.slots.node)) found.add(name)
  for (const { name, slots } of modelIndex.model.resources.value.resources)
    if (resources.has(name)) for (const each of named.in(slots.node)) found.add(each)
  // The set grows during iteration: a shape may name another.
  for (const name of found) {
    if (name === shape) return true
    const node = named.shapes.get(name)
    if (node !== undefined) for (const each of named.in(node)) found.add(each)
  }
  return false
}

type ShapeNames = {
  /** The shapes that a node names, in references, mappings or expressions. */
  in(node: Node): ReadonlySet<string>
  /** Undefined for a shape that is not shown. */
  readonly shapes: ReadonlyMap<string, Node | undefined>
  /** Those that parts other than 2 and 4 name. */
  readonly elsewhere: ReadonlySet<string>
}

const cache = new WeakMap<ModelIndex, ShapeNames>()

function namesIn(modelIndex: ModelIndex): ShapeNames {
  return cache.getOrInsertComputed(modelIndex, readShapeNames)
}

function readShapeNames({ model }: ModelIndex): ShapeNames {
  const shapes = new Map<string, Node | undefined>(
    (slotValueOf(model.resources.value.$defs) ?? []).map(({ name, slot }) => [name, slotValueOf(slot)?.node]),
  )
  const found = new WeakMap<Node, ReadonlySet<string>>()
  const readNames = (node: Node): ReadonlySet<string> => {
    const names = new Set<string>()
    addNames(node, shapes, names)
    return names
  }
  const inNode = (node: Node): ReadonlySet<string> => found.getOrInsertComputed(node, readNames)
  const others = [model.service, model.states, model.authentication, model.events, model.errors, model.limits, model.versioning]
  return { in: inNode, shapes, elsewhere: new Set(others.flatMap(({ value }) => [...inNode(value.node)])) }
}

const prose = new Set(['title', 'summary', 'description', 'meaning', '$comment'])

function addNames(node: Node, shapes: ReadonlyMap<string, unknown>, names: Set<string>): void {
  if (node.kind === 'list') for (const item of node.items) addNames(item, shapes, names)
  else if (node.kind === 'map') {
    for (const { key, value } of node.entries) if (!prose.has(key.text) || value.kind !== 'scalar') addNames(value, shapes, names)
  }
  // A text may be an expression with several names.
  else for (const [word] of node.text.matchAll(/[A-Za-z_][\w-]*/g)) if (shapes.has(word)) names.add(word)
}
