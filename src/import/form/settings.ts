// Reads parts 5, 8 and 9 of a form: schemes, limits and versions, where the text says them in a usual way.

import { kebabCase } from '../../base/names.ts'
import { type FormDraft, askQuestion, columnsOf, draftPlainText, tableOf, takeLine } from './draft.ts'
import type { Form, FormText, Statement } from './statements.ts'
import type { Words } from './words.ts'

function textsOf(form: Form, part: Statement['part']): readonly FormText[] {
  return form.sections.filter((each) => each.part === part).flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'text'))
}

/** All statements of a part but samples, each as a line of text; rows as their cells joined. */
function linesOf(form: Form, part: Statement['part'], words: Words): { readonly text: string; readonly statement: Statement; readonly isMatrix: boolean }[] {
  return form.sections.filter((each) => each.part === part).flatMap(({ blocks }) => blocks.flatMap((block) => {
    if (block.kind === 'text') return block.statement.kind === 'sample' ? [] : [{ text: draftPlainText(block.statement.text), statement: block.statement, isMatrix: false }]
    const at = columnsOf(block.headers, ['limit', 'value'], words)
    const isMatrix = block.headers.length > 2 && (at.limit === undefined || at.value === undefined)
    return block.rows.map(({ cells, statement }) => ({ text: at.limit === undefined || at.value === undefined ? cells.map(draftPlainText).join(' ') : `${draftPlainText(cells[at.limit] ?? '')}: ${draftPlainText(cells[at.value] ?? '')}`, statement, isMatrix }))
  }))
}

export function readAuthentication(form: Form, draft: FormDraft, words: Words): void {
  const schemes: string[] = []
  for (const { statement } of textsOf(form, 'authentication').concat(rowTexts(form))) {
    const text = draftPlainText(statement.text)
    const header = words.headerKey.exec(text)
    const name = header?.[1] ?? header?.[2]
    const isBearer = words.bearer.test(text)
    if (name !== undefined && !schemes.some((each) => each.startsWith('  key:'))) schemes.push(`  key: { type: apiKey, in: header, name: ${name} }`)
    else if (isBearer && !schemes.some((each) => each.startsWith('  token:'))) {
      const all = textsOf(form, 'authentication').concat(rowTexts(form)).map((each) => each.statement.text).join(' ')
      const isJwt = /\bJWT\b/.test(all)
      const algorithms = new Set(Array.from(all.matchAll(/\b(?:RS|HS|ES|PS)(?:256|384|512)\b/g), ([algorithm]) => algorithm))
      const algorithm = algorithms.size === 1 ? `, algorithm: ${[...algorithms][0]}` : ''
      schemes.push(`  token: { type: http, scheme: bearer${isJwt ? `, bearerFormat: JWT${algorithm}` : ''} }`)
    } else continue
    takeLine(statement)
    askQuestion(statement, words.ask.scheme())
  }
  if (schemes.length > 0) draft.yaml.set('authentication', ['schemes:', ...schemes])
}

function rowTexts(form: Form): FormText[] {
  return form.sections.filter(({ part }) => part === 'authentication').flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'table' ? block.rows.map(({ statement }): FormText => ({ kind: 'text', statement, label: '' })) : [])))
}

const limitColumns = ['limit', 'value', 'per', 'at once', 'for each', 'meaning']

export function readFormLimits(form: Form, draft: FormDraft, words: Words): void {
  const used = new Set<string>()
  for (const { text, statement, isMatrix } of linesOf(form, 'limits', words)) {
    const [, size, unit, binary] = words.body.exec(text) ?? []
    if (size !== undefined) {
      if (used.has('sizes.body')) {
        askQuestion(statement, words.ask.twoSizes())
        continue
      }
      used.add('sizes.body')
      tableOf(draft, 'limits', 'keys', ['key', 'value']).rows.push({ cells: { key: 'sizes.body', value: `${size}${unit!.toUpperCase()}${binary === '' ? '' : 'i'}B` }, statement })
      takeLine(statement)
      continue
    }
    if (isMatrix) continue
    readRates(text, statement, draft, words, used)
  }
}

function readRates(text: string, statement: Statement, draft: FormDraft, words: Words, used: Set<string>): void {
  const flat = text.replace(/^(?:L\d+|[A-Z]\d+)\s*:?\s*/, '')
  const [, before, after] = /^(?:requests?|calls?|rate)\s+(?:per|for each)\s+([^:]+):\s*(.+)$/i.exec(flat) ?? []
  const line = after ?? flat
  const all = Array.from(line.matchAll(new RegExp(words.rate.source, 'gi')))
  if (all.length === 0 || !/\b(?:requests?|calls?|req|rate|anfragen?|aufrufe?)\b/i.test(text) && !all.every((found) => found[3] !== undefined)) return
  if (words.noRate.test(text)) return
  const bursts = Array.from(line.matchAll(new RegExp(words.burst.source, 'gi')))
  for (const [index, [, value, per, partition]] of all.entries()) {
    const who = (before ?? partition ?? '').trim()
    if (who === '' && all.length > 1) {
      askQuestion(statement, words.ask.limitWhom(value!))
      continue
    }
    const name = kebabCase(who === '' ? 'requests' : `per-${who}`)
    if (used.has(name)) {
      askQuestion(statement, words.ask.sameLimit())
      continue
    }
    used.add(name)
    const burst = bursts.length === all.length ? bursts[index]![1]!.replaceAll(/[ ,]/g, '') : ''
    const isAddress = words.address.test(who)
    tableOf(draft, 'limits', 'rates', limitColumns).rows.push({ cells: { limit: name, value: value!.replaceAll(/[ ,]/g, ''), per: words.units[per!.toLowerCase()] ?? per!, 'at once': burst, 'for each': isAddress ? '`request.address`' : who === '' && !words.partition.test(line) ? '' : 'not shown', meaning: text }, statement })
    takeLine(statement)
    if (!isAddress) askQuestion(statement, who === '' ? words.ask.limitEach() : words.ask.partition(who))
    else if (/\b(?:without|with|only|if)\b|\/\w/.test(line)) askQuestion(statement, words.ask.limitWhere())
  }
}

export function readVersions(form: Form, draft: FormDraft): void {
  const lines = form.sections.filter(({ part }) => part === 'versioning').flatMap(({ blocks }) => blocks.flatMap((block): Statement[] => (block.kind === 'text' ? [block.statement] : block.rows.map(({ statement }) => statement))))
  const inPath = lines.find(({ text }) => /\b(?:path|url|address|adresse|pfad)\b/i.test(text) && new Set(text.match(/\bv\d+\b/g)).size === 1)
  const version = /\b(v\d+)\b/.exec(inPath?.text ?? '')?.[1]
  if (inPath === undefined || version === undefined) return
  const { rows } = tableOf(draft, 'versioning', 'keys', ['key', 'value'])
  rows.push({ cells: { key: 'scheme', value: 'path' }, statement: inPath }, { cells: { key: 'current', value: version }, statement: inPath })
  takeLine(inPath)
}
