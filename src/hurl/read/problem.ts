// The diagnostics of scenarios as they are read.

import type { Span } from '../../base/text.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoted, unknownName } from '../../diagnostic/voice.ts'
import { leftOut } from '../words.ts'

/** What stands here is not what Hurl's grammar has here. `expected` completes "is expected here". */
export function unreadable(found: string, expected: string, span: Span): Diagnostic {
  const shown = found === '' ? 'the line ends' : `${quoted(found.length > 40 ? `${found.slice(0, 40)}…` : found)} stands`
  return diagnostic('error', 'scenario/syntax', `${shown} where ${expected} is expected`, { span, text: `${expected} is expected here` })
}

/** Something that begins and does not end: a string, a body. `close` is what would end it, as a reader is told. */
export function unclosed(what: string, close: string, span: Span): Diagnostic {
  return diagnostic('error', 'scenario/syntax', `${what} has no end`, { span, text: `begins here, and ${close} would end it` })
}

/** A word that Hurl does not have, or one that scenarios leave out. `kinds`: what it could be here. */
export function unknownWord(name: string, kinds: readonly (keyof typeof leftOut)[], span: Span, known: Iterable<string>): Diagnostic {
  const kind = kinds.find((each) => Object.hasOwn(leftOut[each], name))
  if (kind !== undefined) return refused(name, kind, leftOut[kind][name]!, span)
  return unknownName('scenario/unknown-word', kinds.join(' or '), name, span, known)
}

/** `kind` is what Hurl calls it: `query`, `option`. */
export function refused(name: string, kind: string, help: string, span: Span): Diagnostic {
  const primary = { span, text: 'left out of scenarios' }
  return diagnostic('error', 'scenario/left-out', `${quoted(name)} is a Hurl ${kind} that scenarios leave out`, primary, { help })
}

/** A part of an entry that stands where it does not belong. `where` says where it does. */
export function misplaced(name: string, where: string, span: Span, others: readonly { span: Span; text: string }[] = []): Diagnostic {
  return diagnostic('error', 'scenario/misplaced', `${quoted(name)} does not belong here: ${where}`, { span, text: 'out of place' }, { others })
}
