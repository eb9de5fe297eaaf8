// Rewrites English sequences of characters as pieces joined by plus signs: "MS, two digits for the year, a dash and three digits".

import type { Rewrite } from './wordings.ts'

const count = String.raw`(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve)`
const characters = String.raw`(?:capital |small |upper-?case |lower-?case )?(?:letters?|digits?)`
const sign = String.raw`(?:an? |the )?(?:dash|hyphen|point|dot|slash|underscore)`
const either = String.raw`(?-i:[A-Z] or [A-Z])`
const next = String.raw`(?=${sign}\b|${either}\b|(?:then |followed by )?${count} ${characters}\b)`

export const englishSequences: readonly Rewrite[] = [
  // "two digits for the year": what the characters stand for.
  [new RegExp(String.raw`\b(${count} ${characters}|${either}) (?:for|of|as) the \p{L}+(?=\s*(?:[,.;+)]|and\b|$))`, 'giu'), '$1'],
  [
    new RegExp(String.raw`((?:\b${count} ${characters}|\b${either}|(?:^|(?<=[.;:,(]\s*))(?-i:[A-Z]{1,6})|${sign})), ${next}`, 'gi'),
    '$1 + ',
  ],
  [new RegExp(String.raw`(?<=\+ [^.;]*)\band (?=${count} ${characters}\b)`, 'gi'), '+ '],
  // "of the form `F-` and 5 digits"
  [
    new RegExp(
      String.raw`\b(?:texts?|strings?|codes?)?,? ?(?:of|in|with) (?:the|an?) (?:form|format|pattern|shape) (?=[\x60"“'][\w.:#/-]+[\x60"”'] (?:and|plus|\+|then|followed by) ${count} )`,
      'gi',
    ),
    '',
  ],
]
