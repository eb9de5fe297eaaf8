// Reads rates, and the number of requests at once, as rows of part 8.

import { kebabCase } from '../../../base/names.ts'
import { normaliseSpelling, singularize } from '../../names.ts'
import { askQuestion, openTable, takeLine } from '../draft.ts'
import { type LimitReading, type Said } from './limit-reading.ts'
import { joinDigits } from '../kinds/value-texts.ts'
import type { Statement } from '../statement.ts'
import type { Words } from '../words.ts'

export const rateColumns = ['limit', 'value', 'per', 'at once', 'for each', 'meaning']

/** Reads the rates in a text; `name` is the subject from a table. False if the text has no rates. */
export function readRates(text: string, statement: Statement, reading: LimitReading, kind = '', name = ''): boolean {
  const { draft, words, used } = reading
  const owned = name === '' && kind === '' ? splitOwners(text, words) : []
  if (owned.length > 1) return owned.map((each) => readRates(each, statement, reading)).some((each) => each)
  const whole = name === '' ? text : `${name}: ${text}`
  // "Request rate, office and owner": those whose requests are counted.
  const [, noun = '', behind] = /^([^,:–—()]{3,40}?)\s*(?:[,:–—]|\()\s*([^\d]{2,40}?)\)?$/u.exec(name) ?? []
  const owner = words.rateOwner.exec(name)?.[1] ?? (words.rateName.test(noun) && !words.partition.test(behind!) ? behind : undefined)
  const groups = words.ratesFor.exec(text)?.groups ?? {}
  const [, lead, aside] = name === '' ? (/^(\p{L}[\p{L} _-]{1,40}?)(?:\s*\(([^()\d]*)\))?:\s/u.exec(text) ?? []) : []
  const before =
    groups['of'] ??
    groups['who'] ??
    (lead !== undefined && !words.limitNoun.test(lead) && !words.requests.test(lead) && !words.rateName.test(lead) ? lead : aside)
  const after = groups['rates']
  const line = after ?? text
  const all = Array.from(line.matchAll(new RegExp(words.rate.source, 'gi')))
  const isRate = words.rateName.test(whole) || words.requests.test(whole) || all.every((match) => match[3] !== undefined)
  if (all.length === 0 || !isRate) return false
  if (words.noRate.test(whole)) return false
  const bursts = Array.from(line.matchAll(new RegExp(words.burst.source, 'gi')))
  // "30 a minute, staff 20 a second with bursts of 50": the burst of the rate before it.
  const burstOf = (index: number): string | undefined =>
    bursts.length === all.length
      ? bursts[index]![1]
      : all.length < 2
        ? undefined
        : bursts.find((each) => each.index > all[index]!.index && (all[index + 1] === undefined || each.index < all[index + 1]!.index))?.[1]
  const isCaller = (each: string): boolean => isCallerOf(each, draft.tables)
  // "blasts per day: 2" counts things, and no requests.
  if (!words.requests.test(whole) && all.every(({ 3: of }) => of !== undefined && isThingOf(of, draft.tables) && !isCaller(of)))
    return false
  const names = name.replace(/^[^,:]*[,:]\s*/, '').split(/\s*\/\s*/)
  for (const [index, { 1: value, 2: per, 3: partition, index: at, 0: found }] of all.entries()) {
    // "15 per minute without login"
    const [, behind = ''] = /^\s+([^,.;]{4,40})/.exec(line.slice(at + found.length)) ?? []
    const isUnsigned = words.open.test(behind)
    const piece = line.slice(index === 0 ? 0 : all[index - 1]!.index + all[index - 1]![0].length, at + found.length)
    const who = (
      kind !== ''
        ? [partition ?? '', kind].join(' ')
        : (owner ??
          (index === 0 || (readSubject(piece, words, isCaller) === '' && !/[.;]\s/.test(piece))
            ? before
            : readSubject(piece, words, isCaller) || undefined) ??
          partition ??
          (isUnsigned ? behind.trim() : undefined) ??
          (all.length === 1 && name === '' ? readLeadingCaller(piece, words, isCaller) : undefined) ??
          (names.length === all.length && all.length > 1 ? names[index]! : all.length > 1 ? readSubject(piece, words, isCaller) : ''))
    ).trim()
    // "Nobody needs more than 30 a minute. For the desk 120": the first is about all others.
    if (who === '' && all.length > 1 && !(index === 0 && words.everyCaller.test(piece))) {
      askQuestion(statement, words.ask.limitWhom(value!))
      continue
    }
    const plain = kebabCase(who === '' ? 'requests' : `per-${who.replaceAll(/[^\p{L}\d]+/gu, ' ').trim()}`)
    // "office | 300/min per token" and "owners | 60/min per token" limit different callers.
    const isSubject = name !== '' && partition !== undefined && !words.requests.test(name) && !words.rateName.test(name)
    const { rows } = openTable(draft, 'limits', 'rates', rateColumns)
    const isOther = isSubject && rows.some(({ cells, statement: other }) => cells['limit'] === plain && other !== statement)
    const limit = isOther ? kebabCase(`${plain} ${name.replaceAll(/[^\p{L}\d]+/gu, ' ').trim()}`) : plain
    const isAddress = words.address.test(who)
    const isForAll = who === '' && !words.partition.test(whole)
    const [, several = '1', single = per!] = /^(\d+)\s*(.+)$/.exec(per!) ?? []
    const unit =
      several === '1' ? (words.units[single.toLowerCase()] ?? single) : `${several} ${words.units[single.toLowerCase()] ?? single}s`
    const row = {
      cells: {
        limit,
        value: joinDigits(value!),
        per: unit,
        'at once': joinDigits(burstOf(index) ?? ''),
        'for each': isAddress ? '`request.address`' : isForAll ? '' : 'not shown',
        meaning: kind === '' ? whole : `${whole} (${kind})`,
      },
      statement,
    }
    if (!used.take(limit, `${joinDigits(value!)} ${unit}`, row, openTable(draft, 'limits', 'rates', rateColumns), words.ask.sameLimit()))
      continue
    takeLine(statement)
    if (!isAddress) askQuestion(statement, who === '' ? words.ask.limitEach() : words.ask.partition(who))
    else if (words.limited.test(whole)) askQuestion(statement, words.ask.limitWhere())
  }
  return true
}

