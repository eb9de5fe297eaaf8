// Finds normative lines of a document that make no difference: the document without each line must differ in its diagnostics, its facts or
// its answers. Its own text is not compared.

import { type RandomSource, createRandomSource } from '../../src/base/random-source.ts'
import { SeededRandomness } from '../../src/base/clock.ts'
import { type Json, type JsonObject, isJsonArray, isJsonObject, printJson } from '../../src/base/json.ts'
import { listDeclaredRows } from '../../src/check/resources/rows.ts'
import { compile } from '../../src/compile/compile.ts'
import { beginning } from '../../src/exchange/event.ts'
import { explainFacts } from '../../src/explain/facts.ts'
import type { Facts, OperationFacts } from '../../src/fact/fact.ts'
import { indexModel } from '../../src/fact/model-index.ts'
import { frontLanguage, partLanguage } from '../../src/model/language.ts'
import type { Keys } from '../../src/model/shape.ts'
import { listSpecifiedEntries, slotValueOf } from '../../src/model/slot.ts'
import { createSampler } from '../../src/schema/sample.ts'
import { readExactJson } from '../../src/typing/schema-of.ts'
import { definitionsOf } from '../../src/typing/definitions.ts'
import { conventions } from '../conventions.ts'
import { type Running, type Sent, happenedIn, running } from '../meaning/running.ts'

export type Dead = { readonly line: number; readonly text: string; readonly without: 'the line' | 'its value' }

/** One document with the requests that are sent to it, for comparison with other documents. */
type Whole = {
  readonly name: string
  readonly told: string
  readonly follows: string
  readonly steps: readonly Step[]
  readonly answers: string
}

type Options = {
  /** Only every so many normative lines are tried: this one decides which. */
  readonly every?: number
  readonly from?: number
  /** True if numbers and truth values are changed too. */
  readonly values?: boolean
}

export function deadLines(text: string, name: string, { every = 1, from = 0, values = true }: Options = {}): Dead[] {
  const lines = text.split('\n')
  const whole = wholeOf(text, name)
  return normativeLines(lines)
    .filter((index) => !isBeyond(lines[index]!))
    .filter((_, count) => count % every === from % every)
    .flatMap((index): Dead[] => {
      const line = lines[index]!
      const found = (without: Dead['without']): Dead => ({ line: index + 1, text: line.trim(), without })
      if (isSame(lines.toSpliced(index, 1).join('\n'), whole)) return [found('the line')]
      return values && otherValues(line).some((other) => isSame(lines.with(index, other).join('\n'), whole)) ? [found('its value')] : []
    })
}

function wholeOf(text: string, name: string): Whole {
  const { facts, diagnostics } = compile([{ name, text }], conventions())
  const steps = stepsFor(facts)
  return { name, told: told(diagnostics), follows: followsFrom(facts), steps, answers: played(facts, steps) }
}

function isSame(text: string, whole: Whole): boolean {
  const { facts, diagnostics } = compile([{ name: whole.name, text }], conventions())
  return told(diagnostics) === whole.told && followsFrom(facts) === whole.follows && played(facts, whole.steps) === whole.answers
}

function told(diagnostics: readonly { readonly code: string; readonly message: string }[]): string {
  return JSON.stringify(diagnostics.map(({ code, message }) => [code, message]))
}

/** Content that the facts repeat elsewhere: keys and their values, schemas, expressions, scenarios. */
const written: ReadonlySet<string> = new Set([
  'said',
  'about',
  'shapes',
  'authentication',
  'events',
  'limits',
  'versioning',
  'schema',
  'scenarios',
  'ninefold',
  'extensions',
  'entries',
])

function followsFrom(facts: Facts): string {
  const statuses = facts.operations.flatMap(({ points }) =>
    points.map(({ answer }) => (answer.kind === 'entry' ? (slotValueOf(answer.entry.slots.status)?.text ?? '') : '')),
  )
  return `${printJson(withoutText(explainFacts(facts, { origins: false })))} ${statuses.join(' ')}`
}

