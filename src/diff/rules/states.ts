// Rules of part 3: the new machine must allow every transition that old clients use, and show no unknown states.

import { type Json, type JsonObject, isJsonArray } from '../../base/json.ts'
import type { Edition } from '../edition.ts'
import type { SetMotion } from '../law.ts'
import {
  type DiffFinding,
  type DiffRule,
  type DocumentEdit,
  makeEntriesRule,
  equalFacts,
  printFact,
  makeFinding,
  makeInvisibleRule,
  makeKeysRule,
  makeMotions,
  toObject,
  outcomes,
  readResponses,
  receivedEvents,
  rule,
  sentRequests,
  storedRecords,
} from '../rule.ts'
import { diffConditions, effectsRule, setsRule } from './effects.ts'
import { makeInputRule } from './schemas.ts'

/** The machine, such as `Order.status`. */
const machineOf = ({ path }: DocumentEdit): string => path[0]!

const resourceOf = (edit: DocumentEdit): string => machineOf(edit).split('.')[0]!

/** Operations that make the transition, in either edition. */
function listOperationsMaking(edit: DocumentEdit, transition: string): readonly string[] {
  const name = `${resourceOf(edit)}.${transition}`
  return [...new Set([...edit.old.uses.operationsMaking(name), ...edit.new.uses.operationsMaking(name)])]
}

/** A guard that requests meet or that refuses them: a wider one permits more. */
const guardOfRequest: DiffRule = rule((edit) => diffConditions(edit, (way) => makeMotions(way, sentRequests)))

/** A guard that chooses what happens: either direction is another outcome for some records. */
const guardOfChoice: DiffRule = rule((edit) =>
  diffConditions(edit, (way) => makeMotions(way === 'unknown' ? 'unknown' : 'other', outcomes, readResponses)),
)

/** A candidate's own keys. `isLast`: requests that it does not admit are refused. */
function diffCandidate(edit: DocumentEdit, operations: readonly string[], isLast: boolean): readonly DiffFinding[] {
  const [a, b] = [toObject(edit.a), toObject(edit.b)]
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => !equalFacts(a[name], b[name]))
  return names.flatMap((name): readonly DiffFinding[] => {
    const inner = { ...edit, a: a[name], b: b[name], path: [...edit.path, name] }
    const rules = isLast ? { ...candidateRules, guard: guardOfRequest } : candidateRules
    const findings = Object.hasOwn(rules, name)
      ? rules[name]!.judge(inner)
      : [makeFinding(inner, makeMotions('unknown', outcomes, readResponses))]
    return findings.map((each) => ({ ...each, operations }))
  })
}

const target: DiffRule = rule((edit) => {
  const renamed = isRenamed(edit.new, machineOf(edit), edit.a, edit.b)
  return renamed ? [] : [makeFinding(edit, makeMotions('other', outcomes, readResponses))]
})

function isRenamed({ renames }: Edition, machine: string, before: Json | undefined, after: Json | undefined): boolean {
  return typeof after === 'string' && typeof before === 'string' && renames.states.get(machine)?.get(after)?.includes(before) === true
}

const action: DiffRule = makeKeysRule({ set: setsRule, then: effectsRule })

const alwaysRules: { readonly [key: string]: DiffRule } = {
  target,
  guard: guardOfChoice,
  set: setsRule,
  then: effectsRule,
}
const timedRules: { readonly [key: string]: DiffRule } = {
  ...alwaysRules,
  onError: makeKeysRule({ target, set: setsRule, then: effectsRule }),
}
/** Other times are earlier or later. */
const otherTimes: DiffRule = rule((edit) => [makeFinding(edit, makeMotions('other', readResponses))])
const recurringRules: { readonly [key: string]: DiffRule } = { ...timedRules, rrule: otherTimes, zone: otherTimes }
const candidateRules: { readonly [key: string]: DiffRule } = {
  ...recurringRules,
  input: makeInputRule(sentRequests),
  onError: timedRules['onError']!,
}
const eventRules: { readonly [key: string]: DiffRule } = { ...alwaysRules, input: makeInputRule(sentRequests) }

