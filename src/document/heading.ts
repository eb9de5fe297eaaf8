// Determines which of the nine parts a heading names, by its number or by its name in any usual wording.

import type { Span } from '../base/text.ts'
import { type PartName, partNames } from './part-name.ts'

export type Heading = { readonly level: number; readonly title: string; readonly span: Span }

/** The parts that a heading names: by number, and by words. */
type HeadingMatch = { readonly number?: number; readonly byName?: PartName }

/** The singular of a word. */
const stem = (word: string): string => word.replace(/ies$/, 'y').replace(/s$/, '')

const stems = (words: string): ReadonlySet<string> => new Set(words.split(' ').map(stem))

/** Words of the headings of each part. A heading names a part if all its significant words belong to that part. */
const vocabulary: { readonly [name in PartName]: ReadonlySet<string> } = {
  service: stems('service purpose behaviour behavior overview about summary'),
  resources: stems('resource field data model entity type schema record shape view format'),
  states: stems('state transition machine lifecycle life cycle workflow'),
  endpoints: stems('endpoint operation route path method request response payload api http url'),
  authentication: stems(
    'authentication authorization authorisation auth security permission access credential caller rule role who may call control',
  ),
  events: stems('event webhook notification delivery callback stream message'),
  errors: stems('error handling failure problem code catalogue catalog condition'),
  limits: stems('limit rate limiting quota size timeout time out default retention throttling'),
  versioning: stems('versioning version compatibility evolution deprecation change policy'),
}

/** Words that identify a part only together with another word: `Codes` or `Time` alone is ambiguous. */
const ambiguousStems = stems(
  'about call change code condition control cycle data default evolution format handling http life may message out overview policy record response rule shape size stream summary time type url view who',
)

/** Pairs of weak words that name a part together. */
const phrases: { readonly [stems: string]: PartName } = { 'life cycle': 'states', 'who may call': 'authentication', 'time out': 'limits' }

/** Words that any part's heading may add: `API errors`, `Limits of the service`. */
const generalStems = stems('api http service')

const fillerWords = new Set('a an and as by do does for how in is it its of on or our the their this to what which with'.split(' '))

const numberWords = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

const romanNumbers = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix']

/** A heading's words without Markdown's decoration, or a link's address. */
export function simplifyHeading(source: string): string {
  return source
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\{#[^}]*\}\s*$/, '')
    .replace(/(^|[^\w])[*_~]+|[*_~]+(?=[^\w]|$)/g, '$1')
    .replace(/`/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

const numberPrefix = new RegExp(
  String.raw`^(?:(?:part|section|chapter|no|nr)\b\.?\s*)?(?:[§#(]\s*)?(\d+|${numberWords.join('|')}|(?:${romanNumbers.toReversed().join('|')})(?=[.):]))\b\s*(?:of\s+(?:9|nine)\b)?\s*[.):\]\-–—]*\s*`,
  'i',
)

function matchHeading(heading: string): HeadingMatch {
  const match = numberPrefix.exec(heading)
  const digits = match?.[1]?.toLowerCase()
  const number = digits === undefined ? undefined : readPartNumber(digits)
  const byName = findPartByName(match === null ? heading : heading.slice(match[0].length))
  return { ...(number === undefined ? {} : { number }), ...(byName === undefined ? {} : { byName }) }
}

function findPartByName(title: string): PartName | undefined {
  const titleWords = title
    .toLowerCase()
    .replace(/\(.*?\)/g, ' ')
    .split(/[^a-z]+/)
  const stemsOfTitle = titleWords.filter((word) => word !== '' && !fillerWords.has(word)).map(stem)
  const specificStems = stemsOfTitle.filter((word) => !generalStems.has(word))
  const words = specificStems.length > 0 ? specificStems : stemsOfTitle
  const phrase = phrases[words.join(' ')]
  if (phrase !== undefined || words.every((word) => ambiguousStems.has(word))) return phrase
  return partNames.find((name) => words.every((word) => vocabulary[name].has(word)))
}

/**
 * The part that each heading opens. A name that is known decides. A number alone decides too, unless another heading
 * of the document bears a number that its name contradicts: then the author numbers sections of their own.
 */
export function assignParts(headings: readonly string[]): (PartName | undefined)[] {
  const matches = headings.map(matchHeading)
  const byNumber = ({ number }: HeadingMatch): PartName | undefined => (number === undefined ? undefined : partNames[number - 1])
  const usesOwnNumbers = matches.some((each) => each.number !== undefined && each.byName !== undefined && byNumber(each) !== each.byName)
  return matches.map((each) => each.byName ?? (usesOwnNumbers ? undefined : byNumber(each)))
}

/** Digits, an English word, or a Roman number. */
function readPartNumber(digits: string): number {
  return /^\d/.test(digits) ? Number(digits) : Math.max(numberWords.indexOf(digits), romanNumbers.indexOf(digits)) + 1
}
