// Finds callers in the lists beside callers that are already known.

import { singularize } from '../../names.ts'
import { mapColumns, draftPlainText } from '../draft.ts'
import { readRequests } from '../requests.ts'
import type { Form } from '../statement.ts'
import type { Words } from '../words.ts'

/** Names beside known callers after a request: "desk and patients", "desk for everybody, patients for themselves". */
export function readParallelCallers({ sections }: Form, names: ReadonlySet<string>, words: Words): string[] {
  const called = sections
    .filter(({ part }) => part === 'endpoints')
    .flatMap(({ blocks }) => blocks.map((block) => (block.kind === 'text' ? block.statement.text.toLowerCase() : '')))
  const counts = new Map<string, number>()
  for (const piece of called.flatMap((text) => text.split(/\s[–—-]\s|[,:;().]/)))
    counts.set(piece.trim(), (counts.get(piece.trim()) ?? 0) + 1)
  const recurs = (name: string): boolean => (counts.get(name.toLowerCase()) ?? 0) > 1
  return sections
    .filter(({ part }) => part === 'endpoints')
    .flatMap(({ blocks }) =>
      blocks.flatMap((block) => {
        const text =
          block.kind === 'text' && block.statement.kind !== 'sample' && readRequests(block.statement.text).length === 1
            ? draftPlainText(block.statement.text).replaceAll('`', '')
            : ''
        const behind = /^.*\s\/\S*?(?:\s*\([^()]*\))*\s*(?::|\s[–—-])\s+(.+?)\.?$/.exec(text.replace(/\s*\([^()]*\)\.?$/, ''))?.[1]
        const [first = '', ...others] = behind?.split(words.conjunction).map((each) => each.replace(words.article, '').trim()) ?? []
        const isKnown = [...names].some(
          (name) => first.toLowerCase() === name || first.toLowerCase().startsWith(`${name} `) || singularize(first.toLowerCase()) === name,
        )
        if (!isKnown || others.length === 0) return []
        // A name of several words recurs: "inspector, head of section".
        const alone = [first, ...others].every(
          (each) => (/^\p{L}[\p{L}-]*$/u.test(each) || (each.split(' ').length < 4 && recurs(each))) && !words.deedWord.test(each),
        )
        return others.flatMap((each) => (alone ? [each] : (words.parallelCaller.exec(each)?.[1] ?? [])))
      }),
    )
}

/** "storeman, shotfirer, inspector": further names of lists with a known caller, if part 1 or 5 uses them, and those in columns of callers. */
export function readListedBeside({ before, sections }: Form, names: ReadonlySet<string>, words: Words): string[] {
  const about = [
    before,
    ...sections
      .filter(({ part }) => part === 'service' || part === 'authentication')
      .flatMap(({ blocks }) =>
        blocks.flatMap((block) => (block.kind === 'text' ? [block.statement.text] : block.rows.map(({ statement }) => statement.text))),
      ),
  ].join('\n')
  const verbs = new Set(listPaths({ sections }).flatMap((path) => path.split('/')))
  const isUsed = (name: string): boolean =>
    !verbs.has(name) && new RegExp(`(?<![\\p{L}-])${singularize(name).replaceAll(/[^\p{L}\d ]/gu, '.')}`, 'iu').test(about)
  const lists = listsBesideRequests({ sections }, words)
  const known = new Set([...names].map(singularize))
  const recurs = (name: string): boolean => lists.filter((list) => list.includes(name)).length > 1
  for (let size = -1; size !== known.size;) {
    size = known.size
    for (const list of lists) {
      const count = list.filter((name) => known.has(name)).length
      // In a list that is mostly unknown, a word that occurs only there may be a field.
      for (const name of count === 0 ? [] : list.filter(isUsed)) if (count * 2 >= list.length || recurs(name)) known.add(name)
    }
  }
  return [...known].filter((name) => !names.has(name))
}

function listPaths({ sections }: Pick<Form, 'sections'>): string[] {
  return sections
    .filter(({ part }) => part === 'endpoints')
    .flatMap(({ title, blocks }) => [
      title,
      ...blocks.flatMap((block) => (block.kind === 'text' ? [block.statement.text] : block.rows.map(({ statement }) => statement.text))),
    ])
    .flatMap(readRequests)
    .map(({ path }) => path)
}

/** The lists of words in the texts and columns of part 4 that may name callers. */
function listsBesideRequests({ sections }: Pick<Form, 'sections'>, words: Words): string[][] {
  const texts = sections
    .filter(({ part }) => part === 'endpoints')
    .flatMap(({ title, blocks }) => {
      const isAbout = readRequests(title).length > 0
      return blocks.flatMap((block) => {
        if (block.kind === 'table') {
          const { who } = mapColumns(block.headers, ['endpoint', 'method', 'path', 'who', 'status'], words)
          return who === undefined ? [] : block.rows.map(({ cells }) => cells[who] ?? '')
        }
        const isCalled = isAbout || readRequests(block.statement.text).length > 0
        return block.statement.kind === 'sample' || !isCalled ? [] : [block.statement.text]
      })
    })
  return texts
    .flatMap((text) =>
      draftPlainText(text)
        .replaceAll('`', '')
        .replaceAll(/\b(?:GET|POST|PUT|PATCH|DELETE)\b\s+\/\S*/g, ';')
        .split(/\s[–—-]\s|[:;.()[\]|]|→|->/),
    )
    .map((piece) =>
      piece
        .split(words.conjunction)
        .map((each) => each.replace(words.article, '').trim().toLowerCase())
        .filter((each) => each !== '' && !/^\d+$/.test(each)),
    )
    .filter(
      (list) =>
        list.length > 1 &&
        list.every(
          (name) => /^\p{L}[\p{L}_-]*(?: \p{L}[\p{L}_-]*)?$/u.test(name) && !words.deedWord.test(name) && !words.noCaller.test(name),
        ),
    )
    .map((list) => list.filter((name) => !words.anyone.test(name)).map(singularize))
}
