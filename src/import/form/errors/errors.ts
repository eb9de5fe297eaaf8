// Reads part 7 of a form: errors with their statuses and conditions, from tables, lists, headings and sentences.

import { normaliseSpelling } from '../../names.ts'
import { type DraftRow, type FormDraft, askQuestion, mapColumns, namesInText, draftPlainText, openTable, takeLine } from '../draft.ts'
import type { FormResources } from '../resource.ts'
import { readErrorData, readMentionedErrors } from './error-mentions.ts'
import { type AddError, codeForm, readErrorText, readOnlyError } from './error-texts.ts'
import { openErrors } from './open-errors.ts'
import type { Form, FormSection, Statement } from '../statement.ts'
import type { Words } from '../words.ts'

type FormTable = Extract<FormSection['blocks'][number], { kind: 'table' }>

const errorColumns = ['error', 'when', 'status', 'meaning']

export function readErrors(form: Form, draft: FormDraft, resources: FormResources, words: Words): void {
  const statuses = new Map<string, { readonly status: string; readonly statement: Statement }>()
  const conditions = new Set<string>()
  const add = (code: string, status: string, meaning: string, statement: Statement): void => {
    const before = statuses.get(code)
    if (before !== undefined) {
      const { rows } = openTable(draft, 'errors', 'errors', errorColumns)
      const row = rows.find(({ cells }) => cells['error'] === code)
      if (before.status !== status && row !== undefined) {
        row.cells['status'] = 'not shown'
        askQuestion(before.statement, words.ask.twoStatuses(code, status, statement.line, before.status))
      }
      if (before.status !== status) askQuestion(statement, words.ask.twoStatuses(code, before.status, before.statement.line, status))
      else askQuestion(statement, words.ask.sameLine(code, before.statement.line))
      return
    }
    statuses.set(code, { status, statement })
    const condition = words.condition.find(([pattern, name]) => pattern.test(code) && !conditions.has(name))?.[1]
    if (condition !== undefined) conditions.add(condition)
    openTable(draft, 'errors', 'errors', errorColumns).rows.push({
      cells: { error: code, when: condition ?? 'not shown', status, meaning },
      statement,
    })
    takeLine(statement)
  }
  for (const section of form.sections.filter(({ part }) => part === 'errors')) {
    readErrorSection(section, words, add)
    for (const block of section.blocks) {
      if (block.kind === 'text' && block.statement.outcome !== undefined) continue
      if (block.kind === 'table') readErrorRows(block, words, add)
      else if (block.statement.kind !== 'sample') readErrorText(block.statement, block.label, words, add)
      else for (const { code, status } of readErrorData(block.statement.text)) add(code, status, '', block.statement)
    }
  }
  for (const { code, status, statement } of readMentionedErrors(form)) {
    if (statuses.get(code)?.status === status) continue
    askQuestion(statement, words.ask.beside())
    add(code, status, '', statement)
  }
  const known = new Map([...statuses].map(([code, { status }]) => [code, status]))
  for (const { code, status, statement } of openErrors(form, known, resources, words)) {
    add(code, status, '', statement)
    askQuestion(statement, status === 'not shown' ? words.ask.errorStatus(code) : words.ask.beside())
  }
  nameConditions(openTable(draft, 'errors', 'errors', errorColumns).rows, conditions, resources, words)
}

/** Fills in the conditions that a code or status determines; each other condition becomes a question. */
function nameConditions(rows: readonly DraftRow[], conditions: Set<string>, { all }: FormResources, words: Words): void {
  for (const { cells, statement } of rows.filter(({ cells }) => cells['when'] === 'not shown')) {
    const [code = '', status = ''] = [cells['error'], cells['status']]
    const usual = rows.filter((row) => row.cells['status'] === status).length === 1 ? statusConditions[status] : undefined
    const invalid = words.invalidMeaning.test(cells['meaning'] ?? '') && /^(?:400|422)$/.test(status) ? 'invalid' : undefined
    const plain = words.takenCode.map((pattern) => pattern.exec(code)?.[1]).find((each) => each !== undefined)
    const unique =
      plain === undefined
        ? []
        : all.flatMap(({ name, fields }) =>
            [...fields].flatMap(([field, { rules }]) =>
              [...rules].some((rule) => rule.startsWith('unique')) && normaliseSpelling(field) === normaliseSpelling(plain)
                ? [`duplicate ${name}.${field}`]
                : [],
            ),
          )
    const condition = [usual, invalid, unique.length === 1 ? unique[0] : undefined].find(
      (each) => each !== undefined && !conditions.has(each),
    )
    if (condition === undefined) {
      if (statement !== undefined) askQuestion(statement, words.ask.errorWhen(code))
      continue
    }
    conditions.add(condition)
    cells['when'] = condition
  }
}

