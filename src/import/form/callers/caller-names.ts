// Collects the names of callers from lists of people, tables, claims of tokens and labels of endpoints.

import { normaliseSpelling, singularize } from '../../names.ts'
import { mapColumns, draftPlainText } from '../draft.ts'
import { readRequests } from '../requests.ts'
import type { Form, FormSection, FormText } from '../statement.ts'
import type { Words } from '../words.ts'

/** The names as written in the form. `isCaller`: true for names that are known from elsewhere. */
export function readListedCallers({ sections }: Form, words: Words): string[] {
  const isUsed = makeUseTest(sections)
  return sections
    .filter(({ part, level }) => part === 'service' || part === 'authentication' || (part === 'endpoints' && level === 2))
    .flatMap((section) =>
      section.part === 'endpoints'
        ? section.blocks.flatMap((block) => (block.kind === 'text' ? readPeopleInSentence(block, words) : []))
        : [...readPeople(section, isUsed, words), ...readClaimedNames(section, words)],
    )
}

/** "Who uses it:" before a list, or a table with a column for callers. */
function readPeople(section: FormSection, isUsed: (name: string) => boolean, words: Words): string[] {
  const { title, blocks } = section
  return blocks.flatMap((block) => {
    if (block.kind === 'table') {
      const at = mapColumns(block.headers, ['who', 'meaning'], words)
      // "| Head office | `office` |": a name in code beside the whole one.
      const isShort = (cell: string, index: number): boolean => index > 0 && /^`[\p{L}][\p{L}\d_-]*`$/u.test(cell.trim())
      return at.who === 0
        ? block.rows.flatMap(({ cells }) => [cells[0] ?? '', ...cells.filter(isShort)].flatMap((each) => namesIn(each, words)))
        : []
    }
    const { statement, label, depth } = block
    const said = readPeopleInSentence(block, words)
    if (said.length > 0) return said
    // "- Callers" above the names.
    const isHead = words.peopleLead.test(label) && (depth === 0 || (depth === 1 && label.split(' ').length < 6))
    const isListed = statement.kind === 'item' && (isHead || (depth === 0 && words.peopleLead.test(title)))
    const credited =
      section.part === 'authentication' && statement.kind === 'item' && words.credential.test(statement.text)
        ? words.credited.exec(draftPlainText(statement.text).replaceAll('`', ''))?.[1]
        : undefined
    if (credited !== undefined && !isListed) return namesIn(credited, words)
    // "member: GET /loans, …" in part 5.
    const permitted =
      section.part === 'authentication' && statement.kind === 'item' && readRequests(statement.text).length > 0
        ? /^[*_`]*(\p{L}[\p{L} -]{1,28}?)[*_`]*\s*(?::|\s[–—-])\s/u.exec(statement.text)?.[1]
        : undefined
    if (permitted !== undefined && !isListed) return namesIn(permitted, words)
    const alias = /\s=\s+(\p{L}[\p{L} -]*?)[*`]*(?=\s*(?:$|[(,;.]))/u.exec(statement.text)?.[1]
    return isListed && alias !== undefined
      ? namesIn(alias, words)
      : isListed
        ? namesIn(findPerson(statement.text, isUsed, words), words)
        : []
  })
}

/** The person whom an item describes: the marked name at its beginning, or the longest one that part 4 uses too. */
function findPerson(text: string, isUsed: (name: string) => boolean, words: Words): string {
  const marked = /^(?:the |an? )?(?<mark>`|\*\*|\*|_)(?<name>\p{L}[\p{L}\d_-]*(?: [\p{L}\d_-]+){0,2})[:.]?\k<mark>(?![\p{L}\d])/iu.exec(
    text,
  )?.groups?.['name']
  const plain = draftPlainText(text).replaceAll(/[`*]/g, '').replace(words.article, '')
  const begun = [3, 2, 1].map(
    (count) => new RegExp(String.raw`^\p{L}[\p{L}\d_-]*(?: [\p{L}\d_-]+){${count - 1}}(?![\p{L}\d_-])`, 'u').exec(plain)?.[0],
  )
  return marked ?? words.personStart.exec(plain)?.[1] ?? begun.find((name) => name !== undefined && isUsed(name)) ?? ''
}

/** Tests whether the endpoints name a caller. */
export function makeUseTest(sections: Form['sections']): (name: string) => boolean {
  const used = sections
    .filter(({ part }) => part === 'endpoints')
    .flatMap(({ title, blocks }) => [
      title,
      ...blocks.flatMap((block) =>
        block.kind === 'table' ? [block.headers.join(' '), ...block.rows.map(({ statement }) => statement.text)] : [block.statement.text],
      ),
    ])
    .join('\n')
    .replaceAll(/\/[^\s`]*/g, '')
  return (name) => new RegExp(`(?<![\\p{L}-])${singularize(name).replaceAll(/[^\p{L}\d ]/gu, '.')}`, 'iu').test(used)
}

/** "Who: `host` (makes a show), `editor` (staff)": a list in a sentence. */
function readPeopleInSentence({ statement }: FormText, words: Words): string[] {
  const [, lead, list] = statement.kind === 'sample' ? [] : (/^[*_]*([^:.]{2,40}):[*_]*\s+(\S.*)$/s.exec(statement.text) ?? [])
  if (
    lead === undefined ||
    list === undefined ||
    !(words.peopleLead.test(lead) || words.whoWord.test(lead)) ||
    readRequests(list).length > 0
  )
    return []
  // "**clerk** keeps the books; **courier** carries": the marked names, with any sentence after each.
  const marked = list
    .split(/[;,.]\s+/)
    .flatMap((piece) => /^(?:(?:and|or|the|an?) )*(\*\*|`)(\p{L}[\p{L}\d_-]*(?: [\p{L}\d_-]+){0,2})\1/iu.exec(piece)?.[2] ?? [])
  if (marked.length > 1) return marked.flatMap((name) => namesIn(name, words))
  const names = draftPlainText(list)
    .replaceAll('`', '')
    .replaceAll(/\s*\([^()]*\)/g, '')
    .split(/\.\s/)[0]!
    .replace(/\.$/, '')
    .replaceAll(';', ',')
    .split(words.conjunction)
    .flatMap((piece) => words.personStart.exec(piece)?.[1] ?? [])
  return names.length > 1 ? names.flatMap((name) => namesIn(name, words)) : []
}

/** `"Auditor" means a member of …`: defined terms that are subjects of sentences about endpoints. */
export function readDefinedCallers({ before, sections }: Form, words: Words): string[] {
  const texts = sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) =>
      block.kind === 'text'
        ? block.statement.kind === 'sample'
          ? []
          : [block.statement.text]
        : block.rows.map(({ statement }) => statement.text),
    ),
  )
  const terms = [before, ...texts].flatMap((text) =>
    Array.from(text.matchAll(words.definedTerm), (found) => found.slice(1).find((each) => each !== undefined)!),
  )
  const calls = sections
    .filter(({ part }) => part === 'endpoints')
    .flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === 'text' && block.statement.kind !== 'sample' ? [draftPlainText(block.statement.text)] : [])),
    )
  return terms.filter((term) => {
    const subject = new RegExp(
      `(?:^|[.;,]\\s+|\\b(?:${words.joins})\\s+)(?:${words.onlyWord}\\s+)?(?:${words.articles}\\s+)?${term.replaceAll(/[^\p{L}\d ]/gu, '.')}s?\\s+(?!${words.beWord}\\b)\\p{Ll}`,
      'iu',
    )
    return calls.some((text) => readRequests(text).length > 0 && subject.test(text))
  })
}

