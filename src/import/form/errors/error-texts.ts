// Reads an error of part 7 in a text: its code, its status, and its meaning.

import { namesInText, draftPlainText } from '../draft.ts'
import type { Statement } from '../statement.ts'
import type { Words } from '../words.ts'

/** The form of a code. */
export const codeForm = /^\p{L}[\p{L}\d_.-]*$/u

export type AddError = (code: string, status: string, meaning: string, statement: Statement) => void

const codeBehind =
  /\b[45]\d\d[,;]?\s+(?:(?:and|with|code)\s+)+(?:(?:the|code|is)\s+)*([a-z][a-z\d-]*)[.\s]*$|\b[45]\d\d[,:]?\s+\(?([a-z]+(?:-[a-z\d]+)+)\)?[.\s]*$/

/** A header that comes with an answer: "429 `SLOW` + `Retry-After`". */
const answerHeader = /\s*(?:\+|&|,?\s+(?:and|with)(?: (?:a|the))?(?: header)?)\s*`[A-Z][a-z]+(?:-[A-Z][a-z]+)+`/g

/** "422 `invalid` (a field), `too_late`": several codes of one status, some with remarks. */
const remarkedCodes =
  /^[*`]*([45]\d\d)[*`]*\s*[-–—:]?\s*((?:\*{0,2}`[A-Za-z][\w.-]*`\*{0,2}(?:\s*\([^()]*\))?(?:\s*[,;/|]\s*(?:(?:or|and)\s+)?|\s+(?:or|and)\s+|\.?\s*$)){2,})$/

/** The only code and the only status in a text, with the rest of the text. */
export function readOnlyError(
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

const errorForms: readonly RegExp[] = [
  /^[*`]*(?<status>[45]\d\d)[*`]*\s*[-–:]?\s*[*`(]*(?<code>[A-Za-z][A-Za-z\d]*(?:[_.-][A-Za-z\d]+)*)[*`)]*(?:\s*(?:[-–—:,(]|if|when|wenn|\.|$)\s*(?<meaning>.*))?$/,
  /^[*`]*(?<code>[A-Za-z][A-Za-z\d]*(?:[_.-][A-Za-z\d]+)*)[*`]*\s*(?:\(|→|->|=>?|:|,|\[|[-–—])\s*(?:HTTP )?`?(?<status>[45]\d\d)\b`?[)\]]?\s*(?:[-–—:,.]\s*)?(?<meaning>.*)$/,
  /^(?<meaning>[^`]+?)\s*(?:->|→|=>|:)\s*(?<status>[45]\d\d)[\s,]+`?(?<code>[A-Za-z][\w.-]*\w)`?\.?$/,
]

export function readErrorText(written: Statement, label: string, words: Words, addError: AddError): void {
  // "Answers contain `code`, `message` and, for 422, `details`."
  if (words.errorBody.test(written.text)) return
  // "409 → `taken`, `late`"
  const text = written.text.replaceAll(answerHeader, '').replace(/^([*`]*[45]\d\d[*`]*)\s*(?:→|->|=>|=)\s*/, '$1 ')
  const statement = { ...written, text }
  const add: AddError = (code, status, meaning) => addError(code, status, meaning, written)
  const [, common, remarked = ''] = remarkedCodes.exec(statement.text) ?? []
  if (common !== undefined && /`\*{0,2}\s*\(/.test(remarked)) {
    for (const [, code, remark = ''] of remarked.matchAll(/`([A-Za-z][\w.-]*)`\*{0,2}(?:\s*\(([^()]*)\))?/g))
      add(code!, common, draftPlainText(remark), written)
    return
  }
  const cuts = [/;\s+(?:and )?/, /[;,]\s+(?:and )?(?=.*[45]\d\d)/, /\s+and\s+(?=.*[45]\d\d)/].map((cut) => statement.text.split(cut))
  const clauses = cuts.find((all) => all.length > 1 && all.every((clause) => readOnlyError(clause, words) !== undefined)) ?? cuts[0]!
  const each = clauses.map((clause) => readOnlyError(clause, words))
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
  const beside = Array.from(statement.text.matchAll(/(?<![\w.-])([45]\d\d)(?:\*\*|`)?[\s,:–-]*(?:\*\*)?`([A-Za-z][\w.-]*)`/g))
  if (beside.length === 1 && statuses.length === 1) {
    const [whole, status, code] = beside[0]!
    return add(
      code!,
      status!,
      draftPlainText(statement.text.replace(whole, ' ').replaceAll(words.errorGlue, ' ')).replaceAll(/^[\s,;:→>–-]+|[\s,;:→>–-]+$/g, ''),
      statement,
    )
  }
  const single =
    /\b[45]\d\d[\s,:]*`[A-Za-z][\w.-]*`/.test(statement.text) && statement.text.match(/`[A-Za-z][\w.-]*`/g)!.length === 1
      ? readOnlyError(statement.text, words)
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
  const only = readOnlyError(statement.text, words)
  if (only !== undefined) return add(only.code, only.status, only.meaning, statement)
  // Codes below their common status.
  const status = /^[*`]*(?:HTTP )?([45]\d\d)\b/.exec(label)?.[1]
  const [, code, meaning = ''] =
    /^[*`]*([A-Za-z][A-Za-z\d]*(?:[_.-][A-Za-z\d]+)*)[*`]*(?:\s*(?:[-–—:,(]|$)\s*(.*))?$/.exec(statement.text) ?? []
  if (statement.kind === 'item' && status !== undefined && code !== undefined) add(code, status, draftPlainText(meaning), statement)
}
