// The result of comparing a response with the document: differences, and the server's free choices.

import {
  type Json,
  type JsonNumber,
  compareNumbers,
  isInteger,
  isJsonArray,
  isJsonNumber,
  isJsonObject,
  numberText,
  printJson,
} from '../../base/json.ts'
import { parseTimestamp, printTimestamp } from '../../base/time.ts'
import type { Value } from '../../cel/value.ts'
import type { Operation } from '../../model/model.ts'
import type { FailureListKind } from './failure-lists.ts'
import { hasSameItems } from './ties.ts'
import type { Choice } from '../../meaning/record/generate.ts'

export type Difference = {
  /** `together`: no order of requests that were sent at once explains their answers; the differences of one order follow. */
  readonly part: 'status' | 'header' | 'body' | 'event' | 'together'
  /**
   * The header's name, the JSON pointer in the body, the event type or callback name with the part that differs, or the simultaneous
   * operations.
   */
  readonly at: string
  readonly expected: string
  readonly observed: string
  /** The property whose generated value is invalid. */
  readonly property?: string
}

/** A generated value that the server may choose differently: its request and its ordinal there; `now` is the request's time. */
export type Open = Choice & { readonly step: number; readonly ordinal: number | 'now' }

export type ValueBinding = Open & { readonly value: Value }

/** The known part of generated values that the server has not shown yet. */
export type Openness = {
  /** The open value that a text in the expected answer represents, if any. */
  open(text: string, pointer: string): Open | undefined
  /** The open value that a sequence number in the expected answer represents, if any. */
  openNumber(number: bigint, pointer: string): Open | undefined
  /** The reason why the server could not have generated this value; undefined if it could. */
  refuses(open: Open, value: Value): string | undefined
  /** True for a text that only the service can interpret, such as a cursor or a token. */
  isOpaque(text: string): boolean
  /** The random texts that a text contains. */
  randomTextsIn(text: string): readonly string[]
  /** The server's equivalent of an opaque text, if seen. */
  equivalentOf(text: string): string | undefined
  /** Members of error bodies that list the failures of a request. */
  readonly failureLists: ReadonlyMap<string, FailureListKind>
  /** True if the error lists all failures of a body; for other refusals the list is unspecified. */
  readonly comparesFailures: boolean
  /** True if the server may show a former time of use, because it writes the present one after an answer. */
  readonly mayLag: boolean
  /** Members that the server may have written since, or not yet, because it reacted to a delivery. */
  readonly reactionWrites: ReadonlySet<string>
  /** True if the document announces the ends of its versions. */
  readonly announcesEnds: boolean
  /** True if an operation must send an entity tag, because the document itself, not a convention, names conditions. */
  demandsTag(operation: Operation | undefined): boolean
}

export type ComparisonResult = {
  readonly differences: readonly Difference[]
  readonly bindings: readonly ValueBinding[]
  /** Opaque texts: the interpreter's, and the server's. */
  readonly pairs: readonly (readonly [mine: string, theirs: string])[]
  /** True if a former time of use is shown. */
  readonly lags: boolean
  /** By how many milliseconds times differ from the expected ones. */
  readonly distances: readonly number[]
}

export class AnswerComparison implements ComparisonResult {
  readonly differences: Difference[] = []
  readonly bindings: ValueBinding[] = []
  readonly pairs: (readonly [string, string])[] = []
  lags = false
  readonly distances: number[] = []
  readonly openness: Openness

  constructor(openness: Openness) {
    this.openness = openness
  }

  differ(part: Difference['part'], at: string, expected: string, observed: string): void {
    this.differences.push({ part, at, expected, observed })
  }

