// Reports recurrences of `every` that never occur, have an invalid zone, or conflict with a duration.

import { type Help, advise, paste, remove } from '../../diagnostic/help.ts'
import { findNextOccurrence } from '../../base/recurrence.ts'
import { isZoneText } from '../../base/calendar.ts'
import { formsOf } from '../../cel/bounds.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Node } from '../../document/node.ts'
import { type Slot, type TemplateText, listSpecifiedEntries } from '../../model/slot.ts'
import { type Timed, parseTimerLength, listTimed } from '../../model/timed.ts'
import type { Typing } from '../../typing/domain.ts'
import type { Check } from '../check.ts'

const code = 'states/invalid-recurrence'

export const check: Check = {
  code,
  run: ({ model, typing }) =>
    model.states.value.machines.flatMap((machine) =>
      listSpecifiedEntries(machine.slots.states).flatMap(({ value }) =>
        listTimed(value).flatMap((timed) => (timed.kind === 'every' ? checkRecurring(timed, typing) : [])),
      ),
    ),
}

function checkRecurring({ name, key, value, times }: Extract<Timed, { kind: 'every' }>, typing: Typing): Diagnostic[] {
  const report = (
    severity: 'error' | 'warning',
    message: string,
    node: Node,
    label: string,
    reason: string,
    help: string | Help,
  ): Diagnostic => createDiagnostic(severity, code, message, { span: node.span, text: label }, { reason, help })
  const withRule = value.find(({ rrule }) => rrule.state !== 'unsaid')
  if (withRule === undefined) {
    const withZone = value.find(({ zone }) => zone.state !== 'unsaid')
    return withZone === undefined
      ? []
      : [
          report(
            'error',
            `${quoteName(name)} has a zone, and no \`rrule\``,
            findSlotNode(withZone.zone) ?? key,
            'nothing reads the zone',
            'A duration is as long in every zone.',
            advise`Give it a rule with a name as its key, or ${remove('remove `zone`', 'zone')}:${paste('daily: { rrule: FREQ=DAILY;BYHOUR=8, zone: Europe/Zurich }')}`,
          ),
        ]
  }
  if (value.length > 1)
    return [
      report(
        'error',
        `${quoteName(name)} has a rule within a list of candidates`,
        findSlotNode(withRule.rrule) ?? key,
        'one of several',
        'The rule gives the times of all candidates.',
        'Write one transition, and its alternatives as effects with `if`.',
      ),
    ]
  if (typeof parseTimerLength(name) === 'number')
    return [
      report(
        'error',
        `${quoteName(name)} is a duration, and has a rule`,
        key,
        'two times',
        'Both say when the transition is made.',
        advise`Give it a name, or ${remove('remove `rrule`', 'rrule')}:${paste('daily: { rrule: FREQ=DAILY;BYHOUR=8 }')}`,
      ),
    ]
  if (times === undefined) return []
  const zoneProblems = times.zone === undefined ? [] : checkZone(times.zone, typing, report)
  if (zoneProblems.length > 0) return zoneProblems
  // A rule that occurs from no day of a leap cycle occurs never.
  const starts = Array.from({ length: 8 }, (_, year) => Date.UTC(2024 + year, 0, 1))
  return starts.some((start) => findNextOccurrence(times.rule, 'UTC', start, start) !== undefined)
    ? []
    : [
        report(
          'error',
          `The times of ${quoteName(name)} never occur`,
          findSlotNode(withRule.rrule) ?? key,
          'no such day',
          'The timer would never fire.',
          'Name a day that the calendar has.',
        ),
      ]
}

function findSlotNode(slot: Slot<unknown>): Node | undefined {
  return 'at' in slot ? slot.at : undefined
}

type Report = (severity: 'error' | 'warning', message: string, node: Node, label: string, reason: string, help: string | Help) => Diagnostic

/** A literal zone, or a text whose format is that of zones. */
function checkZone(zone: TemplateText, typing: Typing, report: Report): Diagnostic[] {
  const pieces = typing.text(zone)
  if (pieces === undefined) return []
  const [only, ...others] = pieces
  if (pieces.every(({ kind }) => kind === 'literal'))
    return isZoneText(zone.text)
      ? []
      : [
          report(
            'error',
            `${JSON.stringify(zone.text)} is not a time zone`,
            zone.node,
            'unknown',
            'The times would be those of UTC.',
            advise`Write a name of the IANA database, or an offset:${paste('zone: Europe/Zurich')}`,
          ),
        ]
  const forms = only?.kind === 'expression' && others.length === 0 ? formsOf(only.expression.type) : undefined
  const isZone = forms?.every((form) => (form.text === undefined ? form.format === 'time-zone' : isZoneText(form.text)))
  return isZone === true
    ? []
    : [
        report(
          'warning',
          `\`${zone.text}\` can be a text that is not a time zone`,
          zone.node,
          'any text is possible here',
          'It is then read as UTC.',
          advise`Restrict its values by its schema:${paste('format: time-zone')}`,
        ),
      ]
}
