// Opens the services of scenarios: each is fresh, on a virtual clock, with its own test callers, on any free port.

import { VirtualClock } from '../base/clock.ts'
import type { Compiled } from '../compile/compile.ts'
import { nameTimedTransition } from '../model/timed.ts'
import { slotValueOf } from '../model/slot.ts'
import type { OpenService } from '../scenario/service.ts'
import { generateSecrets } from '../serve/caller/generated-secrets.ts'
import { type TestCallers, testCallers } from '../serve/caller/test-callers.ts'
import { Misuse } from './command.ts'
import type { Running, ServeOptions } from './options.ts'
import { runService } from './running.ts'
import { processSecrets } from './secrets.ts'
import { isStreamWhole } from '../serve/event-stream.ts'
import { makeVersionSpeller } from '../serve/version-speller.ts'
import { openReceiver } from './test-receiver.ts'

type StoreOptions = Pick<ServeOptions, 'store' | 'onStatement' | 'clock' | 'randomness' | 'hashes'>

const scenarioOptions = {
  port: 0,
  host: '127.0.0.1',
  virtual: true,
  explain: false,
  settings: new Map(),
  fixtures: true,
  // Scenarios test the document: the load of the machine must not change a response.
  sheds: false,
  // A delivery that ends dead is what the scenario tests.
  log: { level: 'error', sink: 2 },
  operatorLimits: { turn: Number.POSITIVE_INFINITY },
} as const

/**
 * Each service stores its records in memory, unless `storeOptions` names another store; they may also provide a clock and randomness.
 * `callersDocument`: the document whose test callers and form of versions are used.
 */
export function makeServiceOpener(
  result: Compiled,
  storeOptions: () => StoreOptions = () => ({ store: 'memory' }),
  callersDocument: Pick<Compiled, 'model'> = result,
): OpenService {
  const names = new Map(result.operations.map(({ operation }) => [operation.id, operation.name]))
  // Scenarios test the document, not its secrets.
  const secrets = generateSecrets(result.model.authentication.value, processSecrets)
  const speak = makeVersionSpeller(callersDocument.model)
  const callers = openTestCallers(result, callersDocument, secrets)
  const declaredUrl = slotValueOf(result.model.service.value.url)?.text.replace(/\/$/, '')
  // An address with settings has another value for each operator.
  const publicUrl = declaredUrl?.includes('${') === false ? { publicUrl: declaredUrl } : {}
  return async (observe, start, onOwnWork) => {
    const receiver = await openReceiver()
    const started = await runService(result, {
      ...(start === undefined ? {} : { clock: new VirtualClock(start) }),
      ...storeOptions(),
      ...scenarioOptions,
      secrets,
      deliveries: { send: receiver.send },
      onFired({ timer, outcome, transitions = [] }) {
        const { resource, field, state, kind, name } = timer
        if (outcome === 'made' || outcome === 'instead')
          onOwnWork?.({ timer: nameTimedTransition(`${resource}.${field}`, state, kind, name), transitions })
      },
      onWorked: ({ transitions = [] }) => onOwnWork?.({ transitions }),
      onAttempt: (_delivery, { transitions = [] }) => onOwnWork?.({ transitions }),
      // No client moves the clock while an answer is held: the work that is due comes first, then the end of the wait.
      onHeld: (end) => void passTime(running, end),
      // Each answer takes a millisecond of the virtual clock, so that later answers have later times and each run is the same.
      onAnswer(exchange, _request, { trace }) {
        const version = exchange?.requestedVersion?.version.name
        observe({
          ...trace,
          ...(trace.operation === undefined ? {} : { operation: names.get(trace.operation) ?? trace.operation }),
          ...(version === undefined ? {} : { version }),
        })
        running.tick(1)
      },
    }).catch(async (error: unknown) => {
      await receiver.close()
      throw error
    })
    if ('problems' in started) {
      await receiver.close()
      throw new Misuse(started.problems.map((each) => each.message).join('; '))
    }
    const running = started
    return {
      url: running.url,
      ...publicUrl,
      now: () => running.now(),
      advance: (ms) => running.advance(ms),
      callers: callers.names,
      credential: async (name) => callers.credential(name, running.now()),
      version: (text) => speak(text),
      isStreamComplete: async (text) => isStreamWhole(text, await running.newestEvent()),
      receiver: receiver.url,
      async deliveries() {
        // Timers that are due at once, such as `after: PT0S`, may deliver too.
        await running.advance(0)
        await running.waitUntilDelivered()
        return receiver.takeDeliveries()
      },
      async close() {
        await running.stop()
        await receiver.close()
      },
    }
  }
}

/** Does all work that is due; if an answer is still held, the time passes until `end`. */
async function passTime(running: Running, end: number): Promise<void> {
  await running.advance(0)
  await running.waitUntilDelivered()
  await running.advance(0)
  if (running.countHeld() > 0) await running.advance(end - running.now())
}

/** The test callers of `callersDocument`, with secrets that the service of `result` accepts. */
function openTestCallers(
  result: Compiled,
  callersDocument: Pick<Compiled, 'model'>,
  secrets: ReturnType<typeof generateSecrets>,
): TestCallers {
  // Clients of the other document know its schemes only.
  const requestedCallers = testCallers(callersDocument.model.authentication.value, secrets, result.model.authentication.value)
  // Their secrets may be those of other schemes.
  const callers =
    'problems' in requestedCallers && callersDocument !== result
      ? testCallers(result.model.authentication.value, secrets)
      : requestedCallers
  if ('problems' in callers) throw new Misuse(callers.problems.join('; '))
  return callers
}
