// Moves the values of a choice to the front of a description, behind words that introduce them.

import type { Words } from './words.ts'

/** "mini, compact or van, and it is …": moves the values of a choice to the front. */
export function moveChoiceFirst(written: string, words: Words): string {
  // "required; invoice, report or other": the text before the values is not a value.
  const [before, clause] = /^([\p{L}-]+(?: [\p{L}-]+)?)\s*[;,]\s+/u.exec(written) ?? []
  const isPresence = clause !== undefined && words.phrases.some(([pattern, fact]) => fact?.says === 'must' && pattern.test(clause))
  if (before !== undefined && isPresence) return `${before}${moveChoiceFirst(written.slice(before.length), words)}`
  const { orWord, phrases, choiceLead, leadOfChoice, noValue, defaultMark } = words
  const [mark, value] = defaultMark.exec(written) ?? []
  if (mark !== undefined) return `${moveChoiceFirst(written.replace(mark, value!), words)}; ${words.defaultClause} ${value}`
  const isLead = new RegExp(`^(?:${choiceLead})\\b`, 'i')
  const lead = leadOfChoice.exec(written)?.[0] ?? ''
  const rest = written.slice(lead.length)
  const [values, last] =
    new RegExp(String.raw`^(?:["“']?[\w-]+["”']?, )*["“']?[\w-]+["”']?,? ${orWord} ["“']?([\w-]+)["”']?(?=[.,;]|\s|$)`, 'i').exec(rest) ??
    []
  if (values === undefined || last === undefined) {
    const bare = /^[\p{L}\d_-]+(?: [\p{L}\d_-]+)?(?:, [\p{L}\d_-]+(?: [\p{L}\d_-]+)?){2,}(?=[.;]|$|\s[–—:]\s|\s\()/u.exec(rest)?.[0]
    const parts = bare?.split(', ') ?? []
    const facts = (text: string): readonly string[] =>
      phrases.flatMap(([pattern, fact]) => (fact !== undefined && fact.says !== 'choice' && pattern.test(text) ? [fact.says] : []))
    // A word such as `double` is a kind of number elsewhere.
    const isKinds =
      parts.filter((each) => facts(each).length > 0).length > 1 ||
      facts(parts[0] ?? '').length > 0 ||
      parts.some((each) => isLead.test(each) || facts(each).some((says) => says !== 'type'))
    return bare === undefined || isKinds ? written : `one of: ${bare}; ${rest.slice(bare.length)}`
  }
  const names = values
    .split(/, |\s/)
    .map((each) => each.replaceAll(/["“”',]/g, ''))
    .filter((each) => each !== '' && each !== orWord)
  const kinds = names.filter((each) => phrases.some(([pattern, fact]) => fact?.says !== 'choice' && pattern.test(each)))
  // "sms, email or none": of at least three values some may be kinds elsewhere.
  const areKinds = names.length < 3 || names.some((each) => /^\d/.test(each)) ? kinds.length > 0 : kinds.length * 2 > names.length
  const isKind = areKinds || phrases.some(([pattern]) => pattern.test(values))
  return isKind || (names.length < 3 && names.some((each) => noValue.test(each)))
    ? written
    : `one of: ${values}; ${rest.slice(values.length)}`
}
