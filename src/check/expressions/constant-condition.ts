// Reports a condition that always or never holds.

import { advise, remove } from '../../diagnostic/help.ts'
import type { Span } from '../../base/text.ts'
import type { Expression } from '../../cel/expression.ts'
import { partsOf } from '../../cel/parts.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { isOnRecord } from '../../model/endpoints.ts'
import { type ExpressionText, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import { listTimed } from '../../model/timed.ts'
import type { Role } from '../../typing/slots/roles.ts'
import type { Check } from '../check.ts'
import { listEventStates } from './event-states.ts'
import { type Knowledge, decideCondition, noKnowledge, findStablePath } from './known-condition.ts'
import { makeTextRefusal } from './refused-text.ts'
import { type Typed, findSpan, spellExpression, listTyped } from './typed.ts'

const code = 'expressions/constant-condition'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run(facts) {
    const pathsByPlace = mapKnownStates(facts)
    const equalPaths = mapEqualPaths(facts)
    const refuses = makeTextRefusal(facts.typing)
    return listTyped(facts.typing).flatMap((typed) => {
      const {
        use: { slot, role },
        expression,
      } = typed
      if (slot.node.span.source.convention !== undefined) return []
      if (expression.kind === 'literal')
        return consequences[role] === undefined || typeof expression.value !== 'boolean' || isDeliberate(role, expression.value)
          ? []
          : diagnose(typed, { condition: expression, value: expression.value })
      return listConstantParts(expression, {
        paths: pathsByPlace.get(printPlace(slot)) ?? noKnowledge.paths,
        equalPaths: equalPaths.get(printPlace(slot)) ?? noKnowledge.equalPaths,
        refusesText: refuses,
      }).flatMap((each) => diagnose(typed, each))
    })
  },
}

/** The consequence of a condition that always or never holds. */
const consequences: { readonly [role in Role]?: readonly [always: string, never: string] } = {
  'states.guard': ['The transition can always be made.', 'The transition can never be made.'],
  'effects.if': ['The effect is always done.', 'The effect is never done.'],
  'effects.require': ['Nothing is ever refused by it.', 'Every such request is refused.'],
  'endpoints.require': ['Nothing is ever refused by it.', 'Every request is refused.'],
  'endpoints.where': ['All records are listed.', 'No record is ever listed.'],
  'endpoints.stream': ['All events are sent.', 'No event is ever sent.'],
  'resources.invariant': ['No write is ever refused by it.', 'Every write is refused.'],
  'authentication.read': ['Everybody may.', 'Nobody may.'],
  'authentication.rule': ['Everybody may.', 'Nobody may.'],
  'versioning.accept': ['Every version is accepted.', 'No other version is accepted.'],
  'events.when': ['It occurs each time.', 'It never occurs.'],
}

const ruleRoles: ReadonlySet<Role> = new Set(['authentication.read', 'authentication.rule'])

/** A literal in a rule allows or denies every caller, and `accept: true` serves any version. */
function isDeliberate(role: Role, value: boolean): boolean {
  return ruleRoles.has(role) || (role === 'versioning.accept' && value)
}

type Constant = { readonly condition: Expression; readonly value: boolean }

function diagnose(typed: Typed, { condition, value }: Constant): Diagnostic[] {
  const consequence = condition === typed.expression ? consequences[typed.use.role]?.[value ? 0 : 1] : undefined
  return [
    createDiagnostic(
      'warning',
      code,
      `${spellExpression(typed, condition)} is always ${value}`,
      { span: findSpan(typed, condition), text: value ? 'always holds' : 'never holds' },
      {
        reason: `By the bounds and values that its parts can have, nothing can make it ${!value}.${consequence === undefined ? '' : ` ${consequence}`}`,
        help: advise`Correct the comparison, or ${remove('remove it')}.`,
      },
    ),
  ]
}

/** The largest parts with a constant value. */
function listConstantParts(expression: Expression, knowledge: Knowledge): readonly Constant[] {
  // A function's value represents the arguments of every call; another call may decide otherwise.
  if (expression.inlined !== undefined) return []
  if (conditions.has(expression.kind) && expression.type.kind === 'bool') {
    const value = decideCondition(expression, knowledge)
    if (value !== undefined) return [{ condition: expression, value }]
  }
  return partsOf(expression).flatMap((part) => listConstantParts(part.expression, knowledge))
}

const conditions: ReadonlySet<Expression['kind']> = new Set(['and', 'or', 'not', 'binary'])

/** Known states per expression, by its start; an expression that an alias puts in several states may be in each. */
function mapKnownStates(facts: Facts): ReadonlyMap<string, Knowledge['paths']> {
  const { model, typing } = facts
  const values = new Map<string, Map<string, string[]>>()
  const add = (text: ExpressionText, path: string, states: readonly string[]): void => {
    values
      .getOrInsertComputed(printPlace(text), () => new Map<string, string[]>())
      .getOrInsertComputed(path, () => [])
      .push(...states)
  }
  for (const { slots, field } of model.states.value.machines) {
    for (const { name, value: state } of listSpecifiedEntries(slots.states)) {
      const candidates = [
        ...listSpecifiedEntries(state.on).flatMap(({ value }) => value),
        ...(slotValueOf(state.always) ?? []),
        ...listTimed(state).flatMap(({ value }) => value),
      ]
      for (const { value } of candidates.flatMap(({ guard }) => listSpecifiedEntries(guard))) add(value, `this.${field}`, [name])
    }
  }
  for (const { action, subject, slots } of model.endpoints.value.operations) {
    const [machine, ...more] = typing.domain.resources.get(subject?.text.split('.')[0] ?? '')?.machines ?? []
    if (slots.in.state !== 'shown' || machine === undefined || more.length > 0 || !isOnRecord(action)) continue
    for (const { value } of listSpecifiedEntries(slots.require))
      add(
        value,
        `this.${machine.field}`,
        slots.in.value.map(({ text }) => text),
      )
  }
  for (const { when, path, states } of listEventStates(facts)) add(when, path, states)
  return values
}

/** Facts that the keys of look-ups add to the conditions of their operation: a record found by `{ owner: account }` has this owner. */
function mapEqualPaths({ model, typing }: Facts): ReadonlyMap<string, Knowledge['equalPaths']> {
  const pairs = new Map<string, Knowledge['equalPaths']>()
  for (const { slots } of model.endpoints.value.operations) {
    const found = listSpecifiedEntries(slots.with).flatMap(({ name, value: { find, by } }) => {
      const resource = typing.domain.resources.get(slotValueOf(find)?.text ?? '')
      return listSpecifiedEntries(by).flatMap(({ name: property, value }) => {
        const expression = typing.expression(value)
        const path = expression && findStablePath(expression)
        const isChanged = resource?.properties.get(property)?.normalize !== undefined
        return path === undefined || isChanged ? [] : [[`${name}.${property}`, path] as const]
      })
    })
    if (found.length > 0) for (const { value } of listSpecifiedEntries(slots.require)) pairs.set(printPlace(value), found)
  }
  return pairs
}

function printPlace({ node: { span } }: { readonly node: { readonly span: Span } }): string {
  return `${span.source.name} ${span.start}`
}
