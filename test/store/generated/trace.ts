// Requests by chance to a generated document, as data that can be played again with some of them left out.

import { type RandomSource, createRandomSource } from '../../../src/base/random-source.ts'
import { SeededRandomness } from '../../../src/base/clock.ts'
import { printJson } from '../../../src/base/json.ts'
import type { Facts } from '../../../src/fact/fact.ts'
import { createSampler } from '../../../src/schema/sample.ts'
import { type Both, both } from '../both.ts'
import { callers } from './guarded.ts'
import { valueOf } from './property.ts'
import type { Resource } from './resource.ts'

/** `§Ant 3§` represents the key of the third created record, so that a step has a meaning without the earlier ones. */
export type Step =
  | {
      readonly kind: 'request'
      readonly method: string
      readonly target: string
      readonly body?: string
      readonly idempotencyKey?: string
      readonly ifMatch?: number
      readonly as?: string
    }
  | { readonly kind: 'next' }
  | { readonly kind: 'advance'; readonly ms: number }

export function steps(seed: string, count: number, resources: readonly Resource[], facts: Facts): Step[] {
  const dice = createRandomSource(new SeededRandomness(`requests ${seed}`))
  return Array.from({ length: count }, (_, index) => step(dice, resources, facts, index, `${seed} ${index}`))
}

function step(dice: RandomSource, all: readonly Resource[], facts: Facts, index: number, seed: string): Step {
  const resource = index < all.length * 2 ? all[index % all.length]! : dice.pick(all)
  const path = `/${resource.name.toLowerCase()}`
  const one = `${path}/§${resource.name} ${dice.below(100)}§`
  const plain = (method: string, target: string, more: object = {}): Step => ({
    kind: 'request',
    method,
    target,
    as: dice.pick(callers),
    ...more,
  })
  const tag = dice.once(3) ? { ifMatch: dice.below(100) } : {}
  const way = index < all.length * 2 ? 0 : dice.below(26)
  if (way < 6)
    return plain('POST', path, {
      body: body(dice, resource, facts, `POST ${path}`, seed, false),
      ...(dice.once(3) ? { idempotencyKey: `k${dice.below(4)}` } : {}),
    })
  if (way < 8) return plain('GET', dice.once(2) ? one : `/plain${one}`)
  if (way < 11) return plain('PATCH', one, { body: body(dice, resource, facts, `PATCH ${path}`, seed, true), ...tag })
  if (way < 12) return plain('PUT', one, { body: body(dice, resource, facts, `PUT ${path}`, seed, false) })
  if (way < 13) return plain('DELETE', one)
  if (way < 16) return resource.machine ? plain('POST', `${one}/${dice.pick(['go', 'go', 'back', 'stay'])}`) : plain('GET', one)
  if (way < 20)
    return plain(
      'GET',
      `${dice.pick([path, ...['/all', '/plain'].map((prefix) => `${prefix}${path.replace('/', '-')}`)])}?${query(dice, resource)}`,
    )
  if (way < 22) return plain('GET', `/found${one}`)
  if (way < 23 && resource.key === 'number' && dice.once(2))
    return plain('POST', `/several${one}`, { body: `{"times":${JSON.stringify([1, 2, 3, 4].slice(dice.below(5)))}}` })
  if (way < 23 && resource.key !== 'pair') return plain('POST', `/do${one}`)
  if (way < 24 && (resource.key === 'client' || resource.key === 'pair'))
    return plain('PUT', `/put${dice.once(2) ? one : `${path}/${newKey(dice, resource)}`}`, {
      body: body(dice, resource, facts, `PUT /put${path}`, seed, false),
      ...tag,
    })
  return way < 25 ? { kind: 'next' } : { kind: 'advance', ms: dice.pick([1, 1000, 3_600_000, 7_200_000]) }
}

function newKey(dice: RandomSource, { key, properties }: Resource): string {
  return key === 'pair'
    ? `§${properties.find(({ kind }) => kind === 'ref')!.to} ${dice.below(100)}§/${dice.below(4)}`
    : encodeURIComponent(dice.pick(['a', 'b', 'c', 'A', 'é', 'a b', 'd', 'e']))
}

