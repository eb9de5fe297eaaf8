// Rewrites denied words in English descriptions of fields, before other wordings see the word without its negation.

import { type Rewrite, rule } from './wordings.ts'

export const englishNegations: readonly Rewrite[] = [
  rule(
    String.raw`\b(?:is |are |need |needs )?(?:not|non|never|un)(?: |-)?(?:(?:always|strictly|really|absolutely) )?(?:be )?(?:obligatory|required|mandatory|compulsory|needed|necessary|essential|indispensable|a must)\b`,
    'optional',
  ),
  rule(String.raw`\bnot (?:an? )?(?:integers?|whole numbers?|whole)\b\s*:?`, 'number with a fraction; '),
  rule(String.raw`\bnot (?:empty|blank|null)${String.raw`(?=\s*(?:[.;,)]|$))`}`, 'required'),
]
