// Adapts a sampled body to the records of a sequence: references to existing records, reachable times, related numbers, unique texts.

import type { RandomSource } from '../../base/random-source.ts'
import { type Json, isJsonArray, isJsonNumber, isJsonObject, createJsonObject } from '../../base/json.ts'
import { parseTimestamp, printTimestamp } from '../../base/time.ts'
import type { Type } from '../../cel/type.ts'
import type { Row } from '../../meaning/record/row.ts'
import type { Property } from '../../typing/domain.ts'
import type { InputPath } from '../../typing/passthrough.ts'
import { closedAddress } from '../server/addresses.ts'
import type { OracleInterpreter } from '../oracle/interpreter.ts'
import type { Fresh } from '../step.ts'
import { type KnownRecords, type SequenceHistory, emptyHistory } from './known-records.ts'
import { tagText, swapCase } from '../sample-text.ts'

/** The property that a member of the body is written to, if any; `sample` gives values that its use admits, if its own schema admits others. */
export type WrittenProperty = { readonly written?: Property; readonly sample?: () => Json | undefined }

/** The sources of adapted values, the same for all bodies. */
export type BodySources = {
  readonly interpreter: OracleInterpreter
  readonly records: KnownRecords
  readonly dice: RandomSource
  /** Marks the texts of a run. */
  readonly tag: string
  /** Body members whose value is an address that the server sends to. */
  readonly addresses: ReadonlySet<string>
}

const hour = 3_600_000

export class BodyAdapter {
  readonly #sources: BodySources
  readonly #history: SequenceHistory
  /** The record that the request's path names, if any. */
  readonly #pathRecord: Row | undefined
  /** The values of unique properties that the body contains. */
  readonly fresh: Fresh[] = []
  /** The latest timestamp of the body, before and after its adaptation, in milliseconds since 1970. */
  #lastMoment: { readonly sampled: number; readonly adapted: number } | undefined

  constructor(sources: BodySources, history: SequenceHistory, pathRecord: Row | undefined) {
    this.#sources = sources
    this.#history = history
    this.#pathRecord = pathRecord
  }

  /** `property` gives the resource's property for a member of the body at this path. */
  adapt(json: Json, type: Type, property: (path: InputPath) => WrittenProperty | undefined, path: InputPath = []): Json {
    const { interpreter, records, dice } = this.#sources
    switch (type.kind) {
      case 'nullable':
      case 'optional':
        return json === null ? null : this.adapt(json, type.of, property, path)
      case 'list':
        return isJsonArray(json)
          ? json.slice(0, dice.once(2) ? 1 : 4).map((item) => {
              const sample = isJsonObject(item) ? undefined : property([...path, null])?.sample
              const fitting = sample === undefined || dice.once(5) ? undefined : sample()
              return fitting ?? this.adapt(item, type.element, property, [...path, null])
            })
          : json
      case 'object':
        if (!isJsonObject(json)) return json
        return createJsonObject(
          Object.entries(json).map(([name, value]) => {
            const member = type.members.get(name)
            const { written, sample } = property([...path, name]) ?? {}
            const fitting = sample === undefined || dice.once(5) ? undefined : sample()
            if (fitting !== undefined)
              return [name, typeof fitting === 'string' && written !== undefined ? this.#text(fitting, written) : fitting] as const
            if (member !== undefined && typeof value === 'string' && isMoment(member.type)) return [name, this.#moment(value)] as const
            if (written !== undefined && typeof value === 'string' && written.reference === undefined)
              return [name, this.#text(value, written)] as const
            return [name, member === undefined ? value : this.adapt(value, member.type, property, [...path, name])] as const
          }),
        )
      case 'record': {
        const row = records.pick(records.rows(type.resource), emptyHistory)
        if (row === undefined || dice.once(12)) return json
        const { keys, compiled } = interpreter
        const info = compiled.facts.typing.domain.resources.get(type.resource)!
        return keys.keyOf(keys.recordOf(type.resource, keys.keyValues(info, row.values)))
      }
      default:
        if (!isJsonNumber(json)) return json
        // A small amount does not exhaust a limit, so that later requests can still succeed.
        if (type.kind === 'int' && dice.once(3)) return Number(type.bounds?.least ?? 0n) + dice.below(3)
        return dice.once(2) ? this.#number(json, type) : json
    }
  }

  /** A timestamp; often one that the run can reach by waiting. Often also as far from the one before as it was, or by a length of the document. */
  #moment(text: string): string {
    const { interpreter, records, dice } = this.#sources
    const sampled = parseTimestamp(text)
    if (sampled === undefined) return text
    const last = this.#lastMoment
    let adapted = sampled
    if (last !== undefined && !dice.once(4))
      adapted = last.adapted + (dice.once(2) ? sampled - last.sampled : dice.pick([hour, ...records.durations]))
    else if (dice.once(2)) adapted = Math.floor(interpreter.now() / 1000) * 1000 + dice.pick([2, 24]) * hour
    this.#lastMoment = { sampled, adapted }
    return printTimestamp(adapted)
  }

  /** A number of a record, or near one. */
  #number(json: Json, type: Type): Json {
    const { records, dice } = this.#sources
    const numbersOfRecord = this.#pathRecord === undefined ? [] : records.numbersOf(this.#pathRecord)
    const numbers = numbersOfRecord.length > 0 && dice.once(2) ? numbersOfRecord : records.numbers()
    if (numbers.length === 0) return json
    const value = dice.pick(numbers)
    // Also the differences to numbers in the document's expressions.
    const constants = records.constants.filter((each) => typeof each === 'number' && each > 1)
    if (typeof value === 'number' && constants.length > 0 && dice.once(4)) {
      const difference = value - (dice.pick(constants) as number) + dice.pick([0, 1, -1])
      if (difference > 0) return difference
    }
    if (type.kind === 'int') return typeof value === 'number' && Number.isInteger(value) ? value + dice.pick([0, 0, 1, -1]) : json
    return value
  }

  #text(value: string, property: Property): string {
    const { interpreter, records, dice, tag, addresses } = this.#sources
    const info = [...interpreter.compiled.facts.typing.domain.resources.values()].find(
      ({ properties }) => properties.get(property.name) === property,
    )
    const isUnique =
      info !== undefined && [info.key, ...info.uniques.map(({ members }) => members)].some((members) => members.includes(property.name))
    if (addresses.has(property.name) && /^https?:/.test(value)) return `${closedAddress}/${dice.below(1_000_000)}`
    const text = tagText(value, property.schema, tag)
    if (!isUnique) return text
    // Uses only records of the sequence: others do not exist on a replay.
    const usedTexts = records
      .rows(info.name)
      .map((row) => records.word(row, property.name))
      .filter((word) => word !== '' && this.#history.answers.some(({ body }) => body.includes(word)))
    if (usedTexts.length > 0 && dice.once(6)) return dice.pick(usedTexts)
    const fresh = usedTexts.length > 0 && dice.once(8) ? swapCase(dice.pick(usedTexts)) : text
    this.fresh.push({ value: fresh, property: `${info.name}.${property.name}` })
    return fresh
  }
}

function isMoment(type: Type): boolean {
  return type.kind === 'timestamp' || ((type.kind === 'nullable' || type.kind === 'optional') && isMoment(type.of))
}
