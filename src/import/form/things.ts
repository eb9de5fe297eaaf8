// Finds the subjects of a form (its resources), by names in its paths, references and states; and the subject of a heading or lead.

import { singularize } from '../names.ts'
import { draftPlainText } from './draft.ts'
import { withoutCaption } from './resource.ts'
import type { Form, FormSection } from './statement.ts'
import type { Words } from './words.ts'

export type Things = {
  has(name: string): boolean
  /** The subject of a text that has only its name: `Table 2: Vessels`, `The vessel record`. */
  named(text: string): string | undefined
  /** The subject of a text; undefined if it names no resource, or several without a subject. */
  about(text: string): string | undefined
}

const longestName = 3

export function collectThings({ sections }: Form, words: Words): Things {
  const names = new Set([...listCollections(sections), ...listReferredThings(sections, words), ...stateOwners(sections, words)])
  const has = (name: string): boolean => names.has(simplifyName(name))
  const named = (text: string): string | undefined => {
    const [, path] = /^[*_`\s]*\/([A-Za-z][\w-]*)[*_`\s]*$/.exec(text) ?? []
    const title = stripTitle(text)
    return [path ?? stripFrame(title, words, has), stripFrame(spellTechnicalName(title), words, has)]
      .map(simplifyName)
      .find((each) => names.has(each))
  }
  return {
    has,
    named,
    about(text) {
      const own = named(text)
      if (own !== undefined) return own
      const plain = stripTitle(text)
      const found = mentions(plain, names)
      if (new Set(found.map(({ name }) => name)).size === 1) return found[0]!.name
      // "A mooring of a vessel has": the grammatical subject, otherwise the resource that the text marks.
      const subject = found.find(({ start }) => start === 0 || new RegExp(`^${words.articles}\\s+$`, 'i').test(plain.slice(0, start)))
      const objects = new Set(found.filter(({ start }) => words.aboutLead.test(plain.slice(0, start))).map(({ name }) => name))
      // "Boats and owners" have two subjects.
      const next = subject === undefined ? undefined : found.find(({ start }) => start > subject.start)
      const areBoth =
        next !== undefined &&
        new RegExp(`^(?:,|\\s|(?:${words.joins}|${words.articles})\\b)+$`, 'i').test(plain.slice(subject!.end, next.start))
      if (areBoth) return undefined
      return subject?.name ?? (objects.size === 1 ? [...objects][0] : undefined)
    },
  }
}

/**
 * The singular names of collections in paths: `station` for `/stations/{id}`. The last segment after a key may be a verb, unless it is
 * plural.
 */
function listCollections(sections: readonly FormSection[]): string[] {
  const paths = listTexts(sections.filter(({ part }) => part === 'endpoints')).flatMap((text) =>
    Array.from(text.matchAll(/(?<![\w.:/])((?:\/[A-Za-z_{:<][\w{}:<>-]*)+)/g), ([path]) => path!.split('/').slice(1)),
  )
  return paths.flatMap((segments) =>
    segments.flatMap((segment, index) => {
      const isCollection = index === 0 || segments[index + 1] !== undefined || singularize(segment) !== segment
      return /^[A-Za-z]/.test(segment) && isCollection ? [simplifyName(segment)] : []
    }),
  )
}

function listReferredThings(sections: readonly FormSection[], { referredThing }: Words): string[] {
  return listTexts(sections.filter(({ part }) => part === 'resources')).flatMap((text) =>
    Array.from(text.matchAll(referredThing), ([, name]) => simplifyName(name!)),
  )
}

/** "States of a booking", "Booking status": the owner of the states. */
function stateOwners(sections: readonly FormSection[], { stateOwner }: Words): string[] {
  return sections
    .filter(({ part, level }) => part === 'states' && level > 2)
    .flatMap(({ title }) => {
      const plain = stripTitle(title)
      const name =
        stateOwner
          .exec(plain)
          ?.slice(1)
          .find((each) => each !== undefined) ?? plain
      return /^\p{L}[\p{L}\d_-]*(?: [\p{L}\d_-]+)?$/u.test(name) ? [simplifyName(name)] : []
    })
}

function listTexts(sections: readonly FormSection[]): string[] {
  return sections.flatMap(({ title, blocks }) => [
    title,
    ...blocks.flatMap((block) => (block.kind === 'text' ? [block.statement.text] : block.rows.map(({ statement }) => statement.text))),
  ])
}

function simplifyName(text: string): string {
  return singularize(
    text
      .trim()
      .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
      .toLowerCase()
      .replaceAll(/[\s_-]+/g, ' '),
  )
}

/** A title without its marks, pictures, quotation marks, parentheses and number. */
export function stripTitle(text: string): string {
  const plain = draftPlainText(text)
    .replaceAll(/[*`"“”„«»]|(?<![\p{L}\d])_|_(?![\p{L}\d])|\p{Extended_Pictographic}\u{FE0F}?/gu, '')
    .replaceAll(/\s*\([^()]*\)/g, '')
    .trim()
  return withoutCaption(plain)
    .replace(/^(?:§\s*)?(?:\(?(?:\d+(?:\.\d+)*|[a-z]|[ivx]{1,5})\)|[A-Za-z]{1,4}-?\d{1,3}[.:)]|\d+(?:\.\d+)*\.?|[A-Z][.:)])\s+/u, '')
    .replace(/^\[([^\][]+)\]$/, '$1')
    .replaceAll(/^[\s–—:-]+|[\s:.–—-]+$/g, '')
    .trim()
}

/** The title without the words around the name: `fields of the vessel`, `vessel master data`. A known name stays complete. */
function stripFrame(title: string, { ownerFrame }: Words, has: (name: string) => boolean): string {
  let plain = title
  for (const pattern of [...ownerFrame, ...ownerFrame]) {
    if (has(plain)) return plain
    plain = plain.replace(pattern, '').trim()
  }
  return plain
}

/** `tbl_kayaks`, `KayakDto`, `kayaks.json`: the words of a name from code, a database or a file, without its affixes. */
function spellTechnicalName(title: string): string {
  return title
    .replace(/\.(?:json|ya?ml|csv|tsv|sql|xml|xlsx?|avsc|proto|[jt]s|py|java|md|txt)$/i, '')
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .replaceAll('_', ' ')
    .replace(/^(?:tbl|tab|tb|t|obj|ent|dim|fact|mst)\s+/i, '')
    .replace(/\s+(?:dto|vo|dao|tbl)$/i, '')
}

type Mention = { readonly name: string; readonly start: number; readonly end: number }

/** The known resources in a text, the longest name at each place. */
function mentions(text: string, names: ReadonlySet<string>): Mention[] {
  const tokens = Array.from(text.matchAll(/[\p{L}\d_]+(?:-[\p{L}\d_]+)*/gu), ({ 0: word, index }) => ({
    word,
    start: index,
    end: index + word.length,
  }))
  const found: Mention[] = []
  for (let at = 0; at < tokens.length;) {
    const fitting = Array.from({ length: longestName }, (_, index) => longestName - index).find(
      (count) =>
        tokens[at + count - 1] !== undefined && names.has(simplifyName(text.slice(tokens[at]!.start, tokens[at + count - 1]!.end))),
    )
    if (fitting !== undefined)
      found.push({
        name: simplifyName(text.slice(tokens[at]!.start, tokens[at + fitting - 1]!.end)),
        start: tokens[at]!.start,
        end: tokens[at + fitting - 1]!.end,
      })
    at += fitting ?? 1
  }
  return found
}
