// Rewrites questions and comparisons within English descriptions of fields: what they ask for, or nothing.

import { type Rewrite, rule } from './wordings.ts'

const start = String.raw`(?:^|(?<=[.;,(]\s*))`

/** The subject of a question. */
const subject = String.raw`(?:it|they|any(?:body|one)|every(?:body|one)|people|your|his|her|its|their|our|all|some|one|he|she|we|you|there|this|that|the|an?|any|every|each|somebody|someone)`

export const englishAsides: readonly Rewrite[] = [
  // A dash between two clauses.
  rule(String.raw`(?<=[\p{L}.)\x60"'?])\s+[—–]\s+(?=[\p{L}(\x60"'])`, '; '),
  rule(
    String.raw`\b(?:an? |the )?(?:indication|statement|note|flag|information|mark|remark|question)(?: of| on| about)? (?=whether\b)`,
    '',
  ),
  // "Does a nurse have to come along." and "is it locked?" ask for yes or no; the answer to other questions is of any kind.
  rule(String.raw`${start}(?:did|does|do) ${subject}\b[^.;,?()]{3,80}(?:\?|(?=[.;]|$))`, 'yes/no;'),
  rule(
    String.raw`${start}(?:is|are|was|were|has|have|had|can|may|must|should|shall|will|would|could) ${subject}\b[^.;,?()]{3,80}\?`,
    'yes/no;',
  ),
  rule(String.raw`${start}(?:who|what|which|when|where|how|why|whose|whom|anything|any)\b[^.;?()]{3,80}\?`, ''),
  // "(Bob === bob)": one word in two spellings.
  [/[\s,;]*\(?(?<![\p{L}\d])(\p{L}{2,}) ?(?:={1,3}|≡|equals|counts as|is the same as) ?\1(?![\p{L}\d])\)?/giu, ', ignoring case'],
  [
    /[\s,;]*\(?(?<![\p{L}\d])(\p{L}{2,}) (?:and|or) \1(?![\p{L}\d]) (?:are|is|count as|counts as) (?:the same|equal|one)\b\)?/giu,
    ', ignoring case',
  ],
]
