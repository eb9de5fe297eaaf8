// Offers the interpreter's records to candidates: their keys in a path, their numbers, and a preferred record.

import type { RandomSource } from '../../base/random-source.ts'
import { type Json, isJsonNumber } from '../../base/json.ts'
import { parseDurationLength } from '../../cel/values/time.ts'
import { convertValueToJson } from '../../exchange/value-json.ts'
import type { Row } from '../../meaning/record/row.ts'
import { isOnRecord } from '../../model/endpoints.ts'
import { type Operation, resourceNameOf } from '../../model/model.ts'
import type { OracleInterpreter } from '../oracle/interpreter.ts'
import type { ObservedAnswer, ServerRequest } from '../oracle/request.ts'
import { printWord } from '../sample-text.ts'

/** The sequence so far, which a candidate continues. */
export type SequenceHistory = {
  readonly requests: readonly ServerRequest[]
  readonly answers: readonly Pick<ObservedAnswer, 'headers' | 'body'>[]
}

export const emptyHistory: SequenceHistory = { requests: [], answers: [] }

export class KnownRecords {
  readonly #interpreter: OracleInterpreter
  readonly #dice: RandomSource
  /** Numbers in the document's expressions. */
  readonly constants: readonly Json[]
  /** Lengths of time in the document's expressions, in milliseconds. */
  readonly durations: readonly number[]

  constructor(interpreter: OracleInterpreter, dice: RandomSource) {
    this.#interpreter = interpreter
    this.#dice = dice
    this.constants = listConstants(interpreter)
    this.durations = listDurations(interpreter)
  }

  resources(): Iterable<string> {
    return this.#interpreter.compiled.facts.typing.domain.resources.keys()
  }

  rows(resource: string): readonly Row[] {
    return this.#interpreter.rows(resource)
  }

  /** The values of its key and of its single-property uniques, by which a path may name the record. */
  words(row: Row): readonly string[] {
    const info = this.#interpreter.compiled.facts.typing.domain.resources.get(row.resource)!
    return [...info.key, ...info.uniques.flatMap(({ members }) => (members.length === 1 ? members : []))].map((name) =>
      this.word(row, name),
    )
  }

  word(row: Row, name: string): string {
    const value = row.values.get(name)
    return value === undefined ? '' : printWord(convertValueToJson(value, this.#interpreter.keys))
  }

  /** The value of a property of some record of the resource. */
  pickValue(resource: string, name: string): Json | undefined {
    const rows = this.rows(resource)
    const value = rows.length === 0 ? undefined : this.#dice.pick(rows).values.get(name)
    return value === undefined ? undefined : convertValueToJson(value, this.#interpreter.keys)
  }

  /** Prefers records of this sequence over older ones. */
  pick(rows: readonly Row[], history: SequenceHistory): Row | undefined {
    if (rows.length === 0) return undefined
    const answerTexts = history.answers.map(({ body }) => body).join('\n')
    const ownRows = rows.filter((row) => this.words(row).some((word) => word.length > 3 && answerTexts.includes(word)))
    return this.#dice.pick(ownRows.length > 0 && !this.#dice.once(8) ? ownRows : rows)
  }

  /** Numbers in records and in the document's expressions. */
  numbers(): readonly Json[] {
    const recordNumbers = [...this.resources()].flatMap((name) =>
      this.rows(name)
        .slice(-8)
        .flatMap((row) => this.numbersOf(row)),
    )
    return [...recordNumbers, ...recordNumbers, ...this.constants.filter((each) => isJsonNumber(each))]
  }

  numbersOf(row: Row): readonly Json[] {
    return [...row.values.values()].flatMap((value) => {
      const json = convertValueToJson(value, this.#interpreter.keys)
      return isJsonNumber(json) ? [json] : []
    })
  }
}

/** Numbers that expressions compare with. */
function listConstants({ compiled }: OracleInterpreter): readonly Json[] {
  const texts = compiled.facts.typing.slots.map(({ slot }) => slot.text)
  return [...new Set(texts.flatMap((text) => [...text.matchAll(/(?<![\w.])\d+(?:\.\d+)?/g)].map(([number]) => Number(number))))]
}

function listDurations({ compiled }: OracleInterpreter): readonly number[] {
  const texts = compiled.facts.typing.slots.map(({ slot }) => slot.text)
  const lengths = texts.flatMap((text) =>
    [...text.matchAll(/\bduration\(\s*["']([^"']+)["']/g)].flatMap(([, length]) => parseDurationLength(length!) ?? []),
  )
  return [...new Set(lengths)].filter((length) => length > 0)
}

/** For each path prefix, the resource whose record operations find by the prefix's last parameter. */
export function mapPathsToOwners({ compiled }: OracleInterpreter): ReadonlyMap<string, string> {
  return new Map(
    compiled.facts.operations.flatMap(({ operation }) => {
      const resource = isOnRecord(operation.action) ? resourceNameOf(operation) : undefined
      const last = operation.segments.findLast(({ kind }) => kind === 'parameter')
      return resource === undefined || last?.kind !== 'parameter' ? [] : [[buildPathPrefix(operation, last.name), resource] as const]
    }),
  )
}

/** A path up to a parameter, such as `/orders/{}`, without parameter names. */
export function buildPathPrefix({ segments }: Operation, parameter: string): string {
  const at = segments.findIndex((segment) => segment.kind === 'parameter' && segment.name === parameter)
  return segments
    .slice(0, at + 1)
    .map((segment) => (segment.kind === 'literal' ? segment.text : '{}'))
    .join('/')
}
