// Moves the values of a choice to the front of a description, behind words that introduce them.

import type { Words } from '../words.ts'

/** "mini, compact or van, and it is …": moves the values of a choice to the front. */
export function moveChoiceFirst(written: string, words: Words): string {
  // "required; invoice, report or other": the text before the values is not a value.
  const [before, clause] = /^([\p{L}-]+(?: [\p{L}-]+)?)\s*[;,]\s+/u.exec(written) ?? []
  const isPresence = clause !== undefined && words.phrases.some(([pattern, fact]) => fact?.says === 'must' && pattern.test(clause))
  if (before !== undefined && isPresence) return `${before}${moveChoiceFirst(written.slice(before.length), words)}`
  const { orWord, phrases, choiceLead, leadOfChoice, noValue, defaultMark } = words
  const [mark, value] = defaultMark.exec(written) ?? []
  if (mark !== undefined) return `${moveChoiceFirst(written.replace(mark, value!), words)}; ${words.defaultClause} ${value}`
  const capitals = findCapitals(written, words)
  if (capitals !== undefined) return `${words.valuesLead}: ${capitals}; ${written.slice(capitals.length).replace(/^[\s.;,]+/, '')}`
  const coded = spellCodes(written, words)
  if (coded !== undefined) return coded
  const isLead = new RegExp(`^(?:${choiceLead})\\b`, 'i')
  const lead = leadOfChoice.exec(written)?.[0] ?? ''
  const rest = written.slice(lead.length)
  const whole = findWholeChoice(rest, words)
  if (whole !== undefined) return `one of: ${whole.join(', ')}; ${rest.slice(rest.search(/[.;]|$/) + 1)}`
  const [values, last] =
    new RegExp(String.raw`^(?:["“']?[\w-]+["”']?, )*["“']?[\w-]+["”']?,? ${orWord} ["“']?([\w-]+)["”']?(?=[.,;]|\s|$)`, 'i').exec(rest) ??
    []
  // "repair or nest removal": the last value has more words.
  const [, next = ''] = values === undefined ? [] : (/^\s+([\p{L}-]+)/u.exec(rest.slice(values.length)) ?? [])
  if (next !== '' && !words.linking.test(next) && !words.blocker.test(next)) return written
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

/** "English, German or Polish (`en`, `de`, `pl`), English if …": the codes, also in place of their names in the rest. */
function spellCodes(text: string, { conjunction }: Words): string | undefined {
  const [whole, before, inside] = /^([^.;:()`\d]+?)\s*\(\s*(`[^`]+`(?:\s*(?:[,/|]|\bor\b|\boder\b)\s*`[^`]+`)+)\s*\)/i.exec(text) ?? []
  const names = before?.split(conjunction).map((each) => each.trim()) ?? []
  const codes = Array.from(inside?.matchAll(/`([^`]+)`/g) ?? [], ([, code]) => code!)
  if (whole === undefined || names.length !== codes.length || !names.every((name) => /^\p{L}[\p{L}-]*(?: \p{L}+)?$/u.test(name)))
    return undefined
  const rest = names.reduce(
    (all, name, index) => all.replaceAll(new RegExp(String.raw`(?<![\p{L}\d-])${name}(?![\p{L}\d-])`, 'giu'), codes[index]!),
    text.slice(whole.length),
  )
  return `one of: ${codes.join(', ')}; ${rest.replace(/^[.,;\s]+/, '')}`
}

/** `ACTIVE, LOCKED`: values in capitals, also if one of them is a word for a rule elsewhere. */
function findCapitals(text: string, { phrases, isMark }: Words): string | undefined {
  const [found] = /^[A-Z][A-Z\d_]{2,}(?:\s*,\s*[A-Z][A-Z\d_]{2,})+(?=\s*(?:[.;,]|$))/.exec(text) ?? []
  const values = found?.split(/\s*,\s*/) ?? []
  const factsOf = (value: string): readonly string[] =>
    phrases.flatMap(([pattern, fact]) => (fact !== undefined && pattern.test(value) ? [fact.says === 'rule' ? fact.rule : fact.says] : []))
  const isOther = (value: string): boolean =>
    isMark(value) || factsOf(value).some((says) => /^(?:type|must|default|bounds|nothing|unique|key)$/.test(says))
  return values.some((value) => factsOf(value).length === 0) && !values.some(isOther) ? found : undefined
}

/** "open fire, wood stove or range": at least three values, some of several words, that fill the sentence; none of them is a fact. */
function findWholeChoice(text: string, { orWord, phrases, linking, blocker, article }: Words): readonly string[] | undefined {
  const [sentence = ''] = /^[^.;()]*/.exec(text) ?? []
  const pieces = sentence.trim().split(new RegExp(String.raw`\s*,\s*(?:${orWord}\s+)?|\s+${orWord}\s+`, 'i'))
  const isValue = (piece: string): boolean =>
    /^\p{L}[\p{L}\d_-]*(?: [\p{L}\d_-]+){0,2}$/u.test(piece) &&
    !phrases.some(([pattern]) => pattern.test(piece)) &&
    (!piece.includes(' ') || !piece.split(' ').some((word) => linking.test(word) || blocker.test(word) || article.test(`${word} `)))
  return pieces.length > 2 &&
    new RegExp(String.raw`\s${orWord}\s`, 'i').test(sentence) &&
    pieces.some((piece) => piece.includes(' ')) &&
    pieces.every(isValue)
    ? pieces
    : undefined
}
