// Reports an expression that does not fit the type of its place, and suggests a conversion.

import { findNearest } from '../../base/nearest.ts'
import type { Expression } from '../expression.ts'
import { isAssignable, isOpen, stringType, withoutNull } from '../fits.ts'
import { describeMismatch } from '../mismatch.ts'
import { listNames, typeText } from '../type-text.ts'
import type { Type } from '../type.ts'
import { type CheckContext, type Reporting, reportProblem, spellPart } from './context.ts'

export function explainMismatch(expression: Expression, expected: Type, context: CheckContext): void {
  if (withoutNull(expected).kind !== 'secret' && reportSecrets([expression], context)) return
  const { type } = expression
  const name = spellPart(context, expression)
  const target = withoutNull(expected)
  // A place that accepts a credential accepts any text.
  const acceptsText = target.kind === 'secret' && target.credential === true
  const expectedText = acceptsText ? 'string' : typeText(target)
  if (type.kind === 'null' || (type.kind === 'nullable' && isAssignable(type.of, expected))) {
    reportNullable(expression, `${expectedText} is expected`, context)
  } else if (withoutNull(expected).kind === 'bool') {
    reportProblem(context, 'not-a-bool', expression, `${name} is ${typeText(type)}, and a condition is true or false`, { of: type })
  } else if (type.kind === 'enum' && withoutNull(expected).kind === 'enum') {
    reportEnumValue(expression, type.values, withoutNull(expected), context)
  } else if (type.kind === 'decimal' && withoutNull(expected).kind === 'decimal') {
    const { scale } = withoutNull(expected) as { readonly scale: number }
    const written = context.text.slice(expression.start, expression.end)
    reportProblem(
      context,
      'decimal-scale',
      expression,
      `${name} can have ${type.scale ?? 'any number of'} digits after the point, and ${scale} are kept`,
      {
        help: 'Write how it is rounded',
        fix: `round(${written}, ${scale})`,
      },
    )
  } else {
    reportProblem(
      context,
      'wrong-type',
      expression,
      type.kind === 'object' && target.kind === 'object'
        ? `${name} is not what is expected: ${describeMismatch(type, target) ?? ''}`
        : `${name} is ${typeText(type)}, and ${expectedText} is expected`,
      {
        of: type,
        ...suggestConversion(expression, acceptsText ? stringType : expected, context),
        ...recordHelp(expression, expected, context),
      },
    )
  }
}

/** Reports every use of a nullable value with the same message. */
export function reportNullable(expression: Expression, reason: string, context: Reporting): void {
  const written = context.text.slice(expression.start, expression.end)
  const presence = expression.type.kind === 'null' ? 'is here' : 'can be null here'
  const message = `${spellPart(context, expression)} ${presence}, and ${reason}`
  const { type } = expression
  const isPath = /^[\w.]+$/.test(written) && type.kind !== 'null'
  reportProblem(context, 'nullable', expression, message, {
    of: type,
    ...(isPath ? { help: `Test it first: ${written} != null && …, or ${written} != null ? … : …` } : {}),
  })
}

/** Reports every use of a secret with the same message; true if there was one. */
export function reportSecrets(expressions: readonly Expression[], context: Reporting): boolean {
  const secret = expressions.find(({ type }) => withoutNull(type).kind === 'secret')
  if (secret === undefined) return false
  const type = withoutNull(secret.type)
  const description =
    type.kind === 'secret' && type.credential ? 'a credential, which only `digest` takes' : 'a secret, which only `verify` takes'
  reportProblem(context, 'secret', secret, `${spellPart(context, secret)} is ${description}`)
  return true
}

/** Reports a string literal outside the enumerated values that it is compared with or assigned to. */
export function reportEnumValue(expression: Expression, values: readonly string[], target: Type, context: CheckContext): void {
  const targetValues = target.kind === 'enum' ? target.values : []
  const unknownValues = values.filter((value) => !targetValues.includes(value))
  const suggestions = [...new Set(unknownValues.flatMap((value) => findNearest(value, targetValues)))].map((value) => JSON.stringify(value))
  const [written, existing] = [unknownValues, targetValues].map((values) => values.map((value) => JSON.stringify(value))) as [
    string[],
    string[],
  ]
  const message = `${written.join(', ')} is not one of ${listNames(existing)}`
  reportProblem(context, 'unknown-enum-value', expression, message, { suggestions })
}

const conversions: ReadonlySet<string> = new Set(['string', 'int', 'double', 'decimal', 'timestamp', 'duration', 'bool'])

function suggestConversion(expression: Expression, expected: Type, context: CheckContext): { help?: string; fix?: string } {
  const targetKind = withoutNull(expected).kind
  const written = context.text.slice(expression.start, expression.end)
  const target = withoutNull(expected)
  if (target.kind === 'enum' && expression.type.kind === 'string') return suggestEnum(written, target, context)
  const isConvertible =
    conversions.has(targetKind) && (conversions.has(expression.type.kind) || expression.type.kind === 'enum') && targetKind !== 'bool'
  return isConvertible && !isOpen(expected) ? { help: 'Convert it', fix: `${targetKind}(${written})` } : {}
}

/** A shape with these values converts a text; otherwise its source must allow only them. */
function suggestEnum(
  written: string,
  { values }: Extract<Type, { kind: 'enum' }>,
  { scope }: CheckContext,
): { help?: string; fix?: string } {
  const shapes = [...scope.functions].filter(([, { shape, result }]) => {
    const converted = result.kind === 'optional' ? result.of : undefined
    return shape === true && converted?.kind === 'enum' && converted.values.join('\n') === values.join('\n')
  })
  const [[shape] = []] = shapes
  if (shape !== undefined)
    return {
      help: 'Convert it by its shape; `orValue` gives the value for any other text',
      fix: `${shape}(${written}).orValue(${JSON.stringify(values[0])})`,
    }
  return { help: `Allow only these values where the text comes from, by its schema: \`enum: [${values.join(', ')}]\`` }
}

/** Suggests the record itself, if the expression gives its key or another member. */
function recordHelp(expression: Expression, expected: Type, { text, scope }: CheckContext): { help?: string; fix?: string } {
  const target = withoutNull(expected)
  if (target.kind !== 'record') return {}
  const owner = expression.kind === 'select' ? withoutNull(expression.operand.type) : undefined
  if (expression.kind === 'select' && owner?.kind === 'record' && owner.resource === target.resource) {
    return { help: 'A reference is the record itself', fix: text.slice(expression.operand.start, expression.operand.end) }
  }
  const [[key, ...more] = []] = scope.resource(target.resource)?.uniques ?? []
  const member = key === undefined || more.length > 0 ? undefined : scope.resource(target.resource)?.members.get(key)
  if (member === undefined || expected.kind !== 'nullable' || !isAssignable(withoutNull(expression.type), member.type)) return {}
  const written = text.slice(expression.start, expression.end)
  const found = `${target.resource}.find({ ${key}: ${written} }).orValue(null)`
  return { help: 'Find the record by its key', fix: expression.type.kind === 'nullable' ? `${written} == null ? null : ${found}` : found }
}
