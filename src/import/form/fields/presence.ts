// Reads sentences about the presence of all fields that do not mention it themselves: "Optional unless it says required".

import { draftPlainText } from '../draft.ts'
import type { Words } from '../words.ts'

/** `without-default`: a field must be given if it has no default. */
export type Presence = 'yes' | 'no' | 'without-default'

/** The presence of fields without a word about it; undefined if the texts say nothing, or contradict each other. */
export function readUsualPresence(texts: readonly string[], words: Words): Presence | undefined {
  const found = new Set(
    texts.flatMap((text) =>
      draftPlainText(text)
        .split(/[.;]\s+/)
        .flatMap((sentence) => readPresence(sentence, words) ?? []),
    ),
  )
  const [only] = found
  return found.size === 1 ? only : undefined
}

/** A sentence, or one of its clauses, about all the others, or about all except those with a mark. */
function readPresence(sentence: string, words: Words): Presence | undefined {
  const { exceptionLead, exceptionWord, clauseCut, onlyLead, byDefault, haveDefault } = words.presence
  const exceptDefaults = (presence: Presence | undefined, exception: string): Presence | undefined =>
    presence === 'yes' && haveDefault.test(exception) ? 'without-default' : presence
  const [lead] = exceptionLead.exec(sentence) ?? []
  if (lead !== undefined) return exceptDefaults(ofMain(sentence.slice(lead.length), true, words), lead)
  const [only] = onlyLead.exec(sentence) ?? []
  if (only !== undefined) {
    const marked = ofMain(sentence.slice(only.length), true, words)
    return marked === undefined ? undefined : marked === 'yes' ? 'no' : 'yes'
  }
  const [main = '', ...others] = sentence.split(exceptionWord)
  const own = exceptDefaults(ofMain(main, others.length > 0 || byDefault.test(sentence), words), others.join(' '))
  if (own !== undefined) return own
  return sentence
    .split(clauseCut)
    .slice(1)
    .map((clause) => ofMain(clause, false, words))
    .find((each) => each !== undefined)
}

/** `hasException`: the clause is about all fields, apart from some; otherwise it says itself that it is about the rest. */
function ofMain(main: string, hasException: boolean, { presence }: Words): Presence | undefined {
  const subject = [presence.others, presence.unmarked, ...(hasException ? [presence.everyField] : [])]
    .map((pattern) => pattern.exec(main))
    .find((each) => each !== null && each.index < 30)
  // "Optional unless it says required" has no subject.
  const isBare = hasException && main.trim().split(/\s+/).length < 4
  if ((subject === undefined || subject === null) && !isBare) return undefined
  const predicate = subject === undefined || subject === null ? main : main.slice(subject.index + subject[0].length)
  const isOptional = presence.optional.test(predicate)
  const isRequired = presence.required.test(predicate.replace(presence.optional, ''))
  return isOptional === isRequired ? undefined : isOptional ? 'no' : 'yes'
}
