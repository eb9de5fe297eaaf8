// Tracks values that the interpreter generated and the server may have generated differently, until a response shows the server's value.

import { isUuid } from '../../base/uuid.ts'
import { printDuration } from '../../base/duration.ts'
import { printTimestamp } from '../../base/time.ts'
import type { Value } from '../../cel/value.ts'
import type { GeneratedValue } from './choices.ts'
import type { Open } from './comparison.ts'
import { refill } from './refill.ts'

/** The time of a request by the server's clock, with its tolerance. */
export type Window = {
  readonly from: number
  readonly until: number
  /** How long the server may have handled the request; 0 if absent. */
  readonly length?: number
}

/** The request that generated a value, and the value's place there. */
type User = Pick<Open, 'step' | 'ordinal'>

/** The length of a generated text that no other text contains by accident. */
const shortest = 6

export class OpenValues {
  readonly #byText = new Map<string, Open[]>()
  #numbers: (Open & { readonly number: bigint })[] = []
  /** Who has which known value, by what `scopeOf` gives. */
  readonly #used = new Map<string, Map<Value, User>>()
  /** The known values of each request. */
  readonly #usedBySteps = new Map<number, readonly (readonly [scope: string, value: Value])[]>()

  /** Adds the generated values of a request. `knownOrdinals` are those whose values the server has shown. */
  add(step: number, generated: readonly GeneratedValue[], knownOrdinals: ReadonlySet<number>, now: number | undefined): void {
    for (const { value, isUndone, ...choice } of generated) {
      // The number of a record that was never stored is free for another one.
      if (isUndone && typeof value === 'bigint') continue
      const openValue: Open = { step, ...choice }
      const { ordinal } = choice
      if (knownOrdinals.has(ordinal)) this.#use(openValue, value)
      else if (typeof value === 'bigint') this.#numbers.push({ ...openValue, number: value })
      else if (typeof value === 'string') this.#put(value, openValue)
      else this.#put(printTimestamp(convertToMoment(value)), openValue)
    }
    if (now !== undefined) this.#put(printTimestamp(now), { step, ordinal: 'now', kind: 'now' })
  }

  /** Removes the values of a request that is repeated. */
  forget(step: number): void {
    this.#removeExcept((open) => open.step !== step)
    for (const [scope, value] of this.#usedBySteps.get(step) ?? [])
      if (this.#used.get(scope)?.get(value)?.step === step) this.#used.get(scope)!.delete(value)
    this.#usedBySteps.delete(step)
  }

  /** Saves the values; the returned function restores them. */
  snapshot(): () => void {
    const [texts, numbers, used, usedBySteps] = [
      [...this.#byText].map(([text, opens]) => [text, [...opens]] as const),
      [...this.#numbers],
      [...this.#used].map(([scope, users]) => [scope, [...users]] as const),
      [...this.#usedBySteps],
    ]
    return () => {
      this.#byText.clear()
      for (const [text, opens] of texts) this.#byText.set(text, [...opens])
      this.#numbers = [...numbers]
      this.#used.clear()
      for (const [scope, users] of used) this.#used.set(scope, new Map(users))
      refill(this.#usedBySteps, usedBySteps)
    }
  }

  #removeExcept(isKept: (open: Open) => boolean): void {
    for (const [text, opens] of this.#byText) {
      const remaining = opens.filter(isKept)
      if (remaining.length === 0) this.#byText.delete(text)
      else if (remaining.length < opens.length) this.#byText.set(text, remaining)
    }
    this.#numbers = this.#numbers.filter(isKept)
  }

  text(text: string, pointer: string): Open | undefined {
    const opens = this.#byText.get(text)
    return (
      opens?.find(({ property }) => property !== undefined && isNamed(property, pointer)) ??
      opens?.find(({ ordinal }) => ordinal === 'now') ??
      opens?.[0]
    )
  }

  /** True if the text contains a generated text that the server has not shown: the server's own is probably another. */
  isNamedIn(text: string): boolean {
    return this.#byText
      .entries()
      .some(([value, opens]) => value.length >= shortest && text.includes(value) && opens.some(({ ordinal }) => ordinal !== 'now'))
  }

  number(number: bigint, pointer: string): Open | undefined {
    return this.#numbers.findLast((open) => open.number === number && open.property !== undefined && isNamed(open.property, pointer))
  }

  /** The reason why the server could not have generated this value; undefined if it could. */
  refuses(open: Open, value: Value, { from, until }: Window): string | undefined {
    switch (open.kind) {
      case 'uuidv4':
      case 'uuidv7': {
        const version = open.kind.at(-1)!
        if (typeof value !== 'string' || !isUuid(value) || value[14] !== version) return `a UUID of version ${version}`
        return this.#isUsedElsewhere(open, value) ? 'a value that no other record has' : undefined
      }
      case 'sequence':
        if (typeof value !== 'bigint' || value < 1n) return 'a number of a sequence, from 1'
        return this.#isUsedElsewhere(open, value) ? 'a number that no other record has' : undefined
      case 'random':
        // The interpreter tests it against the schema and the uniques when it stores it.
        return undefined
      case 'now':
      case 'now-on-update': {
        const ms = convertToMoment(value)
        return ms >= from && ms <= until
          ? undefined
          : `the time of the request, ${printTimestamp(Math.max(0, Math.round(from)))} to ${printTimestamp(Math.max(0, Math.round(until)))}`
      }
      case 'touch': {
        const ms = convertToMoment(value)
        return ms % open.every === 0 && ms > from - open.every && ms <= until
          ? undefined
          : `the time of use, once in ${printDuration(open.every)}`
      }
    }
  }

  #isUsedElsewhere(open: Open, value: Value): boolean {
    const user = this.#userOf(open, value)
    return user !== undefined && (user.step !== open.step || user.ordinal !== open.ordinal)
  }

  #userOf(open: Open, value: Value): User | undefined {
    const scope = scopeOf(open)
    return scope === undefined ? undefined : this.#used.get(scope)?.get(value)
  }

  #use(open: Open, value: Value): void {
    const scope = scopeOf(open)
    if (scope === undefined || typeof value === 'object') return
    this.#used.getOrInsertComputed(scope, () => new Map()).set(value, open)
    this.#usedBySteps.set(open.step, [...(this.#usedBySteps.get(open.step) ?? []), [scope, value]])
  }

  #put(text: string, open: Open): void {
    this.#byText.getOrInsertComputed(text, () => []).push(open)
  }
}

/** What must not contain a generated value twice: a property, and of a sequence the tenant. */
function scopeOf(open: Open): string | undefined {
  return open.kind === 'sequence' && open.property !== undefined ? `${open.property} ${open.tenant}` : open.property
}

function isNamed(property: string, pointer: string): boolean {
  return pointer.slice(pointer.lastIndexOf('/') + 1) === property.slice(property.indexOf('.') + 1)
}

function convertToMoment(value: Value): number {
  return Number((value as { readonly ms: number }).ms)
}