/** Mostly from pools, sometimes sampled from the schema of the body, sometimes one that the schema refuses. */
function body(dice: RandomSource, resource: Resource, facts: Facts, operation: string, seed: string, some: boolean): string {
  if (dice.once(10)) {
    const found = facts.model.endpoints.value.operations.find(({ name }) => name.startsWith(operation))
    const input = found && facts.typing.input(found).body
    const definitions = new Map([...facts.typing.domain.shapes].map(([name, { schema }]) => [name, schema]))
    const samples = input && createSampler(input.schema, { definitions })
    const sampled = dice.once(2) ? samples?.findValid(new SeededRandomness(seed)) : samples?.brokenSample(new SeededRandomness(seed))?.value
    if (sampled !== undefined) return printJson(sampled)
  }
  const isPair = resource.key === 'pair'
  const id = isPair ? String(dice.below(4)) : JSON.stringify(dice.pick(['a', 'b', 'c', 'A', 'é', 'a b', '%2F', '𝒳']))
  const members = resource.properties.flatMap((property): string[] => {
    if (some && dice.once(2)) return []
    if (property.absence !== 'never' && dice.once(3)) return dice.once(2) ? [] : [`"${property.name}":null`]
    const known = property.to === undefined ? [] : [`§${property.to} ${dice.below(100)}§`]
    return [`"${property.name}":${valueOf(property, dice, known)}`]
  })
  const own = !some && (resource.key === 'client' || isPair) ? [`"id":${id}`] : []
  return `{${[...own, ...members].join(',')}}`
}

function query(dice: RandomSource, { properties }: Resource): string {
  const parts: string[] = []
  if (dice.once(3)) parts.push(`n=${dice.between(-1, 3)}`)
  if (dice.once(3)) parts.push(`s=${encodeURIComponent(dice.pick(['a', 'ab', '', 'é', '𝒳']))}`)
  const property = dice.pick(properties)
  if (dice.once(2)) {
    const value =
      property.kind === 'ref'
        ? `§${property.to} ${dice.below(100)}§`
        : String(property.kind === 'tags' ? 'a' : JSON.parse(valueOf(property, dice, [])))
    const operator = dice.pick(['', '[eq]', '[ne]', '[gt]', '[gte]', '[lt]', '[lte]', '[in]', '[exists]'])
    parts.push(
      `${property.name}${operator}=${operator === '[exists]' ? dice.pick(['true', 'false']) : property.kind === 'ref' ? value : encodeURIComponent(value)}`,
    )
  }
  const sorted = dice.pick(properties)
  if (dice.once(2) && sorted.kind !== 'tags' && sorted.kind !== 'ref') parts.push(`sort=${dice.once(2) ? '-' : ''}${sorted.name}`)
  if (dice.once(4)) parts.push(`${dice.pick(['size', 'offset'])}=${dice.between(0, 5)}`)
  return parts.join('&')
}

export type Disagreement = { readonly at: number; readonly request: string; readonly difference: string }

/** Plays the steps to both, until they disagree. `statuses` counts what was answered. */
export async function play(
  facts: Facts,
  seed: string,
  steps: readonly Step[],
  statuses = new Map<number, number>(),
): Promise<Disagreement | undefined> {
  // Mostly as the file prints and takes drafts, now and then by rows alone: memory is held against either.
  const service = await both(facts, seed, true, !createRandomSource(new SeededRandomness(`sealed ${seed}`)).once(4))
  try {
    const pairs = new Set([...facts.typing.domain.resources.values()].filter(({ key }) => key.length > 1).map(({ name }) => name))
    const player = playing(service, pairs, statuses, facts.model.authentication.state === 'shown')
    for (const [at, each] of steps.entries()) {
      const { request, difference } = await player(each)
      if (difference !== undefined) return { at, request, difference }
    }
    return undefined
  } finally {
    await service.close()
  }
}

