// Reports invalid durations of `after` and `every`, and a time of zero: of `every` it is an error.

import { advise, explainDuration, paste, quoteWord } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { listSpecifiedEntries } from '../../model/slot.ts'
import { type Timed, parseTimerLength, listTimed } from '../../model/timed.ts'
import type { Check } from '../check.ts'

const code = 'states/duration'

export const check: Check = {
  code,
  run: ({ model }) =>
    model.states.value.machines.flatMap((machine) =>
      listSpecifiedEntries(machine.slots.states).flatMap(({ name, value }) =>
        listTimed(value).flatMap((timed) =>
          timed.kind === 'at' || hasRule(timed) ? [] : checkDuration(timed, `${quoteName(name)} of ${quoteName(machine.name)}`),
        ),
      ),
    ),
}

/** Its key is a name, which `states/invalid-recurrence` checks. */
function hasRule(timed: Timed): boolean {
  return timed.kind === 'every' && timed.value.some(({ rrule }) => rrule.state !== 'unsaid')
}

function checkDuration({ kind, name, key, value }: Timed, state: string): Diagnostic[] {
  const length = parseTimerLength(name)
  if (typeof length !== 'number') {
    return [
      createDiagnostic(
        'error',
        code,
        `${quoteName(name)} under ${quoteName(kind)} of ${state} is not a duration`,
        { span: key.span, text: 'cannot be waited for' },
        {
          help:
            kind === 'every'
              ? advise`${explainDuration(length)}\n\nFor times of the calendar, give the name a rule (RFC 5545):${paste(`${name}: { rrule: FREQ=MONTHLY;BYMONTHDAY=1;BYHOUR=8 }`)}`
              : explainDuration(length),
        },
      ),
    ]
  }
  if (length > 0) return []
  if (length === 0 && kind === 'after') {
    // A reaction to refusals shows that a separate transaction is intended.
    if (value.some(({ onError }) => onError.state !== 'unsaid')) return []
    return [
      createDiagnostic(
        'warning',
        code,
        `${quoteName(name)} under ${quoteName(kind)} of ${state} passes at once`,
        {
          span: key.span,
          text: 'no time at all',
        },
        {
          reason: 'It is made in its own transaction, right after the one that entered the state. Requests in between find the state.',
          help:
            'Write a duration, or use `always`, which runs in the same transaction. ' +
            'If a separate transaction is intended, define with `onError` what happens after a refusal.',
        },
      ),
    ]
  }
  const reason =
    kind === 'every'
      ? 'No time would pass between two runs, and the record would change for ever.'
      : 'A record cannot be moved before it came there.'
  return [
    createDiagnostic(
      'error',
      code,
      `${quoteName(name)} under ${quoteName(kind)} of ${state} lets no time pass`,
      { span: key.span, text: length < 0 ? 'lies in the past' : 'no time at all' },
      {
        reason,
        help:
          kind === 'every'
            ? advise`Write a duration, for example ${quoteWord('PT1H')}.`
            : advise`Write a duration, for example ${quoteWord('PT24H')}; a transition without delay is ${quoteWord('always')}.`,
      },
    ),
  ]
}
