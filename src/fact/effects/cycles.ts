// Finds cycles of effects and cascades.

import type { EffectCycleStep } from '../fact.ts'
import { listTimedTransitions } from '../../model/timed.ts'
import type { ModelIndex } from '../model-index.ts'
import { createProgramBuilder } from './build.ts'
import { type ProgramNode, type ProgramStep, printNodeKey } from './program.ts'

type Consequence = Extract<ProgramStep, { kind: 'consequence' }>
type Visit = { readonly node: ProgramNode; readonly reachedBy?: Consequence; readonly pending: Consequence[] }

/** One cycle for each edge that closes one, in one traversal of the graph. Cycles of `always` alone belong to the machine. */
export function findEffectCycles(modelIndex: ModelIndex): EffectCycleStep[][] {
  const programOf = createProgramBuilder(modelIndex)
  const consequencesOf = (node: ProgramNode): Consequence[] =>
    programOf(node)
      .filter((step) => step.kind === 'consequence')
      .map(withoutInput)
  const visited = new Set<string>()
  const cycles: EffectCycleStep[][] = []
  for (const root of listRoots(modelIndex)) {
    if (visited.has(printNodeKey(root))) continue
    const path: Visit[] = [{ node: root, pending: consequencesOf(root) }]
    const openNodes = new Map([[printNodeKey(root), 0]])
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const consequence = visit.pending.shift()
      if (consequence === undefined) {
        visited.add(printNodeKey(visit.node))
        openNodes.delete(printNodeKey(visit.node))
        path.pop()
        continue
      }
      const key = printNodeKey(consequence.to)
      const start = openNodes.get(key)
      if (start !== undefined) cycles.push(makeCycle(path.slice(start), consequence))
      else if (!visited.has(key)) {
        openNodes.set(key, path.length)
        path.push({ node: consequence.to, reachedBy: consequence, pending: consequencesOf(consequence.to) })
      }
    }
  }
  return cycles.filter((steps) => steps.some(({ kind }) => kind !== 'always'))
}

/** The source of the input does not affect what a transition leads to. */
function withoutInput(consequence: Consequence): Consequence {
  return consequence.to.kind === 'transition' ? { ...consequence, to: { ...consequence.to, client: false, sent: false } } : consequence
}

function listRoots({ transitions, machines, domain }: ModelIndex): ProgramNode[] {
  return [
    ...[...transitions.keys()].map((name): ProgramNode => ({ kind: 'transition', name, client: false, sent: false })),
    ...[...domain.resources.keys()].flatMap((resource): ProgramNode[] => [
      { kind: 'deleted', resource },
      { kind: 'created', resource },
      { kind: 'written', resource },
    ]),
    ...listTimers(machines).map(({ node }) => node),
  ]
}

/** Every timed transition, with its name for people. */
export function listTimers(machines: ModelIndex['machines']): { name: string; node: Extract<ProgramNode, { kind: 'timed' }> }[] {
  return machines.flatMap(({ machine }) =>
    listTimedTransitions(machine).map(({ name, state, kind, length }) => ({
      name,
      node: { kind: 'timed', machine: machine.name, state, by: kind, length } as const,
    })),
  )
}

/** Each step leads to the next node, and the last one to the first. */
function makeCycle(path: readonly Visit[], last: Consequence): EffectCycleStep[] {
  return path.map(({ node }, index) => {
    const consequence = path[index + 1]?.reachedBy ?? last
    return { name: nameOf(node), kind: classifyStep(node, consequence.to), span: consequence.at }
  })
}

function classifyStep(from: ProgramNode, to: ProgramNode): EffectCycleStep['kind'] {
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
