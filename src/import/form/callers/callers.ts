// Finds the callers in the text of an endpoint, by their names in the form.

import { singularize } from '../../names.ts'
import type { Legend } from './legend.ts'
import { mapColumns, draftPlainText } from '../draft.ts'
import { type CallerReader, makeCallerReader, isSignedOn } from './caller-clauses.ts'
import { readDefinedCallers, readLabelledCallers, readListedCallers, makeUseTest } from './caller-names.ts'
import { noCallerName, noCallerSign } from './legend.ts'
import { readPermission } from './general-rules.ts'
import { readListedBeside, readParallelCallers } from './parallel-callers.ts'
import { findRecurringCallers } from './recurring-callers.ts'
import { readRequests } from '../requests.ts'
import type { Form, FormText } from '../statement.ts'
import type { Words } from '../words.ts'

export type FormCallers = CallerReader & {
  isKnown(name: string): boolean
  /** True if the form names no callers, so that any word may be one. */
  readonly isEmpty: boolean
}

export function readFormCallers(form: Form, legend: Legend, words: Words): FormCallers {
  const names = new Set<string>()
  const add = (name: string): void => {
    const plain = name.replace(words.article, '').trim()
    const first = plain.split(/\s/)[0]!
    if (plain.includes(' ') && words.permissionWord.test(first) && !words.article.test(`${first} `)) return
    if (/^(?:the|an?|our|der|die|das|eine?)$/i.test(plain) || plain.endsWith('_id') || words.noCaller.test(plain)) return
    if (/^\p{L}[\p{L}\d_-]*(?: \p{L}[\p{L}\d_-]*){0,2}$/u.test(plain)) {
      names.add(plain.toLowerCase())
      if (plain.length > 4) names.add(singularize(plain.toLowerCase()))
    }
  }
  for (const [letter, { name }] of legend)
    for (const each of letter === noCallerSign || letter === noCallerName ? [] : [letter, name]) add(each)
  for (const text of [form.before, ...listTextsAbout(form)]) {
    const plain = draftPlainText(text.replaceAll(/[`"“”]/g, '')).replaceAll(
      new RegExp(`\\b(?:${words.modals}) (${words.beWords})\\b`, 'gi'),
      words.isWord,
    )
    const equated = Array.from(plain.matchAll(/(?:^|[,;.]\s+)(\p{L}[\p{L}_-]*) = \p{L}/gu), ([, name]) => name!)
    if (equated.length > 1 && !equated.some((each) => each.length < 2)) for (const each of equated) add(each)
    const plainList = words.roleListLine.exec(plain)?.[1]
    for (const each of plainList?.split(words.conjunction) ?? []) add(each)
    // "Callers are `clerk` (us), `agent` (from outside) and `finance`": remarks do not interrupt the list.
    const bare = plain.replaceAll(/\s*\([^()]*\)/g, '')
    for (const pattern of words.roleLists)
      for (const match of [...plain.matchAll(pattern), ...(bare === plain ? [] : bare.matchAll(pattern))])
        for (const each of match[1]!.replaceAll('|', ',').split(words.conjunction)) add(each)
  }
  for (const each of [...readListedCallers(form, words), ...readDefinedCallers(form, words)]) add(each)
  for (const each of readLabelledCallers(
    form,
    (name) =>
      names.has(name.replace(words.article, '').toLowerCase()) ||
      names.has(singularize(name.replace(words.article, '').toLowerCase())) ||
      words.anyone.test(name),
    words,
  ))
    add(each)
  for (const each of readListedNames(form, words)) add(each)
  if (!namesCallers(form, names)) for (const each of findRecurringCallers(form, words)) add(each)
  for (const each of readUsedLists(form, words)) add(each)
  for (const { part, blocks } of form.sections) {
    for (const block of part === 'authentication' ? blocks : []) {
      if (block.kind === 'text') {
        const permission = readPermission(draftPlainText(block.statement.text.replaceAll('`', '')).replace(/\.$/, ''), words)
        if (permission !== undefined) add(permission.name)
        continue
      }
      const at = mapColumns(block.headers, ['who'], words)
      if (at.who === 0) for (const { cells } of block.rows) add(draftPlainText(cells[0] ?? '').replaceAll('`', ''))
    }
  }
  for (const each of readParallelCallers(form, names, words)) add(each)
  for (const each of readListedBeside(form, names, words)) add(each)
  const isKnown = (name: string): boolean => names.has(name.toLowerCase()) || names.has(name.toLowerCase().replace(/s$/, ''))
  if (names.size === 0)
    return {
      callersIn: (text) => (isSignedOn(text, words) ? words.signedOnCaller : undefined),
      isAlso: () => false,
      isKnown,
      isEmpty: true,
    }
  return { ...makeCallerReader(names, words), isKnown, isEmpty: false }
}

/** Names in a list of part 5, if part 4 uses most of them: "whether they are desk, clinician or manager". */
function readUsedLists({ sections }: Form, words: Words): string[] {
  const isUsed = makeUseTest(sections)
  return listTextsAbout({ sections: sections.filter(({ part }) => part === 'authentication') })
    .flatMap((text) =>
      Array.from(draftPlainText(text.replaceAll(/[`"“”]/g, '')).matchAll(words.namedList), ([, list]) =>
        list!
          .split(words.conjunction)
          .map((each) => each.replace(words.article, '').trim())
          .filter((each) => each !== ''),
      ),
    )
    .filter(
      (names) =>
        names.length > 1 &&
        names.filter(isUsed).length * 3 >= names.length * 2 &&
        !names.some((name) => words.noCaller.test(name) || words.credential.test(name)),
    )
    .flat()
}

/** The names that begin the items of a list in part 1 or 5, if part 4 uses most of them. */
function readListedNames({ sections }: Form, words: Words): string[] {
  const isUsed = makeUseTest(sections)
  return sections
    .filter(({ part }) => part === 'authentication' || part === 'service')
    .flatMap(({ blocks }) => {
      const items = blocks.filter((block) => block.kind === 'text' && block.statement.kind === 'item' && block.depth === 0) as FormText[]
      return [...new Set(items.map(({ paragraph }) => paragraph))].flatMap((paragraph) => {
        const own = items.filter((each) => each.paragraph === paragraph)
        const names = own
          .flatMap(
            ({ statement }) =>
              /^[*_`]*(\p{L}[\p{L}\d_-]*(?: [\p{L}\d_-]+){0,3})[*_`]*\s*(?:$|[.;:,(–—=]|\s-\s)/u.exec(statement.text.trim())?.[1] ?? [],
          )
          .filter((name) => !words.noCaller.test(name) && !words.credential.test(name) && !words.anyone.test(name))
        return names.length > 1 && names.length * 3 >= own.length * 2 && names.filter(isUsed).length * 3 >= names.length * 2 ? names : []
      })
    })
}

/** True if most endpoints, or their groups, name one of the callers. */
function namesCallers({ sections }: Form, names: ReadonlySet<string>): boolean {
  if (names.size < 2) return false
  const any = new RegExp(
    `(?<![\\p{L}-])(?:${[...names].map((name) => singularize(name).replaceAll(/[^\p{L}\d ]/gu, '.')).join('|')})`,
    'iu',
  )
  const all = sections
    .filter(({ part }) => part === 'endpoints')
    .flatMap(({ title, blocks }) =>
      blocks.flatMap((block) =>
        block.kind === 'table'
          ? block.rows.map(({ statement }) => statement.text)
          : block.statement.kind !== 'sample' && readRequests(block.statement.text).length > 0
            ? [
                `${title} ${block.label} ${block.statement.text} ${blocks.map((each) => (each.kind === 'text' && each.paragraph === block.paragraph ? each.statement.text : '')).join(' ')}`,
              ]
            : [],
      ),
    )
  const withoutPaths = all.map((text) => text.replaceAll(/\/[^\s`]*/g, ''))
  return withoutPaths.length > 0 && withoutPaths.filter((text) => any.test(text)).length * 2 > withoutPaths.length
}

function listTextsAbout({ sections }: Pick<Form, 'sections'>): string[] {
  return sections
    .filter(({ part }) => part === 'authentication' || part === 'service' || part === 'endpoints')
    .flatMap(({ blocks }) =>
      blocks.flatMap((block) =>
        block.kind === 'text'
          ? block.statement.kind === 'sample'
            ? []
            : [block.statement.text]
          : block.rows.map(({ cells }) => cells.join(': ')),
      ),
    )
}
