// Prints a machine of a form as a table of part 3, and asks its open questions.

import { kebabCase } from '../../../base/names.ts'
import { spellInAscii } from '../../names.ts'
import { type Condition, type ConditionScope, listConditionFields, printCondition, readCondition } from '../condition.ts'
import { type FormDraft, askQuestion, draftPlainText, openTable, takeLine } from '../draft.ts'
import type { FormMachine } from './machine.ts'
import { makeConditionScope, nameCondition } from '../rules.ts'
import type { Statement } from '../statement.ts'
import { type FormVerb, type FormVerbs, type Trigger, isFormOf, triggerName } from './triggers.ts'
import type { Words } from '../words.ts'

const columns = ['from', 'on', 'if', 'to', 'meaning']

/** The verbs without that of the target state, if the cause names the verb of another resource: "run finish" is no `mount` to `mounted`. */
function withoutTarget(trigger: string, to: string, own: readonly FormVerb[], all: readonly FormVerb[], words: Words): readonly FormVerb[] {
  const names = ({ verb }: FormVerb): boolean => trigger.split(/[^\p{L}_’'-]+/u).some((word) => isFormOf(word, verb, words))
  const isOfOther = all.some((each) => !own.includes(each) && names(each))
  return isOfOther ? own.filter((each) => names(each) || !isFormOf(to, each.verb, words)) : own
}

export function printMachine(machine: FormMachine, draft: FormDraft, verbs: FormVerbs, words: Words): void {
  const { resource, moves, field } = machine
  const table = openTable(draft, 'states', 'machine', columns, `${resource.name}.${field}`)
  const seen = new Set<string>()
  const scope = makeConditionScope(resource, [machine], words)
  for (const { from, to, trigger, guard, more, statement } of moves) {
    const {
      on: named,
      isWhole,
      rest,
    } = from[0] === '(new)'
      ? { on: '', isWhole: trigger === '', rest: '' }
      : (findMarkedVerb(statement, trigger, moves, verbs.verbsOf(resource)) ??
        triggerName(trigger, to, withoutTarget(trigger, to, verbs.verbsOf(resource), verbs.all, words), words, from))
    const on = named === '' && from[0] !== '(new)' ? kebabCase(`to-${spellInAscii(to).toLowerCase()}`) : named
    if (trigger === '' && from[0] !== '(new)') askQuestion(statement, words.ask.noCause())
    if (rest !== '') askQuestion(statement, words.ask.causeOf(rest))
    let isRepeated = false
    for (const each of from) {
      const id = `${each} ${on}`
      if (seen.has(id) && (each === '(new)' || guard === '')) {
        askQuestion(statement, words.ask.sameCause())
        isRepeated = true
      }
      seen.add(id)
    }
    if (!isWhole)
      askQuestion(statement, from[0] === '(new)' ? words.ask.madeBy(draftPlainText(trigger)) : words.ask.causeOf(draftPlainText(trigger)))
    if (words.clock.test(trigger)) askQuestion(statement, words.ask.clock(draftPlainText(trigger)))
    const condition = guard === '' || from[0] === '(new)' ? undefined : readGuard(guard, scope)
    if (guard !== '' && condition === undefined) askQuestion(statement, words.ask.guard(guard))
    if (more !== '' && words.requirement.test(more)) askQuestion(statement, words.ask.changes(more))
    const guards =
      condition === undefined
        ? 'not shown'
        : `${nameCondition(guard, listConditionFields(condition), [])}: \`${printCondition(condition, 'strict')}\``
    const meaning = [trigger !== '' && !isWhole ? draftPlainText(trigger) : '', guard === '' ? '' : `If ${guard}`, more]
      .filter((each) => each !== '')
      .join('. ')
    machine.names.add(on)
    table.rows.push({
      cells: { from: from.join(', '), on, if: guard === '' && (!isRepeated || from[0] === '(new)') ? '' : guards, to, meaning },
      statement,
    })
    takeLine(statement)
  }
  endStates(machine, table.rows, words)
}

/** The condition, unless it compares what the transition may set itself: a value that is there only at times, and only from the service. */
function readGuard(guard: string, scope: ConditionScope): Condition | undefined {
  const condition = readCondition(guard, scope)
  const isSetLater = (field: string): boolean => {
    const cells = scope.resource.fields.get(field)
    return cells?.must === 'no' && cells.rules.has('read-only')
  }
  return condition === undefined || listConditionFields(condition).some(isSetLater) ? undefined : condition
}

/** `The porter presses "start" when …`: the only endpoint that a sentence about one move names between marks, where its cause names none. */
function findMarkedVerb(
  { kind, text, line }: Statement,
  trigger: string,
  moves: FormMachine['moves'],
  verbs: readonly FormVerb[],
): Trigger | undefined {
  const causes = new Set(moves.filter((each) => each.statement.line === line && each.statement.text === text).map((each) => each.trigger))
  // A cause with a path names its endpoint, and its marked words are states.
  if ((kind !== 'sentence' && kind !== 'item') || causes.size > 1 || /\/[a-z{]/.test(trigger)) return undefined
  const marked = Array.from(text.matchAll(/["“„`*(]+([\p{L}][\p{L}\d_ -]*)["”“`*)]+/gu), ([, name]) =>
    spellInAscii(name!.trim().replaceAll(' ', '-')),
  )
  const found = new Set(
    verbs.filter(({ verb }) => marked.some((name) => name.toLowerCase() === verb.toLowerCase())).map(({ verb }) => verb),
  )
  const [only] = found
  return found.size === 1 ? { on: only!, isWhole: true, rest: '' } : undefined
}

function endStates(
  { moves, finals, resource, field }: FormMachine,
  rows: { cells: { [column: string]: string }; statement: Statement | undefined }[],
  words: Words,
): void {
  const left = new Set(moves.flatMap(({ from }) => from))
  const reached = new Set(moves.map(({ to }) => to))
  for (const state of reached) {
    if (left.has(state)) {
      const said = finals.get(state)
      if (said !== undefined) askQuestion(said, words.ask.noEnd(state))
      continue
    }
    const said = finals.get(state)
    rows.push({ cells: { from: state, on: '', if: '', to: said === undefined ? '(waits)' : '(end)', meaning: '' }, statement: said })
    if (said !== undefined) takeLine(said)
  }
  const listed = resource.fields
    .get(field)
    ?.type.replace(/^one of /, '')
    .split(/, /)
  const statement = resource.statements.get(field)
  if (listed === undefined || statement === undefined || listed[0] === 'not shown') return
  const known = new Set([...left, ...reached])
  const unknown = listed.filter((each) => !known.has(each))
  const more = [...known].filter((each) => each !== '(new)' && !listed.includes(each))
  if (unknown.length > 0) askQuestion(statement, words.ask.unreached(unknown))
  if (more.length > 0 && resource.fields.get(field)!.type.startsWith('one of')) askQuestion(statement, words.ask.unlisted(more))
}
