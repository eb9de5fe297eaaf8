// Reports expressions that can fail at run time: a missing item, a division by zero, a conversion.

import type { Expression } from '../../cel/expression.ts'
import { findFailures } from '../../cel/may-fail.ts'
import { partsOf } from '../../cel/parts.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic } from '../../diagnostic/voice.ts'
import { findsNothing } from '../../fact/failing-expressions.ts'
import type { Check } from '../check.ts'
import { type Typed, findSpan, spellExpression, listTyped } from './typed.ts'

const code = 'expressions/may-fail'

type FailureKind = ReturnType<typeof findFailures>[number]['kind']

export const check: Check = {
  code,
  quietBesideErrors: true,
  run: ({ typing }) => {
    // The arguments decide if a function's value can fail, so each call is checked.
    const diagnostics = listTyped(typing)
      .filter(({ use }) => !answeredRoles.has(use.role) && use.role !== 'service.functions' && !findsNothing(use))
      .flatMap((typed) =>
        findFailures(typed.expression, typed.use.assumed).flatMap((failure) => {
          const isZone = failure.kind === 'zone'
          const definition = findDefinition(typed.expression, failure)
          return [
            {
              ...(definition === undefined ? {} : { cause: `${definition} ${failure.reason}` }),
              diagnostic: diagnostic(
                'warning',
                code,
                isZone
                  ? `${spellExpression(typed, failure)} can be given a text that is not a time zone`
                  : `${spellExpression(typed, failure)} can fail while it runs: ${failure.reason}`,
                { span: findSpan(typed, failure), text: isZone ? 'any text is possible here' : 'can fail' },
                {
                  reason: isZone ? 'It is then read as UTC.' : describeConsequence(typed),
                  help: helps[failure.kind],
                },
              ),
            },
          ]
        }),
      )
    return joinCalls(diagnostics)
  },
}

/** `cause`: the function whose call fails, and why. */
type Caused = { readonly cause?: string; readonly diagnostic: Diagnostic }

/** The function of part 1 whose value fails: all its parts have the place of the call. */
function findDefinition(expression: Expression, failure: { readonly start: number; readonly end: number }): string | undefined {
  const { start, end, inlined } = expression
  if (start > failure.start || end < failure.end) return undefined
  if (inlined !== undefined && start === failure.start && end === failure.end) return inlined[0]
  for (const { expression: part } of partsOf(expression)) {
    const definition = findDefinition(part, failure)
    if (definition !== undefined) return definition
  }
  return undefined
}

/** Calls of one function that fail for one reason are one diagnostic, with the other places. */
function joinCalls(all: readonly Caused[]): readonly Diagnostic[] {
  const alone = all.flatMap(({ cause, diagnostic: each }) => (cause === undefined ? [each] : []))
  const calls = Map.groupBy(
    all.filter(({ cause }) => cause !== undefined),
    ({ cause }) => cause!,
  )
  const joined = [...calls.values()].map(([first, ...rest]): Diagnostic => {
    const others = rest.map(({ diagnostic: { primary } }) => ({ span: primary.span, text: 'and here' }))
    return others.length === 0 ? first!.diagnostic : { ...first!.diagnostic, others: [...first!.diagnostic.others, ...others] }
  })
  return [...alone, ...joined]
}

/**
 * A failure during authentication or version selection leaves the caller or version unknown, which part 7 answers; a value of an older
 * version that cannot be converted is `invalid`.
 */
const answeredRoles: ReadonlySet<string> = new Set([
  'authentication.caller',
  'authentication.find',
  'authentication.scopes',
  'versioning.value',
  'versioning.accept',
  'versioning.up',
])

function describeConsequence({ use }: Typed): string {
  // Webhooks are evaluated after the commit, per event and destination; callbacks with their change.
  if (use.role.startsWith('events.') && use.scope.variables.has('event'))
    return 'The event is then not delivered there: its delivery is dead, with that as its reason.'
  // Timers, and what code causes, have no request that could be refused.
  if (writingRoles.has(use.role))
    return 'The request is then refused with `invalid set`, and nothing is written; without a request it is `internal`.'
  if (use.role === 'endpoints.where')
    return 'A list then leaves out the record, and reports it. If the request alone makes it fail, the request is refused with `invalid where`.'
  if (use.role === 'authentication.read') return 'The record then cannot be read, and a list leaves it out.'
  if (use.role.startsWith('errors.')) return 'The response then lacks that text, or has no body.'
  return 'The request is then refused with `invalid computed` (409 without an entry), and nothing is written; without a request it is `internal`.'
}

const writingRoles: ReadonlySet<string> = new Set(['resources.generate', 'states.set', 'effects.set', 'endpoints.set'])

const helps: { readonly [kind in FailureKind]: string } = {
  index: 'Give a value for the absent case: x[?0].orValue(…)',
  division: 'Test the divisor first: y != 0 ? x / y : …',
  overflow: 'Bound what goes into it by its schema:\n\nmaximum: 1000000',
  call: 'Test what goes into it first, or bound it by its schema.',
  zone: 'Restrict its values by its schema:\n\nformat: time-zone',
  dynamic: 'Write the type in the schema of the value that goes into it.',
}
