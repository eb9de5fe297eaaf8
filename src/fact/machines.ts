// The graph of each machine: its edges, and states that no record reaches, leaves, or remains in.

import type { MachineOf } from '../model/model.ts'
import { type Named, type Slot, isAbsent, listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import type { Candidate, Effect, State } from '../model/states.ts'
import { listTimed } from '../model/timed.ts'
import type { Edge, MachineFacts } from './fact.ts'

/** `seededStates`: the states of rows in `records`. */
export function deriveMachineFacts(machine: MachineOf, seededStates: readonly string[] = []): MachineFacts {
  const states = listSpecifiedEntries(machine.slots.states)
  const names = states.map(({ name }) => name)
  const initial = slotValueOf(machine.slots.initial)?.text
  const edges = states.flatMap(({ name, value }) => listEdges(name, value))
  const reachable = findReachable(edges, [...(initial === undefined ? [] : [initial]), ...seededStates])
  const leftAtOnce = states.filter(({ value }) => leavesAtOnce(value)).map(({ name }) => name)
  return {
    machine,
    states: names,
    ...(initial === undefined ? {} : { initial }),
    edges,
    transitions: collectTransitions(states),
    reachable: names.filter((name) => reachable.has(name)),
    resting: names.filter((name) => reachable.has(name) && (!leftAtOnce.includes(name) || seededStates.includes(name))),
    inescapable: findInescapable(states, edges),
    dead: states.flatMap(({ value }) => listCandidateLists(value).flatMap(listDeadCandidates)),
    cycles: listCycles(
      names,
      edges.filter((edge) => edge.kind === 'always' && edge.from !== edge.to),
    ),
  }
}

function listEdges(from: string, state: State): Edge[] {
  const edges: Edge[] = []
  const add = (kind: Edge['kind'], candidate: Candidate, target: Slot<{ text: string }>, name?: string): void => {
    edges.push({ from, to: slotValueOf(target)?.text ?? from, kind, ...(name === undefined ? {} : { name }), candidate })
  }
  for (const { name, value } of listSpecifiedEntries(state.on)) for (const candidate of value) add('on', candidate, candidate.target, name)
  for (const candidate of slotValueOf(state.always) ?? []) add('always', candidate, candidate.target)
  for (const { kind, name, value } of listTimed(state)) {
    for (const candidate of value) {
      add(kind, candidate, candidate.target, name)
      const recovery = slotValueOf(candidate.onError)
      if (recovery !== undefined) add('error', candidate, recovery.target, name)
    }
  }
  return edges
}

function collectTransitions(states: readonly { name: string; value: State }[]): MachineFacts['transitions'] {
  const statesByTransition = new Map<string, string[]>()
  for (const { name: state, value } of states) {
    for (const { name } of listSpecifiedEntries(value.on)) statesByTransition.getOrInsertComputed(name, () => []).push(state)
  }
  return Array.from(statesByTransition, ([name, from]) => ({ name, from }))
}

/** The states at the start, and all that edges lead to from them. */
export function findReachable(edges: readonly Edge[], start: readonly string[]): Set<string> {
  const names = new Set(start)
  for (const state of names) for (const edge of edges) if (edge.from === state) names.add(edge.to)
  return names
}

/** The first `always` without a guard is taken as soon as the state is entered, if it leads to another state. */
function leavesAtOnce(state: State): boolean {
  return (slotValueOf(state.always) ?? []).some((candidate) => candidate.target.state === 'shown' && isUnguarded(candidate))
}

export function isUnguarded(candidate: Candidate): boolean {
  const guard = candidate.guard
  return isAbsent(guard) || (guard.state === 'shown' && guard.value.length === 0)
}

/** All lists of candidates that are tried one after the other. */
function listCandidateLists(state: State): (readonly Candidate[])[] {
  const timed: (readonly Candidate[])[] = listTimed(state).map(({ value }) => value)
  return [...listSpecifiedEntries(state.on).map(({ value }) => value), slotValueOf(state.always) ?? [], ...timed]
}

/** A candidate after one without a guard is never tried (as in SCXML). */
function listDeadCandidates(candidates: readonly Candidate[]): { candidate: Candidate; shadow: Candidate }[] {
  const unguarded = candidates.findIndex(isUnguarded)
  return unguarded < 0 ? [] : candidates.slice(unguarded + 1).map((candidate) => ({ candidate, shadow: candidates[unguarded]! }))
}

/**
 * States without a way out, if the machine has another end: a final state, or an effect that deletes the record itself. A cycle of states
 * is no dead end, because many machines run forever.
 */
function findInescapable(states: readonly { name: string; value: State }[], edges: readonly Edge[]): string[] {
  if (!states.some(({ value }) => value.type.state === 'shown')) return []
  const isEnd = (state: State): boolean =>
    state.type.state === 'shown' ||
    [state.entry, state.exit].some((action) => deletesItself(slotValueOf(action)?.then)) ||
    listCandidateLists(state)
      .flat()
      .some(({ then }) => deletesItself(then))
  return states.filter(({ name, value }) => !isEnd(value) && !edges.some(({ from }) => from === name)).map(({ name }) => name)
}

function deletesItself(effects: Slot<readonly Effect[]> | undefined): boolean {
  return (effects === undefined ? [] : (slotValueOf(effects) ?? [])).some((effect) => {
    const by = slotValueOf(effect.by)
    return effect.delete.state === 'shown' && by !== undefined && 'kind' in by && by.text.trim() === 'this'
  })
}

/** The shortest cycle through each state that leads back to itself, each cycle once. */
function listCycles(states: readonly string[], edges: readonly Edge[]): (readonly Edge[])[] {
  const cycles: (readonly Edge[])[] = []
  const reported = new Set<Edge>()
  for (const state of states) {
    const cycle = findShortestCycle(state, edges)
    if (cycle === undefined || cycle.some((edge) => reported.has(edge))) continue
    for (const edge of cycle) reported.add(edge)
    cycles.push(cycle)
  }
  return cycles
}

/** The shortest path from a state back to itself. */
function findShortestCycle(state: string, edges: readonly Edge[]): Edge[] | undefined {
  const paths: Edge[][] = edges.filter((edge) => edge.from === state).map((edge) => [edge])
  const visited = new Set<string>()
  for (const path of paths) {
    const last = path.at(-1)!.to
    if (last === state) return path
    if (visited.has(last)) continue
    visited.add(last)
    for (const edge of edges) if (edge.from === last) paths.push([...path, edge])
  }
  return undefined
}

/** The shown candidates of a transition, by the state that has them. */
export function groupCandidatesByState(machine: MachineOf, transition: string): { state: string; candidates: readonly Candidate[] }[] {
  return listSpecifiedEntries(machine.slots.states).flatMap(({ name, value }) => {
    const transitions: readonly Named<readonly Candidate[]>[] = slotValueOf(value.on) ?? []
    return transitions.flatMap(({ name: event, slot }) =>
      event === transition && slot.state === 'shown' ? [{ state: name, candidates: slot.value }] : [],
    )
  })
}
