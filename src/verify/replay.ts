// Repeats the findings of an earlier run, and reports which of them still occur.

import type { Compiled } from '../compile/compile.ts'
import { replaySteps } from './drive/confirm.ts'
import { Session } from './server/session.ts'
import type { OracleCallers } from './oracle/callers.ts'
import type { VerifyOptions } from './options.ts'
import type { FindingJson } from './report/json.ts'
import { VerifyRun } from './run.ts'

export type Replayed = { readonly finding: FindingJson; readonly stillOccurs: boolean }

export async function replayAll(
  compiled: Compiled,
  callers: OracleCallers,
  options: VerifyOptions,
  findings: readonly FindingJson[],
): Promise<readonly Replayed[]> {
  const session = new Session(compiled, callers, options)
  const run = new VerifyRun(session)
  const replayed: Replayed[] = []
  for (const finding of findings) {
    const failure = await replaySteps(session, finding.steps, finding.bucket, () => run.begin())
    replayed.push({ finding, stillOccurs: failure !== undefined })
  }
  return replayed
}
