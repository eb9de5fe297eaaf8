// Plans a run before anything is sent: sequences to every outcome, found with the interpreter alone.

import { SeededRandomness } from '../base/clock.ts'
import type { Json } from '../base/json.ts'
import type { Compiled } from '../compile/compile.ts'
import type { OperationFacts } from '../fact/fact.ts'
import type { Operation } from '../model/model.ts'
import { variedCases } from './explore/bounds.ts'
import { Candidates } from './explore/candidates.ts'
import { type Case, Search } from './explore/search.ts'
import type { OracleCallers } from './oracle/callers.ts'
import { createInterpreter } from './oracle/interpreter.ts'
import type { RequestStep } from './step.ts'

export type VerifyPlan = {
  readonly cases: readonly Case[]
  /** For each operation the first sequence that ends in its success. */
  readonly bases: readonly { readonly operation: Operation; readonly steps: readonly RequestStep[] }[]
  /** Other requests to an operation that succeed, after as many steps as its base. */
  others(operation: Operation): readonly RequestStep[]
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

/** Operations that requests and their answers show whole: streams, feeds and code show more, or less. */
export function verifiable({ facts }: Compiled): readonly OperationFacts[] {
  return facts.operations.filter(({ complete, operation: { action } }) => complete && action !== 'stream' && action !== 'feed' && action !== 'call')
}

export function planRun(compiled: Compiled, callers: OracleCallers, planning: Planning): VerifyPlan {
  const { seed, settings, fixtures, now } = planning
  const interpreter = createInterpreter(compiled, callers, { seed: `plan ${seed}`, start: now, settings, fixtures, host: planning.host, counts: false })
  const candidates = new Candidates(interpreter, new SeededRandomness(`plan ${seed}`), planning.callers, planning.tag)
  const search = new Search({ interpreter, candidates, operations: verifiable(compiled), effort: planning.effort, canWait: planning.canWait })
  const beginning = interpreter.snapshot()
  search.run()
  const stage = { interpreter, begin: beginning, fresh: (property: string) => candidates.freshValue(property) }
  const varied = variedCases(stage, [...search.bases.values()], search.cases)
  const bases = [...search.bases.values()].map(({ operation, steps }) => ({ operation, steps }))
  return {
    cases: [...search.cases, ...varied],
    bases,
    others(operation) {
      const own = bases.find((base) => base.operation === operation)
      return search.cases.filter((each) => each.operation === operation && each.expected.trace.condition === undefined && each.steps.length === own?.steps.length).map(({ steps }) => steps.at(-1)!)
    },
  }
}
