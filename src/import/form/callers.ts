// Finds who may call in the text of an endpoint, by the names of callers that the form uses.

import { singular } from '../names.ts'
import type { Legend } from './access.ts'
import { columnsOf, draftPlainText } from './draft.ts'
import { labelledCallers, listedCallers } from './caller-names.ts'
import { permissionIn } from './general-rules.ts'
import { recurringCallers } from './recurring-callers.ts'
import { requestsIn } from './requests.ts'
import type { Form } from './statements.ts'
import type { Words } from './words.ts'

export type FormCallers = {
  /** The callers that a text names in a clause of its own or as its subject, by their names separated by commas. */
  in(text: string): string | undefined
  isKnown(name: string): boolean
  /** The form names no callers, so that any word may be one. */
  readonly isEmpty: boolean
}

export function formCallers(form: Form, legend: Legend, words: Words): FormCallers {
  const names = new Set<string>()
  const add = (name: string): void => {
    const plain = name.replace(words.article, '').trim()
    if (/^\p{L}[\p{L}\d_-]*(?: \p{L}[\p{L}\d_-]*){0,2}$/u.test(plain)) {
      names.add(plain.toLowerCase())
      if (plain.length > 4) names.add(singular(plain.toLowerCase()))
    }
  }
  for (const [letter, { name }] of legend) for (const each of [letter, name]) add(each)
  for (const text of [form.before, ...textsAbout(form)]) {
    const plain = draftPlainText(text.replaceAll(/[`"“”]/g, '')).replaceAll(new RegExp(`\\b(?:${words.modals}) (${words.beWords})\\b`, 'gi'), words.isWord)
    const equated = Array.from(plain.matchAll(/(?:^|[,;.]\s+)(\p{L}[\p{L}_-]*) = \p{L}/gu), ([, name]) => name!)
    if (equated.length > 1 && !equated.some((each) => each.length < 2)) for (const each of equated) add(each)
    const plainList = words.roleListLine.exec(plain)?.[1]
    for (const each of plainList?.split(words.conjunction) ?? []) add(each)
    for (const pattern of words.roleLists) for (const found of plain.matchAll(pattern)) for (const each of found[1]!.split(words.conjunction)) add(each)
  }
  for (const each of listedCallers(form, words)) add(each)
  for (const each of labelledCallers(form, (name) => names.has(name.replace(words.article, '').toLowerCase()) || names.has(singular(name.replace(words.article, '').toLowerCase())) || words.anyone.test(name), words)) add(each)
  if (!namesCallers(form, names)) for (const each of recurringCallers(form, words)) add(each)
  for (const { part, blocks } of form.sections) {
    for (const block of part === 'authentication' ? blocks : []) {
      if (block.kind === 'text') {
        const permission = permissionIn(draftPlainText(block.statement.text.replaceAll('`', '')).replace(/\.$/, ''), words)
        if (permission !== undefined) add(permission.name)
        continue
      }
      const at = columnsOf(block.headers, ['who'], words)
      if (at.who === 0) for (const { cells } of block.rows) add(draftPlainText(cells[0] ?? '').replaceAll('`', ''))
    }
  }
  const isKnown = (name: string): boolean => names.has(name.toLowerCase()) || names.has(name.toLowerCase().replace(/s$/, ''))
  if (names.size === 0) return { in: (text) => (isSignedOn(text, words) ? words.signedOnCaller : undefined), isKnown, isEmpty: true }
  // `party` and `parties` name the same.
  const forms = [...names].flatMap((name) => (/[^aeiou]y$/.test(name) ? [name, `${name.slice(0, -1)}ies`] : [name]))
  const any = forms.sort((a, b) => b.length - a.length).map((name) => name.replaceAll(/[-+]/g, String.raw`\$&`)).join('|')
  const one = `(?:${words.articles} )?(?:${any})s?`
  const each = new RegExp(String.raw`(?<![\w-])(${any})s?(?![\w-])`, 'giu')
  const list = String.raw`${one}(?:\s*(?:,|/|\+|&|,?\s+(?:${words.joins}))\s*${one})*`
  const clause = new RegExp(String.raw`(?<=^|[.;:,([–—]\s*|\s-\s+)(?:(?:${words.callerLead}|${words.onlyWord}|${words.forWord})\s+)?(${list})(?:\s+${words.onlyWord})?(?=\s*(?:$|[.;,)\]–—(→]|->|\s-\s|(?:${words.mayWord})\b))`, 'iu')
  const led = new RegExp(String.raw`(?<![\p{L}-])(?:${words.callerLead})\s+(?:${words.onlyWord} )?(${list})(?![\p{L}\d_-])`, 'iu')
  const subject = new RegExp(String.raw`^(?:${words.purpose})?(?:${words.onlyWord} )?(${list})\s+(?!${words.beWord}\b)\p{Ll}`, 'iu')
  const oneOf = (name: string): string => (names.has(name) && !names.has(singular(name)) ? name : singular(name))
  const doer = new RegExp(String.raw`^(?:${words.onlyWord} )?(${list})\s+(.*)$`, 'isu')
  /** "Patients see their own, reception sees all": each clause of the sentence says what its callers may do. */
  const deedsOf = (text: string): string | undefined => {
    for (const sentence of text.split(/[.;]\s+|\s[–—-]\s/)) {
      const pieces = sentence.trim().replace(/\.$/, '').split(/,\s*(?:and\s+)?/i).map((piece) => doer.exec(piece.trim()))
      if (pieces.length > 1 && pieces.every((piece) => piece !== null && words.mayDo.test(piece[2]!))) return pieces.map((piece) => piece![1]).join(', ')
    }
    return undefined
  }
  return {
    in(text) {
      const plain = draftPlainText(text).replaceAll(/\s*\(([^()]*)\)/g, (found, inside: string) => (new RegExp(`\\b(?:${any})s?\\b`, 'iu').test(inside) || words.anyone.test(inside) ? found : '')).replaceAll(/\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, '').replaceAll('`', '').replaceAll(/\b(?:GET|POST|PUT|PATCH|DELETE)\b(?:\s+\/\S*?(?=[,.;:)]*(?:\s|$)))?|(?<=\s)\/\S+?(?=[,.;:)]*(?:\s|$))/g, '').trim()
      if (isSignedOn(text, words)) return words.signedOnCaller
      const found = deedsOf(plain) ?? clause.exec(plain)?.[1] ?? led.exec(plain)?.[1] ?? subject.exec(plain)?.[1]
      return found === undefined ? undefined : Array.from(found.matchAll(each), ([, name]) => oneOf(name!.toLowerCase())).join(', ')
    },
    isKnown,
    isEmpty: false,
  }
}