  values(at: string, mine: Json, theirs: Json): void {
    if (this.#isFormer(at, mine, theirs)) return
    if (isJsonObject(mine) && isJsonObject(theirs)) return this.#objects(at, mine, theirs)
    if (isJsonArray(mine) && isJsonArray(theirs)) return this.#arrays(at, mine, theirs)
    if (typeof mine === 'string' && typeof theirs === 'string') return this.texts('body', at, mine, theirs)
    if (isJsonNumber(mine) && isJsonNumber(theirs)) {
      // Also if both are the same, because the server may not give a number again.
      const [number, theirNumber] = [readInteger(mine), readInteger(theirs)]
      const openValue = number === undefined ? undefined : this.openness.openNumber(number, at)
      if (openValue !== undefined && theirNumber !== undefined) return this.#bind('body', at, openValue, theirNumber, printJson(mine))
      if (compareNumbers(mine, theirs) === 0) return
    } else if (mine === theirs) return
    this.differ('body', at, printJson(mine), printJson(theirs))
  }

  /** True for a time of use that the server has not written yet. */
  #isFormer(at: string, mine: Json, theirs: Json): boolean {
    const open = typeof mine === 'string' && mine !== theirs ? this.openness.open(mine, at) : undefined
    if (open?.kind !== 'touch' || !this.openness.mayLag) return false
    const { former } = open
    const formerMs = typeof former === 'object' && former !== null && 'ms' in former ? Number(former.ms) : undefined
    const isFormer =
      typeof theirs === 'string' ? formerMs !== undefined && parseTimestamp(theirs) === formerMs : theirs === null && former === null
    this.lags ||= isFormer
    return isFormer
  }

