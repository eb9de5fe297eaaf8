// Runs code of part 1: one call with a time limit; failures are distinguished from results.

import { splitThrown } from '../base/thrown.ts'
import { type Json, isJsonArray, isJsonNumber, isJsonObject, parseJsonNumber, createJsonObject, numberText } from '../base/json.ts'
import type { BehaviourRunner, BehaviourOutcome } from '../meaning/code/behaviours.ts'
import { startRealTimer } from './timer.ts'

/** The second argument of a behaviour's function. */
export type Help = {
  /** Ends the call with one of the failures that the document declares. */
  readonly fail: (name: string, data?: unknown) => never
  /** Aborted at the time limit of the call. */
  readonly signal: AbortSignal
  /** The settings of part 1, by name. */
  readonly settings: { readonly [name: string]: unknown }
}

export type Behave = (input: unknown, help: Help) => unknown

export type BehaviourCode = { readonly behave: Behave; /** Milliseconds, if the document sets a limit. */ readonly timeout?: number }

class Failure extends Error {
  readonly data: unknown
  constructor(name: string, data: unknown) {
    super(name)
    this.name = name
    this.data = data
  }
}

/** `ceiling`: the operator's time limit in milliseconds, if the document has none. */
export function makeBehaviourRunner(
  behaviours: ReadonlyMap<string, BehaviourCode>,
  settings: ReadonlyMap<string, Json>,
  ceiling: number,
): BehaviourRunner {
  const settingValues = Object.fromEntries([...settings].map(([name, json]) => [name, toPlainData(json)]))
  return {
    async run(name, input) {
      const behaviour = behaviours.get(name)
      if (behaviour === undefined) return { kind: 'broken', report: `the code of \`${name}\` does not exist` }
      const limit = behaviour.timeout ?? ceiling
      const aborter = new AbortController()
      let stopTimer: (() => void) | undefined
      const late = new Promise<BehaviourOutcome>((resolve) => {
        stopTimer = startRealTimer(limit, () => {
          resolve({ kind: 'late', limit })
          aborter.abort()
        })
      })
      try {
        return await Promise.race([
          call(name, behaviour.behave, input, { settings: settingValues, signal: aborter.signal, fail: throwFailure }),
          late,
        ])
      } finally {
        stopTimer?.()
      }
    },
  }
}

function throwFailure(name: string, data: unknown = null): never {
  throw new Failure(name, data)
}

async function call(name: string, behave: Behave, input: Json, help: Help): Promise<BehaviourOutcome> {
  try {
    const output = toOptionalJson(await behave(toPlainData(input), help))
    return output === undefined
      ? { kind: 'broken', report: `\`${name}\` returned a value that JSON cannot represent` }
      : { kind: 'done', output }
  } catch (error) {
    if (error instanceof Failure) return { kind: 'failed', name: error.name, data: toOptionalJson(error.data) ?? null }
    return { kind: 'broken', report: `\`${name}\` threw ${describeThrownError(error)}` }
  }
}

/** Describes a thrown error and its place. Its message is omitted, because it may repeat client input. */
function describeThrownError(error: unknown): string {
  const {
    description: what,
    frames: [at],
  } = splitThrown(error)
  return `${what}${at === undefined ? '' : ` (${at.trim()})`}`
}

/** Parses like JSON.parse, but integers that a double would change are bigint. */
function toPlainData(json: Json): unknown {
  if (isJsonNumber(json)) return typeof json === 'object' ? Number(numberText(json)) : json
  if (isJsonArray(json)) return json.map(toPlainData)
  if (isJsonObject(json)) return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, toPlainData(value)]))
  return json
}

/** Undefined for values that JSON cannot represent; members without a value are omitted, and no value is null. */
function toOptionalJson(value: unknown): Json | undefined {
  if (value === undefined || value === null) return null
  if (typeof value === 'boolean') return value
  // Rejects text that a request could not contain either (RFC 7493, section 2.1).
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0') ? value : undefined
  if (typeof value === 'bigint') return parseJsonNumber(String(value))
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString()
  if (Array.isArray(value)) {
    const items = value.map(toOptionalJson)
    return items.includes(undefined) ? undefined : (items as Json[])
  }
  if (typeof value !== 'object') return undefined
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => [name, toOptionalJson(member)] as const)
  return members.some(([name, member]) => member === undefined || toOptionalJson(name) === undefined)
    ? undefined
    : createJsonObject(members as [string, Json][])
}
