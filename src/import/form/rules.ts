// Reads rules about every record of a resource, such as *the end must be after the start*, as invariants.

import { kebabCase } from '../../base/names.ts'
import { spellInAscii } from '../names.ts'
import {
  type Condition,
  type ConditionScope,
  findConditionField,
  listConditionFields,
  negateCondition,
  printCondition,
  readCondition,
} from './condition.ts'
import { type FormDraft, draftPlainText, openTable, takeLine, withdrawQuestion } from './draft.ts'
import type { FormMachine } from './states/machine.ts'
import type { FormResources, Resource } from './resource.ts'
import type { Form, Statement } from './statement.ts'
import type { Words } from './words.ts'

/** An invariant. `of`: the fields that it is about; `isPresence`: it says when a field has a value. */
type Rule = { readonly expression: string; readonly of: readonly string[]; readonly isPresence: boolean }

/** What the rules of a form depend on. */
type RulesReading = {
  readonly draft: FormDraft
  readonly resources: FormResources
  readonly machines: readonly FormMachine[]
  readonly words: Words
}

/** Adds the rules in the descriptions of fields, and those in statements that no other reader has taken. */
export function readRules(form: Form, reading: RulesReading): void {
  for (const resource of reading.resources.all) if (!resource.isShape) readFieldRules(resource, reading)
  for (const statement of form.statements)
    if (
      statement.outcome === undefined &&
      statement.kind !== 'sample' &&
      statement.kind !== 'heading' &&
      (statement.part === 'resources' || statement.part === 'service')
    )
      readStatementRule(statement, reading)
}

/** The scope of conditions on a resource; the states of its machine are the values of that field. */
export function makeConditionScope(resource: Resource, machines: readonly FormMachine[], words: Words): ConditionScope {
  const machine = machines.find((each) => each.resource === resource)
  return {
    resource,
    words,
    choicesOf(field) {
      if (machine?.field === field)
        return [...new Set(machine.moves.flatMap(({ from, to }) => [...from, to]))].filter((state) => state !== '(new)')
      const type = resource.fields.get(field)?.type ?? ''
      return type.startsWith('one of ') ? type.slice(7).split(', ') : undefined
    },
  }
}

/** Clauses beside a field that were not understood: the field is their subject, unless they name another. */
function readFieldRules(resource: Resource, { draft, machines, words }: RulesReading): void {
  const scope = makeConditionScope(resource, machines, words)
  for (const { field, clause, statement, asks, presenceAsks } of resource.openClauses) {
    const rule = readRule(clause, field, scope)
    if (rule === undefined) continue
    addRule(draft, resource, rule, clause, statement)
    for (const ask of rule.isPresence ? [...asks, ...presenceAsks] : asks) withdrawQuestion(statement, ask)
  }
}

/** A sentence, an item or a row that is a rule of exactly one resource. */
function readStatementRule(statement: Statement, { draft, resources, machines, words }: RulesReading): void {
  const text = textOfRule(statement, words)
  if (text === undefined) return
  const found = resources.all
    .filter(({ isShape }) => !isShape)
    .flatMap((resource) => {
      const rule = readRule(text, undefined, makeConditionScope(resource, machines, words))
      return rule === undefined ? [] : [{ resource, rule }]
    })
  const [only] = found
  if (only === undefined || found.length > 1) return
  addRule(draft, only.resource, only.rule, text, statement)
  takeLine(statement)
}

/** The text of a statement; of a row, that of its only long cell. */
function textOfRule({ kind, text }: Statement, { conditions }: Words): string | undefined {
  const cells =
    kind === 'row'
      ? text
          .split('|')
          .map((each) => each.trim())
          .filter((each) => /\s/.test(each))
      : [text]
  if (cells.length !== 1) return undefined
  const plain = draftPlainText(cells[0]!).replace(/^[-*•]\s+/, '')
  return plain.replace(conditions.ruleLead, '').replace(conditions.ruleLead, '')
}

