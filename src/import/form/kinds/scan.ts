// Finds the known phrases in a clause that is not understood as a whole, in any order.

import type { FieldDraft } from './type-cell.ts'
import type { Words } from '../words.ts'
import type { FieldFact } from '../words/field-words.ts'

/** Adds the facts of a phrase; false if the words are not a phrase. */
export type ReadPhrase = (text: string, draft: FieldDraft) => boolean

const found: ReadonlySet<FieldFact['says']> = new Set([
  'type',
  'bounds',
  'must',
  'rule',
  'default',
  'pattern',
  'decimals',
  'reference',
  'uniqueWith',
  'choice',
  'list',
])

/** Facts whose text extends to the end of the clause. */
const open: ReadonlySet<FieldFact['says']> = new Set(['choice', 'list'])

const longest = 9

/** Reads the phrases in a clause; returns the remaining text. Undefined if no phrase is understood, or if the clause depends on a condition. */
export function scanClause(clause: string, draft: FieldDraft, words: Words, read: ReadPhrase): string | undefined {
  // Members within braces do not describe the field itself.
  if (clause.includes('{')) return undefined
  const tokens = clause.split(/\s+/).filter((each) => each !== '')
  const taken: { readonly text: string; readonly at: number }[] = []
  const rest: { readonly text: string; readonly at: number }[] = []
  const trial = copy(draft)
  for (let at = 0; at < tokens.length;) {
    const length = readPhraseAt(tokens, at, trial, words, read)
    if (length === 0) rest.push({ text: tokens[at]!, at })
    else taken.push({ text: tokens.slice(at, at + length).join(' '), at })
    at += Math.max(length, 1)
  }
  if (taken.length === 0 || trial.conflict !== draft.conflict) return undefined
  const isRuled = trial.rules.size > draft.rules.size || trial.must !== draft.must
  const condition = rest
    .map(({ text, at }) => ({ text: text.replaceAll(/^\W+|\W+$/g, ''), at }))
    .find(({ text }) => words.blocker.test(text) || (isRuled && words.isState(text)))
  if (condition === undefined) Object.assign(draft, trial)
  else {
    // The setter of a field does not depend on the condition, which only limits when.
    const effects = taken.filter(({ at, text }) => at < condition.at && setsField(text, words))
    if (effects.length === 0) return undefined
    for (const { text } of effects) read(text, draft)
    return clause
  }
  return rest
    .map(({ text }) => text)
    .join(' ')
    .replaceAll(/^[\s,;:–—-]+|[\s,;:–—-]+$/g, '')
}

function copy(draft: FieldDraft): FieldDraft {
  return { ...draft, rules: new Set(draft.rules) }
}

/** The number of words from here that form a phrase. */
function readPhraseAt(tokens: readonly string[], at: number, trial: FieldDraft, words: Words, read: ReadPhrase): number {
  for (let length = Math.min(longest, tokens.length - at); length > 0; length--) {
    const text = tokens
      .slice(at, at + length)
      .join(' ')
      .replace(/[,;:.]$/, '')
    if (!(isPhrase(text, words) || words.isMark(text)) || (length === 1 && words.weakKind.test(text))) continue
    const next = copy(trial)
    if (!read(text, next) || next.conflict !== trial.conflict) continue
    // "required for photos" and "shall be given by the office" hold only then.
    if (
      next.must === 'yes' &&
      trial.must !== 'yes' &&
      !/[,;:.]$/.test(tokens[at + length - 1]!) &&
      words.partialMust.test(tokens.slice(at + length).join(' '))
    )
      continue
    if ((next.least !== trial.least || next.most !== trial.most || next.pattern !== trial.pattern) && isOfOther(tokens, at, length, words))
      continue
    // A pattern for some of the characters is not the pattern of the whole; likewise some values are not the whole choice.
    if (
      next.pattern !== trial.pattern &&
      tokens.some((token, index) => (index < at || index >= at + length) && words.characterWord.test(token))
    )
      continue
    if (next.default !== trial.default && at > 0 && words.article.test(`${tokens[at - 1]!} `)) continue
    const ruled =
      next.rules.size > trial.rules.size
        ? next.rules.has('unique') && !trial.rules.has('unique')
          ? words.partialUnique
          : words.partialRule
        : undefined
    if (ruled?.test(tokens[at + length] ?? '') === true) continue
    if (next.choices !== trial.choices && at + length < tokens.length) continue
    if (next.list !== trial.list && words.conjunction.test(` ${tokens[at + length] ?? ''} `)) continue
    // A kind of value within other words does not change the kind of a field that has one: `used in the page url`.
    if (trial.type !== undefined && next.type !== trial.type) continue
    Object.assign(trial, next)
    return length
  }
  const whole = tokens.slice(at).join(' ')
  if (
    tokens.length - at > longest &&
    words.phrases.some(([pattern, fact]) => fact !== undefined && open.has(fact.says) && pattern.test(whole))
  ) {
    const next = copy(trial)
    if (read(whole, next) && next.conflict === trial.conflict) {
      Object.assign(trial, next)
      return tokens.length - at
    }
  }
  return 0
}

/** Tests for a phrase with a definite end. Patterns that match to the end of any text are not phrases. */
function isPhrase(text: string, { phrases }: Words): boolean {
  return phrases.some(
    ([pattern, fact]) =>
      fact !== undefined && found.has(fact.says) && (open.has(fact.says) || !/\.[+*]/.test(pattern.source)) && pattern.test(text),
  )
}

/** A bound that belongs to another noun: `street up to 120`, `at least 4 days`. */
function isOfOther(tokens: readonly string[], at: number, length: number, { linking }: Words): boolean {
  // "from 0.6" is only the beginning of "from 0.6 to 4.0 arcseconds".
  if (/^(?:to|and|bis|und|-|–)$/.test(tokens[at + length] ?? '') && /^-?\d/.test(tokens[at + length + 1] ?? '')) return true
  const [before, behind] = [tokens[at - 1], tokens[at + length]].map((each) => each?.replaceAll(/^\W+|\W+$/g, ''))
  return (
    (before !== undefined && before !== '' && !linking.test(before)) ||
    (behind !== undefined && behind !== '' && !/[,;:.]$/.test(tokens[at + length - 1]!) && !linking.test(behind))
  )
}

function setsField(text: string, { phrases }: Words): boolean {
  return phrases.some(([pattern, fact]) => fact?.says === 'rule' && fact.rule === 'read-only' && pattern.test(text))
}