/** The usual condition of a status that only one error has. */
const statusConditions: { readonly [status: string]: string } = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not-found',
  405: 'method-not-allowed',
  406: 'not-acceptable',
  412: 'precondition-failed',
  413: 'too-large',
  415: 'unsupported-media',
  428: 'precondition-required',
  429: 'rate-limited',
  500: 'internal',
}

/** Finds the columns of statuses and codes by header, otherwise by the content of all their cells. */
function findErrorColumns(
  table: FormTable,
  words: Words,
): { readonly status: number; readonly error: number; readonly meaning: number | undefined } | undefined {
  const at = mapColumns(table.headers, ['status', 'error', 'meaning'], words)
  const column = (index: number): string[] => table.rows.map(({ cells }) => draftPlainText(cells[index] ?? '').replaceAll('`', ''))
  const indices = table.headers.map((_, index) => index)
  const isStatus = (index: number): boolean => column(index).every((cell) => /\b[1-5]\d\d\b/.test(cell))
  const isCode = (index: number): boolean => column(index).every((cell) => cell.split(/\s*[,/]\s*/).every((each) => codeForm.test(each)))
  const status = at.status !== undefined && isStatus(at.status) ? at.status : indices.find(isStatus)
  const isNamed =
    at.error !== undefined && at.error !== status && column(at.error).every((cell) => codeForm.test(cell.split(/[\s,(]/)[0] ?? ''))
  const error = isNamed
    ? at.error
    : (indices.find((index) => index !== status && isCode(index)) ?? (at.error === status ? undefined : at.error) ?? status)
  if (status === undefined || error === undefined || table.rows.length === 0) return undefined
  const meaning =
    at.meaning !== undefined && at.meaning !== status && at.meaning !== error
      ? at.meaning
      : indices.find((index) => index !== status && index !== error && column(index).some((cell) => /\s/.test(cell)))
  return { status, error, meaning }
}

function readErrorRows(table: FormTable, words: Words, add: AddError): void {
  const at = findErrorColumns(table, words)
  if (at === undefined) return
  for (const { cells, statement } of table.rows) {
    const meanings = at.meaning === undefined ? '' : draftPlainText(cells[at.meaning] ?? '')
    if (at.status === at.error) {
      const only = readOnlyError(cells[at.error] ?? '', words)
      if (only === undefined) askQuestion(statement, words.ask.codeStatuses())
      else add(only.code, only.status, meanings, statement)
      continue
    }
    const statuses = Array.from((cells[at.status] ?? '').matchAll(/\b[1-5]\d\d\b/g), ([status]) => status)
    const text = cells[at.error] ?? ''
    const codes = namesInText(text.includes('`') ? text.replace(/`\s*(?:\([^)]*\)|[-–+].*?(?=,\s*`|$))/g, '`') : text)
    const more = draftPlainText(text.replaceAll(/`[^`]*`/g, '').replaceAll(/[\s,/]+/g, ' '))
    const paired = statuses.length === codes.length
    if (codes.length === 0 || !codes.every((each) => codeForm.test(each)) || !(paired || statuses.length === 1)) {
      askQuestion(statement, words.ask.codeStatuses())
      continue
    }
    const each = meanings.split(/\s+\/\s+|\s*;\s+/)
    for (const [index, code] of codes.entries())
      add(
        code,
        paired ? statuses[index]! : statuses[0]!,
        codes.length > 1 && each.length === codes.length ? each[index]! : meanings,
        statement,
      )
    if (text.includes('`') && more.length > 3) askQuestion(statement, words.ask.asksFor(more))
  }
}

/** A heading with a code, followed by the status. */
function readErrorSection({ blocks }: FormSection, words: Words, add: AddError): void {
  const [head, ...others] = blocks.flatMap((block) => (block.kind === 'text' && block.statement.kind !== 'sample' ? [block.statement] : []))
  if (head?.kind !== 'heading') return
  const below = others.map(({ text }) => draftPlainText(text)).join(' ')
  const [, code] = /^`?([A-Za-z][\w.-]*)`?(?:\s*\([45]\d\d\))?$/.exec(head.text) ?? []
  const [, own] = /\(([45]\d\d)\)$/.exec(head.text) ?? []
  const found =
    readOnlyError(head.text, words) ??
    (code === undefined
      ? undefined
      : own !== undefined
        ? { code, status: own, meaning: '' }
        : readOnlyError(`\`${code}\` ${below.replaceAll('`', '')}`, words))
  if (found === undefined) return
  add(found.code, found.status, found.meaning === '' || own !== undefined ? below : found.meaning, head)
  for (const statement of others) takeLine(statement)
}
