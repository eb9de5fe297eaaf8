// Reads parts 6 and 7 of a form: events and errors, from tables, lists and sentences.

import { normaliseSpelling } from '../names.ts'
import { type DraftRow, type FormDraft, askQuestion, columnsOf, namesInText, draftPlainText, tableOf, takeLine } from './draft.ts'
import type { FormResources } from './resource.ts'
import { errorsInData, mentionedErrors } from './error-mentions.ts'
import { openErrors } from './open-errors.ts'
import type { FormMachine } from './machine.ts'
import type { Form, FormSection, Statement } from './statement.ts'
import { isFormOf } from './triggers.ts'
import type { Words } from './words.ts'

type FormTable = Extract<FormSection['blocks'][number], { kind: 'table' }>

const errorColumns = ['error', 'when', 'status', 'meaning']

const codeForm = /^\p{L}[\p{L}\d_.-]*$/u

export function readErrors(form: Form, draft: FormDraft, resources: FormResources, words: Words): void {
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
    if (condition !== undefined) conditions.add(condition)
    tableOf(draft, 'errors', 'errors', errorColumns).rows.push({
      cells: { error: code, when: condition ?? 'not shown', status, meaning },
      statement,
    })
    takeLine(statement)
  }
  for (const section of form.sections.filter(({ part }) => part === 'errors')) {
    errorSection(section, words, add)
    for (const block of section.blocks) {
      if (block.kind === 'text' && block.statement.outcome !== undefined) continue
      if (block.kind === 'table') errorRows(block, words, add)
      else if (block.statement.kind !== 'sample') errorText(block.statement, block.label, words, add)
      else for (const { code, status } of errorsInData(block.statement.text)) add(code, status, '', block.statement)
    }
  }
  for (const { code, status, statement } of mentionedErrors(form)) {
    if (statuses.get(code)?.status === status) continue
    askQuestion(statement, words.ask.beside())
    add(code, status, '', statement)
  }
  const known = new Map([...statuses].map(([code, { status }]) => [code, status]))
  for (const { code, status, statement } of openErrors(form, known, resources, words)) {
    add(code, status, '', statement)
    askQuestion(statement, status === 'not shown' ? words.ask.errorStatus(code) : words.ask.beside())
  }
  nameConditions(tableOf(draft, 'errors', 'errors', errorColumns).rows, conditions, resources, words)
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
              rules.has('unique') && normaliseSpelling(field) === normaliseSpelling(plain) ? [`duplicate ${name}.${field}`] : [],
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

type Add = (code: string, status: string, meaning: string, statement: Statement) => void

