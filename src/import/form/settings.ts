// Reads parts 5 and 9 of a form: schemes and versions in common wordings.

import { type FormDraft, askQuestion, draftPlainText, openTable, takeLine } from './draft.ts'
import type { Form, FormText, Statement } from './statement.ts'
import type { Words } from './words.ts'

function listSettingTexts(form: Form, part: Statement['part']): readonly FormText[] {
  return form.sections.filter((each) => each.part === part).flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'text'))
}

export function readAuthentication(form: Form, draft: FormDraft, words: Words): void {
  const schemes: string[] = []
  for (const { statement } of listSettingTexts(form, 'authentication').concat(listRowTexts(form))) {
    const text = draftPlainText(statement.text)
    const header = words.headerKey.exec(text)
    const name = header?.[1] ?? header?.[2]
    const isBearer = words.bearer.test(text)
    if (name !== undefined && !schemes.some((each) => each.startsWith('  key:')))
      schemes.push(`  key: { type: apiKey, in: header, name: ${name} }`)
    else if (isBearer && !schemes.some((each) => each.startsWith('  token:'))) {
      const all = listSettingTexts(form, 'authentication')
        .concat(listRowTexts(form))
        .map((each) => each.statement.text)
        .join(' ')
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

function listRowTexts(form: Form): FormText[] {
  return form.sections
    .filter(({ part }) => part === 'authentication')
    .flatMap(({ blocks }) =>
      blocks.flatMap((block) =>
        block.kind === 'table'
          ? block.rows.map(({ statement }): FormText => ({ kind: 'text', statement, label: '', paragraph: -1, depth: 0 }))
          : [],
      ),
    )
}

export function readVersions(form: Form, draft: FormDraft): void {
  const lines = form.sections
    .filter(({ part }) => part === 'versioning')
    .flatMap(({ blocks }) =>
      blocks.flatMap((block): Statement[] => (block.kind === 'text' ? [block.statement] : block.rows.map(({ statement }) => statement))),
    )
  const inPath = lines.find(
    ({ text }) => /\b(?:path|url|address|adresse|pfad)\b/i.test(text) && new Set(text.match(/\bv\d+\b/g)).size === 1,
  )
  const version = /\b(v\d+)\b/.exec(inPath?.text ?? '')?.[1]
  if (inPath === undefined || version === undefined) return
  const { rows } = openTable(draft, 'versioning', 'keys', ['key', 'value'])
  rows.push(
    { cells: { key: 'scheme', value: 'path' }, statement: inPath },
    { cells: { key: 'current', value: version }, statement: inPath },
  )
  takeLine(inPath)
}

/** The only address of the service in the form, without the version that part 9 places in the path. */
export function readAddress(form: Form, draft: FormDraft, words: Words): void {
  const lines = form.sections
    .filter(({ part }) => part === 'service' || part === 'endpoints' || part === 'resources')
    .flatMap(({ blocks }) =>
      blocks.flatMap((block): Statement[] => (block.kind === 'text' ? [block.statement] : block.rows.map(({ statement }) => statement))),
    )
  const found = lines
    .filter(({ kind, text }) => kind !== 'sample' && words.baseAddress.test(text))
    .flatMap((statement) =>
      Array.from(statement.text.matchAll(/https?:\/\/[^\s`'"<>|(){}]+/g), ([url]) => ({ statement, url: url.replace(/[.,;:/]+$/, '') })),
    )
  const [first] = found
  if (first === undefined || found.some(({ url }) => url !== first.url)) return
  const version = draft.tables.find(({ part }) => part === 'versioning')?.rows.find(({ cells }) => cells['key'] === 'current')?.cells[
    'value'
  ]
  openTable(draft, 'service', 'keys', ['key', 'value']).rows.push({
    cells: { key: 'url', value: version === undefined ? first.url : first.url.replace(new RegExp(`/${version}$`), '') },
    statement: first.statement,
  })
  takeLine(first.statement)
  const rest = first.statement.text.replace(first.url, '').replace(words.baseAddress, '')
  if (words.requirement.test(rest)) askQuestion(first.statement, words.ask.beside())
}