const rulesByKind = { event: eventRules, always: alwaysRules, timed: timedRules, recurring: recurringRules }

/** Candidates are tried in order: an added or removed one changes which requests reach those after it. */
function makeCandidatesRule(
  kind: keyof typeof rulesByKind,
  operationsFor: (edit: DocumentEdit) => readonly string[],
  whole: { readonly added: SetMotion; readonly removed: SetMotion },
): DiffRule {
  return rule((edit) => {
    const operations = operationsFor(edit)
    if (edit.a === undefined || edit.b === undefined)
      return [
        makeFinding(
          edit,
          makeMotions(
            edit.a === undefined ? whole.added : whole.removed,
            ...(whole.added === 'other' ? [outcomes, readResponses] : [sentRequests]),
          ),
          { operations },
        ),
      ]
    const [a, b] = [edit.a, edit.b].map((value) => (isJsonArray(value) ? value : [])) as [readonly Json[], readonly Json[]]
    if (a.length !== b.length)
      return [
        makeFinding(edit, makeMotions('unknown', outcomes, readResponses), { operations, note: 'Another number of candidates is tried.' }),
      ]
    return a.flatMap((candidate, index) =>
      equalFacts(candidate, b[index])
        ? []
        : diffCandidate(
            { ...edit, a: candidate, b: b[index], path: a.length === 1 ? edit.path : [...edit.path, String(index + 1)] },
            operations,
            kind === 'event' && index === a.length - 1,
          ),
    )
  }, rulesByKind[kind])
}

const operationsOfTransition = (edit: DocumentEdit): readonly string[] => listOperationsMaking(edit, edit.path.at(-1)!)
const noOperations = (): readonly string[] => []

/** Transitions by name: an added one permits more, a removed one less. */
const on: DiffRule = makeEntriesRule(makeCandidatesRule('event', operationsOfTransition, { added: 'wider', removed: 'narrower' }), {
  added: makeCandidatesRule('event', operationsOfTransition, { added: 'wider', removed: 'narrower' }),
  removed: makeCandidatesRule('event', operationsOfTransition, { added: 'wider', removed: 'narrower' }),
})

const always: DiffRule = makeCandidatesRule('always', noOperations, { added: 'other', removed: 'other' })

/** By time: the same candidates under another duration happen earlier or later. */
const timedBy = (kind: 'timed' | 'recurring', keyRules: { readonly [key: string]: DiffRule }): DiffRule =>
  rule((edit) => {
    const [a, b] = [toObject(edit.a), toObject(edit.b)]
    const [removed, added] = [Object.keys(a).filter((name) => !(name in b)), Object.keys(b).filter((name) => !(name in a))]
    const isRescheduled = removed.length === 1 && added.length === 1
    const rescheduling = isRescheduled
      ? [makeFinding({ ...edit, a: removed[0]!, b: added[0]!, path: [...edit.path, added[0]!] }, makeMotions('other', readResponses))]
      : []
    const inner = makeCandidatesRule(kind, noOperations, { added: 'other', removed: 'other' })
    const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
      (name) => !equalFacts(a[name], b[name]) && !(isRescheduled && (name === removed[0] || name === added[0])),
    )
    return [
      ...rescheduling,
      ...(isRescheduled ? inner.judge({ ...edit, a: a[removed[0]!], b: b[added[0]!], path: [...edit.path, added[0]!] }) : []),
      ...names.flatMap((name) => inner.judge({ ...edit, a: a[name], b: b[name], path: [...edit.path, name] })),
    ]
  }, keyRules)

const momentTimer: DiffRule = makeKeysRule({ ...timedRules, time: otherTimes })

/** Timers at a moment of the record: readers see the changes of old and new timers. */
const at: DiffRule = makeEntriesRule(momentTimer, {
  added: rule((edit) => [makeFinding(edit, makeMotions('other', outcomes, readResponses))]),
  removed: rule((edit) => [makeFinding(edit, makeMotions('other', outcomes, readResponses))]),
})

