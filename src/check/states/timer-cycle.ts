// Reports cycles of timers that wait for no time and have no guard: the record would change its state forever, without a pause.

import { reportCycle } from '../../diagnostic/voice.ts'
import type { Edge, MachineFacts } from '../../fact/fact.ts'
import { parseTimerLength } from '../../model/timed.ts'
import type { Check } from '../check.ts'
import { findCycles } from '../cycles.ts'

const code = 'states/timer-cycle'

export const check: Check = {
  code,
  run: ({ machines }) =>
    machines.flatMap((machine) =>
      findCycles(machine.states, (state) =>
        listImmediate(machine)
          .filter(({ from }) => from === state)
          .map(({ to, candidate }) => ({ to, at: candidate.node.span })),
      ).map((steps) =>
        reportCycle(code, 'a timer of no length', steps, 'Give one of the timers a time, such as `PT1H`, or another target.'),
      ),
    ),
}

/** A target that is the own state enters it again, and starts its timers again. */
function listImmediate({ edges }: MachineFacts): readonly Edge[] {
  return edges.filter(
    ({ kind, name, candidate }) =>
      kind === 'after' && parseTimerLength(name ?? '') === 0 && candidate.guard.state === 'unsaid' && candidate.target.state === 'shown',
  )
}
