// Finds cycles in a graph of named elements: each once, with the place of every step.

import type { Span } from '../base/text.ts'

export type CycleStep = { readonly name: string; readonly span: Span }

/** Every elementary cycle that a depth-first walk finds, each reported once, from its first name in order. */
export function findCycles(
  names: readonly string[],
  edgesFrom: (name: string) => readonly { readonly to: string; readonly at: Span }[],
): CycleStep[][] {
  const state = new Map<string, 'open' | 'done'>()
  const trail: CycleStep[] = []
  const cycles: CycleStep[][] = []
  const visit = (name: string): void => {
    state.set(name, 'open')
    for (const { to, at } of edgesFrom(name)) {
      trail.push({ name, span: at })
      const start = trail.findIndex((step) => step.name === to)
      if (state.get(to) === 'open' && start >= 0) cycles.push(trail.slice(start))
      else if (state.get(to) === undefined) visit(to)
      trail.pop()
    }
    state.set(name, 'done')
  }
  for (const name of names) if (!state.has(name)) visit(name)
  return cycles
}
