// Reads part 3: machines, their states, transitions, timers and effects, in the words of SCXML and XState.

import { advise, paste } from '../diagnostic/help.ts'
import { listOf, mapOf, oneOrMany, record } from './maps.ts'
import { choice, conditionsOf, withHelp, withListHelp } from './shape-combinators.ts'
import { expression, name, plainText, oneOfWords, recurrence, text } from './scalars.ts'
import { schema } from './schema.ts'
import { type Read, type Shape, documentation, key, requiredKey, later, misplacedKey } from './shape.ts'
import { template } from './template.ts'

const sets = mapOf('a map of properties to expressions', template)
const conditions = conditionsOf(expression)

export const effectKeys = {
  for: key(
    record('a loop', {
      as: requiredKey(name('a name'), 'The name of each item.'),
      in: requiredKey(expression, 'A list, or records.'),
      outcomes: key(
        name('a name'),
        'none: a refusal refuses the request',
        'In a step of `do`: each item is done or refused by itself. The name of the list of their outcomes.',
      ),
    }),
    'none',
    'Does the effect for each of these, in order.',
  ),
  if: key(expression, 'none', 'Does the effect only where this holds.'),
  require: key(conditions, 'none', 'Named conditions; a false one refuses the operation.'),
  transition: key(name('a transition such as `Stock.take`'), 'none', 'Makes a transition of another record.'),
  create: key(name('the name of a resource'), 'none', 'Creates a record.'),
  update: key(name('the name of a resource'), 'none', 'Changes a record.'),
  delete: key(name('the name of a resource'), 'none', 'Deletes a record; the record itself last.'),
  call: key(name('the name of a behaviour'), 'none', 'Runs code that part 1 declares; one that runs `before` only in a step of `do`.'),
  by: key(
    choice('a record, or a map of key properties', { scalar: expression, map: mapOf('a map of properties to expressions', expression) }),
    'none (a `create`)',
    'The record: an expression, or the values of its key or of a unique.',
  ),
  set: key(sets, 'none', 'The values that a `create` or `update` writes.'),
  input: key(template, 'none', 'The input of the `transition`, or of the code.'),
  onConflict: key(oneOfWords('keep'), 'none (`duplicate`)', 'A `create` of a record that exists keeps it.'),
  as: key(name('a name'), 'none', "The name of the record, or of the code's result, in later effects and in the response."),
  description: documentation(plainText, 'Why.'),
}

export const effects = listOf('a list of effects', record('an effect', effectKeys))

const action = record('an action', {
  set: key(sets, 'none', 'Values to write to the record.'),
  then: key(effects, 'none', 'Further effects, in order.'),
})

const candidateKeys = {
  target: key(name('the name of a state'), 'none: it stays, and its timers go on', 'The state it leads to.'),
  guard: key(conditions, 'none', 'Named conditions; all must hold.'),
  set: key(sets, 'none', 'Values to write; all read the record as it was.'),
  then: key(effects, 'none', 'Further effects, in order, in the same transaction.'),
  description: documentation(plainText, 'A description.'),
}

const transitionKeys = {
  ...candidateKeys,
  input: key(schema, 'none', 'The input of the transition.'),
  onError: misplacedKey(
    'The reaction to refused effects.',
    '`onError` is allowed only under `after`, `at` and `every`: a caller of this transition gets the refusal of part 7.',
  ),
}

const timedKeys = {
  ...candidateKeys,
  onError: key(
    record('an `onError`', {
      target: key(name('the name of a state'), 'none', 'The state it leads to instead.'),
      set: key(sets, 'none', 'Values to write; they may read `error`.'),
      then: key(effects, 'none', 'Further effects.'),
    }),
    'it is tried again with back-off, and is then a dead timer',
    'The reaction to refused effects.',
  ),
}

const momentKeys = {
  time: requiredKey(expression, 'The moment, from properties of the record; null: no timer.'),
  ...timedKeys,
}

const recurringKeys = {
  rrule: key(recurrence, 'the key is a duration', 'The times, by the calendar (RFC 5545).'),
  zone: key(text, 'UTC', 'The time zone of `rrule`.'),
  ...timedKeys,
}

/** A state alone is shorthand for a transition to that state. */
const orTarget = <T>(shape: Shape<T>): Shape<T> =>
  withHelp(shape, ({ text }) =>
    /^[\w.-]+$/.test(text) ? advise`Write the state that it leads to under \`target\`:${paste(`{ target: ${text} }`)}` : undefined,
  )

const momentTransition = withListHelp(
  record('a timed transition with its `time`', momentKeys),
  'Write each candidate under a name of its own, with the same `time`: it is made if its guard holds then.',
)

const stateKeys = {
  on: key(
    mapOf('a map of transitions', oneOrMany('a transition, or a list of candidates', orTarget(record('a transition', transitionKeys)))),
    'none',
    'Transitions that operations and effects make.',
  ),
  always: key(
    oneOrMany('a transition without an event, or a list of them', orTarget(record('an eventless transition', candidateKeys))),
    'none',
    'Made as soon as their guard holds, whenever the record is written.',
  ),
  after: key(
    mapOf(
      'a map of durations',
      oneOrMany('a timed transition, or a list of candidates', orTarget(record('a timed transition', timedKeys))),
    ),
    'none',
    'Made when the time since the entry has passed.',
  ),
  at: key(
    mapOf('a map of names to timed transitions', momentTransition),
    'none',
    'Made at a moment that the record gives; the moment moves when what it is computed from is written.',
  ),
  every: key(
    mapOf(
      'a map of durations, or of names with their `rrule`',
      oneOrMany('a timed transition, or a list of candidates', orTarget(record('a recurring transition', recurringKeys))),
    ),
    'none',
    'Made again and again, whenever so much time has passed since the entry, or at times of the calendar.',
  ),
  entry: key(action, 'none', 'Done whenever the state is entered.'),
  exit: key(action, 'none', 'Done whenever the state is left.'),
  type: key(oneOfWords('final'), 'none', '`final`: nothing leads out of it.'),
  unreachable: key(plainText, 'none', 'Why the state is kept although no way leads to it.'),
  description: documentation(plainText, 'A description.'),
  $renamedFrom: key(
    oneOrMany('the name that it had, or a list of states that became it', name('the name of a state')),
    'none',
    'Former states whose records are in this one now.',
  ),
  states: later('Nested states.', 'Write the inner states beside the outer one, with names such as `shipping-packed`.'),
  invoke: later('A durable outgoing call.', 'Use a behaviour with `when: after` whose outcome is a transition.'),
}

export const machineKeys = {
  initial: key(name('the name of a state'), 'a gap', 'The state of a new record.'),
  states: key(mapOf('a map of states', record('a state', stateKeys), '{}'), 'a gap', 'The states.'),
  description: documentation(plainText, 'A description.'),
}

export const machine = record('a machine', machineKeys)

export type Machine = Read<typeof machineKeys>
export type State = Read<typeof stateKeys>
/** A candidate of a transition by event, without an event, or by time. */
export type Candidate = Read<typeof candidateKeys> &
  Partial<Pick<Read<typeof transitionKeys>, 'input'> & Pick<Read<typeof timedKeys>, 'onError'>>
export type TimedCandidate = Read<typeof timedKeys>
/** A transition under `at`, with the time from its record. */
export type MomentCandidate = Read<typeof momentKeys>
/** A transition under `every`; with `rrule`, at times of the calendar. */
export type RecurringCandidate = Read<typeof recurringKeys>
export type Effect = Read<typeof effectKeys>
export type Action = { readonly set: Candidate['set']; readonly then: Candidate['then'] }
