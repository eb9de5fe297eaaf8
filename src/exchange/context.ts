// What expressions, texts and templates are evaluated with, and how: one reading for whoever computes answers.

import { over } from '../cel/bindings.ts'
import { evaluate } from '../cel/evaluate.ts'
import type { Expression } from '../cel/expression.ts'
import type { Bindings, Host, RecordValue, Value } from '../cel/value.ts'
import type { ExpressionText, Named, Slot, Template, TemplateText } from '../model/slot.ts'
import { shown } from '../model/slot.ts'
import type { Typing } from '../typing/domain.ts'
import type { Spoken } from './version/spoken.ts'
import { type Keys, natural, textOf } from './value-json.ts'

export type Context = {
  readonly typing: Typing
  readonly host: Host
  readonly keys: Keys
  readonly variables: Bindings
  /** Where what is evaluated is sent to somebody; absent where it is not, or where everybody may read everything. */
  readonly sending?: Sending
  /** Whose answer is made, where there are versions. */
  readonly spoken?: Spoken
}

/** What may be sent to whoever calls: expressions read with the document's authority, and this decides of what they come to. */
export type Sending = {
  /** Whether a record that is reached from another may be shown. */
  showsRecord(record: RecordValue): boolean
  /** Whether a property of a record may be, the record itself apart. */
  showsProperty(record: RecordValue, property: string): boolean
}

/** What a view of a record comes to that may not be shown: it is left out wherever it stands. */
export const withheld: Value = { kind: 'optional', value: undefined }

/** The context with more names, or with others in their place. */
export function bound(context: Context, names: Iterable<readonly [string, Value]>): Context {
  return { ...context, variables: over(new Map(names), context.variables) }
}

export function run(expression: Expression, context: Context): Value {
  return evaluate(expression, context.variables, context.host)
}

export function valueOfExpression(text: ExpressionText, context: Context): Value {
  const expression = context.typing.expression(text)
  if (expression === undefined) throw new Error(`\`${text.text}\` has a mistake, so the document should not run`)
  return run(expression, context)
}

/** Whether a condition of the document holds. */
export function holds(text: ExpressionText, context: Context): boolean {
  return valueOfExpression(text, context) === true
}

/** The names of conditions that do not hold, in the order of the document. */
export function failing(conditions: Slot<readonly Named<ExpressionText>[]>, context: Context): string[] {
  return (shown(conditions) ?? []).flatMap(({ name, slot }) => (slot.state === 'shown' && !holds(slot.value, context) ? [name] : []))
}

/** `encode` is given the text of each value, and whether it stands first. */
export function textOfTemplate(text: TemplateText, context: Context, encode = (value: string, _first: boolean): string => value): string {
  const pieces = context.typing.text(text)
  if (pieces === undefined) throw new Error(`\`${text.text}\` has a mistake, so the document should not run`)
  return pieces.map((piece, index) =>
    piece.kind === 'literal' ? piece.text : encode(textOf(run(piece.expression, context), context.keys), index === 0)).join('')
}

/** The value of a template; undefined where it is a leaf that is left out. */
export function valueOfTemplate(template: Template, context: Context): Value | undefined {
  switch (template.kind) {
    case 'literal':
      return natural(template.value)
    case 'list':
      return template.items.flatMap((item) => {
        const value = valueOfTemplate(item, context)
        return value === undefined ? [] : [value]
      })
    case 'map': {
      const members = template.entries.map(({ name, value }) => [name, valueOfTemplate(value, context)] as const)
      return new Map(members.filter((member): member is readonly [string, Value] => member[1] !== undefined))
    }
    case 'expression':
      return leaf(template, context)
  }
}

/**
 * An optional property without value is left out, also by a leaf that is only a path to it, as is an optional without value;
 * null of any other leaf is sent.
 */
function leaf(text: ExpressionText, context: Context): Value | undefined {
  const expression = context.typing.expression(text)
  if (expression !== undefined && context.sending !== undefined) {
    if (!showsPath(expression, context, context.sending)) return undefined
    const value = valueOfExpression(text, context)
    return absentAsSuch(withoutWithheld(expression.type.kind === 'query' ? shownRecords(value, context.sending) : value), expression, context)
  }
  return absentAsSuch(valueOfExpression(text, context), expression, context)
}

function absentAsSuch(value: Value, expression: Expression | undefined, context: Context): Value | undefined {
  if (isOptional(value)) return value.value
  return value === null && expression !== undefined && leadsToAbsence(expression, context) ? undefined : value
}

/** Of a leaf that is only a path, everything along it must be shown; what is computed of it is the document's own to tell. */
function showsPath(expression: Expression, context: Context, sending: Sending): boolean {
  if (expression.kind !== 'select' || !isPath(expression.operand, true)) return true
  if (!showsPath(expression.operand, context, sending)) return false
  const value = run(expression.operand, context)
  const owner = isOptional(value) ? value.value : value
  if (!isRecord(owner)) return true
  return sending.showsProperty(owner, expression.member) && (expression.operand.kind === 'variable' || sending.showsRecord(owner))
}

/** Of records that were asked for, those that may be shown: each stands for its key. */
function shownRecords(value: Value, sending: Sending): Value {
  return Array.isArray(value) ? (value as readonly Value[]).filter((item) => !isRecord(item) || sending.showsRecord(item)) : value
}

/** What may not be shown is left out of lists and maps as if it had never been there. */
function withoutWithheld(value: Value): Value {
  if (Array.isArray(value)) return (value as readonly Value[]).filter((item) => item !== withheld).map(withoutWithheld)
  if (!(value instanceof Map)) return value
  const members = [...(value as ReadonlyMap<unknown, Value>)].filter(([, member]) => member !== withheld)
  return new Map(members.map(([name, member]) => [name, withoutWithheld(member)]))
}

function isOptional(value: Value): value is Extract<Value, { readonly kind: 'optional' }> {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'optional'
}

/** Whether the expression is only a path, and what it leads to is absent rather than null. */
function leadsToAbsence(expression: Expression, context: Context): boolean {
  if (expression.kind !== 'select' || expression.optional || !isPath(expression.operand)) return false
  const owner = run(expression.operand, context)
  if (owner instanceof Map) return !owner.has(expression.member)
  return isRecord(owner) && context.host.property(owner, expression.member) === undefined
}

/** `optionals`: `a.?b` counts as one too. */
function isPath(expression: Expression, optionals = false): boolean {
  return expression.kind === 'variable' || (expression.kind === 'select' && (optionals || !expression.optional) && isPath(expression.operand, optionals))
}

export function isRecord(value: Value | undefined): value is RecordValue {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'record'
}