function withoutText(json: Json): Json {
  if (isJsonArray(json)) return json.map(withoutText)
  if (!isJsonObject(json)) return json
  return Object.fromEntries(
    Object.entries(json)
      .filter(([name]) => !written.has(name))
      .map(([name, value]) => [name, withoutText(value)]),
  ) as JsonObject
}

/** `§Order 3§` represents the key of the fourth created order; `as` is a test caller of part 5. */
type Step =
  | {
      readonly kind: 'request'
      readonly method: string
      readonly target: string
      readonly headers: readonly (readonly [string, string])[]
      readonly body?: string
      readonly as?: string
    }
  | { readonly kind: 'advance'; readonly ms: number }

const rounds = 4

function stepsFor(facts: Facts): Step[] {
  const dice = createRandomSource(new SeededRandomness('dead lines'))
  const callers: (string | undefined)[] = [
    ...listSpecifiedEntries(facts.model.authentication.value.callers).map(({ name }) => name),
    undefined,
  ]
  const made = ({ operation: { action } }: OperationFacts): number =>
    action === 'create' || action === 'put' ? 0 : action === 'delete' ? 2 : 1
  const operations = facts.operations.filter(({ operation }) => operation.action !== 'stream').toSorted((a, b) => made(a) - made(b))
  return Array.from({ length: rounds }, (_, round) => [
    ...operations.flatMap((each) =>
      Array.from({ length: facts.typing.input(each.operation).body === undefined ? 2 : 6 }, (__, index) =>
        request(each, facts, dice, `${round} ${index}`, dice.once(4) ? dice.pick(callers) : callers[0]),
      ),
    ),
    { kind: 'advance', ms: [1000, 3_600_000, 90_000_000, 1_000_000_000][round]! } as const,
  ]).flat()
}

function request({ operation }: OperationFacts, facts: Facts, dice: RandomSource, seed: string, as: string | undefined): Step {
  const input = facts.typing.input(operation)
  const definitions = definitionsOf(facts.typing.domain)
  const sampled = (schema: Parameters<typeof createSampler>[0], isBroken: boolean, of: string): Json | undefined => {
    const samples = createSampler(schema, { definitions })
    const randomness = new SeededRandomness(`${operation.name} ${seed} ${of}`)
    return isBroken ? samples.brokenSample(randomness)?.value : samples.findValid(randomness)
  }
  const textOf = (json: Json | undefined): string => (typeof json === 'string' ? json : printJson(json ?? null))
  const resource = operation.subject?.text.split('.')[0] ?? ''
  const path = operation.segments.map((segment) => {
    if (segment.kind === 'literal') return segment.text
    const schema = input.path.get(segment.name)?.schema ?? true
    return dice.once(4) ? encodeURIComponent(textOf(sampled(schema, dice.once(2), segment.name))) : `§${resource} ${dice.below(6)}§`
  })
  const query = [...input.query.values()].flatMap(({ name, schema }) =>
    dice.once(2) ? [[name, textOf(sampled(schema, dice.once(4), name))]] : [],
  )
  const lists = [
    ...(input.page?.size === undefined || dice.once(2) ? [] : [['size', String(dice.below(150))]]),
    ...(input.sort === undefined || dice.once(2)
      ? []
      : [['sort', textOf((sampled(input.sort.parameter.schema, false, 'sort') as Json[])?.[0])]]),
    ...[...input.filters.keys()].flatMap((name) => (dice.once(3) ? [[name, dice.once(2) ? `§${name} 0§` : 'x']] : [])),
  ]
  const target = `/${path.join('/')}${query.length + lists.length === 0 ? '' : `?${new URLSearchParams([...query, ...lists] as [string, string][]).toString().replaceAll('%C2%A7', '§')}`}`
  const idempotency = slotValueOf(operation.slots.idempotency)
  const key = idempotency?.kind === 'key' ? slotValueOf(idempotency.key)?.text : undefined
  const headers = [
    ...[...input.headers.values()].flatMap(({ name, schema }) =>
      dice.once(3) ? [] : [[name, textOf(sampled(schema, dice.once(4), name))] as const],
    ),
    ...(key === undefined || dice.once(2) ? [] : [[key.toLowerCase(), `k${dice.below(3)}`] as const]),
    ...(operation.slots.conditional.state === 'shown' && dice.once(2)
      ? [[operation.method === 'GET' ? 'if-none-match' : 'if-match', dice.once(2) ? '*' : '§tag 0§'] as const]
      : []),
  ]
  const body = input.body === undefined ? undefined : sampled(input.body.schema, dice.once(3), 'body')
  return {
    kind: 'request',
    method: operation.method,
    target,
    headers,
    ...(body === undefined ? {} : { body: printJson(referring(body, resource, facts, dice)) }),
    ...(as === undefined ? {} : { as }),
  }
}

