// The English words and phrases that forms use.

import { englishCallerWords } from './caller-words.ts'
import { englishConditionWords } from './condition-words.ts'
import { englishErrorWords } from './error-words.ts'
import { englishFieldWords } from './field-words.ts'
import { englishHeaders } from './header-words.ts'
import { englishLimitWords } from './limit-words.ts'
import { englishMachineWords } from './machine-words.ts'
import { englishProse } from './prose.ts'
import { englishQuestions } from './questions.ts'
import { englishSpokenWords } from './spoken-words.ts'
import { englishSqlWords } from './sql-words.ts'
import type { Words } from '../words.ts'

export const english: Words = {
  ...englishFieldWords,
  ...englishSpokenWords,
  ...englishMachineWords,
  ...englishCallerWords,
  ...englishConditionWords,
  ...englishErrorWords,
  ...englishLimitWords,
  ask: englishQuestions,
  sql: englishSqlWords,
  prose: englishProse,
  ...englishHeaders,
  marks: {
    yes: /^(?:yes|y|x|must[- ]have|✓|✔|✅|☑|🗹|●|⬤|◉|■|◼|•|required|necessary|compulsory|obligatory|mandatory|m|must|true|always|needed|on|req\.?|reqd\.?|mand\.?)$/i,
    no: /^(?:no|n|may|optional|facultative|opt\.?|voluntary|may be (?:blank|empty|left out)|can be (?:blank|empty|left out)|o|false|off|✗|✘|❌|not required|nice to have)$/i,
    nothing: /^(?:[-–—]|n\/a|)$/i,
    conditional:
      /^(?:c|conditional(?:ly)?\b.*|(?:only|if|when|where|for|on|upon|at|after|before|once|as soon as|unless|until|in case|with|from|by|depends|sometimes|see) ?.*)$/i,
    bare: /^(?:yes|y|x|no|n|true|false|on|off|✓|✔|✅|✗|✘|❌)$/i,
    creation:
      /\b(?:on|at|upon|for|when|by|with) (?:(?:the|its|being|it is|they are) )?(?:creat(?:e|ing|ion|ed)|POST|insert(?:ion|ed)?|entry|registration|registering|sign-?up|making|made|first saving|new (?:ones|records|entries))\b/i,
    condition: /\b(?:if|when|where|once|unless|until|except|as soon as|as long as|in case|depending)\b/i,
  },
  titleGlue: /\b(?:services?|specifications?|spec|api|of|the|for|a|an|form|draft|document|v\d+)\b|[–—:|(),.-].*$/gi,
  theService: 'the service',
  purposeSubject:
    /(?:^|[.!?\d]\s+)The (\p{Lu}\p{L}+) (?:records?|keeps?|stores?|holds?|manages?|tracks?|is|does|will|knows|handles?|replaces?|registers?)\b/gu,
  conjunction: /\s*(?:,|\/|\bor\b|\band\b)\s*/i,
  article: /^(?:an?|the|any|every|each|all)\s+/i,
  articles: '(?:an?|the|any|every|each|all)',
  joins: 'and|or|as well as',
  onlyWord: 'only',
  beWord: '(?:is|are|has|have|was|were|needs?|must|to|of|in)',
  modals: 'shall|must|will|can|may|should',
  beWords: 'be',
  isWord: 'is',
  requirement:
    /\d|\b(?:unique|must|shall|only|never|always|unless|cannot|can't|at least|at most|may not|required|refuse[ds]?|ignored?|exactly|no two|should|not allowed|automatically|default)\b|->|→/i,
  baseAddress: /\b(?:base|root|(?:service )?address|reached|reachable|available|base url|server|host|served|lives|url)\b/i,
}
