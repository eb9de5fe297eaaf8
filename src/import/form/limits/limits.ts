// Reads part 8 of a form: rates, sizes and times as limits of the service, and other numbers as settings.

import { isJsonObject } from '../../../base/json.ts'
import { type FormDraft, askQuestion, draftPlainText, takeLine } from '../draft.ts'
import { limitClaims } from './limit-claims.ts'
import { readBurst, readRates } from './limit-rates.ts'
import { readThingRate } from './thing-rates.ts'
import { type LimitReading, type Said, takeKey } from './limit-reading.ts'
import { joinDigits } from '../kinds/value-texts.ts'
import { readDuration, readOnlyNumber, readSize, takeSetting } from './limit-settings.ts'
import { readLimitTable, splitName } from './limit-tables.ts'
import { comparePages, isKnownPage, readPage, readPages, readTwoSentences, takePage } from './page-sizes.ts'
import { takeTimedMove } from './timed-moves.ts'
import { parseData } from '../fields/samples.ts'
import type { Form, Statement } from '../statement.ts'
import type { Words } from '../words.ts'

export function readFormLimits(form: Form, draft: FormDraft, words: Words): void {
  const reading: LimitReading = { draft, words, used: limitClaims(), names: new Set() }
  for (const { part, blocks } of form.sections) {
    if (part === 'endpoints') readPages(blocks, reading)
    if (part !== 'limits') continue
    for (const [index, block] of blocks.entries()) {
      const before = blocks[index - 1]
      const next = blocks[index + 1]
      const isPair = (one: typeof next, other: typeof next): boolean =>
        one?.kind === 'text' && other?.kind === 'text' && one.paragraph === other.paragraph && one.statement.kind === 'sentence'
      if (block.kind === 'text' && block.statement.outcome === 'taken' && isPair(before, block)) continue
      if (
        block.kind === 'text' &&
        next?.kind === 'text' &&
        isPair(block, next) &&
        readTwoSentences(block.statement, next.statement, reading)
      )
        continue
      if (block.kind === 'table')
        for (const said of readLimitTable(block, words))
          if (takeTimedMove(`${said.name} ${said.value}`, said.statement, reading)) continue
          else if (said.name === '' && said.kind === '') readText(said.statement, reading, said.value)
          else readLimit(said, reading)
      else if (block.statement.kind === 'sample') readSample(block.statement, reading)
      else readText(block.statement, reading)
    }
  }
  comparePages(reading)
}

/** `{ "active_bookings": 1, "body_kb": 64, "pageSize": { "default": 20, "max": 100 } }`: names with numbers or sentences. */
function readSample(statement: Statement, reading: LimitReading): void {
  for (const [name, value] of Object.entries(parseData(statement.text) ?? {})) {
    const words = splitName(name)
    if (typeof value === 'number') readNumber(words, String(value), statement, reading)
    else if (typeof value === 'string') readValue(words, value, statement, reading)
    else if (value !== null && isJsonObject(value) && Object.values(value).every((each) => typeof each === 'number'))
      readValue(
        words,
        Object.entries(value)
          .map(([of, number]) => `${splitName(of)} ${JSON.stringify(number)}`)
          .join(', '),
        statement,
        reading,
      )
  }
}

function readNumber(name: string, number: string, statement: Statement, reading: LimitReading): void {
  const [, body, unit] = /^(.+) (kb|mb|kib|mib)$/.exec(name) ?? []
  if (body !== undefined) readSaidIn(`${body} ${number} ${unit}`, statement, reading)
  else if (!readRates(inLimitWords(`${name}: ${number}`, reading.words), statement, reading))
    readLimit({ name, value: number, kind: '', isMost: true, statement }, reading)
}

/** `"perToken": "120 requests per minute"`: the name may say whose requests are counted. */
function readValue(name: string, value: string, statement: Statement, reading: LimitReading): void {
  const { words } = reading
  const isOwner = new RegExp(`^(?:${words.perWord}|${words.forWord}) `, 'i').test(name)
  const text = inLimitWords(isOwner ? `${value} ${name}` : value, words)
  if (words.requests.test(text) && readRates(text, statement, reading)) return
  readSaidIn(inLimitWords(`${name}: ${value}`, words), statement, reading)
}

