// A request ends once, whenever something fails: its answer is 500, the operator gets a report, and no request stays under way.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '../../src/exchange/exchange.ts'
import type { Operation } from '../../src/model/model.ts'
import { Bodies } from '../../src/serve/bodies.ts'
import { operatorLimits } from '../../src/serve/operator-limits.ts'
import { ResponseBatch } from '../../src/serve/response-batch.ts'
import { openListener } from '../../src/serve/listener.ts'
import { handle } from '../../src/serve/handle.ts'
import type { HttpService } from '../../src/serve/service.ts'

const operation = { id: 'GET /' } as Operation
const answer: Answer = { status: 200, headers: [], body: '"fine"', trace: { transitions: [], origins: [] } }

function serviceWith(
  hooks: Partial<Pick<HttpService, 'onAnswer'>> & {
    readonly answer?: () => Answer | Promise<Answer>
    readonly present?: HttpService['callers']['present']
  },
): HttpService {
  return {
    router: { find: () => ({ kind: 'operation', operation, path: new Map() }) },
    backend: { answer: hooks.answer ?? (() => answer) } as Partial<HttpService['backend']> as HttpService['backend'],
    callers: { doubts: [], present: hooks.present ?? (() => undefined), issue: () => '', readsBody: () => false },
    incomplete: new Map(),
    bodies: new Bodies(operatorLimits.bodies),
    responses: new ResponseBatch(),
    streams: { open: async () => undefined },
    holds: { hold: () => undefined },
    refuse: () => answer,
    operatorLimits,
    concurrency: 10,
    isBehind: () => false,
    now: () => 0,
    client: () => ({ address: '' }),
    id: () => '1',
    underWay: { count: 0 },
    ...(hooks.onAnswer === undefined ? {} : { onAnswer: hooks.onAnswer }),
  }
}

const later = (): Promise<never> => new Promise((_resolve, reject) => setImmediate(reject, new Error('later')))
const now = (): never => {
  throw new Error('now')
}

const failing: readonly (readonly [string, HttpService, 'answered' | 500])[] = [
  ['nothing fails', serviceWith({}), 'answered'],
  ['the answer is thrown', serviceWith({ answer: now }), 500],
  ['the answer is rejected', serviceWith({ answer: later }), 500],
  ['who calls is thrown', serviceWith({ present: now }), 500],
  ['who calls is rejected', serviceWith({ present: later }), 500],
  ['what is told of the answer throws', serviceWith({ onAnswer: now }), 'answered'],
  ['… of an answer that came later', serviceWith({ answer: async () => answer, onAnswer: now }), 'answered'],
]

for (const [name, service, expected] of failing) {
  test(`${name}: reports the end of the request`, async (context) => {
    const failures: unknown[] = []
    const door = await openListener({ port: 0, host: '127.0.0.1', operatorLimits }, (error) => void failures.push(error))
    context.after(() => door.stop())
    door.open((request, response, ended) => handle(service, request, response, ended), 10)
    for (const init of [{}, { method: 'POST', body: 'some' }]) {
      const status = await fetch(door.url, init).then(
        async (got) => ((await got.text()) === '"fine"' ? 'answered' : got.status),
        () => 'answered' as const,
      )
      assert.equal(status, expected)
    }
    await door.pause()
    assert.equal(service.underWay.count, 0)
    assert.equal(failures.length, name === 'nothing fails' ? 0 : 2)
  })
}
