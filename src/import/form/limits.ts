// Reads part 8 of a form: rates, sizes and times as limits of the service, and other numbers as settings.

import { isJsonObject } from '../../base/json.ts'
import { kebabCase } from '../../base/names.ts'
import { type FormDraft, askQuestion, columnsOf, draftPlainText, tableOf, takeLine } from './draft.ts'
import { limitClaims, limitId } from './limit-claims.ts'
import { type LimitReading, type Said, digitsOf, settingColumns, takeKey } from './limit-reading.ts'
import { comparePages, pageIn, readPages, takePage } from './page-sizes.ts'
import { dataIn } from './samples.ts'
import type { Form, FormTable, Statement } from './statement.ts'
import type { Words } from './words.ts'

export function readFormLimits(form: Form, draft: FormDraft, words: Words): void {
  const reading: LimitReading = { draft, words, used: limitClaims(), names: new Set() }
  for (const { part, blocks } of form.sections) {
    if (part === 'endpoints') readPages(blocks, reading)
    if (part !== 'limits') continue
    for (const block of blocks) {
      if (block.kind === 'table')
        for (const said of saidInTable(block, words))
          if (said.name === '' && said.kind === '') readText(said.statement, reading, said.value)
          else readLimit(said, reading)
      else if (block.statement.kind === 'sample') readSample(block.statement, reading)
      else readText(block.statement, reading)
    }
  }
  comparePages(reading)
}

/** A table of names and values; a table with a column for each of several kinds has a limit in each. */
function saidInTable({ headers, rows }: FormTable, words: Words): Said[] {
  const at = columnsOf(headers, ['id', 'limit', 'value', 'unit', 'each', 'meaning'], words)
  // A last column called "Limit" has the values.
  if (
    at.value === undefined &&
    at.limit !== undefined &&
    at.limit > 0 &&
    (at.limit === headers.length - 1 || rows.every(({ cells }) => /\d/.test(cells[at.limit!] ?? '')))
  )
    Object.assign(at, { value: at.limit, limit: undefined })
  // "body 64 KB": a cell with the name and the value needs no other column for its name.
  const isWhole =
    at.limit === undefined &&
    at.value !== undefined &&
    rows.every(({ cells }) => /\p{L}{4}/u.test(cells[at.value!]!) && /\d/.test(cells[at.value!]!))
  const name = isWhole ? -1 : (at.limit ?? headers.findIndex((_, index) => index !== at.id && index !== at.value))
  const isOwnLimit = (index: number): boolean =>
    index !== name &&
    index !== at.id &&
    (words.rateName.test(draftPlainText(headers[index] ?? '')) || words.bodySize.test(draftPlainText(headers[index] ?? '')))
  const others = headers.flatMap((_, index) => (isOwnLimit(index) ? [index] : []))
  const values =
    others.length > 1
      ? others
      : at.value !== undefined
        ? [at.value]
        : headers.flatMap((_, index) =>
            index !== name && index !== at.id && index !== at.meaning && index !== at.unit && index !== at.each ? [index] : [],
          )
  return rows.flatMap(({ cells, statement }) =>
    values.map((column) => ({
      name: joinCells(cells, name, words.perWord, at.each, words),
      value: joinCells(cells, column, '', at.unit, words),
      kind: values.length > 1 || words.rateName.test(draftPlainText(headers[column] ?? '')) ? draftPlainText(headers[column] ?? '') : '',
      isMost: words.mostHeader.test(headers[column] ?? ''),
      statement,
    })),
  )
}

/** A cell, completed by the column beside it. */
function joinCells(cells: readonly string[], at: number, between: string, beside: number | undefined, { marks }: Words): string {
  const [text, more] = [draftPlainText(cells[at] ?? ''), beside === undefined || beside === at ? '' : draftPlainText(cells[beside] ?? '')]
  return text === '' || more === '' || marks.nothing.test(more) ? text : [text, between, more].filter((each) => each !== '').join(' ')
}

