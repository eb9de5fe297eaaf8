// Mistakes in expressions, as the type checker found them: one check for each kind.

import { type Help, advise, offerNames, paste, quoteEntry, quoteWord } from '../diagnostic/help.ts'
import type { ProblemKind } from '../cel/problem.ts'
import { findStatusNamed } from '../base/status-names.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { createDiagnostic } from '../diagnostic/voice.ts'
import { spanWithin } from '../document/node.ts'
import { printValueToPaste } from '../document/value-to-paste.ts'
import type { Typing, TypingProblem } from '../typing/domain.ts'
import type { Check } from './check.ts'

/** The label of the place, per kind of mistake; a missing kind is a compile error. */
const labels: { readonly [kind in ProblemKind]: string } = {
  syntax: 'does not read as CEL',
  'unknown-name': 'not known here',
  'unknown-member': 'no such member',
  'unknown-function': 'no such function',
  'unknown-enum-value': 'none of its values',
  'refused-member': 'cannot be used here',
  secret: 'opaque',
  'computed-member': 'computed here',
  'no-overload': 'no such operation on these types',
  'wrong-type': 'of another type',
  'not-a-bool': 'neither true nor false',
  'mixed-types': 'of several types',
  nullable: 'may be null here',
  'decimal-scale': 'how many digits?',
  'division-outside-round': 'may have no end',
  unordered: 'in no order',
  'not-unique': 'names no one record',
  macro: 'cannot be read as a macro',
  'repeated-key': 'said twice',
  'invalid-literal': 'does not read',
}

export const expressionChecks: readonly Check[] = (Object.keys(labels) as ProblemKind[]).map((kind): Check => {
  const code = `expressions/${kind}`
  return {
    code,
    run: ({ typing }) =>
      typing.problems
        .filter((each) => each.kind === kind)
        .map((each) =>
          diagnose(
            code,
            each,
            labels[kind],
            each.kind === 'nullable' ? writeNullableHelp(each, typing) : undefined,
            each.kind === 'unknown-name' ? writeStatusHelp(each, typing) : undefined,
          ),
        ),
  }
})

/** A computed property has no value where its schema also takes null. */
function writeNullableHelp({ slot, start, end }: TypingProblem, { slots }: Typing): string | Help | undefined {
  const place = spanWithin(slot.node, start, end)
  const isNull = place.source.text.slice(place.start, place.end) === 'null'
  const isComputed = isNull && slots.some((each) => each.slot === slot && each.role === 'resources.compute')
  return isComputed ? advise`Let the property take null, for example ${quoteEntry("type: [string, 'null']")}.` : undefined
}

/** The corrected text where it is written: in the slot, or in the role whose condition it contains. */
function printReplacement({ node, kind }: TypingProblem['slot'], start: number, end: number, replacement: string): string {
  const inserted = node.insertions?.find((each) => each.start <= start && end <= each.end)
  if (inserted === undefined) return printValueToPaste(node, replacement, kind)
  const { scalar } = inserted
  const piece = replacement.slice(inserted.start, inserted.end + replacement.length - node.text.length)
  return printReplacement({ node: scalar, text: scalar.text, kind }, start - inserted.start, end - inserted.start, piece)
}

/** The name of a status, such as `conflict` or `notFound`, where its number belongs. */
function writeStatusHelp({ slot, start, end }: TypingProblem, { slots }: Typing): Help | undefined {
  const role = slots.find((each) => each.slot === slot)?.role
  if (role !== 'endpoints.status' && role !== 'errors.status') return undefined
  const status = findStatusNamed(slot.text.slice(start, end))
  return status === undefined ? advise`A status is a number, such as \`409\`.` : advise`A status is a number: ${quoteWord(String(status))}.`
}

function diagnose(
  code: string,
  { slot, message, start, end, help, replacement, unknown, suggestions = [] }: TypingProblem,
  label: string,
  otherHelp?: string | Help,
  firstHelp?: Help,
): Diagnostic {
  const correction =
    replacement === undefined ? undefined : advise`${help ?? 'Write'}:${paste(printReplacement(slot, start, end, replacement))}`
  const remedy = firstHelp ?? correction ?? help ?? (suggestions.length > 0 ? offerNames(suggestions) : otherHelp)
  return createDiagnostic(
    'error',
    code,
    message,
    { span: spanWithin(slot.node, start, end), text: label },
    { ...(remedy === undefined ? {} : { help: remedy }), ...(unknown === undefined ? {} : { unknown }) },
  )
}
