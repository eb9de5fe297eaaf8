// English phrases with facts of a field. The first phrase that fits a clause counts.

import type { Phrase } from '../words/field-words.ts'
import { englishKindPhrases } from './phrases/kinds.ts'
import { englishValuePhrases } from './phrases/values.ts'
import { englishReferencePhrases } from './phrases/references.ts'
import { englishRulePhrases } from './phrases/rules.ts'

export const englishPhrases: readonly Phrase[] = [
  ...englishKindPhrases,
  ...englishValuePhrases,
  ...englishReferencePhrases,
  ...englishRulePhrases,
]