/** `{ "active_bookings": 1, "body_kb": 64, "pageSize": { "default": 20, "max": 100 } }`: names with numbers or sentences. */
function readSample(statement: Statement, reading: LimitReading): void {
  for (const [name, value] of Object.entries(dataIn(statement.text) ?? {})) {
    const words = wordsOf(name)
    if (typeof value === 'number') readNumber(words, String(value), statement, reading)
    else if (typeof value === 'string') readValue(words, value, statement, reading)
    else if (value !== null && isJsonObject(value) && Object.values(value).every((each) => typeof each === 'number'))
      readValue(
        words,
        Object.entries(value)
          .map(([of, number]) => `${wordsOf(of)} ${JSON.stringify(number)}`)
          .join(', '),
        statement,
        reading,
      )
  }
}

function wordsOf(name: string): string {
  return name
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase()
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
  const whole = inLimitWords(draftPlainText(text).replace(/\.$/, ''), reading.words)
  if (readRates(whole, statement, reading)) return readBesideRates(whole, statement, reading)
  const sentences = draftPlainText(text).split(/(?<=[\p{L}\d)][.;])\s+(?=\p{Lu}|\d)/u)
  for (const sentence of sentences) readSentence(sentence.replace(/[.;]$/, ''), statement, reading)
  if (
    sentences.length > 1 &&
    statement.outcome !== undefined &&
    sentences.some((each) => /\d/.test(each) && !reading.names.has(each.replace(/[.;]$/, '')))
  )
    askQuestion(statement, reading.words.ask.beside())
}

function readSentence(sentence: string, statement: Statement, reading: LimitReading): void {
  const { words } = reading
  const before0 = reading.used.size
  readSaidIn(inLimitWords(sentence, words), statement, reading)
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

function readSaidIn(text: string, statement: Statement, reading: LimitReading): void {
  const { words } = reading
  if (readRates(text, statement, reading)) return
  const page = words.noRate.test(text) ? undefined : pageIn(text, words)
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
      readLimit({ name: owner === undefined ? name : `${name} ${owner}`, value, kind: '', statement }, reading)
    )
      return
  }
  readOnlyNumber(text, statement, reading)
}

/** A text with one number and a word for a limit: a setting whose name consists of the other words. */
function readOnlyNumber(text: string, statement: Statement, reading: LimitReading, isLimit = false): boolean {
  const { words } = reading
  const numbers = Array.from(text.matchAll(/(?<![\w.])\d[\d,]*(?:\.\d+)?/g))
  // "Guests at most 90 days ahead, staff up to 365 days": a limit for each clause.
  const pieces = text.split(/[,;]\s+(?:and |but )?|\s+and\s+(?=[^,]*\d)/)
  if (
    numbers.length > 1 &&
    pieces.length === numbers.length &&
    pieces.every((piece) => (piece.match(/(?<![\w.])\d[\d,]*/g) ?? []).length === 1 && (isLimit || words.limitWord.test(piece)))
  ) {
    const [, of = ''] = isLimit ? (/^([^:\d]{2,40}):\s/.exec(text) ?? []) : []
    return pieces
      .map((piece, index) => readOnlyNumber(index === 0 || of === '' ? piece : `${of}: ${piece}`, statement, reading, isLimit))
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
  const isTime = durationIn(`${number}${unit}`, words) !== undefined || words.longUnit.test(unit.trim())
  const rest = `${text.slice(0, index)} ${text.slice(index + number.length + (isTime ? unit.length : 0))}`
  const name = rest
    .replaceAll(words.limitGlue, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s,;:–-]+|[\s,;:–-]+$/g, '')
  return name !== '' && takeSetting({ name, value: isTime ? `${number} ${unit.trim()}` : number, kind: '', statement }, reading)
}

/** True for the status of an answer, which no noun follows. */
function isStatus(text: string, { 0: number, index }: RegExpExecArray): boolean {
  return /^[45]\d\d$/.test(number) && !/^\s+\p{Ll}{4,}/u.test(text.slice(index + number.length))
}

