// Cycles: effects and cascades that lead back to their beginning.

import type { CircleStep } from '../fact.ts'
import { specifiedEntries } from '../../model/slot.ts'
import { timedOf } from '../../model/timed.ts'
import type { World } from '../world.ts'
import { programsOf } from './build.ts'
import { type ProgramNode, type ProgramStep, nodeKey } from './program.ts'

type Go = Extract<ProgramStep, { kind: 'go' }>
type Visit = { readonly node: ProgramNode; readonly by?: Go; readonly ways: Go[] }

/** One cycle for each edge that closes one, in one traversal of the graph. Cycles of `always` alone belong to the machine. */
export function circlesOf(world: World): CircleStep[][] {
  const programOf = programsOf(world)
  const ways = (node: ProgramNode): Go[] => programOf(node).filter((step) => step.kind === 'go').map(withoutInput)
  const done = new Set<string>()
  const found: CircleStep[][] = []
  for (const root of roots(world)) {
    if (done.has(nodeKey(root))) continue
    const path: Visit[] = [{ node: root, ways: ways(root) }]
    const open = new Map([[nodeKey(root), 0]])
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const way = visit.ways.shift()
      if (way === undefined) {
        done.add(nodeKey(visit.node))
        open.delete(nodeKey(visit.node))
        path.pop()
        continue
      }
      const key = nodeKey(way.to)
      const start = open.get(key)
      if (start !== undefined) found.push(circle(path.slice(start), way))
      else if (!done.has(key)) {
        open.set(key, path.length)
        path.push({ node: way.to, by: way, ways: ways(way.to) })
      }
    }
  }
  return found.filter((steps) => steps.some(({ kind }) => kind !== 'always'))
}

/** The source of the input does not affect what a transition leads to. */
function withoutInput(way: Go): Go {
  return way.to.kind === 'transition' ? { ...way, to: { ...way.to, client: false, sent: false } } : way
}

function roots({ transitions, machines, domain }: World): ProgramNode[] {
  return [
    ...[...transitions.keys()].map((name): ProgramNode => ({ kind: 'transition', name, client: false, sent: false })),
    ...[...domain.resources.keys()].flatMap((resource): ProgramNode[] => [
      { kind: 'deleted', resource },
      { kind: 'created', resource },
      { kind: 'written', resource },
    ]),
    ...timers(machines).map(({ node }) => node),
  ]
}

/** Every timed transition, with its name for people. */
export function timers(machines: World['machines']): { name: string; node: Extract<ProgramNode, { kind: 'timed' }> }[] {
  return machines.flatMap(({ machine }) =>
    specifiedEntries(machine.slots.states).flatMap(({ name: state, value }) =>
      timedOf(value).map(({ kind: by, name: length }) => ({
        name: `${machine.name} ${state} ${by} ${length}`,
        node: { kind: 'timed', machine: machine.name, state, by, length } as const,
      })),
    ),
  )
}

/** Each step leads to the next node, and the last one to the first. */
function circle(path: readonly Visit[], last: Go): CircleStep[] {
  return path.map(({ node }, index) => {
    const on = path[index + 1]?.by ?? last
    return { name: nameOf(node), kind: kindOf(node, on.to), span: on.at }
  })
}

function kindOf(from: ProgramNode, to: ProgramNode): CircleStep['kind'] {
  if (from.kind === 'deleted' && to.kind === 'deleted') return 'cascade'
  return from.kind === 'entered' && to.kind === 'entered' ? 'always' : 'effect'
}

function nameOf(node: ProgramNode): string {
  switch (node.kind) {
    case 'transition':
      return node.name
    case 'created':
    case 'written':
    case 'deleted':
      return `${node.resource} ${node.kind}`
    case 'entered':
      return `${node.machine} ${node.state}`
    case 'timed':
      return `${node.machine} ${node.state} ${node.by} ${node.length}`
  }
}
