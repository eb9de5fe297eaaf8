// Reads the tables of part 3: a row for each transition, and the steps of transitions.

import { advise, quoteWordsWithOr } from '../../diagnostic/help.ts'
import type { Span } from '../../base/text.ts'
import type { MapNode, Node, Scalar } from '../../document/node.ts'
import { type Cell, sliceCell } from '../../document/table.ts'
import { joinWithOr } from '../../diagnostic/voice.ts'
import { readStateCell } from '../cell/by-shape.ts'
import { makeKeyScalar, readExpression, readPairCells } from '../cell/expression.ts'
import {
  type CellProblem,
  cutCell,
  isProblem,
  listAt,
  mapAt,
  nestMaps,
  makePlainScalar,
  makeCellProblem,
  splitCell,
  makeVerbatimScalar,
  makeWordScalar,
} from '../cell/node.ts'
import { readTime } from '../cell/time.ts'
import { readType } from '../cell/type.ts'
import { type Binding, type PartFragment, type TableKind, type SheetRow, findCell } from '../kind.ts'
import { readEffect } from './effect-rows.ts'

/** Words in place of states, for a new record and for the end. */
const placeholders = ['(stays)', '(end)', '(waits)']

/** The cause of a transition: its place in a state, and its name. */
type Cause = { readonly path: readonly (string | Scalar)[]; readonly isAction: boolean; readonly members?: Members }

/** Keys of a candidate that say when it is made. */
type Members = { readonly [key: string]: Node | undefined }

export const machines: TableKind = {
  part: 'states',
  name: 'transitions of a machine',
  columns: [
    { names: ['from', 'state'], isNeeded: true },
    { names: ['on', 'event'], isNeeded: true },
    { names: ['takes', 'input'] },
    { names: ['if', 'guard'] },
    { names: ['sets', 'set'] },
    { names: ['then'] },
    { names: ['to', 'target'], isNeeded: true },
    { names: ['meaning', 'description'] },
  ],
  subject: 'the field that the machine owns, as in `### Order.status`',
  acceptsSubject: (subject) => subject === undefined || subject.name.text.includes('.'),
  read({ rows, subject, table }, binding) {
    const machine = makeKeyScalar(subject!.name)
    // All candidates of a cause belong to its first row.
    const pieces: ({ readonly fragment: PartFragment } | CandidateGroup)[] = []
    const causes = new Map<string, CandidateGroup>()
    for (const row of rows) {
      for (const piece of readTransition(row, binding)) {
        if ('member' in piece) {
          pieces.push({ fragment: nestMaps([machine, ...piece.member], piece.value, row.span) })
          continue
        }
        const group = causes.getOrInsertComputed(piece.path.map((key) => (typeof key === 'string' ? key : key.text)).join(' '), () => {
          const group: CandidateGroup = { path: piece.path, span: row.span, candidates: [] }
          pieces.push(group)
          return group
        })
        group.candidates.push(piece.candidate)
      }
    }
    const start = table.header[0]!.span
    return [
      nestMaps([machine], mapAt(start, {}), start),
      ...pieces.map((piece) =>
        'fragment' in piece ? piece.fragment : nestMaps([machine, 'states', ...piece.path], makeCandidateNode(piece), piece.span),
      ),
    ]
  },
}

type CandidateGroup = { readonly path: readonly (string | Scalar)[]; readonly span: Span; readonly candidates: Node[] }

function makeCandidateNode({ span, candidates }: CandidateGroup): Node {
  return candidates.length === 1 ? candidates[0]! : listAt(span, candidates)
}

type RowPart =
  | { readonly path: readonly (string | Scalar)[]; readonly candidate: Node }
  | { readonly member: readonly (string | Scalar)[]; readonly value: Node }