/** True if most endpoints, or their groups, name one of the callers. */
function namesCallers({ sections }: Form, names: ReadonlySet<string>): boolean {
  if (names.size < 2) return false
  const any = new RegExp(`(?<![\\p{L}-])(?:${[...names].map((name) => singular(name).replaceAll(/[^\p{L}\d ]/gu, '.')).join('|')})`, 'iu')
  const all = sections.filter(({ part }) => part === 'endpoints').flatMap(({ title, blocks }) => blocks.flatMap((block) => (block.kind === 'table' ? block.rows.map(({ statement }) => statement.text) : block.statement.kind !== 'sample' && requestsIn(block.statement.text).length > 0 ? [`${title} ${block.label} ${block.statement.text} ${blocks.map((each) => (each.kind === 'text' && each.paragraph === block.paragraph ? each.statement.text : '')).join(' ')}`] : [])))
  const withoutPaths = all.map((text) => text.replaceAll(/\/[^\s`]*/g, ''))
  return withoutPaths.length > 0 && withoutPaths.filter((text) => any.test(text)).length * 2 > withoutPaths.length
}

function textsAbout({ sections }: Form): string[] {
  return sections.filter(({ part }) => part === 'authentication' || part === 'service' || part === 'endpoints').flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'text' ? (block.statement.kind === 'sample' ? [] : [block.statement.text]) : block.rows.map(({ cells }) => cells.join(': ')))))
}

/** True if a clause of the text says that callers need no sign-on. */
export function isOpenToAll(text: string, words: Words): boolean {
  return draftPlainText(text).replaceAll(/`[^`]*`/g, '').split(/[.;,:()–—]/).some((clause) => words.anyone.test(clause.trim()) || words.openSentence.test(clause.trim()))
}

/** True if a clause of the text lets every signed-on caller call. */
function isSignedOn(text: string, words: Words): boolean {
  return draftPlainText(text).replaceAll(/`[^`]*`/g, '').split(/[.;,:()]|\s[–—-]\s/).some((clause) => words.signedOn.test(clause.trim().replace(words.signedOnFrame, '')))
}