/** References of the body lead to records that were made. */
function referring(body: Json, resource: string, facts: Facts, dice: RandomSource): Json {
  const references = indexModel(facts.model, facts.typing).references.get(resource) ?? []
  return references.reduce<Json>(
    (json, { path, target }) => (dice.once(6) ? json : replaced(json, path.split('.'), `§${target} ${dice.below(3)}§`)),
    body,
  )
}

function replaced(json: Json, [first, ...rest]: readonly string[], key: string): Json {
  if (isJsonArray(json)) return json.map((item) => replaced(item, first === undefined ? [] : [first, ...rest], key))
  if (first === undefined) return key
  if (!isJsonObject(json)) return json
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, name === first ? replaced(value, rest, key) : value]))
}

/** The answers, diagnostics and fired timers, step by step; a request without an endpoint is one of these results. */
function played(facts: Facts, steps: readonly Step[]): string {
  let service: Running
  try {
    service = running(facts, { fixtures: true })
  } catch (error) {
    return `does not start: ${(error as Error).message}`
  }
  const known = seeded(facts)
  let tag = '"none"'
  const filled = (text: string, as: (key: Json) => string): string =>
    text
      .replace(/§tag 0§/g, () => tag)
      .replace(/§(\w+)(?: |\+|%20)(\d+)§/g, (_, name: string, index: string) => {
        const keys = known.get(name) ?? []
        return as(keys.length === 0 ? 'nothing' : keys[Number(index) % keys.length]!)
      })
  const plain = (key: Json): string => (typeof key === 'string' ? key : printJson(key))
  const answers = steps.map((step) => {
    if (step.kind === 'advance') {
      service.clock.advance(step.ms)
      service.meaning.fire()
      return 'later'
    }
    const presented = presentedBy(step.as, facts)
    try {
      const target = filled(step.target, (key) => encodeURIComponent(plain(key)))
      const { status, headers, body } = service.send({
        method: step.method,
        target,
        headers: new Map([
          ...(step.body === undefined ? [] : [['content-type', 'application/json'] as const]),
          ...step.headers.map(([name, value]) => [name, filled(value, plain)] as const),
        ]),
        ...(step.body === undefined ? {} : { body: filled(step.body.replace(/"(§\w+ \d+§)"/g, '$1'), (key) => printJson(key)) }),
        ...(presented === undefined ? {} : { presented }),
      })
      tag = headers.find(([name]) => name.toLowerCase() === 'etag')?.[1] ?? tag
      remember(status, step, headers, known, facts)
      return `${status} ${JSON.stringify(headers)} ${body === undefined ? '' : String(body)}`
    } catch (error) {
      return `no answer: ${(error as Error).message}`
    }
  })
  const happened = happenedIn(service.meaning, beginning, 1000).map(({ type, cause, partitionkey, subject, data }) =>
    JSON.stringify([type, cause, partitionkey, subject, data === undefined ? undefined : printJson(data)]),
  )
  return [...answers, ...happened, JSON.stringify(service.fired.map(({ outcome, reason }) => [outcome, reason]))].join('\n')
}

