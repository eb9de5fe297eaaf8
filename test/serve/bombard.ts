// Requests to every operation of a service that mean it no good: values that break naive parsers, SQL in every place, bodies nearly right.

import { Agent, request } from 'node:http'
import { type RandomSource, createRandomSource } from '../../src/base/random-source.ts'
import { SeededRandomness } from '../../src/base/clock.ts'
import { printJson } from '../../src/base/json.ts'
import type { Facts } from '../../src/fact/fact.ts'
import type { Operation } from '../../src/model/model.ts'
import { type Sampler, createSampler } from '../../src/schema/sample.ts'

const nasty: readonly string[] = [
  '',
  ' ',
  "'",
  '"',
  '`',
  '\\',
  '%',
  '%00',
  '%zz',
  '%c3%28',
  '\u0001',
  '\u007f',
  '\'; DROP TABLE "Order"; --',
  '" OR 1=1 --',
  '1) UNION SELECT name FROM sqlite_schema --',
  '?',
  '??',
  '$1',
  ':a',
  '@a',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '-1',
  '0',
  '1e999',
  '-0',
  '9007199254740993',
  '9223372036854775808',
  '1e-400',
  'NaN',
  'null',
  'true',
  '../../etc/passwd',
  '//',
  '.',
  '..',
  '[]',
  '{}',
  '[object Object]',
  '${7*7}',
  'a'.repeat(3000),
  'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!',
  'İ',
  'ß',
  '\u{1F600}',
  '\u202e',
  '2026-13-45T99:99:99Z',
  'AAA-0000',
  'TEA-0001',
  '*',
  ',',
  ',,,,',
  '-',
  '-createdAt',
  'createdAt,createdAt',
  'id desc; --',
]

const bodies: readonly string[] = [
  '',
  '{',
  '}',
  '[]',
  'null',
  '0',
  '""',
  '{"a":1,"a":2}',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"name":"\\ud800"}',
  '{"name":"\\u0000"}',
  '{"name":"a\u0000"}',
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`,
  '{"price":1e999999}',
  `{"price":${'9'.repeat(3000)}}`,
  '{"lines":[{"product":{"sku":"x"},"quantity":"1"}]}',
  '{"amount":1e-999}',
  '\ufeff{}',
  '{"name":1,}',
  "{'name':1}",
  `{"name":${JSON.stringify('x'.repeat(20_000))}}`,
]

export type Bombarded = { readonly statuses: ReadonlyMap<number, number>; readonly wrong: readonly string[] }

/** `wrong` are the requests that were answered as if something had broken, or not at all. */
export async function bombard(url: string, facts: Facts, each: number, seed: string): Promise<Bombarded> {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const statuses = new Map<number, number>()
  const wrong: string[] = []
  const definitions = new Map([...facts.typing.domain.shapes].map(([name, { schema }]) => [name, schema]))
  for (const operation of facts.model.endpoints.value.operations) {
    const input = facts.typing.input(operation).body
    const samples = input && createSampler(input.schema, { definitions })
    const requests = Array.from({ length: each }, (_, index) => sent(operation, samples, `${seed} ${operation.name} ${index}`))
    for (let from = 0; from < each; from += 16) {
      await Promise.all(
        requests.slice(from, from + 16).map(async (one) => {
          const status = await answered(url, agent, one)
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          if (status >= 500 || status < 200) wrong.push(`${status} ${JSON.stringify(one)}`.slice(0, 500))
        }),
      )
    }
  }
  agent.destroy()
  return { statuses, wrong }
}

type Sent = {
  readonly method: string
  readonly path: string
  readonly headers: { readonly [name: string]: string }
  readonly body: string | undefined
}

function sent(operation: Operation, samples: Sampler | undefined, seed: string): Sent {
  const dice = createRandomSource(new SeededRandomness(seed))
  const word = (): string => encoded(dice, dice.pick(nasty))
  const path = operation.segments.map((segment) => `/${segment.kind === 'literal' ? segment.text : word()}`).join('')
  const names = [
    'limit',
    'offset',
    'size',
    'cursor',
    'sort',
    'status',
    'customer',
    'price',
    'price[gt]',
    'createdAt[gte]',
    'createdAt[in]',
    'sale[ne]',
    'sale[__proto__]',
    '__proto__[a]',
    'x',
  ]
  const query = Array.from({ length: dice.below(4) }, () => `${encodeURIComponent(dice.pick(names))}=${word()}`).join('&')
  const body = operation.method === 'GET' && !dice.once(5) ? undefined : bodyOf(dice, samples, seed)
  const header = (): string => dice.pick(nasty).replaceAll(/[^\x20-\x7e]/g, '~')
  return {
    method: operation.method,
    path: query === '' ? path : `${path}?${query}`,
    body,
    headers: {
      'content-type': dice.once(6) ? header() : 'application/json',
      ...(dice.once(3) ? { 'idempotency-key': header() } : {}),
      ...(dice.once(3) ? { 'if-match': header() } : {}),
      ...(dice.once(3) ? { 'if-none-match': header() } : {}),
      ...(dice.once(6) ? { accept: header() } : {}),
      ...(dice.once(6) ? { 'accept-encoding': header() } : {}),
    },
  }
}

/** Sometimes as it is, as far as a request line may hold it. */
function encoded(dice: RandomSource, text: string): string {
  return dice.once(3) ? text.replaceAll(/[^\x21-\x7e]|[#/?]/g, '~') : encodeURIComponent(text)
}

function bodyOf(dice: RandomSource, samples: Sampler | undefined, seed: string): string {
  if (dice.once(3)) return dice.pick(bodies)
  const randomness = new SeededRandomness(seed)
  const sampled = dice.once(2) ? samples?.findValid(randomness) : samples?.brokenSample(randomness)?.value
  const text = sampled === undefined ? '{}' : printJson(sampled)
  if (!dice.once(3)) return text
  return text.replace(/"[^"]*"(?=[,}\]])/, () => JSON.stringify(dice.pick(nasty)))
}

function answered(url: string, agent: Agent, { method, path, headers, body }: Sent): Promise<number> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    const sending = request(
      {
        hostname,
        port,
        method,
        path,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }) },
        agent,
      },
      (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0))
        // A stream has no end: its head is its answer.
        if (response.headers['content-type']?.startsWith('text/event-stream') === true) {
          resolve(response.statusCode ?? 0)
          response.destroy()
        }
      },
    )
    sending.once('error', () => resolve(0))
    sending.end(body)
  })
}
