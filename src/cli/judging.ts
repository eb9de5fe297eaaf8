// `verify --trace` and `verify --proxy`: judges recorded or passing exchanges, and sends no requests of its own.

import { openProxy } from '../verify/drive/proxy.ts'
import { asCaller, readHar } from '../verify/har.ts'
import type { OracleCallers } from '../verify/oracle/callers.ts'
import type { VerifyOptions } from '../verify/options.ts'
import { printSentence } from '../verify/report/text.ts'
import { TraceJudge } from '../verify/trace.ts'
import type { VerifyReport } from '../verify/verify.ts'
import type { Compiled } from '../compile/compile.ts'
import { type Console, Misuse } from './command.ts'
import { readFileBytes } from './load.ts'

export function judgeTrace(compiled: Compiled, callers: OracleCallers, options: VerifyOptions, file: string): VerifyReport {
  const exchanges = readHar(readFileBytes(file), options.url, options.credentials)
  if ('problem' in exchanges) throw new Misuse(`${file} cannot be judged: ${exchanges.problem}`)
  if (exchanges.length === 0) throw new Misuse(`${file} has no request to ${options.url}`)
  const judge = new TraceJudge(compiled, callers, options, exchanges[0]!.observed.sent)
  for (const exchange of exchanges) judge.judge(exchange)
  return reportOf(compiled, options, judge)
}

/** Runs until a signal ends it. */
export async function judgePassing(
  compiled: Compiled,
  callers: OracleCallers,
  options: VerifyOptions,
  port: number,
  console: Console,
): Promise<VerifyReport> {
  const judge = new TraceJudge(compiled, callers, options, Date.now())
  const proxy = await openProxy(options.url, port, ({ request, observed }) => {
    const finding = judge.judge({ request: asCaller(request, options.credentials), observed })
    if (finding !== undefined) console.error(`${printSentence(finding)}\n`)
  })
  console.error(`${proxy.url} passes requests on to ${options.url}\n`)
  await new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
  await proxy.close()
  return reportOf(compiled, options, judge)
}

function reportOf(compiled: Compiled, { url, seed }: VerifyOptions, judge: TraceJudge): VerifyReport {
  return {
    compiled,
    url,
    seed,
    requests: judge.count,
    findings: judge.findings,
    coverage: judge.coverage,
    notes: judge.notes,
    residue: new Map(),
  }
}
