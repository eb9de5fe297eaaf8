// Verifies a server that was written by hand, over HTTP, with the hooks that it offers.

import { resolve } from 'node:path'
import { compileAt } from '../../src/cli/compiled.ts'
import { createServerHooks } from '../../src/cli/verifying.ts'
import type { Compiled } from '../../src/compile/compile.ts'
import { Receiver } from '../../src/verify/server/receiver.ts'
import { openSender } from '../../src/verify/server/sender.ts'
import { openOracleCallers } from '../../src/verify/oracle/callers.ts'
import { tagOf } from '../../src/verify/drive/instance.ts'
import { type VerifyPlan, planRun } from '../../src/verify/plan.ts'
import type { ServerCredential } from '../../src/verify/options.ts'
import { type VerifyReport, verify } from '../../src/verify/verify.ts'
import { listen } from '../servers/lists.ts'

export type ByHand = {
  readonly seed: string
  readonly budget?: number
  readonly effort?: number
  readonly hooks?: boolean
  readonly isEnough?: boolean
  readonly progress?: (text: string) => void
}

/** Servers with other faults are asked the same. */
const plans = new Map<string, VerifyPlan>()
const known = new Map<string, Compiled>()

/** Documents that stand beside their servers. */
const documentsOfServers: readonly string[] = ['lending', 'grants']

export function documentOf(example: string): Compiled {
  const file = documentsOfServers.includes(example) ? `../servers/${example}.md` : `../../examples/${example}.md`
  return known.getOrInsertComputed(example, () => compileAt(resolve(import.meta.dirname, file)))
}

/** `isEnough`: ends at the first finding. */
export async function verifyByHand(
  example: string,
  handle: Parameters<typeof listen>[0],
  tokens: { readonly [caller: string]: string },
  { seed, budget = 5000, effort = 3000, hooks = true, isEnough = false, progress }: ByHand,
): Promise<VerifyReport> {
  const result = documentOf(example)
  const server = await listen(handle)
  const { url } = server
  const credentials = new Map(
    Object.entries(tokens).map(([name, token]): [string, ServerCredential] => [
      name,
      { headers: [['Authorization', `Bearer ${token}`]], query: [] },
    ]),
  )
  const receiver = await Receiver.open(() => Date.now())
  const sender = openSender(result, url, credentials, 10_000)
  const callers = await openOracleCallers(result.model, () => Date.now())
  if ('problems' in callers) throw new Error(callers.problems.join('; '))
  const plan = plans.getOrInsertComputed(`${example} ${seed} ${effort} ${hooks}`, () =>
    planRun(result, callers, {
      seed,
      effort,
      tag: tagOf(seed),
      callers: Object.keys(tokens),
      settings: new Map(),
      fixtures: false,
      canWait: hooks,
      host: new URL(url).host,
      now: Date.now(),
    }),
  )
  try {
    return await verify(
      result,
      callers,
      {
        url,
        seed,
        budget,
        receiver,
        effort,
        credentials,
        settings: new Map(),
        fixtures: false,
        most: isEnough ? 1 : undefined,
        hooks: hooks ? createServerHooks(`${url}/-/reset`, `${url}/-/clock`) : {},
        send: (request) => sender.send(request),
        now: () => Date.now(),
        ...(progress === undefined ? {} : { progress }),
      },
      plan,
    )
  } finally {
    sender.close()
    receiver.close()
    server.close()
  }
}