/** Finds the columns of statuses and codes by header, otherwise by the content of all their cells. */
function errorColumnsOf(
  table: FormTable,
  words: Words,
): { readonly status: number; readonly error: number; readonly meaning: number | undefined } | undefined {
  const at = columnsOf(table.headers, ['status', 'error', 'meaning'], words)
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

function errorRows(table: FormTable, words: Words, add: Add): void {
  const at = errorColumnsOf(table, words)
  if (at === undefined) return
  for (const { cells, statement } of table.rows) {
    const meanings = at.meaning === undefined ? '' : draftPlainText(cells[at.meaning] ?? '')
    if (at.status === at.error) {
      const only = onlyError(cells[at.error] ?? '', words)
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

const codeBehind =
  /\b[45]\d\d[,;]?\s+(?:(?:and|with|code)\s+)+(?:(?:the|code|is)\s+)*([a-z][a-z\d-]*)[.\s]*$|\b[45]\d\d[,:]?\s+\(?([a-z]+(?:-[a-z\d]+)+)\)?[.\s]*$/

/** A header that comes with an answer: "429 `SLOW` + `Retry-After`". */
const answerHeader = /\s*(?:\+|&|,?\s+(?:and|with)(?: (?:a|the))?(?: header)?)\s*`[A-Z][a-z]+(?:-[A-Z][a-z]+)+`/g

/** "422 `invalid` (a field), `too_late`": several codes of one status, some with remarks. */
const remarkedCodes =
  /^[*`]*([45]\d\d)[*`]*\s*[-–—:]?\s*((?:\*{0,2}`[A-Za-z][\w.-]*`\*{0,2}(?:\s*\([^()]*\))?(?:\s*[,;/|]\s*(?:(?:or|and)\s+)?|\s+(?:or|and)\s+|\.?\s*$)){2,})$/

/** The only code and the only status in a text, with the rest of the text. */
function onlyError(
  text: string,
  { errorGlue }: Words,
): { readonly code: string; readonly status: string; readonly meaning: string } | undefined {
  const plain = text.replaceAll(/\*\*|__/g, '')
  const statuses = new Set(Array.from(plain.matchAll(/(?<![\w.-])[45]\d\d(?![\w-]|\.\d)/g), ([status]) => status))
  const quoted = Array.from(plain.matchAll(/`(?:[45]\d\d )?([A-Za-z][\w.-]*)`/g), ([, code]) => code!)
  const shaped = Array.from(
    plain.replaceAll(/`[^`]*`/g, '').matchAll(/(?<![\w./-])(?:[A-Za-z]\w*_\w+|[A-Z]{4,}|[A-Z][a-z]+(?:[A-Z][a-z]+)+)(?![\w/-]|\.\w)/g),
    ([code]) => code,
  )
  const spelt = shaped.some((each) => each.includes('_')) ? shaped.filter((each) => each.includes('_')) : shaped
  // "yields 429 and patience": a word after the status, if the text has no code.
  const behind =
    quoted.length + spelt.length > 0
      ? undefined
      : codeBehind
          .exec(plain)
          ?.slice(1)
          .find((each) => each !== undefined)
  const codes = new Set(quoted.length > 0 ? quoted : behind === undefined ? spelt : [behind])
  const [code] = codes
  const [status] = statuses
  if (codes.size !== 1 || statuses.size !== 1 || code === undefined || status === undefined) return undefined
  const rest = draftPlainText(plain.replaceAll('`', '').replace(code, ' ').replace(status, ' ').replaceAll(errorGlue, ' '))
  return {
    code,
    status,
    meaning: rest
      .replaceAll(/\s+(?=[.,;:)])|\(\s*\)|\[\s*\]/g, '')
      .replaceAll(/^[\s,;:.–—>=()→[\]-]+|[\s,;:–—>=(→[-]+$/g, '')
      .trim(),
  }
}

/** A heading with a code, followed by the status. */
function errorSection({ blocks }: FormSection, words: Words, add: Add): void {
  const [head, ...others] = blocks.flatMap((block) => (block.kind === 'text' && block.statement.kind !== 'sample' ? [block.statement] : []))
  if (head?.kind !== 'heading') return
  const below = others.map(({ text }) => draftPlainText(text)).join(' ')
  const [, code] = /^`?([A-Za-z][\w.-]*)`?(?:\s*\([45]\d\d\))?$/.exec(head.text) ?? []
  const [, own] = /\(([45]\d\d)\)$/.exec(head.text) ?? []
  const found =
    onlyError(head.text, words) ??
    (code === undefined
      ? undefined
      : own !== undefined
        ? { code, status: own, meaning: '' }
        : onlyError(`\`${code}\` ${below.replaceAll('`', '')}`, words))
  if (found === undefined) return
  add(found.code, found.status, found.meaning === '' || own !== undefined ? below : found.meaning, head)
  for (const statement of others) takeLine(statement)
}

const errorForms: readonly RegExp[] = [
  /^[*`]*(?<status>[45]\d\d)[*`]*\s*[-–:]?\s*[*`(]*(?<code>[A-Za-z][A-Za-z\d]*(?:[_.-][A-Za-z\d]+)*)[*`)]*(?:\s*(?:[-–—:,(]|if|when|wenn|\.|$)\s*(?<meaning>.*))?$/,
  /^[*`]*(?<code>[A-Za-z][A-Za-z\d]*(?:[_.-][A-Za-z\d]+)*)[*`]*\s*(?:\(|→|->|=>?|:|,|\[|[-–—])\s*(?:HTTP )?`?(?<status>[45]\d\d)\b`?[)\]]?\s*(?:[-–—:,.]\s*)?(?<meaning>.*)$/,
  /^(?<meaning>[^`]+?)\s*(?:->|→|=>|:)\s*(?<status>[45]\d\d)[\s,]+`?(?<code>[A-Za-z][\w.-]*\w)`?\.?$/,
]

function errorText(written: Statement, label: string, words: Words, addError: Add): void {
  const statement = { ...written, text: written.text.replaceAll(answerHeader, '') }
  const add: Add = (code, status, meaning) => addError(code, status, meaning, written)
  const [, common, remarked = ''] = remarkedCodes.exec(statement.text) ?? []
  if (common !== undefined && /`\*{0,2}\s*\(/.test(remarked)) {
    for (const [, code, remark = ''] of remarked.matchAll(/`([A-Za-z][\w.-]*)`\*{0,2}(?:\s*\(([^()]*)\))?/g))
      add(code!, common, draftPlainText(remark), written)
    return
  }
  const cuts = [/;\s+(?:and )?/, /[;,]\s+(?:and )?(?=.*[45]\d\d)/, /\s+and\s+(?=.*[45]\d\d)/].map((cut) => statement.text.split(cut))
  const clauses = cuts.find((all) => all.length > 1 && all.every((clause) => onlyError(clause, words) !== undefined)) ?? cuts[0]!
  const each = clauses.map((clause) => onlyError(clause, words))
  if (clauses.length > 1 && each.every((error) => error !== undefined)) {
    for (const { code, status, meaning } of each) add(code, status, meaning, statement)
    return
  }
  // "409 wrong_state, code_taken": several codes of one status.
  const [, one, list = ''] =
    /^[*`]*([45]\d\d)[*`]*\s*[-–—:]?\s*((?:[*`]*[A-Za-z]\w*(?:[_.-]\w+)*[*`]*)(?:(?:\s*[,/|]\s*|\s+(?:or|and)\s+)[*`]*[A-Za-z]\w*(?:[_.-]\w+)*[*`]*)+)\.?$/.exec(
      statement.text,
    ) ?? []
  const codes = namesInText(list, /\s*(?:[,/|]|\bor\b|\band\b)\s*/)
  if (one !== undefined && codes.length > 1 && codes.every((code) => codeForm.test(code))) {
    for (const code of codes) add(code, one, '', statement)
    return
  }
  // "403 `wrong_role`, `not_approved`: the role / the approval": the same with their meanings.
  const [, shared, quoted = '', said = ''] =
    /^[*`]*([45]\d\d)[*`]*\s*[-–—:]?\s*((?:\*{0,2}`[A-Za-z][\w.-]*`\*{0,2})(?:(?:\s*[,/|]\s*|\s+(?:or|and)\s+)\*{0,2}`[A-Za-z][\w.-]*`\*{0,2})+)\s*(?:[-–—:(]|→|->)\s*(\S.*)$/.exec(
      statement.text,
    ) ?? []
  if (shared !== undefined) {
    const names = namesInText(quoted)
    const meanings = said.split(/\s+\/\s+|\s*;\s+/)
    for (const [index, name] of names.entries())
      add(name, shared, draftPlainText(meanings.length === names.length ? meanings[index]! : said), statement)
    return
  }
  const marked = Array.from(statement.text.matchAll(/\*\*([A-Za-z][\w.-]*)\*\*|`([A-Za-z][\w.-]*)`/g), (match) => match[1] ?? match[2]!)
  const statuses = Array.from(statement.text.matchAll(/(?<![\w.-])[45]\d\d(?![\w-]|\.\d)/g), ([status]) => status)
  if (marked.length > 1 && marked.length === statuses.length) {
    for (const [index, code] of marked.entries()) add(code, statuses[index]!, '', statement)
    return
  }
  const pairs = Array.from(
    statement.text.matchAll(/(?<meaning>[^()`.;]*?)[`*]*(?<code>[A-Za-z][\w-]*[_A-Z-][\w-]*)[`*]*\s*\((?:HTTP )?(?<status>[45]\d\d)\)/g),
    ({ groups }) => groups!,
  )
  if (pairs.length > 1 && pairs.length === statuses.length) {
    for (const { code, status, meaning } of pairs)
      add(
        code!,
        status!,
        draftPlainText(meaning!)
          .replaceAll(words.errorGlue, ' ')
          .replaceAll(/^[\s,]+(?:and )?|\s+(?=\s)|[\s,]+$/g, ''),
        statement,
      )
    return
  }
  const single =
    /\b[45]\d\d[\s,:]*`[A-Za-z][\w.-]*`/.test(statement.text) && statement.text.match(/`[A-Za-z][\w.-]*`/g)!.length === 1
      ? onlyError(statement.text, words)
      : undefined
  if (single !== undefined) return add(single.code, single.status, single.meaning, statement)
  for (const form of [...errorForms, words.errorSentence]) {
    const { status, code, meaning = '' } = form.exec(statement.text)?.groups ?? {}
    if (
      status === undefined ||
      code === undefined ||
      (statement.kind === 'sentence' && !/[_`]|^\*\*|^[45]\d\d \p{L}[\p{L}\d]*(?: [–—-] |: |$)/u.test(statement.text))
    )
      continue
    return add(code, status, draftPlainText(meaning), statement)
  }
  const only = onlyError(statement.text, words)
  if (only !== undefined) return add(only.code, only.status, only.meaning, statement)
  // Codes below their common status.
  const status = /^[*`]*(?:HTTP )?([45]\d\d)\b/.exec(label)?.[1]
  const [, code, meaning = ''] =
    /^[*`]*([A-Za-z][A-Za-z\d]*(?:[_.-][A-Za-z\d]+)*)[*`]*(?:\s*(?:[-–—:,(]|$)\s*(.*))?$/.exec(statement.text) ?? []
  if (statement.kind === 'item' && status !== undefined && code !== undefined) add(code, status, draftPlainText(meaning), statement)
}

export type EventNames = { readonly resources: FormResources; readonly machines: readonly FormMachine[] }

const recordEvents: ReadonlySet<string> = new Set(['created', 'updated', 'deleted'])

/** The change that an event's name describes: `booking.confirmed`, `order.created`, `permit.lapsed`. */
function causeOf(event: string, { resources, machines }: EventNames, words: Words): string | undefined {
  const [, thing, change] = /^([A-Za-z][\w-]*)[.:]([A-Za-z][\w-]*)$/.exec(event) ?? []
  const resource = thing === undefined ? undefined : resources.named(thing.replaceAll(/[_-]/g, ' '))
  if (resource === undefined || resource.isShape || change === undefined) return undefined
  if (recordEvents.has(change)) return `${resource.name}.${change}`
  const moves = machines.find((each) => each.resource === resource)?.moves.filter(({ from }) => from[0] !== '(new)') ?? []
  const names = new Set(
    [...(machines.find((each) => each.resource === resource)?.names ?? [])].filter(
      (name) => /^[A-Za-z][\w-]*$/.test(name) && isFormOf(change, name, words),
    ),
  )
  const [only] = names
  const entering = moves.filter(({ to }) => to === change)
  if (names.size === 1 && entering.length <= 1) return `${resource.name}.${only}`
  return entering.length > 0 && names.size <= 1 ? `entry ${resource.name}.${change}` : undefined
}

/** The members of an event's data, if all of them are fields of its resource. */
function dataOf(event: string, payload: string, { resources }: EventNames): string | undefined {
  const resource = resources.named(/^\w+/.exec(event)?.[0] ?? '')
  const names = namesInText(payload)
  if (resource !== undefined && names.length === 1 && resources.named(names[0]!) === resource) return resource.name
  return resource !== undefined && names.length > 0 && names.every((each) => resource.fields.has(each))
    ? `{ ${names.join(', ')} }`
    : undefined
}

const eventForm = /^[a-z]\w*(?:[.:_-]\w+)*$/i

export function readEvents(form: Form, draft: FormDraft, known: EventNames, words: Words): void {
  const seen = new Map<string, number>()
  const add = (name: string, meaning: string, statement: Statement, payload = ''): void => {
    const before = seen.get(name)
    if (before !== undefined) {
      if (before !== statement.line) askQuestion(statement, words.ask.sameLine(name, before))
      return
    }
    seen.set(name, statement.line)
    tableOf(draft, 'events', 'events', ['event', 'on', 'data', 'meaning']).rows.push({
      cells: { event: name, on: causeOf(name, known, words) ?? 'not shown', data: dataOf(name, payload, known) ?? 'not shown', meaning },
      statement,
    })
    takeLine(statement)
    const { cells } = tableOf(draft, 'events', 'events', []).rows.at(-1)!
    if (cells['on'] === 'not shown' || cells['data'] === 'not shown') askQuestion(statement, words.ask.event(name))
  }
  for (const { blocks } of form.sections.filter(({ part }) => part === 'events')) {
    for (const block of blocks) {
      if (block.kind === 'table') {
        const at = columnsOf(block.headers, ['id', 'event', 'data'], words)
        if (at.event === undefined || at.event !== (at.id === 0 ? 1 : 0)) continue
        for (const { cells, statement } of block.rows) {
          const names = namesInText(cells[at.event] ?? '')
          const meaning = draftPlainText(
            cells
              .slice(at.event + 1)
              .filter((each) => each !== '')
              .join('; '),
          )
          if (names.every((each) => eventForm.test(each)))
            for (const name of names) add(name, meaning, statement, at.data === undefined ? '' : cells[at.data])
        }
      } else if (block.statement.kind === 'item') {
        const [, list, meaning = ''] =
          /^((?:[*]*`[a-z]\w*(?:\.\w+)*`[*]*(?:\s*,\s*)?)+)\s*(.*)$/.exec(block.statement.text) ??
          /^\*{0,2}([a-z]\w*\.\w[\w.]*)\*{0,2}\s*[-–—:(]\s*(.*)$/.exec(block.statement.text) ??
          []
        if (list !== undefined && (list.includes('.') || block.statement.text.length < 60))
          for (const name of namesInText(list)) add(name, draftPlainText(meaning).replace(/^[-–—:]\s*/, ''), block.statement)
      }
    }
  }
}
