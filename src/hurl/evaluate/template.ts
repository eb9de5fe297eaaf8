// Fills the placeholders of texts; also applies filters in placeholders, captures and asserts.

import type { Span } from '../../base/text.ts'
import type { HurlExpression, HurlFilter, HurlPattern, Placeholder, HurlTemplate } from '../tree.ts'
import { applyFilter } from './filters.ts'
import { makeResult, type QueryResult, printHurlJson, makeProblemResult, renderValue, type HurlValue } from './value.ts'

/** The environment of an evaluation. */
export type EvaluationContext = {
  readonly variables: ReadonlyMap<string, HurlValue>
  /** The scenario's clock, in milliseconds since 1970-01-01T00:00:00Z. */
  now(): number
  uuid(): string
  /** Reads a file beside the scenario; undefined if missing. */
  file(name: string): Uint8Array | undefined
}

/** The reason why a text could not be built, with its place. */
export type TemplateProblem = { readonly problem: string; readonly span: Span }

export function isTemplateProblem<T extends object | string>(result: T | TemplateProblem): result is TemplateProblem {
  return typeof result === 'object' && 'problem' in result && 'span' in result
}

export function fillTemplate(template: HurlTemplate, context: EvaluationContext): string | TemplateProblem {
  let text = ''
  for (const part of template.parts) {
    const partText = part.kind === 'text' ? part.value : fillPlaceholder(part, context)
    if (isTemplateProblem(partText)) return partText
    text += partText
  }
  return text
}

function fillPlaceholder(placeholder: Placeholder, context: EvaluationContext): string | TemplateProblem {
  const result = evaluatePlaceholder(placeholder.expression, context)
  if (result.kind === 'problem') return { problem: result.problem, span: placeholder.span }
  if (result.kind === 'none')
    return { problem: `\`${placeholder.expression.name}\` with its filters gives nothing`, span: placeholder.span }
  const text =
    renderValue(result.value) ??
    (placeholder.within === 'text' && !(result.value instanceof Uint8Array) ? printHurlJson(result.value) : undefined)
  if (text === undefined)
    return { problem: `\`${placeholder.expression.name}\` is not a plain value, so a text cannot contain it`, span: placeholder.span }
  return placeholder.within === 'json string' ? JSON.stringify(text).slice(1, -1) : text
}

export function evaluatePlaceholder(expression: HurlExpression, context: EvaluationContext): QueryResult {
  return applyFilters(evaluateExpression(expression, context), expression.filters, context)
}

function evaluateExpression({ kind, name }: HurlExpression, context: EvaluationContext): QueryResult {
  if (kind === 'function') return name === 'newUuid' ? makeResult(context.uuid()) : makeResult({ kind: 'date', ms: context.now() })
  const value = context.variables.get(name)
  return value === undefined ? makeProblemResult(`\`${name}\` has no value yet`) : makeResult(value)
}

export function applyFilters(input: QueryResult, filters: readonly HurlFilter[], context: EvaluationContext): QueryResult {
  let current = input
  for (const filter of filters) {
    if (current.kind === 'problem') return current
    if (current.kind === 'none') return makeProblemResult(`there is nothing for the filter \`${filter.name}\``)
    const args: (string | bigint)[] = []
    for (const each of filter.arguments) {
      const value = evaluateArgument(each, context)
      if (typeof value === 'object') return makeProblemResult(value.problem)
      args.push(value)
    }
    current = applyFilter(filter.name, current.value, args, context.now())
  }
  return current
}

function evaluateArgument(
  argumentNode: HurlFilter['arguments'][number],
  context: EvaluationContext,
): string | bigint | { readonly problem: string } {
  if ('parts' in argumentNode) return fillTemplate(argumentNode, context)
  switch (argumentNode.kind) {
    case 'pattern':
      return argumentNode.source
    case 'literal':
      return argumentNode.value as bigint
    case 'placeholder': {
      const result = evaluatePlaceholder(argumentNode.expression, context)
      if (result.kind === 'value' && typeof result.value === 'bigint') return result.value
      return { problem: result.kind === 'problem' ? result.problem : `\`${argumentNode.expression.name}\` is not a whole number` }
    }
  }
}

/** The source of a pattern, in both notations. */
export function printPatternSource(pattern: HurlTemplate | HurlPattern, context: EvaluationContext): string | TemplateProblem {
  return 'parts' in pattern ? fillTemplate(pattern, context) : pattern.source
}