/** Reads each sentence of a statement separately. */
function readText(statement: Statement, reading: LimitReading, text = statement.text): void {
  if (takeTimedMove(text, statement, reading)) return
  const whole = inLimitWords(draftPlainText(text).replace(/\.$/, ''), reading.words)
  if (readRates(whole, statement, reading)) return readBesideRates(whole, statement, reading)
  // "At most 250 entries per page; 50 where nothing else is said" is one statement about pages.
  const page = [whole, draftPlainText(text)].map((each) => readPage(each, reading.words)).find((each) => each?.usual !== undefined)
  if (page !== undefined && !reading.words.noRate.test(whole)) return takePage(page, { name: '', value: '', kind: '', statement }, reading)
  const sentences = draftPlainText(text).split(
    /(?<=[\p{L}\d)][.;])(?<!\b(?:[Mm]ax|[Mm]in|[Aa]pprox|[Cc]a|[Nn]o|[Nn]r|[Ii]ncl|[Ee]xcl|[Rr]esp|e\.g|i\.e)\.)\s+(?=\p{Lu}|\d|\(\p{Lu})/u,
  )
  for (const sentence of sentences.flatMap((each) => splitShared(each.replace(/[.;]$/, ''), reading.words)))
    readSentence(sentence, statement, reading)
  if (
    sentences.length > 1 &&
    statement.outcome !== undefined &&
    sentences.some((each) => /\d/.test(each) && !reading.names.has(each.replace(/[.;]$/, '')))
  )
    askQuestion(statement, reading.words.ask.beside())
}

function splitShared(sentence: string, { sharedLimit }: Words): readonly string[] {
  const { one, may, other, value } = sharedLimit.exec(sentence)?.groups ?? {}
  return one === undefined ? [sentence] : [one, `${other!} ${may!} ${value!}`]
}

function readSentence(sentence: string, statement: Statement, reading: LimitReading): void {
  const { words } = reading
  const before0 = reading.used.size
  readSaidIn(inLimitWords(sentence, words), statement, reading, sentence)
  if (reading.used.size > before0) reading.names.add(sentence)
}

/** "2 requests a second, 500 readings per request": reads the other limits beside rates. */
function readBesideRates(text: string, statement: Statement, reading: LimitReading): void {
  const { words } = reading
  const pieces = text
    .split(/[,;]\s+|\.\s+/)
    .filter((piece) => /\d/.test(piece) && !words.rate.test(piece) && !words.burst.test(piece) && !words.noRate.test(piece))
  for (const piece of pieces)
    if (!readOnlyNumber(piece, statement, reading) && words.limitWord.test(piece)) askQuestion(statement, words.ask.asksFor(piece))
}

function inLimitWords(text: string, { limitRewrites, inParentheses }: Words): string {
  return limitRewrites.reduce((all, [pattern, by]) => all.replace(pattern, by), text.replace(inParentheses, '$1'))
}

/** `raw`: the text before it was rewritten; "blasts per day: 2", which is no rate, has its name there. */
function readSaidIn(rewritten: string, statement: Statement, reading: LimitReading, raw = rewritten): void {
  const { words } = reading
  if (readRates(rewritten, statement, reading) || readThingRate(rewritten, statement, reading)) return
  const text = /^[^:\d]+: \d[\d, ]*$/.test(raw) ? raw : rewritten
  const page = words.noRate.test(text) ? undefined : readPage(text, words)
  if (page !== undefined) return takePage(page, { name: '', value: '', kind: '', statement }, reading)
  const sizes = Array.from(text.matchAll(new RegExp(words.size.source, 'gi')))
  if (sizes.length === 1 && words.bodyWord.test(text))
    return void readSize('sizes.body', words.size.exec(text)!, { name: text, value: sizes[0]![0], kind: '', statement }, reading)
  const [, before, after] = /^([^:]{2,60}?)(?::|\s[–—])\s+(.+)$/.exec(text) ?? []
  if (before !== undefined && readLimit({ name: before, value: after!, kind: '', statement }, reading)) return
  for (const pattern of words.limitSentences) {
    const { name, value, owner } = pattern.exec(text)?.groups ?? {}
    if (
      name !== undefined &&
      value !== undefined &&
      // "at most 40 invitations per role and 6 options per talent" has two limits.
      !/\d/.test(name) &&
      readLimit({ name: owner === undefined ? name : `${name} ${owner}`, value, kind: '', statement }, reading)
    )
      return
  }
  readOnlyNumber(text, statement, reading)
}

