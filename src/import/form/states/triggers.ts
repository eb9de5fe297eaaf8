// Determines the cause of a transition in a form: a duration, an endpoint of part 4 that its words name, or only words.

import { kebabCase } from '../../../base/names.ts'
import { spellInAscii } from '../../names.ts'
import { draftPlainText } from '../draft.ts'
import type { Resource } from '../resource.ts'
import type { Words } from '../words.ts'

/** The last segment of a path after a record's key, and the name of its line, such as `E12`. */
export type FormVerb = { readonly verb: string; readonly id: string }

export type FormVerbs = { verbsOf(resource: Resource): readonly FormVerb[]; readonly all: readonly FormVerb[] }

/** `isWhole`: the text has only the cause's name; `rest`: further causes beside it. */
export type Trigger = { readonly on: string; readonly isWhole: boolean; readonly rest: string }

export function triggerName(text: string, to: string, verbs: readonly FormVerb[], words: Words, from: readonly string[] = []): Trigger {
  const plain = draftPlainText(text)
    .replace(/\.$/, '')
    .replace(/^\(([^()]+)\)$/, '$1')
    .replace(words.causeLead, '')
    // "action close"; but "call off" is a verb of two words.
    .replace(new RegExp(`^(?:${words.verbNoun})\\s+(?=(\`?[\\p{L}\\d_-]+\`?)$)`, 'iu'), (found, name: string) =>
      name.startsWith('`') || verbs.some(({ verb }) => verb === spellInAscii(name)) ? '' : found,
    )
  const counted = plain.replace(/^(?:\w+ )?(\p{L}+)\b/iu, (found, word: string) =>
    words.counts[word.toLowerCase()] === undefined || word.length < 3 ? found : found.replace(word, words.counts[word.toLowerCase()]!),
  )
  // "after 3 days (the seller gets the money)"
  const alone = plain.replace(/(?<=\S)\s+\([^()]*\)$/, '')
  const [, number, unit] = words.after.exec(alone) ?? words.after.exec(counted) ?? []
  if (number !== undefined) return { on: `after ${number} ${words.units[unit!.toLowerCase()]}s`, isWhole: true, rest: '' }
  // "also when the reader is silent 24 hours"
  const [, length, of, more] = words.idle.test(plain) ? (/^(?:.*?\s)?(\d+) ?(\p{L}+)(?:[^\d]*)$/u.exec(plain) ?? []) : []
  const lasting = length === undefined || more !== undefined ? undefined : words.units[of!.toLowerCase()]
  if (lasting !== undefined) return { on: `after ${length} ${lasting}s`, isWhole: true, rest: '' }
  const named = byVerb(plain, to, verbs, words) ?? byVerb(withoutStates(plain, from), to, verbs, words)
  if (named !== undefined) return named
  const [, path] = /^(?:POST\s+)?`?(?:POST\s+)?\/(?:[^\s`]*\/)?([a-z][\w-]*)`?[.,]?$/.exec(plain) ?? []
  const [, word] = path === undefined ? (/^(?:[A-Z]+\d+\s+)?`?(\p{L}[\p{L}\d_-]*)`?$/u.exec(plain) ?? []) : ['', path]
  if (word !== undefined) return { on: spellInAscii(word), isWhole: true, rest: '' }
  const said = spellInAscii(plain.replace(/[:;(].*$/, ''))
    .replaceAll(/[^\w\s-]/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
  // A whole clause is no name.
  const short = said.length > 3 ? '' : kebabCase(said.join(' ').replace(words.article, ''))
  if (plain === '') return { on: kebabCase(`to-${spellInAscii(to).toLowerCase()}`), isWhole: true, rest: '' }
  return { on: /^[a-z]/i.test(short) ? short : '', isWhole: false, rest: '' }
}

/** "the desk inspects a returned device": removes the former state, which is not a cause. */
function withoutStates(text: string, from: readonly string[]): string {
  return text
    .split(' ')
    .filter((word) => !from.includes(word.toLowerCase()))
    .join(' ')
}

/** The only endpoint that a cause names: by its path, by the name of its line, by a form of its verb; otherwise by the target state. */
function byVerb(text: string, to: string, verbs: readonly FormVerb[], words: Words): Trigger | undefined {
  const causes = text.split(words.causes).filter((each) => each !== '')
  const namedBy = (cause: string): readonly FormVerb[] => {
    const paths = Array.from(cause.matchAll(/\/([a-z][\w-]*)(?=[`\s,.;)]|$)/g), ([, verb]) => verb!)
    if (paths.length > 0) return verbs.filter(({ verb }) => paths.includes(verb))
    const ids = verbs.filter(
      ({ id }) => id !== '' && new RegExp(`(?<![\\w.-])${id.replaceAll('.', String.raw`\.`)}(?![\\w-]|\\.\\d)`).test(cause),
    )
    if (ids.length > 0) return ids
    if (words.clock.test(cause)) return []
    const all = cause.split(/[^\p{L}_’'-]+/u)
    // "not started in time" is no start.
    return verbs.filter(
      ({ verb }) =>
        all.some(
          (word, at) => isFormOf(word, verb, words) && !all.slice(Math.max(0, at - 2), at).some((each) => words.negation.test(each)),
        ) ||
        isSplitVerb(all, verb, words) ||
        isVerbWithObject(all, verb, words),
    )
  }
  const found = new Set(causes.flatMap(namedBy))
  const [only] = found
  if (found.size > 1) return undefined
  const rest = causes.filter((cause) => namedBy(cause).length === 0 || /\b[A-Z]{1,3}\d+\b.*\b[A-Z]{1,3}\d+\b/.test(cause))
  if (only !== undefined)
    return { on: only.verb, isWhole: rest.length === 0 && (causes.length > 1 || isOnlyName(text, only)), rest: rest.join('; ') }
  if (
    text === '' ||
    words.clock.test(text) ||
    words.circumstance.test(text) ||
    words.byItself.test(text) ||
    /^[\p{L}\d_-]+$/u.test(text) ||
    text.split(/[^\p{L}’'-]+/u).some((word) => words.negation.test(word))
  )
    return undefined
  const leading = verbs.filter(({ verb }) => isFormOf(to, verb, words) || areFormsOf(to, verb, words))
  return leading.length === 1 ? { on: leading[0]!.verb, isWhole: false, rest: '' } : undefined
}

/** "shuts it down" for `shutdown`, "checks in" for `check-in`. */
function isSplitVerb(all: readonly string[], verb: string, words: Words): boolean {
  const plain = verb.toLowerCase().replaceAll(/[^a-z]/g, '')
  return all.some(
    (particle, at) =>
      words.particle.test(particle) &&
      plain.endsWith(particle.toLowerCase()) &&
      all.slice(Math.max(0, at - 4), at).some((word) => isFormOf(word, plain.slice(0, -particle.length), words)),
  )
}

/** `called_off` for `call-off`. */
function areFormsOf(state: string, verb: string, words: Words): boolean {
  const [all, parts] = [state.split(/[_ ]/), verb.split(/[-_]/)]
  return (
    parts.length > 1 &&
    all.length === parts.length &&
    parts.every((each, index) => isFormOf(all[index]!, each, words) || all[index] === each)
  )
}

/** "requests the documents" for `request-documents`. */
function isVerbWithObject(all: readonly string[], verb: string, words: Words): boolean {
  const [first = '', ...others] = verb.split(/[-_]/)
  if (others.length === 0 || others.some((each) => each.length < 3)) return false
  return all.some((word, at) => {
    const rest = all.slice(at + 1).filter((each) => !words.article.test(`${each} `))
    return (
      isFormOf(word, first, words) &&
      !all.slice(Math.max(0, at - 2), at).some((each) => words.negation.test(each)) &&
      others.every((each, index) => rest[index] !== undefined && isFormOf(rest[index], each, words))
    )
  })
}

function isOnlyName(text: string, { verb, id }: FormVerb): boolean {
  return text
    .replaceAll('`', '')
    .replace(/(?<=^|\s)\/\S*\/(?=[a-z][\w-]*\.?$)/, '')
    .split(/[\s/]+/)
    .filter((each) => each !== '' && each !== 'POST')
    .every((each) => spellInAscii(each) === verb || each === id || /^[{:]/.test(each))
}

/** `cancels`, `cancelled` and `cancelling` are forms of `cancel`. */
export function isFormOf(word: string, verb: string, { endings }: Words): boolean {
  const stem = (text: string): string =>
    text
      .toLowerCase()
      .replace(endings, '')
      .replace(/([^aeiou])\1$/, '$1')
  const plain = spellInAscii(word)
  return plain.toLowerCase() === verb.toLowerCase() || ([stem(verb), verb.toLowerCase()].includes(stem(plain)) && stem(verb).length > 2)
}
