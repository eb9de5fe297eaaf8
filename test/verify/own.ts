// Ninefold's own service as a server under test: with hooks that begin it anew and move its clock.

import { VirtualClock } from '../../src/base/clock.ts'
import { compileAt } from '../../src/cli/compiled.ts'
import type { Running } from '../../src/cli/options.ts'
import { runService } from '../../src/cli/running.ts'
import type { Compiled } from '../../src/compile/compile.ts'
import { generateSecrets } from '../../src/serve/caller/generated-secrets.ts'
import { testCallers } from '../../src/serve/caller/test-callers.ts'
import { Receiver } from '../../src/verify/server/receiver.ts'
import { openSender } from '../../src/verify/server/sender.ts'
import { openOracleCallers } from '../../src/verify/oracle/callers.ts'
import type { ServerCredential, VerifyOptions } from '../../src/verify/options.ts'
import type { ServerRequest } from '../../src/verify/oracle/request.ts'
import type { VerifyPlan } from '../../src/verify/plan.ts'
import { type VerifyReport, verify } from '../../src/verify/verify.ts'

export type OwnOptions = {
  readonly seed: string
  readonly budget?: number
  readonly effort?: number
  readonly hooks?: boolean
  readonly most?: number
  /** The document that is served, where it is another. */
  readonly served?: Compiled
  readonly plan?: VerifyPlan
  /** True: its clock is this machine's, which no hook moves. */
  readonly real?: boolean
  /** The name of the store for each start: an empty one, because a start follows each reset. */
  readonly openStore?: () => string
  readonly watch?: (request: ServerRequest) => void
  /** Requests that the server makes of itself before it answers this one, a fault. */
  readonly meddle?: (request: ServerRequest) => readonly ServerRequest[]
  /** The request as which the server takes this one, a fault. */
  readonly mistake?: (request: ServerRequest) => ServerRequest
}

/** Verifies the service that Ninefold itself runs from a document. */
export async function verifyOwn(
  path: string,
  options: OwnOptions,
): Promise<{ readonly report: VerifyReport; readonly compiled: Compiled }> {
  const compiled = compileAt(path)
  return { report: await verifyServed(compiled, options), compiled }
}

/** Verifies what Ninefold serves against a document; `served` is one with a fault. */
export async function verifyServed(
  result: Compiled,
  {
    seed,
    budget = 5000,
    effort = 3000,
    hooks = true,
    most,
    served = result,
    plan,
    real = false,
    openStore = () => 'memory',
    watch,
    meddle,
    mistake = (request) => request,
  }: OwnOptions,
): Promise<VerifyReport> {
  const authentication = result.model.authentication.value
  const secrets = generateSecrets(authentication, { variable: () => undefined, file: () => undefined })
  const tests = testCallers(authentication, secrets)
  if ('problems' in tests) throw new Error(tests.problems.join('; '))
  const start = async (port = 0): Promise<Running> => {
    const started = await runService(served, {
      port,
      host: '127.0.0.1',
      store: openStore(),
      virtual: !real,
      // Never the first second of a minute, in which times to the minute and to the second are the same.
      ...(real ? {} : { clock: new VirtualClock(Math.floor(Date.now() / 60_000) * 60_000 + 33_000) }),
      explain: false,
      settings: new Map(),
      secrets,
      log: { level: 'silent' } as never,
      deliveries: { allowPrivate: true },
    })
    if ('problems' in started) throw new Error(started.problems.map(({ message }) => message).join('; '))
    return started
  }
  let running = await start()
  // By how much the hooks have moved the service's clock.
  let moved = 0
  const now = (): number => running.now() - moved
  const sender = { current: openSender(result, running.url, new Map(), 10_000, now) }
  const credentials = new Map(tests.names.map((name): [string, ServerCredential] => [name, tests.credential(name, running.now())]))
  const open = (): void => {
    sender.current.close()
    sender.current = openSender(result, running.url, credentials, 10_000, now)
  }
  open()
  const callers = await openOracleCallers(result.model, () => running.now())
  if ('problems' in callers) throw new Error(callers.problems.join('; '))
  const receiver = await Receiver.open(now)
  const options: VerifyOptions = {
    url: running.url,
    receiver,
    seed,
    budget,
    effort,
    most,
    settings: new Map(),
    fixtures: false,
    credentials,
    hooks: !hooks
      ? {}
      : {
          async reset() {
            await running.stop()
            running = await start(Number(new URL(running.url).port))
            moved = 0
            open()
          },
          ...(real
            ? {}
            : {
                async advance(ms) {
                  await running.advance(ms)
                  moved += ms
                },
              }),
        },
    send: async (request) => {
      watch?.(request)
      if (!real) running.tick(1)
      for (const more of meddle?.(request) ?? []) await sender.current.send(more)
      return sender.current.send(mistake(request))
    },
    now,
    ...(process.env['PROGRESS'] === undefined ? {} : { progress: (text: string) => console.log(new Date().toISOString(), text) }),
  }
  try {
    return await verify(result, callers, options, plan)
  } finally {
    sender.current.close()
    receiver.close()
    await running.stop()
  }
}
