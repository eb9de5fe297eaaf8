// Shares the budget among the phases of a run: each first has its share, and then the unfinished ones continue with the rest.

/** A part of a run. It yields after each unit of work, so that another phase may go on in between. */
export type PhaseWork = AsyncGenerator<void, void, void>

export type RunPhase = {
  readonly name: string
  /** The size of its share, relative to the shares of the phases after it. */
  readonly weight: number
  play(): PhaseWork
}

export type PhaseBudget = {
  /** The requests sent so far. */
  readonly sent: () => number
  readonly budget: number
  readonly report: (phase: string) => void
}

/** Plays the phases in their order; a phase that needs less than its share leaves the rest to later ones. Returns the unfinished phases. */
export async function playPhases(phases: readonly RunPhase[], { sent, budget, report }: PhaseBudget): Promise<string[]> {
  let open = phases.map((phase) => ({ ...phase, work: phase.play() }))
  while (open.length > 0 && sent() < budget) {
    const finished = new Set<string>()
    const before = sent()
    for (const [index, { name, weight, work }] of open.entries()) {
      report(name)
      const rest = open.slice(index).reduce((sum, each) => sum + each.weight, 0)
      const until = sent() + ((budget - sent()) * weight) / rest
      let isDone = false
      while (!isDone && sent() < until) isDone = (await work.next()).done === true
      if (isDone) finished.add(name)
    }
    open = open.filter(({ name }) => !finished.has(name))
    if (finished.size === 0 && sent() === before) break
  }
  return open.map(({ name }) => name)
}
