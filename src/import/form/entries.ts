// Reads parts 6 and 7 of a form: events and errors, from tables, lists and sentences.

import { type FormDraft, askQuestion, columnsOf, namesInText, draftPlainText, tableOf, takeLine } from './draft.ts'
import type { Form, FormSection, Statement } from './statements.ts'
import type { Words } from './words.ts'

type FormTable = Extract<FormSection['blocks'][number], { kind: 'table' }>

const errorColumns = ['error', 'when', 'status', 'meaning']

const codeForm = /^[A-Za-z][\w.-]*$/

export function readErrors(form: Form, draft: FormDraft, words: Words): void {
  const statuses = new Map<string, { readonly status: string; readonly statement: Statement }>()
  const conditions = new Set<string>()
  const add = (code: string, status: string, meaning: string, statement: Statement): void => {
    const before = statuses.get(code)
    if (before !== undefined) {
      const { rows } = tableOf(draft, 'errors', 'errors', errorColumns)
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
    if (condition === undefined) askQuestion(statement, words.ask.errorWhen(code))
    else conditions.add(condition)
    tableOf(draft, 'errors', 'errors', errorColumns).rows.push({ cells: { error: code, when: condition ?? 'not shown', status, meaning }, statement })
    takeLine(statement)
  }
  for (const { blocks } of form.sections.filter(({ part }) => part === 'errors')) {
    for (const block of blocks) {
      if (block.kind === 'table') errorRows(block, words, add)
      else if (block.statement.kind !== 'sample') errorText(block.statement, block.label, words, add)
    }
  }
}

type Add = (code: string, status: string, meaning: string, statement: Statement) => void

function errorRows(table: FormTable, words: Words, add: Add): void {
  const at = columnsOf(table.headers, ['status', 'error', 'meaning'], words)
  if (at.status === undefined || at.error === undefined) return
  for (const { cells, statement } of table.rows) {
    const statuses = Array.from((cells[at.status] ?? '').matchAll(/\b[1-5]\d\d\b/g), ([status]) => status)
    const text = cells[at.error] ?? ''
    const codes = namesInText(text.includes('`') ? text.replace(/`\s*(?:\([^)]*\)|[-–+].*?(?=,\s*`|$))/g, '`') : text)
    const meanings = at.meaning === undefined ? '' : draftPlainText(cells[at.meaning] ?? '')
    const more = draftPlainText(text.replaceAll(/`[^`]*`/g, '').replaceAll(/[\s,/]+/g, ' '))
    const paired = statuses.length === codes.length
    if (codes.length === 0 || !codes.every((each) => codeForm.test(each)) || !(paired || statuses.length === 1)) {
      askQuestion(statement, words.ask.codeStatuses())
      continue
    }
    const each = meanings.split(/\s+\/\s+|\s*;\s+/)
    for (const [index, code] of codes.entries()) add(code, paired ? statuses[index]! : statuses[0]!, codes.length > 1 && each.length === codes.length ? each[index]! : meanings, statement)
    if (text.includes('`') && more.length > 3) askQuestion(statement, words.ask.asksFor(more))
  }
}

const errorForms: readonly RegExp[] = [
  /^[*`]*(?<status>[45]\d\d)[*`]*\s*[-–:]?\s*[*`(]*(?<code>[A-Za-z][A-Za-z\d]*(?:[_.-][A-Za-z\d]+)*)[*`)]*(?:\s*(?:[-–—:,(]|if|when|wenn|\.|$)\s*(?<meaning>.*))?$/,
  /^[*`]*(?<code>[A-Za-z][A-Za-z\d]*(?:[_.-][A-Za-z\d]+)*)[*`]*\s*(?:\(|→|->|=|:|[-–—])\s*`?(?<status>[45]\d\d)\b`?\)?\s*(?:[-–—:,.]\s*)?(?<meaning>.*)$/,
  /^(?<meaning>[^`]+?)\s*(?:->|→|=>|:)\s*(?<status>[45]\d\d)\s+`(?<code>[\w.-]+)`\.?$/,
]

function errorText(statement: Statement, label: string, words: Words, add: Add): void {
  for (const form of [...errorForms, words.errorSentence]) {
    const { status, code, meaning = '' } = form.exec(statement.text)?.groups ?? {}
    if (status === undefined || code === undefined || (statement.kind === 'sentence' && !/[_`]/.test(statement.text))) continue
    return add(code, status, draftPlainText(meaning), statement)
  }
  // Codes below the status that they have.
  const status = /^[*`]*(?:HTTP )?([45]\d\d)\b/.exec(label)?.[1]
  const [, code, meaning = ''] = /^[*`]*([A-Za-z][A-Za-z\d]*(?:[_.-][A-Za-z\d]+)*)[*`]*(?:\s*(?:[-–—:,(]|$)\s*(.*))?$/.exec(statement.text) ?? []
  if (statement.kind === 'item' && status !== undefined && code !== undefined) add(code, status, draftPlainText(meaning), statement)
}

const eventForm = /^[a-z]\w*(?:[.:_-]\w+)*$/i

export function readEvents(form: Form, draft: FormDraft, words: Words): void {
  const seen = new Map<string, number>()
  const add = (name: string, meaning: string, statement: Statement): void => {
    const before = seen.get(name)
    if (before !== undefined) {
      if (before !== statement.line) askQuestion(statement, words.ask.sameLine(name, before))
      return
    }
    seen.set(name, statement.line)
    tableOf(draft, 'events', 'events', ['event', 'on', 'data', 'meaning']).rows.push({ cells: { event: name, on: 'not shown', data: 'not shown', meaning }, statement })
    takeLine(statement)
    askQuestion(statement, words.ask.event(name))
  }
  for (const { blocks } of form.sections.filter(({ part }) => part === 'events')) {
    for (const block of blocks) {
      if (block.kind === 'table') {
        const at = columnsOf(block.headers, ['id', 'event'], words)
        if (at.event === undefined || at.event !== (at.id === 0 ? 1 : 0)) continue
        for (const { cells, statement } of block.rows) {
          const names = namesInText(cells[at.event] ?? '')
          const meaning = draftPlainText(cells.slice(at.event + 1).filter((each) => each !== '').join('; '))
          if (names.every((each) => eventForm.test(each))) for (const name of names) add(name, meaning, statement)
        }
      } else if (block.statement.kind === 'item') {
        const [, list, meaning = ''] = /^((?:[*]*`[a-z]\w*(?:\.\w+)*`[*]*(?:\s*,\s*)?)+)\s*(.*)$/.exec(block.statement.text) ?? /^\*{0,2}([a-z]\w*\.\w[\w.]*)\*{0,2}\s*[-–—:(]\s*(.*)$/.exec(block.statement.text) ?? []
        if (list !== undefined && (list.includes('.') || block.statement.text.length < 60)) for (const name of namesInText(list)) add(name, draftPlainText(meaning).replace(/^[-–—:]\s*/, ''), block.statement)
      }
    }
  }
}