/** The last segment of `Location` is the key of the created record. */
function remember(
  status: number,
  { method, target }: Extract<Step, { kind: 'request' }>,
  headers: readonly (readonly [string, string])[],
  known: Map<string, Json[]>,
  facts: Facts,
): void {
  const location = headers.find(([name]) => name.toLowerCase() === 'location')?.[1]
  const made = facts.operations.find(({ operation }) => operation.method === method && operation.path === target.split('?')[0])?.operation
  const key = location?.split('/').at(-1)
  if (status !== 201 || made?.subject === undefined || key === undefined) return
  const name = made.subject.text
  known.set(name, [...(known.get(name) ?? []), /^\d+$/.test(key) ? Number(key) : decodeURIComponent(key)])
}

/** Keys of initial rows. */
function seeded(facts: Facts): Map<string, Json[]> {
  const found = new Map<string, Json[]>()
  for (const { resource, node } of listDeclaredRows(facts)) {
    const [member] = resource.key
    const value = node.entries.find(({ key }) => key.text === member)?.value
    if (value?.kind === 'scalar') found.getOrInsertComputed(resource.name, () => []).push(readExactJson(value))
  }
  return found
}

function presentedBy(as: string | undefined, { model }: Facts): Exclude<Sent['presented'], undefined> | undefined {
  const caller = listSpecifiedEntries(model.authentication.value.callers).find(({ name }) => name === as)?.value
  const [scheme, claims] = [caller && slotValueOf(caller.scheme)?.text, caller && slotValueOf(caller.claims)?.value]
  return scheme === undefined || claims === undefined || !isJsonObject(claims)
    ? undefined
    : new Map([[scheme, { kind: 'valid', claims, scopes: [] }]])
}

/** Indexes of the lines in `yaml` fences, without blank lines and comments. */
function normativeLines(lines: readonly string[]): number[] {
  let fence: string | undefined
  return lines.flatMap((line, index) => {
    const mark = /^\s*```(\w*)/.exec(line)
    if (mark !== null) fence = fence === undefined ? mark[1] : undefined
    return mark === null && fence === 'yaml' && !/^\s*(#|$)/.test(line) ? [index] : []
  })
}

/** The line with its first number, and with its first truth value, another. */
function otherValues(line: string): string[] {
  const numbered = line.replace(/(?<=[\s:,{[])\d+(?=[\s,}\]]|$)/, (digits) => String(Number(digits) + 1))
  const flipped = line.replace(/\b(true|false)\b/, (word) => (word === 'true' ? 'false' : 'true'))
  return [numbered, flipped].filter((other) => other !== line)
}

/** Keys for people only. */
const documentation = new Set(
  [frontLanguage, ...Object.values(partLanguage).flatMap(({ keys, elements }) => [keys, elements?.keys?.() ?? {}])].flatMap((keys) =>
    documentationIn(keys),
  ),
)

function documentationIn(keys: Keys, seen = new Set<Keys>()): string[] {
  if (seen.has(keys)) return []
  seen.add(keys)
  return Object.entries(keys).flatMap(([name, { documentation: isForPeople, shape }]) => {
    const inner = shape.keys?.()
    return [...(isForPeople === true ? [name] : []), ...(inner === undefined ? [] : documentationIn(inner, seen))]
  })
}

/**
 * Keys that affect only connections, the operator or an export: allowed origins, checks of tokens, attempts of deliveries, names of
 * operations and of callers of scenarios; and `precedence`, which also orders later refusals.
 */
const elsewhere: ReadonlySet<string> = new Set([
  'operationId',
  'flows',
  'callers',
  'origins',
  'credentials',
  'precedence',
  'issuer',
  'audience',
  'claimsSet',
  'lifetime',
  'skew',
  'secret',
  'keys',
  'algorithm',
  'realm',
  'attempts',
  'backoff',
  'timeout',
  'deadLetter',
  'heartbeat',
  'retain',
  'method',
  'deprecated',
  'sunset',
  'retired',
])

function isBeyond(line: string): boolean {
  const key = /^\s*(?:- )?([\w$-]+):/.exec(line)?.[1] ?? ''
  return documentation.has(key) || elsewhere.has(key)
}
