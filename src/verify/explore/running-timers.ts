// Finds, for each change, a sequence in which a timer runs that the change ends or restarts: only then a server shows whether it does.

import { resourceNameOf } from '../../model/model.ts'
import { type RequestStep, splitPath, symbolize, withPathValue } from '../step.ts'
import type { Case } from './case.ts'
import type { BaseCase } from './missing.ts'
import { type RehearsalStage, rehearse } from './rehearse.ts'
import { findRecordKey, stepOn } from './returns.ts'

/** The most sequences that are tried for one change. */
const maxTries = 24

/** Milliseconds: a timer that is due sooner would fire before the change, and a later one is not waited for. */
const [soonest, latest] = [4 * 60_000, 90 * 86_400_000]

type Played = Pick<Case, 'steps' | 'fresh'>

/** Sequences for the changes of records whose own sequence has no such timer. */
export function buildSequencesWithTimers(
  stage: RehearsalStage,
  bases: readonly BaseCase[],
  cases: readonly Case[],
): readonly (readonly RequestStep[])[] {
  const changes = bases.filter(({ operation: { action } }) => action === 'transition' || action === 'update' || action === 'replace')
  const successes = cases.filter(
    (each) => each.expected.trace.condition === undefined && each.steps.every(({ wait }) => wait === undefined),
  )
  return changes.flatMap((base) => {
    const { operation } = base
    if (endsTimer(stage, base)) return []
    const ofResource = successes.filter((each) => resourceNameOf(each.operation) === resourceNameOf(operation))
    const others = ofResource.filter((each) => each.operation.method !== 'GET' && each.operation !== operation)
    const sequences = [
      ...ofResource.filter((each) => each.operation === operation && each.steps.length > 1),
      ...others.flatMap((each) => [...addBeforeLast(base, each), ...addLastAfter(stage, base, each)]),
    ]
    const shortestFirst = sequences.toSorted((a, b) => a.steps.length - b.steps.length)
    const found = shortestFirst.slice(0, maxTries).find((each) => endsTimer(stage, each))
    return found === undefined ? [] : [found.steps]
  })
}

/** The sequence with the last request of another case before its own last one, on the same record. */
function addBeforeLast({ operation, steps, fresh }: BaseCase, other: Case): readonly Played[] {
  const last = steps.at(-1)!
  const key = findRecordKey(last, operation)
  const step = key === undefined ? undefined : stepOn(key, other)
  return step === undefined ? [] : [{ steps: [...steps.slice(0, -1), step, last], fresh }]
}

/** The last request after a case that creates a record, on that record. */
function addLastAfter(stage: RehearsalStage, { operation, steps }: BaseCase, other: Case): readonly Played[] {
  const last = steps.at(-1)!
  const segment = operation.segments.findLastIndex(({ kind }) => kind === 'parameter')
  if (other.operation.action !== 'create' || segment < 0 || last.body?.includes('{{') === true) return []
  const rows = (): readonly string[] => stage.interpreter.rows(resourceNameOf(operation) ?? '').map(({ key }) => key)
  const play = (played: readonly RequestStep[]): ReturnType<typeof rehearse> => rehearse(stage, played, other.fresh, 'timer')
  stage.begin()
  const isReached = other.steps.length === 1 || play(other.steps.slice(0, -1)) !== undefined
  const before = isReached ? new Set(rows()) : undefined
  const rehearsal = play(other.steps)
  const created = rehearsal === undefined || before === undefined ? undefined : rows().find((key) => !before.has(key))
  const [key, ...more] = created === undefined ? [] : (JSON.parse(created) as readonly (string | number)[])
  if (key === undefined || more.length > 0 || splitPath(last.target).length <= segment) return []
  const request = { ...last, target: withPathValue(last.target, segment, String(key)) }
  return [{ steps: [...other.steps, symbolize(request, rehearsal!.answers, other.fresh)], fresh: other.fresh }]
}

/** True if a timer runs before the last step that a run can wait for, and that this step ends or restarts. */
function endsTimer(stage: RehearsalStage, { steps, fresh }: Played): boolean {
  const { interpreter } = stage
  const dueAfter = (played: readonly RequestStep[]): number | undefined => {
    const rehearsal = rehearse(stage, played, fresh, 'timer')
    return rehearsal === undefined || rehearsal.expected.trace.condition !== undefined ? Number.NaN : interpreter.nextDue()
  }
  if (steps.length < 2) return false
  const due = dueAfter(steps.slice(0, -1))
  const wait = due === undefined ? Number.NaN : due - interpreter.now()
  if (!(wait > soonest && wait < latest)) return false
  const later = dueAfter(steps)
  return !Number.isNaN(later) && later !== due
}