function readTransition(row: SheetRow, binding: Binding): readonly RowPart[] {
  const [from, on, to] = ['from', 'on', 'to'].map((column) => findCell(row, column))
  const reportAndSkip = (problem: CellProblem): readonly RowPart[] => {
    binding.reportCell(problem, row)
    return []
  }
  if (from === undefined)
    return reportAndSkip({
      kind: 'problem',
      span: row.span,
      label: 'no former state',
      help: 'The column `from` contains the former states, or `(new)` for a new record.',
    })
  if (to === undefined)
    return reportAndSkip({
      kind: 'problem',
      span: row.span,
      label: 'no state to go to',
      help: `The column \`to\` contains a state; \`(stays)\` if the state does not change, \`(end)\` for a final state, or \`(waits)\` for a state without transitions so far.`,
    })
  if (from.text === '(new)')
    return to.text.startsWith('(')
      ? reportAndSkip(makeCellProblem(to, 'no state', 'A new record begins in a state: name it.'))
      : [{ member: ['initial'], value: makePlainScalar(to) }]
  const states = splitCell(from, ',')
  if (to.text === '(end)' || to.text === '(waits)') {
    if (on !== undefined)
      return reportAndSkip(
        makeCellProblem(
          on,
          `leads to \`${to.text}\``,
          `\`${to.text}\` describes the state: leave \`on\` empty, and name the next state in another row.`,
        ),
      )
    return states.map((state) => ({
      member: ['states', makeKeyScalar(state), ...(to.text === '(end)' ? ['type'] : [])],
      value: to.text === '(end)' ? makeWordScalar('final', to) : mapAt(state.span, {}),
    }))
  }
  if (to.text.startsWith('(') && !placeholders.includes(to.text))
    return reportAndSkip(makeCellProblem(to, 'not where it leads', advise`Write a state, or ${quoteWordsWithOr(placeholders)}.`))
  if (on === undefined)
    return reportAndSkip({
      kind: 'problem',
      span: row.span,
      label: 'nothing that sets it off',
      help: 'The column `on` contains the name of the transition, `after 24 hours`, `every 1 day`, `every payday: FREQ=MONTHLY;BYMONTHDAY=-1`, `at reminder: this.start - duration("PT24H")`, `(always)`, `(enter)` or `(leave)`.',
    })
  const cause = readCause(on)
  if (isProblem(cause)) return reportAndSkip(cause)
  if (cause.isAction && to.text !== '(stays)')
    return reportAndSkip(
      makeCellProblem(to, 'leads elsewhere', 'Effects on entering or leaving a state lead to no other state: write `(stays)`.'),
    )
  const candidate = readCandidate(row, to, binding, cause.members)
  return states.map((state) => ({ path: [makeKeyScalar(state), ...cause.path], candidate }))
}

function readCause(on: Cell): Cause | CellProblem {
  switch (on.text) {
    case '(always)':
      return { path: ['always'], isAction: false }
    case '(enter)':
      return { path: ['entry'], isAction: true }
    case '(leave)':
      return { path: ['exit'], isAction: true }
  }
  const [recurring, opener = '', keyText = '', separator = '', rule = '', joint = '', zone = ''] =
    /^(every\s+)([\w$.-]+)(\s*:\s*)((?:[A-Z]+=[^;\s]+;)*FREQ=\S+)(?:(\s+in\s+)(\S.*))?$/.exec(on.text) ?? []
  if (recurring !== undefined) {
    const ruleStart = opener.length + keyText.length + separator.length
    const ruleCell = sliceCell(on, ruleStart, ruleStart + rule.length)
    const zoneStart = ruleStart + rule.length + joint.length
    return {
      path: ['every', makeKeyScalar(sliceCell(on, opener.length, opener.length + keyText.length))],
      isAction: false,
      members: {
        rrule: makePlainScalar(ruleCell),
        zone: zone === '' ? undefined : makePlainScalar(sliceCell(on, zoneStart, zoneStart + zone.length)),
      },
    }
  }
  const [opening, timed] = /^(after|every)\s+/.exec(on.text) ?? []
  if (timed !== undefined) {
    const time = readTime(sliceCell(on, opening!.length, on.text.length))
    return isProblem(time) ? time : { path: [timed, time], isAction: false }
  }
  const [named, name, gap] = /^at\s+([\w$.-]+)(\s*:\s*)/.exec(on.text) ?? []
  if (named !== undefined) {
    const time = readExpression(sliceCell(on, named.length, on.text.length))
    const end = named.length - gap!.length
    return isProblem(time)
      ? time
      : { path: ['at', makeKeyScalar(sliceCell(on, end - name!.length, end))], isAction: false, members: { time } }
  }
  if (/^[\w$][\w$.-]*$/.test(on.text)) return { path: ['on', makeKeyScalar(on)], isAction: false }
  return makeCellProblem(
    on,
    'not what sets it off',
    'Write the name of the transition, `after 24 hours`, `every 1 day`, `every payday: FREQ=MONTHLY;BYMONTHDAY=-1`, `at reminder: this.start - duration("PT24H")`, `(always)`, `(enter)` or `(leave)`.',
  )
}