function playing(
  service: Both,
  pairs: ReadonlySet<string>,
  statuses: Map<number, number>,
  guarded: boolean,
): (step: Step) => Promise<{ request: string; difference?: string | undefined }> {
  const known = new Map<string, unknown[]>()
  let listed: string | undefined
  let listedAs: string | undefined
  let next: string | undefined
  const filled = (text: string, as: (key: unknown) => string): string =>
    text.replace(/§(\w+) (\d+)§/g, (_, name: string, index: string) => {
      const keys = known.get(name) ?? []
      return as(keys.length === 0 ? (pairs.has(name) ? { of: 'nothing', id: 0 } : 'nothing') : keys[Number(index) % keys.length])
    })
  return async (step) => {
    if (step.kind === 'advance') return { request: `advance ${step.ms}`, difference: await service.advance(step.ms) }
    if (step.kind === 'next' && (next === undefined || listed === undefined)) return { request: 'nothing follows' }
    const target = step.kind === 'next' ? `${listed!}${listed!.includes('?') ? '&' : '?'}${next!}` : filled(step.target, inTarget)
    const request =
      step.kind === 'next'
        ? { method: 'GET', target }
        : {
            method: step.method,
            target,
            ...(step.body === undefined ? {} : { body: filled(step.body, (key) => JSON.stringify(key)) }),
            ...(step.ifMatch === undefined ? {} : { ifMatch: step.ifMatch }),
            headers: new Map(step.idempotencyKey === undefined ? [] : [['idempotency-key', step.idempotencyKey]]),
          }
    const as = step.kind === 'next' ? listedAs : step.as
    const credentials =
      guarded && as !== undefined ? { credentials: new Map([['own', { kind: 'valid' as const, claims: { sub: as }, scopes: [] }]]) } : {}
    const { memory, difference } = await service.send({ ...request, ...credentials })
    statuses.set(memory.status, (statuses.get(memory.status) ?? 0) + 1)
    const json =
      memory.body === undefined
        ? undefined
        : (JSON.parse(String(memory.body)) as { self?: unknown; page?: { next?: string | number | null; offset?: number } })
    if (memory.status === 201) {
      const name = /^\/(?:put\/)?(\w)(\w*)/.exec(target)!
      const resource = name[1]!.toUpperCase() + name[2]!
      known.set(resource, [...(known.get(resource) ?? []), json?.self])
    }
    if (memory.status === 200 && json?.page !== undefined) {
      listedAs = as
      listed = target.replace(/[?&](cursor|offset)=[^&]*/g, '')
      next =
        json.page.next === null || json.page.next === undefined
          ? undefined
          : `${json.page.offset === undefined ? 'cursor' : 'offset'}=${encodeURIComponent(String(json.page.next))}`
    }
    return {
      request: `${request.method} ${target} ${'body' in request ? request.body : ''}`,
      ...(difference === undefined ? {} : { difference }),
    }
  }
}

/** The members of a key follow each other in a path. */
function inTarget(key: unknown): string {
  if (typeof key !== 'object' || key === null) return encodeURIComponent(String(key))
  return Object.values(key)
    .map((each) => encodeURIComponent(typeof each === 'object' ? JSON.stringify(each) : String(each)))
    .join('/')
}

/** The fewest steps found by leaving some out that still disagree. */
async function shrunk(facts: Facts, seed: string, steps: readonly Step[], tries = 150): Promise<readonly Step[]> {
  let least = steps
  for (let size = Math.ceil(least.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < least.length && tries > 0; tries--) {
      const without = [...least.slice(0, from), ...least.slice(from + size)]
      const found = await play(facts, seed, without)
      if (found === undefined) from += size
      else least = without.slice(0, found.at + 1)
    }
  }
  return least
}

/** The data that a person needs to reproduce the difference. */
export async function explained(facts: Facts, seed: string, text: string, all: readonly Step[], first: Disagreement): Promise<string> {
  const least = await shrunk(facts, seed, all)
  const found = await play(facts, seed, least)
  return `the stores disagree (seed ${seed})\n${first.request}\n${first.difference}\n${found === undefined ? 'it is not met again, so it depends on timing\n' : ''}${text}\n${least.map((each) => JSON.stringify(each)).join('\n')}${found === undefined ? '' : `\n${found.request}\n${found.difference}`}`
}
