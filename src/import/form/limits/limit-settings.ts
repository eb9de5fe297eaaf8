// Reads sizes, times and other numbers as keys of part 8 or settings of part 1.

import { askQuestion, openTable, takeLine } from '../draft.ts'
import { limitId } from './limit-claims.ts'
import { type LimitReading, type Said, settingColumns, takeKey } from './limit-reading.ts'
import { joinDigits } from '../kinds/value-texts.ts'
import type { Statement } from '../statement.ts'
import type { Words } from '../words.ts'

export function readSize(key: string, [whole, number, unit, binary]: RegExpExecArray, said: Said, reading: LimitReading): boolean {
  if (!takeKey(key, `${number}${unit!.toUpperCase()}${binary === '' ? '' : 'i'}B`, said, reading)) return true
  const rest = said.value.replace(whole, '').replace(/^[\s,;.:-]*(?:max\.?|at most|up to)?/i, '')
  if (/\d/.test(rest)) askQuestion(said.statement, reading.words.ask.asksFor(rest.trim()))
  return true
}

/** A number or duration without a key in part 8 becomes a setting, which rules can read. */
export function takeSetting({ name, value, kind, statement }: Said, { draft, words, used }: LimitReading): boolean {
  if (words.noLimit.test(value)) {
    takeLine(statement)
    return true
  }
  // A size or a rate is no plain number.
  if (words.size.test(value) || (words.requests.test(name) && words.perUnit.test(`${name} ${value}`))) return false
  const duration = readDuration(value, words)
  const [, number, decimals = '', more = ''] = /^(\d{1,3}(?:[, ]\d{3})+|\d+)(\.\d+)?(?:\s+([^\d.;]+)|\s*\(.*\))?\.?$/.exec(value) ?? []
  if (duration === undefined && number === undefined) return false
  // Months and years have no fixed length, so the setting is only the number.
  const unit = duration === undefined && words.longUnit.test(more.trim()) ? more.trim() : ''
  const setting = [name.replaceAll(/\([^)]*\)/g, ''), kind, unit]
    .join(' ')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((each) => each !== '')
    .slice(0, 8)
    .join('_')
  if (!/^[a-z]/.test(setting)) return false
  const type = duration !== undefined ? 'duration' : decimals === '' ? 'whole number' : `decimal ${`0.${'0'.repeat(decimals.length - 2)}1`}`
  const meaning = [name, kind === '' ? '' : `(${kind})`, duration === undefined ? more : ''].filter((each) => each !== '').join(' ')
  const written = duration ?? `${joinDigits(number!)}${decimals}`
  if (
    !used.take(
      limitId(setting, words),
      written,
      { cells: { setting, type, default: written, meaning }, statement },
      openTable(draft, 'service', 'settings', settingColumns),
      words.ask.sameLimit(),
    )
  )
    return true
  takeLine(statement)
  askQuestion(statement, words.ask.setting(setting))
  const rest = /\((.*)\)/.exec(value)?.[1]
  if (rest !== undefined) askQuestion(statement, words.ask.asksFor(rest))
  return true
}

/** A text with one number and a word for a limit: a setting whose name consists of the other words. */
export function readOnlyNumber(text: string, statement: Statement, reading: LimitReading, isLimit = false): boolean {
  const { words } = reading
  const numbers = Array.from(text.matchAll(/(?<![\w.])\d[\d,]*(?:\.\d+)?/g))
  // "Guests at most 90 days ahead, staff up to 365 days": a limit for each clause.
  const pieces = splitLimits(text, numbers.length, words)
  // "loans kept for 10 years, fines 7 days": the verb before the first time is that of the others.
  const isTimed = (piece: string): boolean => words.limitWord.test(pieces[0]!) && endsInTime(pieces[0]!, words) && endsInTime(piece, words)
  // "a member can have 5 loans at most, a loan 3 extensions": the verb of the first is that of the others.
  const isAlike = (piece: string): boolean =>
    piece !== pieces[0] &&
    words.limitWord.test(pieces[0]!) &&
    new RegExp(`^(?:${words.articles}|${words.perWord})\\s+[\\p{L} -]{2,30}? \\d[\\d,]* \\p{L}[\\p{L} -]*$`, 'iu').test(piece)
  if (
    numbers.length > 1 &&
    pieces.length === numbers.length &&
    pieces.every(
      (piece) =>
        (piece.match(/(?<![\w.])\d[\d,]*/g) ?? []).length === 1 &&
        (isLimit || words.limitWord.test(piece) || isTimed(piece) || isAlike(piece)),
    )
  ) {
    const [, of = ''] = isLimit ? (/^([^:\d]{2,40}):\s/.exec(text) ?? []) : []
    return pieces
      .map((piece, index) =>
        readOnlyNumber(
          index === 0 || of === '' ? piece : `${of}: ${piece}`,
          statement,
          reading,
          isLimit || isTimed(piece) || isAlike(piece),
        ),
      )
      .some((each) => each)
  }
  if (
    numbers.length !== 1 ||
    words.noRate.test(text) ||
    (!isLimit && !words.limitWord.test(text)) ||
    words.size.test(text) ||
    isStatus(text, numbers[0]!)
  )
    return false
  const [{ 0: number, index }] = numbers as [RegExpExecArray]
  const [unit = ''] = /^\s*-?[\p{L}]+/u.exec(text.slice(index + number.length)) ?? []
  const isTime = readDuration(`${number}${unit}`, words) !== undefined || words.longUnit.test(unit.trim())
  const rest = `${text.slice(0, index)} ${text.slice(index + number.length + (isTime ? unit.length : 0))}`
  const name = rest
    .replaceAll(words.limitGlue, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s,;:–-]+|[\s,;:–-]+$/g, '')
  return name !== '' && takeSetting({ name, value: isTime ? `${number} ${unit.trim()}` : number, kind: '', statement }, reading)
}

/** The clauses of a text with several numbers: between commas, if each has one. */
function splitLimits(text: string, count: number, words: Words): readonly string[] {
  const listed = text.split(new RegExp(String.raw`[,;]\s+(?:(?:${words.joins}) )?`))
  return listed.length === count ? listed : text.split(/[,;]\s+(?:and |but )?|\s+and\s+(?=[^,]*\d)/)
}

/** "fines 7 days" */
function endsInTime(text: string, words: Words): boolean {
  const [, time, unit] = /(\d+ (\p{L}+))(?: \p{L}{2,5})?$/u.exec(text) ?? []
  return time !== undefined && (readDuration(time, words) !== undefined || words.longUnit.test(unit!))
}

/** True for the status of an answer, which no noun follows. */
function isStatus(text: string, { 0: number, index }: RegExpExecArray): boolean {
  return /^[45]\d\d$/.test(number) && !/^\s+\p{Ll}{4,}/u.test(text.slice(index + number.length))
}

const iso: { readonly [unit: string]: (count: string) => string } = {
  second: (count) => `PT${count}S`,
  minute: (count) => `PT${count}M`,
  hour: (count) => `PT${count}H`,
  day: (count) => `P${count}D`,
  week: (count) => `P${Number(count) * 7}D`,
}

/** The duration in ISO 8601, if the text has nothing else. */
export function readDuration(text: string, words: Words): string | undefined {
  const [, count, unit] = words.duration.exec(text) ?? []
  return count === undefined ? undefined : iso[words.units[unit!.toLowerCase()] ?? '']?.(count)
}