/** "analyzers 600 requests per minute": the callers before the number. */
function readLeadingCaller(piece: string, words: Words, isCaller: (name: string) => boolean): string | undefined {
  const lead = piece
    .replace(/\d.*$/s, '')
    .replaceAll(/[:,\s]+$/g, '')
    .replace(words.article, '')
    .trim()
  return words.rateCaller.test(lead) || isCaller(lead) ? lead : undefined
}

/** True for a name in the column of callers, in the singular or plural. */
function isCallerOf(name: string, tables: LimitReading['draft']['tables']): boolean {
  const plain = (each: string): string => each.toLowerCase().replace(/s$/, '')
  return tables.some(
    ({ kind, rows }) =>
      kind === 'endpoints' && rows.some(({ cells }) => (cells['(who)'] ?? '').split(', ').some((each) => plain(each) === plain(name))),
  )
}

/** True for the name of a resource, in the singular or plural. */
function isThingOf(name: string, tables: LimitReading['draft']['tables']): boolean {
  const plain = (each: string): string => singularize(normaliseSpelling(each)).toLowerCase()
  return tables.some(({ part, kind, heading }) => part === 'resources' && kind === 'fields' && plain(heading ?? '') === plain(name))
}

/** "driver: 60 requests/min, ops: 600 requests/min": the rate of each caller. */
function splitOwners(text: string, { limitNoun, rate }: Words): readonly string[] {
  const [, lead = ''] = /^([^:]{2,30}):\s+(?=[^:,;]{2,30}:\s*\d)/.exec(text) ?? []
  const plain = lead !== '' && limitNoun.test(lead) ? text.slice(lead.length + 1).trim() : text
  const pieces = plain.split(/[,;]\s+(?=[`*]*\p{L}[\p{L}\d _-]{1,30}[`*]*:\s*[`*]*\d)/u)
  return pieces.length > 1 && pieces.every((piece) => /^[`*]*\p{L}[^:]{1,30}:/u.test(piece) && rate.test(piece)) ? pieces : []
}

/** "Desk computers 300 a minute": the text before the number in its sentence. */
function readSubject(piece: string, words: Words, isCaller: (name: string) => boolean): string {
  const own = piece.split(/[.;]\s+/).at(-1) ?? ''
  const lead = own.replace(/\d.*$/, '')
  // "the carrier can make 20 calls per second"
  const subject = lead.replace(new RegExp(String.raw`\s+(?:${words.modals})\s+.*$`, 'i'), '')
  const bare = subject.replaceAll(/[:,\s]+$/g, '').replace(words.article, '')
  return !words.rateCaller.test(bare) && !isCaller(bare) && words.requests.test(subject === lead ? own : subject)
    ? ''
    : subject
        .replaceAll(/\([^)]*\)/g, '')
        .replaceAll(/^[:,\s]+|[:,\s]+$/g, '')
        .replace(words.article, '')
        .trim()
}

/** A burst on its own line belongs to the only rate before it. */
export function readBurst({ value, statement }: Said, { draft, words }: LimitReading): boolean {
  const { rows } = openTable(draft, 'limits', 'rates', rateColumns)
  const waiting = rows.filter(({ cells }) => cells['at once'] === '')
  if (waiting.length === 1) {
    waiting[0]!.cells['at once'] = joinDigits(/^\d[\d, ]*/.exec(value)![0])
    takeLine(statement)
  } else askQuestion(statement, words.ask.limitWhom(value))
  return true
}