function readCandidate(row: SheetRow, to: Cell, binding: Binding, members: Members = {}): MapNode {
  const [takes, guard, sets, then, meaning] = ['takes', 'if', 'sets', 'then', 'meaning'].map((column) => findCell(row, column))
  const reportProblem = <T extends Node>(result: T | CellProblem | undefined): T | undefined => {
    if (!isProblem(result)) return result
    binding.reportCell(result, row)
    return undefined
  }
  return mapAt(row.span, {
    ...members,
    target: to.text === '(stays)' ? undefined : makePlainScalar(to),
    input: takes === undefined ? undefined : reportProblem(readStateCell(takes) ?? readInputCell(takes)),
    guard: guard === undefined ? undefined : reportProblem(readStateCell(guard) ?? readPairCells(guard, ':', readExpression)),
    set: sets === undefined ? undefined : reportProblem(readStateCell(sets) ?? readPairCells(sets, '=', readExpression)),
    then: then === undefined || then.text === 'below' ? undefined : reportProblem(readStateCell(then) ?? readSteps(then, binding)),
    description: meaning === undefined ? undefined : makeVerbatimScalar(meaning),
  })
}

/** The input of a transition: a shape, or fields with their types. */
export function readInputCell(cell: Cell): Node | CellProblem {
  if (/^[A-Z]\w*$/.test(cell.text)) return mapAt(cell.span, { $ref: makePlainScalar(cell) })
  const properties: { key: Scalar; value: Node }[] = []
  const required: Scalar[] = []
  for (const part of splitCell(cell, ';')) {
    const pair = cutCell(part, ':')
    if (pair === undefined || pair[0].text === '')
      return makeCellProblem(
        part,
        'not an input',
        'Name a shape, or fields with their types: `quantity: whole number 1..10, required`; several are separated by `;`.',
      )
    const [name, rest] = pair
    const [requiredSuffix] = /\s*,\s*required$/.exec(rest.text) ?? []
    const type = readType(sliceCell(rest, 0, rest.text.length - (requiredSuffix?.length ?? 0)))
    if (isProblem(type)) return type
    if (type === 'below') return makeCellProblem(rest, 'it cannot have `below`', 'Write the whole transition in a `yaml` block.')
    properties.push({ key: makeKeyScalar(name), value: type })
    if (requiredSuffix !== undefined)
      required.push(makeWordScalar(name.text, sliceCell(rest, rest.text.length - 'required'.length, rest.text.length)))
  }
  return mapAt(cell.span, {
    type: makeWordScalar('object', cell),
    required: required.length === 0 ? undefined : listAt(required[0]!.span, required),
    properties: { kind: 'map', entries: properties, span: cell.span },
  })
}

function readSteps(cell: Cell, { steps }: Binding): Node | CellProblem {
  const effects: Node[] = []
  for (const name of splitCell(cell, ',')) {
    const effectNodes = steps.get(name.text)
    if (effectNodes === undefined)
      return makeCellProblem(
        name,
        'no step',
        steps.size === 0
          ? 'Write steps in a separate table of this part, with the columns `step` and `does`; or write `below`, and the effects in a `yaml` block.'
          : `The steps are ${joinWithOr([...steps.keys()])}.`,
      )
    effects.push(...effectNodes)
  }
  return listAt(cell.span, effects)
}

export const steps: TableKind = {
  part: 'states',
  name: 'steps',
  columns: [
    { names: ['step'], isNeeded: true },
    { names: ['for each'] },
    { names: ['if'] },
    { names: ['does'], isNeeded: true },
    { names: ['which'] },
    { names: ['with'] },
    { names: ['as'] },
  ],
  read: () => [],
  steps({ rows }, binding) {
    const stepsByName = new Map<string, MapNode[]>()
    for (const row of rows) {
      const step = findCell(row, 'step')
      const effect = step === undefined ? undefined : readEffect(row, binding)
      if (effect !== undefined) stepsByName.getOrInsertComputed(step!.text, () => []).push(effect)
    }
    return stepsByName
  },
}
