// Represents the resources, or a state machine, as boxes and arrows, before layout.

import type { Edge, Facts, MachineFacts } from '../../fact/fact.ts'
import { type Reference, indexModel } from '../../fact/model-index.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Property, ResourceInfo } from '../../typing/domain.ts'
import { printEdge } from './machine.ts'
import { listKeyLabels, nameTypeInWord } from './resources.ts'

export type Graph = { readonly title: string; readonly boxes: readonly Box[]; readonly arrows: readonly Arrow[] }

export type Box = {
  readonly id: string
  /** `start`: the dot before the initial state. */
  readonly kind: 'resource' | 'state' | 'final' | 'start'
  readonly title: string
  /** The rows below the title: a name on the left, and a word on the right. */
  readonly rows: readonly (readonly [left: string, right: string])[]
}

export type Arrow = {
  readonly from: string
  readonly to: string
  readonly kind: Edge['kind'] | 'reference' | 'start'
  readonly label: string
}

export function makeResourceGraph({ model, typing }: Facts): Graph {
  const { references } = indexModel(model, typing)
  const resources = [...typing.domain.resources.values()]
  const box = (resource: ResourceInfo): Box => ({
    id: resource.name,
    kind: 'resource',
    title: resource.name,
    rows: [...resource.properties.values()]
      .filter(({ inverse }) => inverse === undefined)
      .map((property) => [property.name, [nameTypeInWord(property), ...listKeyLabels(property, resource)].join(' ')]),
  })
  return {
    title: 'Resources',
    boxes: resources.map(box),
    arrows: resources.flatMap((resource) =>
      (references.get(resource.name) ?? []).map((reference): Arrow => ({
        from: resource.name,
        to: reference.target,
        kind: 'reference',
        label: `${reference.path}${printCardinality(reference, resource.properties.get(reference.property))}`,
      })),
    ),
  }
}

/** Reduces a graph to one box and its direct neighbours. */
export function selectNeighbourhood(graph: Graph, id: string): Graph {
  const arrows = graph.arrows.filter(({ from, to }) => from === id || to === id)
  const neighbours = new Set([id, ...arrows.flatMap(({ from, to }) => [from, to])])
  return { title: id, boxes: graph.boxes.filter((box) => neighbours.has(box.id)), arrows }
}

/** `?` if the reference is optional, `[]` if it is a list. */
function printCardinality({ path, property }: Reference, referencingProperty: Property | undefined): string {
  if (path !== property || referencingProperty?.reference?.many === true || referencingProperty?.type.kind === 'list') return '[]'
  return referencingProperty?.type.kind === 'nullable' ? '?' : ''
}

/** The id of the dot; no state has it, because names of states contain no blank. */
const startId = ' start'

export function makeMachineGraph({ machine, states, initial, edges }: MachineFacts): Graph {
  const finals = new Set(
    listSpecifiedEntries(machine.slots.states)
      .filter(({ value }) => slotValueOf(value.type) === 'final')
      .map(({ name }) => name),
  )
  const box = (state: string): Box => ({
    id: state,
    kind: finals.has(state) ? 'final' : 'state',
    title: state,
    rows: edges.filter(({ from, to }) => from === state && to === state).map((edge) => [`↻ ${printEdge(edge)}`, '']),
  })
  const arrows = edges
    .filter(({ from, to }) => from !== to)
    .map((edge): Arrow => ({ from: edge.from, to: edge.to, kind: edge.kind, label: printEdge(edge) }))
  return {
    title: machine.name,
    boxes: [...(initial === undefined ? [] : [{ id: startId, kind: 'start' as const, title: '', rows: [] }]), ...states.map(box)],
    arrows: [...(initial === undefined ? [] : [{ from: startId, to: initial, kind: 'start' as const, label: '' }]), ...arrows],
  }
}
