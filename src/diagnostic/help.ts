// Help as data: sentences whose pieces carry the edits that they propose, so that people and programs read the same thing.

import type { DurationProblem } from '../base/duration.ts'

/**
 * An edit that a help proposes, without its place in the text:
 *
 * - `rename`: one of the names replaces the unknown one, in all places of the mistake.
 * - `write`: the text replaces that of the place.
 * - `paste`: YAML or rows that belong at the place or around it, or under one of the parts or keys `into`. `lead` is the help before them;
 *   `isInline` if they are a part of its sentence.
 * - `remove`: deletes the element at the place, or the entry `key` around it.
 * - `deny`: the part of the diagnostic becomes `none`.
 * - `close`: the sign is added at the end of the expression.
 */
export type Remedy =
  | { readonly kind: 'rename'; readonly names: readonly string[] }
  | { readonly kind: 'write'; readonly text: string }
  | { readonly kind: 'paste'; readonly text: string; readonly lead: string; readonly into: readonly string[]; readonly isInline: boolean }
  | { readonly kind: 'remove'; readonly key?: string }
  | { readonly kind: 'deny' }
  | { readonly kind: 'close'; readonly sign: string }

/** `text`: as people read it, with texts to paste after blank lines. */
export type Help = { readonly text: string; readonly remedies: readonly Remedy[] }

/** Joins pieces of help: plain text, and help with remedies. */
export function advise(texts: TemplateStringsArray, ...pieces: readonly (string | number | Help)[]): Help {
  let text = texts[0]!
  const remedies: Remedy[] = []
  for (const [index, piece] of pieces.entries()) {
    const help = toHelp(typeof piece === 'number' ? String(piece) : piece)
    const lead = text
    remedies.push(...help.remedies.map((each) => (each.kind === 'paste' && each.lead === '' ? { ...each, lead } : each)))
    text += help.text + texts[index + 1]!
  }
  return { text, remedies }
}

export function toHelp(help: string | Help): Help {
  return typeof help === 'string' ? { text: help, remedies: [] } : help
}

/** Names that were probably meant instead of an unknown one. */
export function offerNames(names: readonly string[]): Help {
  return { text: `Did you mean ${joinQuoted(names, 'or')}?`, remedies: [{ kind: 'rename', names }] }
}

/** Words that the message lists already. */
export function offerWords(words: readonly string[]): Help {
  return { text: '', remedies: words.map((text) => ({ kind: 'write', text })) }
}

/** Why a text is not a duration, with the one that was probably meant. */
export function explainDuration({ problem, suggestion }: DurationProblem): Help {
  return advise`${problem}${offerWords(suggestion === undefined ? [] : [suggestion])}`
}

/** Names that the message lists already. */
export function offerListed(names: readonly string[] | undefined): Help {
  return { text: '', remedies: names === undefined || names.length === 0 ? [] : [{ kind: 'rename', names }] }
}

/** The sign that closes an expression. */
export function offerClosing(sign: string): Help {
  return { text: '', remedies: [{ kind: 'close', sign }] }
}

/** A text to paste, after a blank line. A text with a placeholder `…` is an example, and no edit. `into`: the part or keys that take it. */
export function paste(text: string, ...into: readonly string[]): Help {
  return { text: `\n\n${text}`, remedies: [{ kind: 'paste', text, lead: '', into, isInline: false }] }
}

/** A key with its value inside a sentence, to paste as well. */
export function quoteEntry(text: string, ...into: readonly string[]): Help {
  return { text: `\`${text}\``, remedies: [{ kind: 'paste', text, lead: '', into, isInline: true }] }
}

/** A word that replaces the text of the place. */
export function quoteWord(word: string): Help {
  return { text: `\`${word}\``, remedies: [{ kind: 'write', text: word }] }
}

/** The same as plain text, such as a status. */
export function writeWord(word: string): Help {
  return { text: word, remedies: [{ kind: 'write', text: word }] }
}

/** The same between double backticks, for a text that contains backticks. */
export function quoteCell(text: string): Help {
  return { text: text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``, remedies: [{ kind: 'write', text }] }
}

export function quoteWordsWithOr(words: readonly string[]): Help {
  return quoteWords(words, 'or')
}

export function quoteWordsWithAnd(words: readonly string[]): Help {
  return quoteWords(words, 'and')
}

/** More words than this are counted instead of listed. */
export const maxListed = 12

function quoteWords(words: readonly string[], conjunction: 'and' | 'or'): Help {
  const isLong = conjunction === 'and' && words.length > maxListed
  const listed = isLong ? words.slice(0, maxListed) : words
  const text = isLong
    ? `${listed.map((each) => `\`${each}\``).join(', ')} and ${words.length - maxListed} more`
    : joinQuoted(words, conjunction)
  return { text, remedies: listed.map((each) => ({ kind: 'write', text: each })) }
}

function joinQuoted(names: readonly string[], conjunction: 'and' | 'or'): string {
  const quoted = names.map((each) => `\`${each}\``)
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} ${conjunction} ${quoted.at(-1)!}`
}

/** A phrase that tells to remove the element at the place, or the entry `key` around it. */
export function remove(phrase: string, key?: string): Help {
  return { text: phrase, remedies: [{ kind: 'remove', ...(key === undefined ? {} : { key }) }] }
}

/** A phrase that tells to delete exactly the text of the place. */
export function erase(phrase: string): Help {
  return { text: phrase, remedies: [{ kind: 'write', text: '' }] }
}

/** `none` for the whole part of the diagnostic. */
export function quoteDenial(): Help {
  return { text: '`none`', remedies: [{ kind: 'deny' }] }
}