const state: DiffRule = makeKeysRule({
  on,
  always,
  after: timedBy('timed', timedRules),
  at,
  every: timedBy('recurring', recurringRules),
  entry: action,
  exit: action,
  type: makeInvisibleRule('Transitions out of the state are compared themselves.'),
  unreachable: makeInvisibleRule('A reason for people.'),
  $renamedFrom: makeInvisibleRule('It tells `migrate` what became of records.'),
})

/** A new state is a new value of the visible field, unless only new transitions lead to it, or the machine is open. */
const stateAdded: DiffRule = rule((edit) => {
  const machine = machineOf(edit)
  const name = edit.path.at(-1)!
  const isOpen = edit.old.open.has(machine)
  const targets = listTargetsShowing(edit)
  const way: SetMotion = isOpen ? 'same' : isReachedBefore(edit, machine, name) ? 'wider' : 'unknown'
  return [
    makeFinding({ ...edit, b: undefined }, [...makeMotions(way, ...targets), ...makeMotions('wider', storedRecords)], {
      note:
        way === 'unknown'
          ? 'Only new transitions lead there: existing clients may see records in a state that they do not know.'
          : isOpen
            ? 'The machine is declared open.'
            : 'Transitions that clients already use lead there.',
    }),
  ]
})

const stateRemoved: DiffRule = rule((edit) => [
  makeFinding(
    { ...edit, a: undefined },
    [...makeMotions('other', outcomes), ...makeMotions('narrower', ...listTargetsShowing(edit)), ...makeMotions('narrower', storedRecords)],
    { note: 'Records that are in it have to go elsewhere.' },
  ),
])
const stateRenamed: DiffRule = rule((edit) => [
  makeFinding(edit, [...makeMotions('other', outcomes, ...listTargetsShowing(edit)), ...makeMotions('same', storedRecords)], {
    note: `It was called \`${printFact(edit.a)}\`.`,
  }),
])

function listTargetsShowing(edit: DocumentEdit): readonly (typeof readResponses)[] {
  const machine = machineOf(edit)
  const [before, after] = [edit.old.uses.property(machine), edit.new.uses.property(machine)]
  return [
    ...(before.shownIn.length + after.shownIn.length > 0 ? [readResponses] : []),
    ...(before.publishedIn.length + after.publishedIn.length > 0 ? [receivedEvents] : []),
  ]
}

/** True if a timer, or a transition that old clients already use, leads to the state. */
function isReachedBefore(edit: DocumentEdit, machine: string, state: string): boolean {
  const edgesOf = (
    edition: Edition,
  ): readonly { readonly from: string; readonly to: string; readonly kind: string; readonly name?: string }[] =>
    edition.compiled.facts.machines.find((each) => each.machine.name === machine)?.edges ?? []
  const before = new Set(edgesOf(edit.old).map(({ kind, name = '', from }) => `${kind} ${name} ${from}`))
  const initial = toObject((edit.new.parts.states as JsonObject)[machine])['initial']
  return (
    initial === state ||
    edgesOf(edit.new).some(({ to, kind, name = '', from }) => to === state && (kind !== 'on' || before.has(`${kind} ${name} ${from}`)))
  )
}

const initial: DiffRule = rule((edit) => target.judge(edit))

const machine: DiffRule = makeKeysRule({
  initial,
  states: makeEntriesRule(
    state,
    { added: stateAdded, removed: stateRemoved, renamed: stateRenamed },
    (edit) =>
      new Map(
        [...(edit.new.renames.states.get(machineOf(edit)) ?? [])].flatMap(([name, former]) =>
          former[0] === undefined ? [] : [[name, former[0]] as const],
        ),
      ),
  ),
})

export const stateEntries: DiffRule = makeEntriesRule(machine, {
  added: rule((edit) => [
    makeFinding({ ...edit, b: Object.keys(toObject(toObject(edit.b)['states'])) }, [
      ...makeMotions('unknown', outcomes),
      ...makeMotions('wider', storedRecords),
    ]),
  ]),
  removed: rule((edit) => [
    makeFinding({ ...edit, a: Object.keys(toObject(toObject(edit.a)['states'])) }, [
      ...makeMotions('other', outcomes, readResponses),
      ...makeMotions('unknown', storedRecords),
    ]),
  ]),
})