  #objects(at: string, mine: { readonly [name: string]: Json }, theirs: { readonly [name: string]: Json }): void {
    for (const [name, value] of Object.entries(mine)) {
      const pointer = `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
      const other = theirs[name]
      if (other !== undefined && this.openness.reactionWrites.has(name)) continue
      if (other === undefined) {
        if (!this.#isFormer(pointer, value, null)) this.differ('body', pointer, printJson(value), 'nothing')
        continue
      }
      const listKind = isJsonArray(value) && isJsonArray(other) ? this.openness.failureLists.get(name) : undefined
      if (listKind === 'failures') this.#failures(pointer, value as readonly Json[], other as readonly Json[])
      else if (listKind === undefined || !hasSameItems(value as readonly Json[], other as readonly Json[]))
        this.values(pointer, value, other)
    }
    for (const name of Object.keys(theirs)) {
      if (mine[name] === undefined) this.differ('body', `${at}/${name}`, 'nothing', printJson(theirs[name]!))
    }
  }

  #arrays(at: string, expectedItems: readonly Json[], theirs: readonly Json[]): void {
    const mine = this.#reorderLikeServer(at, expectedItems, theirs) ?? expectedItems
    for (let index = 0; index < Math.min(mine.length, theirs.length); index++) this.values(`${at}/${index}`, mine[index]!, theirs[index]!)
    if (mine.length !== theirs.length) this.differ('body', at, `${mine.length} items`, `${theirs.length} items`)
  }

  /**
   * Tied items follow the order of their keys, which the server chooses. Until an answer shows the keys, the other members identify the
   * items. With known keys, the order is compared. Undefined if no key is open, or if the items differ.
   */
  #reorderLikeServer(at: string, mine: readonly Json[], theirs: readonly Json[]): readonly Json[] | undefined {
    if (mine.length !== theirs.length || !mine.some((item) => this.#hasOpenKey(item, at))) return undefined
    const unmatched = [...mine]
    const ordered = theirs.map((other, index) => {
      const sameIndex = unmatched.findIndex((item) => {
        const trial = new AnswerComparison(this.openness)
        trial.values(`${at}/${index}`, item, other)
        return trial.differences.length === 0
      })
      return sameIndex < 0 ? undefined : unmatched.splice(sameIndex, 1)[0]
    })
    return ordered.every((item) => item !== undefined) ? ordered : undefined
  }

  #hasOpenKey(item: Json, at: string): boolean {
    if (!isJsonObject(item)) return false
    return Object.entries(item as { readonly [name: string]: Json }).some(([name, value]) => {
      const number = isJsonNumber(value) ? readInteger(value) : undefined
      const openValue =
        typeof value === 'string'
          ? this.openness.open(value, `${at}/${name}`)
          : number === undefined
            ? undefined
            : this.openness.openNumber(number, `${at}/${name}`)
      return openValue !== undefined && openValue.ordinal !== 'now' && isKeyKind(openValue.kind)
    })
  }

  /** Compares failures of a body by place, in any order; the document does not fix their wording. */
  #failures(at: string, mine: readonly Json[], theirs: readonly Json[]): void {
    if (!this.openness.comparesFailures) return
    // Failures outside the body have no pointers and may be worded in several ways.
    if (mine.some((item) => placeOf(item).length === 0)) return
    const [a, b] = [mine, theirs].map((list) => [...new Set(list.flatMap(placeOf))].sort().join(', '))
    if (a !== '' && a !== b) this.differ('body', at, a!, b!)
  }

  /** Compares texts; a part that contains an open value may differ. */
  texts(part: Difference['part'], at: string, mine: string, theirs: string): void {
    if (mine === theirs) return
    const { openness } = this
    if (openness.isOpaque(mine)) return this.#opaqueTexts(part, at, mine, theirs)
    const openText = openness.open(mine, at)
    if (openText !== undefined) return this.#bindText(part, at, openText, mine, theirs)
    const [moment, other] = [parseTimestamp(mine), parseTimestamp(theirs)]
    if (moment !== undefined && moment === other) return
    if (moment !== undefined && other !== undefined && !this.distances.includes(other - moment)) this.distances.push(other - moment)
    if (!this.#openParts(part, at, mine, theirs)) this.differ(part, at, printJson(mine), printJson(theirs))
  }

  #opaqueTexts(part: Difference['part'], at: string, mine: string, theirs: string): void {
    const equivalent = this.openness.equivalentOf(mine)
    if (theirs !== '' && (equivalent === undefined || equivalent === theirs)) this.pairs.push([mine, theirs])
    else this.differ(part, at, equivalent ?? 'a text that is not empty', theirs)
  }

  /** Compares the parts of a text that the server chooses, if the rest is equal; otherwise false. */
  #openParts(part: Difference['part'], at: string, mine: string, theirs: string): boolean {
    const { openness } = this
    const chosenForms = [
      ...openness.randomTextsIn(mine).map((text) => RegExp.escape(text)),
      '[0-9a-f]{8}-[0-9a-f-]{27}',
      '\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z',
    ]
    const texts = mine.split(new RegExp(`(${chosenForms.join('|')})`))
    const isChosen = (text: string, index: number): boolean =>
      index % 2 === 1 && (openness.isOpaque(text) || openness.open(text, at) !== undefined)
    const match = new RegExp(
      `^${texts.map((text, index) => (isChosen(text, index) ? '([\\w:.+-]+)' : RegExp.escape(text))).join('')}$`,
    ).exec(theirs)
    const chosenTexts = texts.filter(isChosen)
    if (match === null || chosenTexts.length === 0) return false
    for (const [index, text] of chosenTexts.entries()) this.texts(part, at, text, match[index + 1]!)
    return true
  }

  #bindText(part: Difference['part'], at: string, open: Open, mine: string, theirs: string): void {
    if (isKeyKind(open.kind)) return this.#bind(part, at, open, theirs, mine)
    const ms = parseTimestamp(theirs)
    if (ms === undefined) return this.differ(part, at, 'a date and time', printJson(theirs))
    this.#bind(part, at, open, { kind: 'timestamp', ms }, mine)
  }

  #bind(part: Difference['part'], at: string, open: Open, value: Value, mine: string): void {
    const problem = this.openness.refuses(open, value)
    if (problem === undefined) this.bindings.push({ ...open, value })
    else
      this.differences.push({
        part,
        at,
        expected: problem,
        ...(open.property === undefined ? {} : { property: open.property }),
        observed:
          typeof value === 'string' || typeof value === 'bigint'
            ? `${value} (as ${mine})`
            : printTimestamp(Number((value as { readonly ms: number }).ms)),
      })
  }
}

/** True for generated keys and numbers, false for times. */
function isKeyKind(kind: Open['kind']): boolean {
  return kind !== 'now' && kind !== 'now-on-update' && kind !== 'touch'
}

function placeOf(item: Json): readonly string[] {
  const pointer = isJsonObject(item) ? (item as { readonly [name: string]: Json })['pointer'] : undefined
  return typeof pointer === 'string' ? [pointer] : []
}

export function shortenText(text: string, maxLength = 300): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength)}…`
}

/** The number, also of `12.00`; undefined if it is not whole. */
function readInteger(value: JsonNumber): bigint | undefined {
  if (!isInteger(value)) return undefined
  return typeof value === 'object' ? BigInt(numberText(value).replace(/\.0*$/, '')) : BigInt(value)
}
