// Finds callers that a form names repeatedly beside its endpoints, without listing them.

import { singularize } from '../../names.ts'
import { draftPlainText } from '../draft.ts'
import { readRequests } from '../requests.ts'
import type { Form, FormSection, FormTable } from '../statement.ts'
import type { Words } from '../words.ts'

type Segment = { readonly name: string; readonly isLast: boolean }

/** Finds names that end the texts of several endpoints, or fill a column, and that other parts use too. */
export function findRecurringCallers({ before, sections }: Form, words: Words): string[] {
  const about = `${before}\n${joinTexts(sections.filter(({ part }) => part !== 'endpoints'))}`.toLowerCase()
  const callersText = joinTexts(sections.filter(({ part }) => part === 'authentication' || part === 'service'))
  const isUsed = (name: string): boolean => new RegExp(`(?<!\\p{L})${singularize(name).slice(0, -1)}\\p{L}{0,3}(?!\\p{L})`, 'u').test(about)
  const isAbout = (name: string): boolean => new RegExp(`(?<!\\p{L})${name}(?!\\p{L})`, 'iu').test(callersText)
  const statesText = joinTexts(sections.filter(({ part }) => part === 'states'))
  // "Draft only" is a state, not a caller.
  const isState = (name: string): boolean => new RegExp(`(?<!\\p{L})(?:${name}|${singularize(name)})(?!\\p{L})`, 'iu').test(statesText)
  const counts = new Map<string, { all: number; last: number }>()
  const names = new Set<string>()
  const paths = new Set<string>()
  const subjects = new Map<string, boolean>()
  for (const { part, blocks } of sections) {
    for (const [index, block] of (part === 'endpoints' ? blocks : []).entries()) {
      if (block.kind === 'table') {
        const column = findCallerColumn(block, words)
        if (column !== undefined)
          for (const { cells } of block.rows) for (const { name } of splitSegments(cells[column] ?? '', words)) names.add(name)
        continue
      }
      const { statement, paragraph } = block
      if (statement.kind === 'sample') continue
      for (const { path } of readRequests(statement.text)) for (const each of path.split('/')) paths.add(singularize(each.toLowerCase()))
      const labelled = readRequests(statement.text).length > 0 ? undefined : words.callerLabel.exec(statement.text.trim())?.[1]
      if (labelled !== undefined) names.add(labelled.toLowerCase())
      if (statement.kind === 'sentence')
        for (const each of findSaidCallers(statement.text, words))
          subjects.set(
            each,
            subjects.get(each) === true || (readRequests(statement.text).length > 0 && words.mayCall.test(draftPlainText(statement.text))),
          )
      if (readRequests(statement.text).length === 0) continue
      const behind = statement.kind === 'item' ? [] : listFurtherSentences(blocks.slice(index + 1), paragraph)
      for (const text of [cutRequest(statement.text), ...behind])
        for (const [, only] of text.matchAll(words.onlyCaller))
          if (!words.deedWord.test(only!) && (!isState(only!) || isAbout(only!))) names.add(only!.toLowerCase())
      const seen = new Map(
        [cutRequest(statement.text), ...behind]
          .flatMap((text) => splitSegments(text, words))
          .map(({ name, isLast }) => [singularize(name), isLast]),
      )
      for (const [name, isLast] of seen) {
        const before = counts.get(name) ?? { all: 0, last: 0 }
        counts.set(name, { all: before.all + 1, last: before.last + (isLast ? 1 : 0) })
      }
    }
  }
  for (const each of findEnclosedCallers(sections, words)) names.add(each)
  for (const [each, isCertain] of subjects) if (isCertain || (!paths.has(singularize(each)) && isUsed(each))) names.add(each)
  for (const [name, { all, last }] of counts)
    if (last > 0 && !paths.has(name) && (all > 1 || isPlural(name) || isAbout(name)) && isUsed(name)) names.add(name)
  for (const [name, { all, last }] of counts) if (paths.has(name) && last * 2 >= all && last > 1 && isUsed(name)) names.add(name)
  return [...new Set(Array.from(names, singularize))]
}

/** `POST /readings (collector, portal)`: repeated names in parentheses after most paths. */
function findEnclosedCallers(sections: readonly FormSection[], words: Words): string[] {
  const texts = sections
    .filter(({ part }) => part === 'endpoints')
    .flatMap(({ blocks }) =>
      blocks.flatMap((block) =>
        block.kind === 'text' && block.statement.kind !== 'sample' && readRequests(block.statement.text).length === 1
          ? [draftPlainText(block.statement.text).replaceAll('`', '')]
          : [],
      ),
    )
  const inside = texts.flatMap(
    (text) =>
      (
        /\s\/\S*\s*(?:(?:→|->|[–—:-])?\s*[1-3]\d\d)?\s*[–—:-]?\s*(?:\(([^()]+)\)|\[([^[\]]+)\])/.exec(text) ??
        /\s\[([^[\]]+)\]\.?$/.exec(text)
      )
        ?.slice(1)
        .find((each) => each !== undefined) ?? [],
  )
  const names = inside.map((each) =>
    each.split(/\s*(?:[,/;|+]|\band\b|\bor\b)\s*/).map((name) =>
      name
        .replace(words.article, '')
        .replace(/ only$/, '')
        .toLowerCase()
        .trim(),
    ),
  )
  const all = names.filter((each) => each.every((name) => /^\p{L}[\p{L}-]*(?: \p{L}[\p{L}-]*)?$/u.test(name)))
  const distinct = new Set(all.flat())
  const isWhole =
    texts.length > 3 &&
    inside.length * 10 >= texts.length * 6 &&
    all.length * 10 >= inside.length * 6 &&
    distinct.size * 10 <= all.flat().length * 7
  return isWhole
    ? [...distinct].filter((name) => name.length > 1 && !words.anyone.test(name) && !words.deedWord.test(name) && !words.open.test(name))
    : []
}

