// Shares the budget among the classes of checks of a run: the class that has sent the fewest requests goes on, until it is done.

/** The work of a class. It yields after each unit, so that another class may go on in between. */
export type ClassWork = AsyncGenerator<void, void, void>

export type CheckClass = {
  readonly name: string
  play(): ClassWork
}

export type ClassBudget = {
  /** The requests sent so far. */
  readonly sent: () => number
  readonly budget: number
  readonly report: (name: string) => void
}

/** How many turns a class has if no class is done earlier. Fewer, longer turns repeat fewer first steps of sequences. */
const turnsOfClass = 4

/** Plays the classes in turns until the budget is spent; what a class leaves goes to the others. Returns the names of the unfinished. */
export async function playClasses(classes: readonly CheckClass[], { sent, budget, report }: ClassBudget): Promise<string[]> {
  const open = classes.map((each) => ({ name: each.name, work: each.play(), spent: 0 }))
  const turn = Math.max(1, (budget - sent()) / (classes.length * turnsOfClass))
  while (open.length > 0 && sent() < budget) {
    const next = open.reduce((least, each) => (each.spent < least.spent ? each : least))
    report(next.name)
    const before = sent()
    let isDone = false
    while (!isDone && sent() - before < turn && sent() < budget) isDone = (await next.work.next()).done === true
    next.spent += sent() - before
    if (isDone) open.splice(open.indexOf(next), 1)
  }
  return open.map(({ name }) => name)
}