function readLimit(whole: Said, reading: LimitReading): boolean {
  const { words } = reading
  const said = { ...whole, value: whole.value.replace(words.mostMark, '').replace(words.inParentheses, '$1').trim() }
  // "48 hours, then it is stopped": the time, and the rest of the sentence.
  const [, time, further] = /^(\d+\s*-?\p{L}+)[,;]\s+(\D+)$/u.exec(said.value) ?? []
  if (time !== undefined && durationIn(time, words) !== undefined) {
    askQuestion(said.statement, words.ask.asksFor(further!))
    Object.assign(said, { value: time })
  }
  const [, length, of] = words.durationOf.exec(said.value) ?? []
  if (length !== undefined && durationIn(length, words) !== undefined) Object.assign(said, { value: length, name: `${said.name} ${of}` })
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
    return readRates(`${digitsOf(value)} requests ${words.perWord} ${each} ${words.perWord} ${name}`, statement, reading)
  const sized = kind !== '' && words.bodySize.test(kind) ? words.size.exec(value) : null
  if (sized !== null) return readSize('sizes.body', sized, said, reading)
  if (value === '' || words.noRate.test(`${name} ${value}`)) return false
  if (words.burstName.test(name) && /^\d[\d, ]*/.test(value)) return readBurst(said, reading)
  const size = words.size.exec(value)
  if (words.bodySize.test(name) && size !== null) return readSize('sizes.body', size, said, reading)
  const page = words.page.exec(whole.value)?.groups
  const marked = pageIn(`${whole.name} ${whole.value}`, words)
  // "Rows per page: 200" is the maximum, and so is the first number of "page size: 100 (default 50)".
  const [, alone, other] = /^(\d[\d,]*)(?: \p{L}+)?(?:\s*\(\D*(\d+)\D*\))?$/u.exec(whole.value) ?? []
  if (
    words.pageSize.test(name) &&
    page?.['most'] === undefined &&
    marked === undefined &&
    alone !== undefined &&
    (other === undefined ? whole.isMost === true : Number(other) < Number(digitsOf(alone)))
  ) {
    takePage({ most: digitsOf(alone), usual: other }, said, reading)
    return true
  }
  if (
    (words.pageSize.test(name) && page?.['most'] !== undefined) ||
    (marked !== undefined && (words.pageSize.test(name) || words.pageWord.test(value)))
  ) {
    takePage(page?.['most'] === undefined ? marked! : { most: digitsOf(page['most']), usual: page['usual'] }, said, reading)
    return true
  }
  if (words.timeout.test(name) && durationIn(value, words) !== undefined)
    return takeKey('timeout', durationIn(value, words)!, said, reading)
  const [, count, more = ''] = /^(\d[\d, ]*)(.*)$/.exec(value) ?? []
  if (words.rateName.test(name) && count !== undefined && (more === '' || more.trimStart().search(words.partition) === 0))
    return readRates(`${count} ${name} ${more}`.trim(), statement, reading, kind)
  const [, per] = words.requests.test(name) && more === '' ? (words.perUnit.exec(name) ?? []) : []
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

/** A burst on its own line belongs to the only rate before it. */
function readBurst({ value, statement }: Said, { draft, words }: LimitReading): boolean {
  const { rows } = tableOf(draft, 'limits', 'rates', rateColumns)
  const waiting = rows.filter(({ cells }) => cells['at once'] === '')
  if (waiting.length === 1) {
    waiting[0]!.cells['at once'] = digitsOf(/^\d[\d, ]*/.exec(value)![0])
    takeLine(statement)
  } else askQuestion(statement, words.ask.limitWhom(value))
  return true
}

function readSize(key: string, [whole, number, unit, binary]: RegExpExecArray, said: Said, reading: LimitReading): boolean {
  if (!takeKey(key, `${number}${unit!.toUpperCase()}${binary === '' ? '' : 'i'}B`, said, reading)) return true
  const rest = said.value.replace(whole, '').replace(/^[\s,;.:-]*(?:max\.?|at most|up to)?/i, '')
  if (/\d/.test(rest)) askQuestion(said.statement, reading.words.ask.asksFor(rest.trim()))
  return true
}

/** A number or duration without a key in part 8 becomes a setting, which rules can read. */
function takeSetting({ name, value, kind, statement }: Said, { draft, words, used }: LimitReading): boolean {
  if (words.noLimit.test(value)) {
    takeLine(statement)
    return true
  }
  // A size or a rate is no plain number.
  if (words.size.test(value) || (words.requests.test(name) && words.perUnit.test(`${name} ${value}`))) return false
  const duration = durationIn(value, words)
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
  const written = duration ?? `${digitsOf(number!)}${decimals}`
  if (
    !used.take(
      limitId(setting, words),
      written,
      { cells: { setting, type, default: written, meaning }, statement },
      tableOf(draft, 'service', 'settings', settingColumns),
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

const iso: { readonly [unit: string]: (count: string) => string } = {
  second: (count) => `PT${count}S`,
  minute: (count) => `PT${count}M`,
  hour: (count) => `PT${count}H`,
  day: (count) => `P${count}D`,
  week: (count) => `P${Number(count) * 7}D`,
}

/** The duration in ISO 8601, if the text has nothing else. */
function durationIn(text: string, words: Words): string | undefined {
  const [, count, unit] = words.duration.exec(text) ?? []
  return count === undefined ? undefined : iso[words.units[unit!.toLowerCase()] ?? '']?.(count)
}

const rateColumns = ['limit', 'value', 'per', 'at once', 'for each', 'meaning']

/** Reads the rates in a text; `name` is the subject from a table. False if the text has no rates. */
function readRates(text: string, statement: Statement, { draft, words, used }: LimitReading, kind = '', name = ''): boolean {
  const whole = name === '' ? text : `${name}: ${text}`
  const [, owner] = words.rateOwner.exec(name) ?? []
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
  const names = name.replace(/^[^,:]*[,:]\s*/, '').split(/\s*\/\s*/)
  for (const [index, { 1: value, 2: per, 3: partition, index: at, 0: found }] of all.entries()) {
    const piece = line.slice(index === 0 ? 0 : all[index - 1]!.index + all[index - 1]![0].length, at + found.length)
    const who = (
      kind !== ''
        ? [partition ?? '', kind].join(' ')
        : (owner ??
          (index === 0 || subjectOf(piece, words) === '' ? before : subjectOf(piece, words)) ??
          partition ??
          (names.length === all.length && all.length > 1 ? names[index]! : all.length > 1 ? subjectOf(piece, words) : ''))
    ).trim()
    if (who === '' && all.length > 1) {
      askQuestion(statement, words.ask.limitWhom(value!))
      continue
    }
    const plain = kebabCase(who === '' ? 'requests' : `per-${who.replaceAll(/[^\p{L}\d]+/gu, ' ').trim()}`)
    // "office | 300/min per token" and "owners | 60/min per token" limit different callers.
    const isSubject = name !== '' && partition !== undefined && !words.requests.test(name) && !words.rateName.test(name)
    const { rows } = tableOf(draft, 'limits', 'rates', rateColumns)
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
        value: digitsOf(value!),
        per: unit,
        'at once': bursts.length === all.length ? digitsOf(bursts[index]![1]!) : '',
        'for each': isAddress ? '`request.address`' : isForAll ? '' : 'not shown',
        meaning: kind === '' ? whole : `${whole} (${kind})`,
      },
      statement,
    }
    if (!used.take(limit, `${digitsOf(value!)} ${unit}`, row, tableOf(draft, 'limits', 'rates', rateColumns), words.ask.sameLimit()))
      continue
    takeLine(statement)
    if (!isAddress) askQuestion(statement, who === '' ? words.ask.limitEach() : words.ask.partition(who))
    else if (words.limited.test(whole)) askQuestion(statement, words.ask.limitWhere())
  }
  return true
}

/** "Desk computers 300 a minute": the text before the number in its sentence. */
function subjectOf(piece: string, words: Words): string {
  const own = piece.split(/[.;]\s+/).at(-1) ?? ''
  return words.requests.test(own)
    ? ''
    : own
        .replace(/\d.*$/, '')
        .replaceAll(/\([^)]*\)/g, '')
        .replaceAll(/^[:,\s]+|[:,\s]+$/g, '')
        .replace(words.article, '')
        .trim()
}