/** `field`: the subject of a clause without one. */
function readRule(text: string, field: string | undefined, scope: ConditionScope): Rule | undefined {
  const { conditions } = scope.words
  const plain = draftPlainText(text).replaceAll(/[`*]/g, '').replace(/\.$/, '').trim()
  if (conditions.notAlways.test(plain) || /\.\s/.test(plain)) return undefined
  const last = plain.replace(conditions.conditionFirst[0], conditions.conditionFirst[1])
  const subjects = field === undefined ? listSubjects(last, scope) : [...listSubjects(last, scope), { name: field, predicate: last }]
  for (const { name, predicate } of subjects) {
    const rule = readPresenceRule(name, predicate, scope)
    if (rule !== undefined) return rule
  }
  const condition = readCondition(last, scope) ?? (field === undefined ? undefined : readCondition(`${field} ${last}`, scope))
  if (condition === undefined || !isAboutFields(condition)) return undefined
  return { expression: printCondition(condition, 'lenient'), of: listConditionFields(condition), isPresence: false }
}

/** The field at the beginning of a sentence, with what is said of it. */
function listSubjects(text: string, scope: ConditionScope): readonly { readonly name: string; readonly predicate: string }[] {
  const spaces = Array.from(text.matchAll(/\s+/g), ({ index, 0: space }) => [index, index + space.length] as const).slice(0, 6)
  return spaces.flatMap(([end, next]) => {
    const name = findConditionField(text.slice(0, end), scope)
    return name === undefined ? [] : [{ name, predicate: text.slice(next) }]
  })
}

/** "required if paid is yes", "only if status = FROZEN", "must be empty if …". */
function readPresenceRule(name: string, predicate: string, scope: ConditionScope): Rule | undefined {
  const { requiredIf, onlyIf, absentIf } = scope.words.conditions
  const readIn = (patterns: readonly RegExp[]): Condition | undefined => {
    for (const pattern of patterns) {
      const [, text] = pattern.exec(predicate) ?? []
      const condition = text === undefined ? undefined : readCondition(text, scope)
      if (condition !== undefined && !listConditionFields(condition).includes(name)) return condition
    }
    return undefined
  }
  // A record is rarely complete when it enters a state: who sets the field then stays a question.
  const isOfState = (condition: Condition): boolean =>
    listConditionFields(condition).some(
      (each) => scope.resource.fields.get(each)?.type.startsWith('one of ') !== true && scope.choicesOf(each) !== undefined,
    )
  const required = readIn(requiredIf)
  if (required !== undefined)
    return isOfState(required)
      ? undefined
      : makePresenceRule(negateCondition(required), 'lenient', `this.${name} != null`, [...listConditionFields(required), name])
  const only = readIn(onlyIf)
  if (only !== undefined) return makePresenceRule(only, 'strict', `this.${name} == null`, [...listConditionFields(only), name])
  const absent = readIn(absentIf)
  return absent === undefined
    ? undefined
    : makePresenceRule(negateCondition(absent), 'lenient', `this.${name} == null`, [...listConditionFields(absent), name])
}

function makePresenceRule(condition: Condition, strictness: 'strict' | 'lenient', presence: string, of: readonly string[]): Rule {
  const printed = printCondition(condition, strictness)
  return { expression: `${/ && /.test(printed) ? `(${printed})` : printed} || ${presence}`, of, isPresence: true }
}

/** Bounds of one field by a number belong to its type. */
function isAboutFields(condition: Condition): boolean {
  return new Set(listConditionFields(condition)).size > 1
}

function addRule(draft: FormDraft, resource: Resource, rule: Rule, text: string, statement: Statement): void {
  const table = openTable(draft, 'resources', 'rules', ['rule', 'always holds'], resource.name)
  const holds = `\`${rule.expression}\``
  if (table.rows.some(({ cells }) => cells['always holds'] === holds)) return
  table.rows.push({
    cells: {
      rule: nameCondition(
        text,
        rule.of,
        table.rows.map(({ cells }) => cells['rule']!),
      ),
      'always holds': holds,
    },
    statement,
  })
}

/** A name from the words of a condition, that no other has. `of`: names in place of words that give none. */
export function nameCondition(text: string, of: readonly string[], taken: readonly string[]): string {
  const words = spellInAscii(text)
    .replaceAll(/<=|≤/g, ' at most ')
    .replaceAll(/>=|≥/g, ' at least ')
    .replaceAll(/!=|<>|≠/g, ' not ')
    .replaceAll('<', ' below ')
    .replaceAll('>', ' above ')
    .replaceAll('=', ' is ')
    .replaceAll(/[^A-Za-z0-9 _-]/g, ' ')
    .trim()
    .split(/\s+/)
    .slice(0, 7)
    .join(' ')
  const name = kebabCase(/^[A-Za-z]/.test(words) ? words : `${of[0] ?? 'rule'} ${words}`)
  for (let count = 1; ; count++) {
    const each = count === 1 ? name : `${name}-${count}`
    if (!taken.includes(each)) return each
  }
}
