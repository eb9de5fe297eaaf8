// Reads the sizes of pages in a form: the greatest one, and the one without a request.

import { askQuestion, draftPlainText, openTable, takeLine } from '../draft.ts'
import { limitId } from './limit-claims.ts'
import { type LimitReading, type Said, settingColumns, takeKey } from './limit-reading.ts'
import { joinDigits } from '../kinds/value-texts.ts'
import type { FormSection, Statement } from '../statement.ts'
import type { Words } from '../words.ts'

/** The setting for the size of a page that a request does not state. */
export const usualPageSetting = 'default_page_size'

/** Page sizes in a paragraph of part 4. */
export function readPages(blocks: FormSection['blocks'], reading: LimitReading): void {
  const texts = blocks.flatMap((block) => (block.kind === 'text' && block.statement.kind !== 'sample' ? [block] : []))
  for (const paragraph of new Set(texts.map((each) => each.paragraph))) {
    const all = texts.filter((each) => each.paragraph === paragraph && each.statement.outcome !== 'taken').map(({ statement }) => statement)
    const [first] = all
    const text = draftPlainText(all.map((each) => each.text).join(' '))
    const page = readPage(text, reading.words)
    if (first === undefined || page === undefined || reading.used.has('sizes.page')) continue
    const said = all.filter((each) => [page.most, page.usual].some((number) => number !== undefined && each.text.includes(number)))
    takePage(page, { name: '', value: '', kind: '', statement: said[0] ?? first }, reading)
    for (const each of said) takeLine(each)
  }
}

export type Page = { readonly most: string | undefined; readonly usual: string | undefined }

/** The sizes of a page in a text: the marked maximum, and at most one other number. */
export function readPage(written: string, words: Words): Page | undefined {
  const { pageWord, recordWord, mostBefore, mostAfter, moreRefused, refusal, usualPage, mostClause, firstPage } = words
  const text = written.replaceAll(/`?\{[^{}]*\}`?/g, ' ').replaceAll(/(?<![\w.])[01]\s*(?:\.\.|–|-|…)\s*(?=\d)/g, `${mostClause} `)
  if (!pageWord.test(text) && !recordWord.test(text)) return undefined
  // A number in an earlier sentence than that of the pages is about something else: "At most 3 loans. 50 results a page".
  const sentences = text.split(/(?<=[.;]\s)/)
  const first = sentences.findIndex((each) => /\d/.test(each) && (pageWord.test(each) || recordWord.test(each)))
  const from = sentences.slice(0, Math.max(first, 0)).join('').length
  const numbers = Array.from(text.matchAll(/(?<![\w.,])\d(?:[\d,]*\d)?(?![\w%]|\.\d|,\d)/g), ({ 0: number, index }) => ({
    number: joinDigits(number.replace(/,$/, '')),
    isFirst: /^[01]$/.test(number) && firstPage.test(text.slice(0, index)),
    isMost:
      mostBefore.test(text.slice(0, index)) ||
      mostAfter.test(text.slice(index + number.length)) ||
      (moreRefused.test(text.slice(0, index)) && refusal.test(text.slice(index + number.length))),
    index,
  })).filter(({ isFirst, index }) => !isFirst && index >= from)
  const most = numbers.filter(({ isMost }) => isMost)
  const [only, ...others] = numbers
  if (only !== undefined && others.length === 0 && usualPage.test(text)) return { most: undefined, usual: only.number }
  return numbers.length > 2 || most.length !== 1
    ? undefined
    : { most: most[0]!.number, usual: numbers.find(({ isMost }) => !isMost)?.number }
}

export function takePage({ most, usual }: Page, said: Said, reading: LimitReading): void {
  const { draft, words, used } = reading
  const isListed =
    usual !== undefined &&
    draft.tables.some(
      ({ kind, rows }) => kind === 'lists' && rows.some(({ cells }) => (cells['page'] ?? '').startsWith(`cursor ${usual},`)),
    )
  if (usual !== undefined && !isListed) {
    const row = { cells: { setting: usualPageSetting, type: 'whole number', default: usual, meaning: '' }, statement: said.statement }
    if (
      used.take(limitId(usualPageSetting, words), usual, row, openTable(draft, 'service', 'settings', settingColumns), words.ask.twoSizes())
    )
      askQuestion(said.statement, words.ask.pageSize(usual))
  }
  if (most !== undefined) takeKey('sizes.page', most, said, reading)
}

/** True if part 4 states this greatest size of a page. */
export function isKnownPage(size: string, { draft }: LimitReading): boolean {
  return draft.tables.some(
    ({ kind, rows }) =>
      (kind === 'keys' && rows.some(({ cells }) => cells['key'] === 'sizes.page' && cells['value'] === size)) ||
      (kind === 'lists' && rows.some(({ cells }) => (cells['page'] ?? '').endsWith(`, max ${size}`))),
  )
}

/** "Lists give 50 at a time. You can ask for up to 200.": a page in two sentences of one paragraph. True if it was taken. */
export function readTwoSentences(first: Statement, second: Statement, reading: LimitReading): boolean {
  const [one, other] = [first, second].map(({ text }) => draftPlainText(text))
  const areSingle = [one!, other!].every((text) => (text.match(/(?<![\w.,])\d[\d,]*/g) ?? []).length === 1)
  const page = areSingle ? readPage(`${one!} ${other!}`, reading.words) : undefined
  if (page?.most === undefined || page.usual === undefined) return false
  takePage(page, { name: '', value: '', kind: '', statement: first }, reading)
  takeLine(second)
  return true
}

/** The greatest size of a page in part 8 may contradict that of the lists in part 4. */
export function comparePages({ draft, words }: LimitReading): void {
  const keys = openTable(draft, 'limits', 'keys', ['key', 'value']).rows
  const lists = draft.tables.filter(({ kind }) => kind === 'lists').flatMap(({ rows }) => rows)
  const size = keys.find(({ cells }) => cells['key'] === 'sizes.page')
  const other = lists.find(({ cells }) => size !== undefined && /, max (\d+)$/.exec(cells['page'] ?? '')?.[1] !== size.cells['value'])
  if (size === undefined || other === undefined || !/, max \d+$/.test(other.cells['page'] ?? '')) return
  for (const { statement } of [size, other]) if (statement !== undefined) askQuestion(statement, words.ask.twoSizes())
  keys.splice(keys.indexOf(size), 1)
  for (const row of lists) row.cells['page'] = row.cells['page']!.replace(/, max \d+$/, '')
}