function readLimit(whole: Said, reading: LimitReading): boolean {
  const { words } = reading
  const said = { ...whole, value: whole.value.replace(words.mostMark, '').replace(words.inParentheses, '$1').trim() }
  // "48 hours, then it is stopped": the time, and the rest of the sentence.
  const [, time, further] = /^(\d+\s*-?\p{L}+)[,;]\s+(\D+)$/u.exec(said.value) ?? []
  if (time !== undefined && readDuration(time, words) !== undefined) {
    askQuestion(said.statement, words.ask.asksFor(further!))
    Object.assign(said, { value: time })
  }
  const [, length, of] = words.durationOf.exec(said.value) ?? []
  if (length !== undefined && readDuration(length, words) !== undefined) Object.assign(said, { value: length, name: `${said.name} ${of}` })
  const { value, kind, statement } = said
  const bare = whole.name
    .replaceAll(/\([^)]*\)/g, '')
    .trim()
    .replace(words.perRequest, '')
  // "rate (gateway)": whose requests are counted.
  const [, inside = ''] = /\(([^)]*)\)$/.exec(whole.name.trim()) ?? []
  const name =
    /\p{L}{3}/u.test(inside) && !/\d/.test(inside) && (words.limitNoun.test(bare) || words.rateName.test(bare)) && words.rate.test(value)
      ? inside
      : bare
  // "Requests per minute" above the values.
  const [, each] = words.rateName.test(kind) && /^\d[\d, ]*$/.test(value) ? (words.perUnit.exec(kind) ?? []) : []
  if (each !== undefined)
    return readRates(`${joinDigits(value)} requests ${words.perWord} ${each} ${words.perWord} ${name}`, statement, reading)
  const sized = kind !== '' && words.bodySize.test(kind) ? words.size.exec(value) : null
  if (sized !== null) return readSize('sizes.body', sized, said, reading)
  if (value === '' || words.noRate.test(`${name} ${value}`)) return false
  if (words.burstName.test(name) && /^\d[\d, ]*/.test(value)) return readBurst(said, reading)
  const size = words.size.exec(value)
  if (words.bodySize.test(name) && size !== null) return readSize('sizes.body', size, said, reading)
  const page = words.page.exec(whole.value)?.groups
  const marked = readPage(`${whole.name} ${whole.value}`, words)
  // "Rows per page: 200" is the maximum, and so is the first number of "page size: 100 (default 50)".
  const [, alone, other] = /^(\d[\d,]*)(?: \p{L}+)?(?:\s*\(\D*(\d+)\D*\))?$/u.exec(whole.value) ?? []
  if (words.pageSize.test(name) && alone !== undefined && other === undefined && isKnownPage(joinDigits(alone), reading)) {
    takeLine(statement)
    return true
  }
  if (
    words.pageSize.test(name) &&
    page?.['most'] === undefined &&
    marked === undefined &&
    alone !== undefined &&
    (other === undefined ? whole.isMost === true : Number(other) < Number(joinDigits(alone)))
  ) {
    takePage({ most: joinDigits(alone), usual: other }, said, reading)
    return true
  }
  if (
    (words.pageSize.test(name) && page?.['most'] !== undefined) ||
    (marked !== undefined && (words.pageSize.test(name) || words.pageWord.test(value)))
  ) {
    takePage(
      page?.['most'] === undefined ? marked! : { most: joinDigits(page['most']), usual: page['usual'] ?? page['other'] },
      said,
      reading,
    )
    return true
  }
  if (words.timeout.test(name) && readDuration(value, words) !== undefined)
    return takeKey('timeout', readDuration(value, words)!, said, reading)
  const [, count, more = ''] = /^(\d[\d, ]*)(.*)$/.exec(value) ?? []
  if (words.rateName.test(name) && count !== undefined && (more === '' || more.trimStart().search(words.partition) === 0))
    return readRates(`${count} ${name} ${more}`.trim(), statement, reading, kind)
  const isCount = more === '' || (words.requests.test(more) && /^\s*\p{L}+$/u.test(more))
  const [, per] = words.requests.test(name) && count !== undefined && isCount ? (words.perUnit.exec(name) ?? []) : []
  const [, who] =
    per === undefined
      ? []
      : (words.rateOwner.exec(name.replace(words.perUnit, '').replaceAll(',', ' ').replaceAll(/\s+/g, ' ').trim()) ?? [])
  if (per !== undefined)
    return readRates(
      `${count} requests ${words.perWord} ${per}${who === undefined ? '' : ` ${words.perWord} ${who}`}`,
      statement,
      reading,
      kind,
    )
  if (readRates(value, statement, reading, kind, name)) return true
  return takeSetting(said, reading) || readOnlyNumber(`${name}: ${value}`, statement, reading, true)
}
