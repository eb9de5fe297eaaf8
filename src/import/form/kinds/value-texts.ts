// Reads the values in a field's description: numbers, choices, and counted characters.

import type { Words } from '../words.ts'

/** The number in a word or in digits. */
export function countOf(word: string, { counts }: Words): string {
  return word.toLowerCase() === 'no' ? '0' : (counts[word.toLowerCase()] ?? word)
}

/** The characters of a ULID. */
export const ulid = '[0-9A-HJKMNP-TV-Z]{26}'

/** "L followed by 7 digits", "one capital letter and two digits": a pattern, if each piece is a literal or a number of characters. */
export function readSequencePattern(text: string, words: Words): string | undefined {
  const pieces = text
    .replace(words.sequenceLead, '')
    .split(words.sequenceJoin)
    .map((piece) => {
      if (/^(?:an? )?(?:26[ -]characters? )?ULID$/i.test(piece)) return ulid
      const [, low, high] =
        /^(?:(?:an?|one|the) )?(?:(?:(?:capital|upper-?case|lower-?case|small) )?letters? )?(?:(?:from|between|in) )?([A-Z]|[a-z]) ?(?:-|–|\.\.|to|and|bis) ?([A-Z]|[a-z])$/.exec(
          piece,
        ) ?? []
      const [, either, or] = /^([A-Z]) or ([A-Z])$/.exec(piece) ?? []
      if (either !== undefined) return `[${either}${or!}]`
      if (low !== undefined && high !== undefined && low < high && /^(?:[A-Z]{2}|[a-z]{2})$/.test(low + high)) return `[${low}-${high}]`
      const [, from, to, rest = piece] = /^(\w+)\s*(?:-|–|\.\.|\bto\b|\bor\b|\bbis\b)\s*(\w+) (.+)$/i.exec(piece) ?? []
      const [least, most] = [from, to].map((each) =>
        each === undefined || !/^\d+$/.test(countOf(each, words)) ? undefined : countOf(each, words),
      )
      if (from !== undefined && (least === undefined) !== (most === undefined)) return undefined
      const counted = least === undefined ? /^(\w+)[ -](.+)$/.exec(piece) : null
      // "letter A-F" has no number of characters.
      const isNumber = counted !== null && (/^\d+$/.test(countOf(counted[1]!, words)) || findCharacters(piece, words) === undefined)
      const [, word, kind = rest] = isNumber ? counted : []
      const count = word === undefined ? '1' : countOf(word, words)
      const characters = findCharacters(kind, words)
      // A plural without a number is not a sequence.
      if (characters !== undefined && word === undefined && least === undefined && words.severalCharacters.test(kind)) return undefined
      // "80 letters" is the length of a text, and no pattern.
      if (characters !== undefined && Number(count) > 30 && characters === 'A-Za-z') return undefined
      if (characters !== undefined && /^\d+$/.test(count))
        return `${/^[-_]$/.test(characters) ? characters : `[${characters}]`}${least === undefined ? (count === '1' ? '' : `{${count}}`) : `{${least},${most}}`}`
      const [, quoted, capitals] =
        /^(?:the )?(?:(?:letters?|[Pp]refix|characters?) )?(?:[`"“']([\w.:#/-]+)[`"”']|([A-Z]{1,6}[-_]?))$/.exec(piece) ?? []
      const literal = quoted ?? capitals
      return literal?.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
    })
  const isCounted =
    pieces.some((each) => each?.startsWith('[') === true) &&
    (pieces.length > 1 || pieces[0]?.endsWith('}') === true || words.sequenceLead.test(text))
  return isCounted && !pieces.includes(undefined) && (pieces.length > 1 || /^\S+[ -]\S/.test(text)) ? `^${pieces.join('')}$` : undefined
}

/** The class of characters that a noun names; "letter A-F" is a part of a class. */
export function findCharacters(kind: string, { characters }: Words): string | undefined {
  const [, noun = kind, from, to] = /^(.+?),? (?:from )?([A-Z])\s?(?:-|–|to)\s?([A-Z])$/.exec(kind) ?? []
  const found = characters.find(([pattern]) => pattern.test(noun))?.[1]
  return from !== undefined && found !== undefined && /A-Z/.test(found) ? `${from}-${to}` : found
}

/** The values of a choice, if each is one word. */
export function readChoices(text: string, words: Words): readonly string[] | undefined {
  const quoted = Array.from(text.matchAll(/`([^`]+)`/g), ([, value]) => value!)
  if (quoted.length > 1) return quoted
  const marked = Array.from(text.matchAll(/["“]([^"“”]+)["”]/g), ([, value]) => value!)
  if (marked.length > 1 && marked.some((each) => each.includes(' '))) return marked
  // "No Power, Leak": in values with capitals, each word is a name.
  const areTitles = text.split(/\s*,\s*/).every((each) => /^\p{Lu}[\p{L}\d-]*(?: \p{Lu}[\p{L}\d-]*){0,3}$/u.test(each.trim()))
  const isSpaced = /^(?:[A-Z][A-Z\d_]+\s+)+[A-Z][A-Z\d_]+$/.test(text.trim())
  // `image/png, image/jpeg`: commas separate values with slashes.
  const isSlashed = /^[\w.+-]+\/[\w.+-]+(?:\s*,\s*(?:or\s+)?[\w.+-]+\/[\w.+-]+)+\W*$/.test(text.replaceAll('`', '').trim())
  const plain = text
    .replaceAll('`', '')
    .replace(/[.\s]+$/, '')
    .split(isSlashed ? /\s*,\s*/ : isSpaced ? /\s+/ : /\s*[,/|]\s*/)
    .flatMap((each) => (isSlashed ? [each.replace(/^or\s+/, '')] : each.split(words.conjunction)))
    .map((each) => each.replaceAll(/^["'“]|["'”]$/g, '').trim())
    .filter((each) => each !== '')
  const isValue = (each: string): boolean =>
    /^[\p{L}\d_.+-]+$/u.test(each) ||
    isSlashed ||
    (plain.length > 2 &&
      /^[\p{L}\d_+-]+(?: [\p{L}\d_+-]+){1,2}$/u.test(each) &&
      (areTitles || !words.blocker.test(each.split(' ')[0]!)) &&
      !words.phrases.some(
        ([pattern, fact]) => fact !== undefined && /^(?:must|rule|default|bounds)$/.test(fact.says) && pattern.test(each),
      ))
  if (plain.length < 2 || !plain.every(isValue) || plain.some((each) => words.openValue.test(each))) return undefined
  // The first value has a capital only because it begins the sentence.
  const [first = '', ...others] = plain
  return /^\p{Lu}\p{Ll}+$/u.test(first) && others.every((each) => /^\p{Ll}/u.test(each)) ? [first.toLowerCase(), ...others] : plain
}

/** `red / light green / blue` and `red|green`: values without an introduction; no kind is among them. */
export function readBareChoices(clause: string, isKind: (piece: string) => boolean, words: Words): readonly string[] | undefined {
  const pieces = clause.split(/\s*\/\s*/)
  const areValues =
    /^\p{L}[\w-]*(?: [\w-]+){0,2}(?:\s*\/\s*[\w-]+(?: [\w-]+){0,2})+$/u.test(clause) &&
    (pieces.length > 2 || clause.includes(' / ')) &&
    !pieces.some(isKind)
  return areValues || /^[\w-]+(?:\s*\|\s*[\w-]+)+$|^[\w-]+(?:\s*\/\s*[\w-]+){2,}$/.test(clause) ? readChoices(clause, words) : undefined
}

/** "is printed on the label: two letters and five digits": the text after the introduction. */
export function cutIntroduction(clause: string, { blocker, linking }: Words): string | undefined {
  // "ULID: 26 characters of …": a name before the description.
  const [, named] = /^\p{Lu}[\p{L}\d-]{1,15}:\s+(\S.*)$/u.exec(clause) ?? []
  if (named !== undefined) return named
  const [, lead, told] = /^((?:[\p{L}'’-]+ ){2,8}[\p{L}'’-]+):\s+(\S.*)$/u.exec(clause) ?? []
  const all = lead?.split(' ') ?? []
  return all.length > 0 && linking.test(all[0]!) && !all.some((word) => blocker.test(word)) ? told : undefined
}

/** The digits of a number without blanks and commas between thousands. */
export function joinDigits(text: string): string {
  return text.replaceAll(/[ ,]/g, '')
}
