// Evaluates expressions, texts and templates; all code that computes responses shares it.

import { withOuterBindings } from '../cel/bindings.ts'
import { EvaluationError, evaluate } from '../cel/evaluate.ts'
import type { Expression } from '../cel/expression.ts'
import type { Bindings, Host, RecordValue, Value } from '../cel/value.ts'
import { isHidden, unlessHidden } from '../cel/values/hidden.ts'
import { toNaturalValue } from '../cel/values/natural.ts'
import type { ExpressionText, Named, Slot, Template, TemplateText } from '../model/slot.ts'
import { slotValueOf } from '../model/slot.ts'
import type { Typing } from '../typing/domain.ts'
import { holdsDecimals, withDigits } from './digits.ts'
import type { RequestedVersion } from './version/requested-version.ts'
import { type RecordKeyText, convertValueToText } from './value-json.ts'

export type Context = {
  readonly typing: Typing
  readonly host: Host
  readonly keys: RecordKeyText
  readonly variables: Bindings
  /** The version of the response, if the document has versions. */
  readonly requestedVersion?: RequestedVersion
  /** The output with the members that the request selects, if it selects some. */
  readonly output?: Template
}

/** The context with additional or replaced names. */
export function bindNames(context: Context, names: Iterable<readonly [string, Value]>): Context {
  return { ...context, variables: withOuterBindings(new Map(names), context.variables) }
}

export function runExpression(expression: Expression, context: Context): Value {
  return evaluate(expression, context.variables, context.host)
}

export function evaluateExpression(text: ExpressionText, context: Context): Value {
  const expression = context.typing.expression(text)
  if (expression === undefined) throw new Error(`\`${text.text}\` has a mistake, so the document should not run`)
  try {
    return runExpression(expression, context)
  } catch (error) {
    if (error instanceof EvaluationError) error.text ??= text.text
    throw error
  }
}

/** The value, or undefined if an expression fails. */
export function unlessExpressionFails<T>(compute: () => T): T | undefined {
  try {
    return compute()
  } catch (thrown) {
    if (thrown instanceof EvaluationError) return undefined
    throw thrown
  }
}

/** True if a condition of the document holds; a hidden result counts as false. */
export function holds(text: ExpressionText, context: Context): boolean {
  try {
    return evaluateExpression(text, context) === true
  } catch (error) {
    if (isHidden(error)) return false
    throw error
  }
}

/** The names of conditions that are not true, in the order of the document. */
export function listFailing(conditions: Slot<readonly Named<ExpressionText>[]>, context: Context): string[] {
  const names: string[] = []
  for (const { name, slot } of slotValueOf(conditions) ?? []) if (slot.state === 'shown' && !holds(slot.value, context)) names.push(name)
  return names
}

/** Fills in a template; `encode` receives the text of each value and the text before it. */
export function fillTextTemplate(text: TemplateText, context: Context, encode = (value: string, _before: string): string => value): string {
  const pieces = context.typing.text(text)
  if (pieces === undefined) throw new Error(`\`${text.text}\` has a mistake, so the document should not run`)
  let filledText = ''
  for (const piece of pieces)
    filledText +=
      piece.kind === 'literal' ? piece.text : encode(convertValueToText(runExpression(piece.expression, context), context.keys), filledText)
  return filledText
}

/** The text; undefined if it is one expression that is null or an optional without a value. */
export function evaluateOptionalText(
  text: TemplateText,
  context: Context,
  encode?: (value: string, before: string) => string,
): string | undefined {
  const [only, ...more] = context.typing.text(text) ?? []
  if (only?.kind === 'expression' && more.length === 0 && mayBeAbsent(only.expression)) {
    const value = runExpression(only.expression, context)
    const result = value !== null && isOptional(value) ? value.value : value
    if (result === null || result === undefined) return undefined
    const filledText = convertValueToText(result, context.keys)
    return encode === undefined ? filledText : encode(filledText, '')
  }
  return fillTextTemplate(text, context, encode)
}

function mayBeAbsent({ type: { kind } }: Expression): boolean {
  return kind === 'nullable' || kind === 'null' || kind === 'optional' || kind === 'dyn'
}

/** The value of a template; undefined for an omitted leaf. */
export function evaluateTemplate(template: Template, context: Context): Value | undefined {
  switch (template.kind) {
    case 'literal':
      return toNaturalValue(template.value)
    case 'list': {
      const items: Value[] = []
      for (const item of template.items) {
        const value = evaluateTemplate(item, context)
        if (value !== undefined) items.push(value)
      }
      return items
    }
    case 'map': {
      const members = new Map<string, Value>()
      for (const { name, value } of template.entries) {
        const member = evaluateTemplate(value, context)
        if (member !== undefined) members.set(name, member)
      }
      return members
    }
    case 'expression':
      return evaluateLeaf(template, context)
  }
}

/**
 * Evaluates a leaf. It is omitted if it is hidden, an empty optional, or only a path to an optional property without a value. A null of any
 * other leaf is sent.
 */
function evaluateLeaf(text: ExpressionText, context: Context): Value | undefined {
  const expression = context.typing.expression(text)
  const result = unlessHidden(() => evaluateExpression(text, context))
  const value = result === undefined || expression === undefined ? result : withShownDigits(result, expression)
  if (value !== undefined && isOptional(value)) return value.value
  return value === null && expression !== undefined && leadsToAbsence(expression, context) ? undefined : value
}

const decimals = new WeakMap<Expression, boolean>()

/** The value of an expression with the number of digits that its type declares. */
export function withShownDigits(value: Value, expression: Expression): Value {
  return decimals.getOrInsertComputed(expression, ({ type }) => holdsDecimals(type)) ? withDigits(value, expression.type) : value
}

function isOptional(value: Value): value is Extract<Value, { readonly kind: 'optional' }> {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'optional'
}

/** True if the expression is only a path, and its value is absent rather than null. */
function leadsToAbsence(expression: Expression, context: Context): boolean {
  if (expression.kind !== 'select' || expression.optional || !isPath(expression.operand)) return false
  const owner = runExpression(expression.operand, context)
  if (owner instanceof Map) return !owner.has(expression.member)
  return isRecord(owner) && context.host.property(owner, expression.member) === undefined
}

function isPath(expression: Expression): boolean {
  return expression.kind === 'variable' || (expression.kind === 'select' && !expression.optional && isPath(expression.operand))
}

export function isRecord(value: Value | undefined): value is RecordValue {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'record'
}
