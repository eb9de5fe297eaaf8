// Builds the diagnostics of unreadable scenarios.

import type { Help } from '../../diagnostic/help.ts'
import type { Span } from '../../base/text.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName, reportUnknownName } from '../../diagnostic/voice.ts'
import { unsupportedWords } from '../words.ts'

/** Reports text that Hurl's grammar does not allow here. `expected` completes "is expected here". */
export function reportUnreadableText(found: string, expected: string, span: Span, help?: string | Help): Diagnostic {
  const actual = found === '' ? 'the line ends' : `there is ${quoteName(found.length > 40 ? `${found.slice(0, 40)}…` : found)}`
  const primary = { span, text: found === '' ? 'the line ends here' : 'not expected here' }
  return createDiagnostic(
    'error',
    'scenario/syntax',
    `${actual} where ${expected} is expected`,
    primary,
    help === undefined ? {} : { help },
  )
}

/** Reports an unclosed string or body. `end` is the missing end, as the message shows it. */
export function reportUnclosed(what: string, end: string, span: Span): Diagnostic {
  return createDiagnostic('error', 'scenario/syntax', `${what} has no end`, { span, text: `begins here, and ${end} would end it` })
}

/** Reports a word that Hurl does not have, or that scenarios do not support. `kinds`: the kinds of words allowed here. */
export function reportUnknownWord(
  name: string,
  kinds: readonly (keyof typeof unsupportedWords)[],
  span: Span,
  known: Iterable<string>,
): Diagnostic {
  const kind = kinds.find((each) => Object.hasOwn(unsupportedWords[each], name))
  if (kind !== undefined) return refuseWord(name, kind, unsupportedWords[kind][name]!, span)
  return reportUnknownName('scenario/unknown-word', kinds.join(' or '), name, span, known)
}

/** Reports a word that scenarios do not support. `kind` is Hurl's term: `query`, `option`. */
export function refuseWord(name: string, kind: string, help: string | Help, span: Span): Diagnostic {
  const primary = { span, text: 'left out of scenarios' }
  return createDiagnostic('error', 'scenario/unsupported-word', `${quoteName(name)} is a Hurl ${kind} that scenarios leave out`, primary, {
    help,
  })
}

/** Reports a section in the wrong place. `where` names the right place. */
export function reportMisplacedSection(
  name: string,
  where: string,
  span: Span,
  labels: readonly { span: Span; text: string }[] = [],
): Diagnostic {
  return createDiagnostic(
    'error',
    'scenario/misplaced',
    `${quoteName(name)} does not belong here: ${where}`,
    { span, text: 'out of place' },
    { others: labels },
  )
}
