// Plans a run before anything is sent: sequences to every outcome, found with the interpreter alone.

import { SeededRandomness } from '../base/clock.ts'
import type { Json } from '../base/json.ts'
import type { Compiled } from '../compile/compile.ts'
import type { OperationFacts } from '../fact/fact.ts'
import type { Operation } from '../model/model.ts'
import { varyCases } from './explore/bounds.ts'
import { buildCasesBesideStates } from './explore/beside-states.ts'
import { type RequestGroup, buildConflictingGroups, buildGuardedGroups, buildTwinGroups } from './explore/conflicts.ts'
import { Candidates } from './explore/candidates.ts'
import type { Case } from './explore/case.ts'
import { buildCasesInOtherLetters, buildMissingCases } from './explore/missing.ts'
import { buildCasesOfOtherCallers } from './explore/other-callers.ts'
import { buildCasesAfterReturns } from './explore/returns.ts'
import { shortenBase } from './explore/shorter-bases.ts'
import { buildSequencesWithTimers } from './explore/running-timers.ts'
import { Search } from './explore/search.ts'
import { buildCasesWithoutStep } from './explore/without-steps.ts'
import type { OracleCallers } from './oracle/callers.ts'
import { createInterpreter } from './oracle/interpreter.ts'
import type { RequestStep } from './step.ts'

/** `walk`: the operation of each step. */
type PlannedBase = { readonly operation: Operation; readonly steps: readonly RequestStep[]; readonly walk: readonly Operation[] }

export type VerifyPlan = {
  readonly cases: readonly Case[]
  /** For each operation the first sequence that ends in its success. */
  readonly bases: readonly PlannedBase[]
  /** For each change, a sequence with a timer that runs before it, if its base has none. */
  readonly timed: readonly (readonly RequestStep[])[]
  /** Requests to send at once. */
  readonly groups: readonly RequestGroup[]
  /** Other requests to an operation that succeed, after as many steps as its base. */
  otherRequests(operation: Operation): readonly RequestStep[]
}

export type Planning = {
  readonly seed: string
  readonly tag: string
  readonly callers: readonly string[]
  readonly settings: ReadonlyMap<string, Json>
  readonly fixtures: boolean
  readonly effort: number
  readonly canWait: boolean
  readonly host: string
  readonly now: number
}

/** Operations that a request and its response test completely; streams, feeds and code need more. */
export function listVerifiable({ facts }: Compiled): readonly OperationFacts[] {
  return facts.operations.filter(
    ({ complete, operation: { action } }) => complete && action !== 'stream' && action !== 'feed' && action !== 'call',
  )
}

export function planRun(compiled: Compiled, callers: OracleCallers, planning: Planning): VerifyPlan {
  const { seed, settings, fixtures, now } = planning
  const interpreter = createInterpreter(compiled, callers, {
    seed: `plan ${seed}`,
    start: now,
    settings,
    fixtures,
    host: planning.host,
    counts: false,
  })
  const candidates = new Candidates(interpreter, new SeededRandomness(`plan ${seed}`), planning.callers, planning.tag)
  const search = new Search({
    interpreter,
    candidates,
    operations: listVerifiable(compiled),
    effort: planning.effort,
    canWait: planning.canWait,
  })
  const restoreBeginning = interpreter.snapshot()
  search.run()
  restoreBeginning()
  const initial = [...compiled.facts.typing.domain.resources.keys()].map((resource) =>
    interpreter.rows(resource).map(({ key }) => key.replaceAll(/^\["?|"?\]$/g, '')),
  )
  const similarKeys = (key: string): readonly string[] => initial.find((keys) => keys.includes(key))?.filter((other) => other !== key) ?? []
  const stage = { interpreter, begin: restoreBeginning, similarKeys, fresh: (property: string) => candidates.freshValue(property) }
  const shortBases = [...search.bases.values()].map((base) => shortenBase(stage, base))
  const varied = [
    ...varyCases(stage, shortBases, search.cases),
    ...buildCasesAfterReturns(stage, shortBases, planning.callers),
    ...buildCasesWithoutStep(stage, shortBases),
    ...buildCasesInOtherLetters(stage, shortBases),
    ...buildMissingCases(stage, listVerifiable(compiled), shortBases, search.cases),
    ...buildCasesBesideStates(stage, listVerifiable(compiled), shortBases, search.sequencesToStates),
    ...buildCasesOfOtherCallers(stage, listVerifiable(compiled), shortBases, search.cases, planning.callers),
  ]
  const timed = planning.canWait ? buildSequencesWithTimers(stage, shortBases, search.cases) : []
  const bases = shortBases.map(({ operation, steps, walk }) => ({ operation, steps, walk }))
  const others = (operation: Operation): readonly RequestStep[] => {
    const base = bases.find((each) => each.operation === operation)
    const successes = search.cases.filter(
      (each) => each.operation === operation && each.expected.trace.condition === undefined && each.steps.length === base?.steps.length,
    )
    return successes.map(({ steps }) => steps.at(-1)!).filter(({ version }) => version === base?.steps.at(-1)!.version)
  }
  const newest = search.entries.filter(({ requests }) => requests.every(({ wait, version }) => wait === undefined && version === undefined))
  const atBounds = varied.filter(
    ({ expected, variant }) => expected.trace.condition === undefined && variant?.startsWith('at the') === true,
  )
  const groups = [
    ...buildGuardedGroups(bases, others, planning.tag),
    ...buildTwinGroups(listVerifiable(compiled), [...bases, ...atBounds]),
    ...buildConflictingGroups({ interpreter, candidates, operations: listVerifiable(compiled), effort: planning.effort }, newest),
  ]
  restoreBeginning()
  return { cases: [...search.cases, ...varied], bases, timed, groups, otherRequests: others }
}
