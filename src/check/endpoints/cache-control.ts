// Checks `cache`: known directives, on a cacheable response, and `public` only if every caller may see it.

import { type Help, advise, offerNames, paste, quoteWord, remove } from '../../diagnostic/help.ts'
import type { Span } from '../../base/text.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, suggestNames, quoteName } from '../../diagnostic/voice.ts'
import type { Model, Operation } from '../../model/model.ts'
import { isSafe } from '../../model/methods.ts'
import { securityOf } from '../../model/security.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { isAuthored } from '../unused.ts'

const code = 'endpoints/cache-control'

/** RFC 9111, section 5.2.2; RFC 5861; RFC 8246. Any other word is an extension. */
const knownDirectives: ReadonlySet<string> = new Set([
  'max-age',
  's-maxage',
  'no-cache',
  'no-store',
  'no-transform',
  'must-revalidate',
  'must-understand',
  'proxy-revalidate',
  'private',
  'public',
  'immutable',
  'stale-while-revalidate',
  'stale-if-error',
])

/** Directives that allow storing the response. */
const storingDirectives: ReadonlySet<string> = new Set([
  'max-age',
  's-maxage',
  'public',
  'immutable',
  'stale-while-revalidate',
  'stale-if-error',
])

export const check: Check = {
  code,
  run: ({ model }) => model.endpoints.value.operations.flatMap((operation) => checkOperation(operation, model)),
}

type Directive = { readonly word: string; readonly value: string | undefined }

function checkOperation(operation: Operation, model: Model): Diagnostic[] {
  const { name, slots } = operation
  const declared = slotValueOf(slots.cache)
  const control = declared === undefined || 'text' in declared ? declared : slotValueOf(declared.control)
  if (control === undefined || !isAuthored(control.node.span) || control.text.includes('${')) return []
  const { span } = control.node
  const directives = parseDirectives(control.text)
  const conflict = findConflict(operation, directives, span) ?? findSharedAnswer(operation, directives, span, model)
  return [
    ...directives.flatMap(({ word }) => checkSpelling(word, span)),
    ...(conflict === undefined ? directives.flatMap((directive) => checkAge(directive, name, span)) : [conflict]),
  ]
}

function parseDirectives(control: string): readonly Directive[] {
  return control
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== '')
    .map((part) => ({ word: part.split('=')[0]!.trim(), value: part.split('=')[1]?.trim() }))
}

function checkSpelling(word: string, span: Span): Diagnostic[] {
  const suggestions = knownDirectives.has(word) ? [] : suggestNames(word, knownDirectives)
  if (suggestions.length === 0) return []
  return [makeWarning(`${quoteName(word)} is not a directive of \`Cache-Control\``, span, 'unknown to caches', offerNames(suggestions))]
}

function checkAge({ word, value }: Directive, name: string, span: Span): Diagnostic[] {
  if (!word.endsWith('age') || /^"?\d+"?$/.test(value ?? '')) return []
  return [
    makeWarning(
      `${quoteName(word)} of ${quoteName(name)} needs a number of seconds`,
      span,
      'not a number of seconds',
      advise`Write it in seconds, for example${paste(`${word}=60`)}`,
    ),
  ]
}

/** Storing that another directive or the method excludes. */
function findConflict({ name, method }: Operation, directives: readonly Directive[], span: Span): Diagnostic | undefined {
  const storing = directives.find(({ word, value }) => storingDirectives.has(word) && value !== '0')
  if (storing === undefined) return undefined
  if (directives.some(({ word }) => word === 'no-store'))
    return makeWarning(
      `${quoteName(name)} has both \`no-store\` and ${quoteName(storing.word)}`,
      span,
      'contradicts itself',
      advise`${remove('Keep one of them')}.`,
    )
  if (isSafe(method)) return undefined
  return makeWarning(
    `No cache stores the answer to ${quoteName(name)}, so ${quoteName(storing.word)} has no effect`,
    span,
    'no effect',
    advise`${remove('Remove it')}, or write \`no-store\`: caches store answers to GET only (RFC 9111, section 3).`,
  )
}

/** An answer that needs credentials, but that a shared cache may send to all callers. */
function findSharedAnswer(operation: Operation, directives: readonly Directive[], span: Span, model: Model): Diagnostic | undefined {
  const requirements = model.authentication.state === 'shown' ? (slotValueOf(securityOf(model, operation)) ?? []) : []
  const needsCredentials = requirements.length > 0 && requirements.every((requirement) => requirement.length > 0)
  const shared = ['public', 's-maxage'].find((word) => directives.some((directive) => directive.word === word))
  if (shared === undefined || !needsCredentials) return undefined
  return createDiagnostic(
    'warning',
    code,
    `With ${quoteName(shared)}, shared caches send one caller's answer of ${quoteName(operation.name)} to all others`,
    { span, text: 'stored for all callers' },
    {
      reason: 'A shared cache sends stored responses without checking credentials (RFC 9111, section 3.5).',
      help: advise`Write ${quoteWord('private')}, or admit all callers to the operation.`,
    },
  )
}

function makeWarning(message: string, span: Span, label: string, help: string | Help): Diagnostic {
  return createDiagnostic('warning', code, message, { span, text: label }, { help })
}
