// Reports expressions that can fail at run time: a missing item, a division by zero, a conversion.

import { type Help, advise, paste } from '../../diagnostic/help.ts'
import { findFailures } from '../../cel/may-fail.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic } from '../../diagnostic/voice.ts'
import { findsNothing } from '../../fact/failing-expressions.ts'
import type { Check } from '../check.ts'
import { type FunctionValues, findDefinition, listFunctionValues } from './called-functions.ts'
import { type Typed, findSpan, spellExpression, listTyped } from './typed.ts'

const code = 'expressions/may-fail'

type FailureKind = Failure['kind']

export const check: Check = {
  code,
  quietBesideErrors: true,
  run: ({ model, typing }) => {
    // The arguments decide if a function's value can fail, so each call is checked.
    const failing: readonly Failing[] = listTyped(typing)
      .filter(({ use }) => !answeredRoles.has(use.role) && use.role !== 'service.functions' && !findsNothing(use))
      .flatMap((typed) =>
        findFailures(typed.expression, typed.use.assumed).flatMap((failure) => {
          const definition = findDefinition(typed.expression, failure)
          return [{ typed, failure, ...(definition === undefined ? {} : { definition }) }]
        }),
      )
    return reportFailures(failing, listFunctionValues(model, typing))
  },
}

type Failure = ReturnType<typeof findFailures>[number]

/** An expression that can fail. `definition`: the function of part 1 whose value fails, if it is a call. */
type Failing = { readonly typed: Typed; readonly failure: Failure; readonly definition?: string }

/** Calls that fail in the same part of a function are one diagnostic, at that part. */
function reportFailures(all: readonly Failing[], functions: FunctionValues): readonly Diagnostic[] {
  const partsByCause = new Map<string, readonly Failing[]>()
  const findParts = (call: Failing): readonly Failing[] =>
    partsByCause.getOrInsertComputed(`${call.definition} ${call.failure.reason}`, () =>
      call.definition === undefined ? [] : findFailingParts(call.definition, call.failure, functions, new Set()),
    )
  const groups = Map.groupBy(all, (call) => {
    const [part = call] = findParts(call)
    const { source, start, end } = findSpan(part.typed, part.failure)
    return `${source.name} ${start} ${end} ${call.failure.reason}`
  })
  return [...groups.values()].map((calls) => reportCalls(calls, findParts(calls[0]!)))
}

function reportCalls(calls: readonly Failing[], parts: readonly Failing[]): Diagnostic {
  const [call] = calls as readonly [Failing, ...Failing[]]
  const [part, ...furtherParts] = parts
  if (part === undefined) return diagnose(call, call)
  const further = new Map(furtherParts.map(({ typed, failure }) => findSpan(typed, failure)).map((span) => [span.start, span]))
  const count = new Set(calls.map(({ typed, failure }) => findSpan(typed, failure).start)).size
  return {
    ...diagnose(part, call),
    others: [
      ...[...further.values()].map((span) => ({ span, text: 'and here' })),
      { span: findSpan(call.typed, call.failure), text: count > 1 ? `called here, the first of ${count} places` : 'called here' },
    ],
  }
}

/** The parts of a function's value that fail in this way; a call of another function leads to the parts of that one. */
function findFailingParts(name: string, { reason }: Failure, functions: FunctionValues, visited: Set<string>): readonly Failing[] {
  const typed = functions.get(name)
  if (typed === undefined || visited.has(name)) return []
  visited.add(name)
  return findFailures(typed.expression)
    .filter((failure) => failure.reason === reason)
    .flatMap((failure): readonly Failing[] => {
      const called = findDefinition(typed.expression, failure)
      return called === undefined ? [{ typed, failure }] : findFailingParts(called, failure, functions, visited)
    })
}

/** `call`: the expression of the document whose evaluation fails. */
function diagnose({ typed, failure }: Failing, call: Failing): Diagnostic {
  const isZone = failure.kind === 'zone'
  return createDiagnostic(
    'warning',
    code,
    isZone
      ? `${spellExpression(typed, failure)} can be given a text that is not a time zone`
      : `${spellExpression(typed, failure)} can fail while it runs: ${failure.reason}`,
    { span: findSpan(typed, failure), text: isZone ? 'any text is possible here' : 'can fail' },
    {
      reason: isZone ? 'It is then read as UTC.' : describeConsequence(call.typed),
      help: adviseAbsent({ typed, failure }) ?? helps[failure.kind],
    },
  )
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
  if (use.role === 'resources.compute')
    return 'A request that needs the value is then refused with `invalid computed` (409 without an entry); a list leaves out the record, and reports it.'
  if (use.role === 'authentication.read') return 'The record then cannot be read, and a list leaves it out.'
  if (use.role.startsWith('errors.')) return 'The response then lacks that text, or has no body.'
  return 'The request is then refused with `invalid computed` (409 without an entry), and nothing is written; without a request it is `internal`.'
}

const writingRoles: ReadonlySet<string> = new Set(['resources.generate', 'states.set', 'effects.set', 'endpoints.set'])

/** `claims.sub` as `claims.?sub.orValue(…)`. */
function adviseAbsent({ typed, failure }: Pick<Failing, 'typed' | 'failure'>): Help | undefined {
  const { absent, start } = failure
  if (absent === undefined) return undefined
  const { text } = typed.use.slot
  const key = typeof absent.key === 'string' ? `.?${absent.key}` : `[?${text.slice(absent.key.start, absent.key.end)}]`
  return advise`Give a value for the absent case:${paste(`${text.slice(start, absent.operandEnd)}${key}.orValue(…)`)}`
}

const helps: { readonly [kind in FailureKind]: string | Help } = {
  index: 'Give a value for the absent case: x[?0].orValue(…)',
  division: 'Test the divisor first: y != 0 ? x / y : …',
  overflow: advise`Bound what goes into it by its schema:${paste('maximum: 1000000')}`,
  call: 'Test what goes into it first, or bound it by its schema.',
  zone: advise`Restrict its values by its schema:${paste('format: time-zone')}`,
  dynamic: 'Write the type in the schema of the value that goes into it.',
}