function readClaimedNames({ blocks }: FormSection, words: Words): string[] {
  return blocks
    .flatMap((block) => (block.kind === 'text' ? [block.statement.text] : block.rows.map(({ statement }) => statement.text)))
    .flatMap((text) => {
      const plain = draftPlainText(text.replaceAll(/[`"“”]/g, '')).replaceAll(/\s*\([^()]*\)/g, '')
      return words.claimLists
        .flatMap((pattern) => Array.from(plain.matchAll(pattern), ([, list]) => list!))
        .flatMap((list) => list.split(words.conjunction))
        .flatMap((each) => namesIn(each, words))
    })
}

/** The labels of groups of endpoints, if they are callers: at least one is known, and none is the name of a collection in a path. */
export function readLabelledCallers({ sections }: Form, isKnown: (name: string) => boolean, words: Words): string[] {
  const own = sections.filter(({ part }) => part === 'endpoints')
  const collected = new Set(
    own
      .flatMap(({ title, blocks }) => [
        title,
        ...blocks.flatMap((block) => (block.kind === 'text' ? [block.statement.text] : block.rows.map(({ statement }) => statement.text))),
      ])
      .flatMap(readRequests)
      .map(({ path }) => simplifyName(path.split('/')[1] ?? '')),
  )
  const labels = new Set(
    own
      .flatMap(({ title, blocks }) => [
        title,
        ...blocks.flatMap((block) =>
          block.kind === 'text' && block.statement.kind === 'item' && readRequests(block.statement.text).length > 0 ? [block.label] : [],
        ),
      ])
      .filter((label) => label !== '' && readRequests(label).length === 0)
      .map((label) => groupName(label, words)),
  )
  const withToken = [...labels].flatMap((label) => words.withToken.exec(label)?.[1] ?? [])
  const names = [...labels].flatMap((label) => label.split(words.conjunction)).filter((each) => each !== '')
  const isOpen = (name: string): boolean => words.anyone.test(name) || words.openSentence.test(name)
  if (names.length < 2 || names.some((name) => collected.has(simplifyName(name)) && !isKnown(name)) || !names.some(isKnown))
    return withToken.flatMap((name) => namesIn(name, words))
  return names.filter((name) => !isOpen(name)).flatMap((name) => namesIn(name, words))
}

/** "**Only reception**", "For the clerks:", "What members can do": the name in a group's label. */
export function groupName(label: string, words: Words): string {
  const plain = draftPlainText(label)
    .replaceAll(/\s*\([^()]*\)|[*_`]/g, '')
    .replace(/[:.]$/, '')
    .trim()
    .replace(words.onlyFor, '')
  return words.callerGroup.exec(plain)?.[1] ?? plain
}

function simplifyName(text: string): string {
  return singularize(normaliseSpelling(text))
}

/** Names of one to three words. */
function namesIn(text: string, words: Words): string[] {
  return draftPlainText(text)
    .replaceAll(/\s*\([^()]*\)|[*`]|(?<![\p{L}\d])_|_(?![\p{L}\d])/gu, '')
    .split(words.conjunction)
    .map((each) => each.replace(words.article, '').replace(words.people, '').trim())
    .filter(
      (name) =>
        /^\p{L}[\p{L}\d_-]*(?: \p{L}[\p{L}\d_-]*){0,2}$/u.test(name) &&
        name.length > 2 &&
        !words.anyone.test(name) &&
        !words.noCaller.test(name),
    )
}