function joinTexts(sections: readonly FormSection[]): string {
  return sections
    .flatMap(({ title, blocks }) => [
      title,
      ...blocks.map((block) => (block.kind === 'text' ? block.statement.text : block.rows.map(({ cells }) => cells.join(' ')).join('\n'))),
    ])
    .join('\n')
}

/** A column whose cells contain few names, repeatedly. */
export function findCallerColumn({ headers, rows }: FormTable, words: Words): number | undefined {
  const isNames = (cells: readonly string[]): boolean => {
    const filled = cells.map((cell) => draftPlainText(cell)).filter((cell) => !words.marks.nothing.test(cell))
    const names = new Set(filled.flatMap((cell) => splitSegments(cell, words).map(({ name }) => name)))
    if (filled.some((cell) => words.marks.yes.test(cell) || words.marks.no.test(cell))) return false
    const isName = (cell: string): boolean =>
      words.anyone.test(cell) || words.signedOn.test(cell) || (cell.length < 60 && splitSegments(cell, words).length > 0)
    return (
      filled.length * 2 > rows.length &&
      filled.every(isName) &&
      names.size > 0 &&
      names.size <= Math.max(4, filled.length * 0.6) &&
      // Each row with a word of its own names deeds.
      (names.size < filled.length || filled.every((cell) => words.anyone.test(cell) || words.signedOn.test(cell))) &&
      !filled.some((cell) => /\d|\/|^[*`]*(?:GET|POST|PUT|PATCH|DELETE)\b/.test(cell))
    )
  }
  const fitting = headers.flatMap((_, index) => (isNames(rows.map(({ cells }) => cells[index] ?? '')) ? [index] : []))
  // A column of actions comes before the column of their callers.
  const distinct = (index: number): number => new Set(rows.map(({ cells }) => cells[index])).size
  return rows.length < 2 ? undefined : fitting.sort((a, b) => distinct(a) - distinct(b) || b - a)[0]
}

/** The further sentences of a paragraph that name no request. */
function listFurtherSentences(blocks: FormSection['blocks'], paragraph: number): string[] {
  const end = blocks.findIndex(
    (block) => block.kind !== 'text' || block.paragraph !== paragraph || readRequests(block.statement.text).length > 0,
  )
  return blocks.slice(0, end < 0 ? undefined : end).flatMap((block) => (block.kind === 'text' ? [block.statement.text] : []))
}

/** "The office may …", "ordered by parents with …". */
function findSaidCallers(text: string, words: Words): string[] {
  const plain = draftPlainText(text).replaceAll('`', '')
  const isRequest = readRequests(plain).length > 0
  const subject = /^[*`]/.test(text) ? undefined : words.callerSubject.exec(plain)?.[1]
  return [subject, ...(isRequest ? (words.doneBy.exec(plain)?.slice(1) ?? []) : [])]
    .filter((each) => each !== undefined)
    .flatMap((each) => each.toLowerCase().split(words.conjunction))
    .map((each) => each.replace(words.article, '').trim())
    .filter((each) => each.length > 2 && !words.deedWord.test(each) && !words.anyone.test(each))
}

function cutRequest(text: string): string {
  return draftPlainText(text)
    .replaceAll('`', '')
    .replaceAll(/\b(?:GET|POST|PUT|PATCH|DELETE)\b\s+\/\S*/g, '')
}

/** The nouns between the separators of a text. */
function splitSegments(text: string, words: Words): Segment[] {
  const pieces = draftPlainText(text)
    .toLowerCase()
    .replaceAll(/\([^()]*\)/g, '')
    .split(words.callerJoin)
    .map((each) => each.trim().replace(words.callerFrame, '').replace(words.article, '').replaceAll(/[.`*]/g, '').trim())
  const isName = (name: string): boolean =>
    /^\p{L}[\p{L}-]*(?: \p{L}[\p{L}-]*)?$/u.test(name) && name.length > 2 && !words.deedWord.test(name) && !words.anyone.test(name)
  return pieces.flatMap((name, index) =>
    isName(name) ? [{ name, isLast: pieces.slice(index).every((each) => each === '' || isName(each)) }] : [],
  )
}

function isPlural(name: string): boolean {
  return name.endsWith('s') && singularize(name) !== name
}
