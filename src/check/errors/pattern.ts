// Messages for unresolved patterns, shared by the checks of each kind.

import { type Help, advise, offerNames, quoteWord } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, joinWithAnd, reportUnknownName, replaceHelp } from '../../diagnostic/voice.ts'
import type { Facts, PatternProblem } from '../../fact/fact.ts'
import { listConditionsForWord } from './usual-status.ts'

const nouns: { readonly [kind in PatternProblem['kind']]: string } = {
  'unknown-condition': 'condition',
  'unknown-word': 'subject or name',
  'unknown-operation': 'operation',
  'ambiguous-word': 'word',
  'not-here': 'condition that can be used here',
  'of-service': 'condition of an operation',
}

export function reportPatternProblems(code: string, kind: PatternProblem['kind'], { patternProblems: problems }: Facts): Diagnostic[] {
  return problems.filter((problem) => problem.kind === kind).map((problem) => diagnose(code, problem))
}

function diagnose(code: string, { kind, pattern, word, span, candidates, use }: PatternProblem): Diagnostic {
  switch (kind) {
    case 'unknown-condition': {
      const named = candidates.filter((each) => each.endsWith(` ${pattern}`))
      const conditions = named.length > 0 ? named : listConditionsForWord(word)
      const unknownWord = reportUnknownName(code, nouns[kind], word, span, candidates)
      if (conditions.length === 0) return unknownWord
      const isStatus = /^\d+$/.test(word)
      return replaceHelp(
        unknownWord,
        isStatus
          ? `An entry names what has happened, and its \`status\` what is answered then. Usually answered with ${word}: ${joinWithAnd(conditions)}.`
          : offerNames(conditions),
      )
    }
    case 'unknown-operation':
      return reportUnknownName(code, nouns[kind], word, span, candidates)
    case 'unknown-word': {
      const unknownWord = reportUnknownName(code, `${nouns[kind]} of \`${pattern.split(' ')[0]}\``, word, span, candidates)
      const parts = word.split('.')
      const isDotted = parts.length === 2 && parts.every((part) => candidates.includes(part))
      return {
        ...(isDotted ? replaceHelp(unknownWord, offerNames([parts.join(' ')])) : unknownWord),
        reason: 'The words after a condition narrow it: to a resource or member, to a name, or `at` an operation.',
      }
    }
    case 'ambiguous-word':
      return createDiagnostic(
        'error',
        code,
        `\`${word}\` in \`${pattern}\` is both a subject and a name`,
        { span, text: 'could mean either' },
        {
          help: 'Write both, the subject first, or rename one of them.',
        },
      )
    case 'not-here':
      return createDiagnostic(
        'error',
        code,
        `\`${word}\` cannot stand in \`${use}\``,
        { span, text: 'has no fixed place in the order' },
        explainPlace(candidates[0]),
      )
    case 'of-service':
      return createDiagnostic(
        'error',
        code,
        `\`${pattern}\` narrows a condition that is evaluated before the operation is known`,
        { span, text: '`at` has no meaning here' },
        {
          help: advise`Write ${quoteWord(pattern.split(' ')[0]!)} alone.`,
        },
      )
  }
}

/** `whole`: the condition of a whole place, if the pattern names a part of it. */
function explainPlace(whole: string | undefined): { readonly reason: string; readonly help?: string | Help } {
  if (whole !== undefined)
    return {
      reason: 'A schema is checked as a whole, and all its failures are found together: no member or keyword comes before another.',
      help: `Name the whole place, \`${whole}\`, instead.`,
    }
  return {
    reason:
      'Conditions of the service are evaluated before the operation is known, and interrupts at any time: neither has a place in an order, and neither can be ruled out.',
  }
}
