// Provides the common wordings of all checks, so that the same mistake has the same message everywhere.

import { findNearest } from '../base/nearest.ts'
import type { Span } from '../base/text.ts'
import type { Diagnostic, Label, Severity, UnknownName } from './diagnostic.ts'
import { type Help, advise, maxListed, offerNames, paste, quoteWordsWithAnd, remove, toHelp } from './help.ts'
import { findEquivalents } from './other-words.ts'

/** A name as messages show it: in the author's spelling, between backticks. */
export function quoteName(name: string): string {
  return `\`${name}\``
}

/** A noun with its indefinite article: `a resource`, `an operation`. */
export function withArticle(noun: string): string {
  return `${/^(?:[aeio]|u(?!ni|se))/i.test(noun) ? 'an' : 'a'} ${noun}`
}

/** `a`, `b` or `c`. */
export function joinWithOr(names: readonly string[]): string {
  return joinWords(names.map(quoteName), 'or')
}

/** `a`, `b` and `c`; a long list ends with the number of further names. */
export function joinWithAnd(names: readonly string[]): string {
  if (names.length <= maxListed) return joinWords(names.map(quoteName), 'and')
  return joinWords([...names.slice(0, maxListed).map(quoteName), `${names.length - maxListed} more`], 'and')
}

function joinWords(words: readonly string[], word: 'and' | 'or'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${word} ${words.at(-1)!}`
}

/** Builds a diagnostic in one call; `others` are pairs of a related place and its label. */
export function createDiagnostic(
  severity: Severity,
  code: string,
  message: string,
  primary: Label,
  more: {
    readonly others?: readonly Label[]
    readonly reason?: string
    readonly help?: string | Help
    readonly unknown?: UnknownName
  } = {},
): Diagnostic {
  const { others = [], reason, help, unknown } = more
  return {
    severity,
    code,
    message,
    primary,
    others,
    ...(reason === undefined ? {} : { reason }),
    ...(help === undefined ? {} : writeHelp(help)),
    ...(unknown === undefined ? {} : { unknown }),
  }
}

/** The properties of a diagnostic that a help fills. Remedies without a text are offered by programs only. */
export function writeHelp(help: string | Help): Pick<Diagnostic, 'help' | 'remedies'> {
  const { text, remedies } = toHelp(help)
  return { ...(text === '' ? {} : { help: text }), ...(remedies.length === 0 ? {} : { remedies }) }
}

/** The same diagnostic with another help. */
export function replaceHelp({ help: _help, remedies: _remedies, ...rest }: Diagnostic, help: string | Help): Diagnostic {
  return { ...rest, ...writeHelp(help) }
}

/** `noun` is the singular noun of the element: `resource`, `state of Order.status`. */
export function reportDuplicateName(code: string, noun: string, name: string, first: Span, second: Span): Diagnostic {
  const primary = { span: second, text: 'declared again here' }
  return createDiagnostic('error', code, `${quoteName(name)} is declared twice as ${noun}`, primary, {
    others: [{ span: first, text: 'first declared here' }],
    help: advise`${remove('Remove one of them')}, or rename it.`,
  })
}

/** Suggests a near name, or lists the known names. `noun` is in the singular. */
export function reportUnknownName(code: string, noun: string, name: string, span: Span, candidates: Iterable<string>): Diagnostic {
  const knownNames = [...new Set(candidates)]
  const near = findNearest(name, knownNames)
  const primary = { span: placeOf(name, span), text: `no ${noun} has this name` }
  return createDiagnostic('error', code, `${quoteName(name)} is not ${withArticle(noun)}`, primary, {
    help: printSuggestion(noun, knownNames, near),
  })
}

/** An unknown resource or shape; `noun` is the singular noun of the allowed elements. */
export function reportUnknownResource(code: string, noun: string, name: string, span: Span, candidates: Iterable<string>): Diagnostic {
  return { ...reportUnknownName(code, noun, name, span, candidates), unknown: { name } }
}

/** An unknown property of a resource or shape. */
export function reportUnknownProperty(code: string, owner: string, name: string, span: Span, candidates: Iterable<string>): Diagnostic {
  return { ...reportUnknownName(code, `property of ${owner}`, name, span, candidates), unknown: { name, owner } }
}

/** Finds the name inside the place, if it occurs there once. The suggestion replaces it. */
function placeOf(name: string, place: Span): Span {
  const text = place.source.text.slice(place.start, place.end)
  const occurrences = [...text.matchAll(new RegExp(`(?<![\\w-])${RegExp.escape(name)}(?![\\w-])`, 'g'))]
  const [occurrence] = occurrences
  return occurrence === undefined || occurrences.length > 1
    ? place
    : { ...place, start: place.start + occurrence.index, end: place.start + occurrence.index + name.length }
}

function printSuggestion(noun: string, known: readonly string[], near: readonly string[]): string | Help {
  if (near.length > 0) return offerNames(near)
  if (known.length === 0) return `There is no ${noun}.`
  return known.length === 1 ? advise`The only known name is ${quoteWordsWithAnd(known)}.` : advise`There are ${quoteWordsWithAnd(known)}.`
}

/** Suggests names for an unknown word: equivalents from other tools, or names with a near spelling. */
export function suggestNames(word: string, known: ReadonlySet<string>): readonly string[] {
  const equivalents = findEquivalents(word, known)
  return equivalents.length > 0 ? equivalents : findNearest(word, known)
}

/** A key that the element at this place does not have. `element` names the element: `a resource`, `POST /orders`. */
export function reportUnknownKey(code: string, key: string, element: string, span: Span, allowed: Iterable<string>): Diagnostic {
  const allowedKeys = new Set(allowed)
  const near = suggestNames(key, allowedKeys)
  const primary = { span, text: `not a key of ${element}` }
  return createDiagnostic('error', code, `${quoteName(key)} is not a key of ${element}`, primary, {
    help: near.length > 0 ? offerNames(near) : advise`The keys are ${quoteWordsWithAnd([...allowedKeys])}.`,
  })
}

/** A required key that the element lacks. `example` is YAML. */
export function reportAbsentKey(
  severity: 'error' | 'gap',
  code: string,
  name: string,
  key: string,
  span: Span,
  example?: string,
): Diagnostic {
  const primary = { span, text: `${quoteName(key)} is missing` }
  return createDiagnostic(severity, code, `${quoteName(name)} has no ${quoteName(key)}`, primary, {
    help: example === undefined ? `Write ${quoteName(key)} here.` : advise`Write it, for example${paste(example)}`,
  })
}

type CycleStep = { readonly name: string; readonly span: Span }

/** Elements that refer to themselves in a cycle; `steps` in order, the last leading to the first. `noun`: `always transitions`. */
export function reportCycle(code: string, noun: string, steps: readonly CycleStep[], help?: string | Help): Diagnostic {
  const [first, ...rest] = steps
  if (first === undefined) throw new Error('A cycle has at least one step')
  const path = [...steps, first].map((step) => quoteName(step.name)).join(' → ')
  const message = `${quoteName(first.name)} leads back to itself through ${noun}: ${path}`
  return createDiagnostic(
    'error',
    code,
    message,
    { span: first.span, text: 'the cycle begins here' },
    {
      others: rest.map((step) => ({ span: step.span, text: `goes on through ${quoteName(step.name)}` })),
      ...(help === undefined ? {} : { help }),
    },
  )
}

/** A declaration that is never used. */
export function reportUnusedDeclaration(code: string, noun: string, name: string, span: Span): Diagnostic {
  return createDiagnostic(
    'warning',
    code,
    `${quoteName(name)} is ${noun} that nothing uses`,
    { span, text: 'used nowhere' },
    { help: remove('') },
  )
}

/** A word of the language that this edition recognises but does not support. */
export function notBuilt(code: string, name: string, span: Span, instead?: string | Help): Diagnostic {
  return createDiagnostic(
    'error',
    code,
    `${quoteName(name)} is not supported by this edition of the language`,
    { span, text: 'not supported yet' },
    {
      reason: 'This edition reads it but cannot run it. Specified content is never ignored, so a document with it is not served.',
      ...(instead === undefined ? {} : { help: instead }),
    },
  )
}
