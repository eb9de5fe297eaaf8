// Chooses how long a search waits before a request: until just before and just after the first timer, and timestamps in records.

import type { Operation } from '../../model/model.ts'
import type { OracleInterpreter } from '../oracle/interpreter.ts'

/** How many requests to try after a wait, in milliseconds: not each candidate reads what the time changes. */
export type SearchWait = { readonly wait: number; readonly tries: number }

const minute = 60_000
const hour = 60 * minute
const longest = 90 * 24 * hour

/** The most timestamps in records. */
const maxMoments = 2

/** Waits from now, at most 90 days: around the next timer, which only a read request reveals, and around times that records contain. */
export function listWaits(interpreter: OracleInterpreter, operation: Operation): readonly SearchWait[] {
  const [due, now] = [interpreter.nextDue(), interpreter.now()]
  const timers = due === undefined || operation.action !== 'read' ? [] : [due - minute, due + minute]
  // The run may start later than its plan was made.
  const moments = listMoments(interpreter)
    .filter((moment) => moment > now + hour && moment < now + longest)
    .slice(0, maxMoments)
    .flatMap((moment) => [moment - hour / 2, moment + minute])
  return [...timers, ...moments]
    .map((moment) => ({ wait: moment - now, tries: timers.includes(moment) ? 1 : 3 }))
    .filter(({ wait }) => wait > 0 && wait <= longest)
}

/** Timestamps in records. */
function listMoments(interpreter: OracleInterpreter): readonly number[] {
  const rows = [...interpreter.compiled.facts.typing.domain.resources.keys()].flatMap((resource) => interpreter.rows(resource))
  return [
    ...new Set(
      rows.flatMap(({ values }) =>
        [...values.values()].flatMap((value) =>
          typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'timestamp' ? [Number(value.ms)] : [],
        ),
      ),
    ),
  ]
}
