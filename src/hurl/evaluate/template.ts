// Fills the placeholders of texts; also applies filters in placeholders, captures and asserts.

import type { Span } from '../../base/text.ts'
import type { HurlExpression, HurlFilter, HurlPattern, Placeholder, HurlTemplate } from '../tree.ts'
import { applyFilter } from './filters.ts'
import { foundResult, type QueryResult, printHurlJson, problemResult, renderValue, type HurlValue } from './value.ts'

/** The environment of an evaluation. */
export type Surroundings = {
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

export function fillTemplate(template: HurlTemplate, around: Surroundings): string | TemplateProblem {
  let text = ''
  for (const part of template.parts) {
    const piece = part.kind === 'text' ? part.value : fillPlaceholder(part, around)
    if (isTemplateProblem(piece)) return piece
    text += piece
  }
  return text
}

function fillPlaceholder(placeholder: Placeholder, around: Surroundings): string | TemplateProblem {
  const result = evaluatePlaceholder(placeholder.expression, around)
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

export function evaluatePlaceholder(expression: HurlExpression, around: Surroundings): QueryResult {
  return applyFilters(source(expression, around), expression.filters, around)
}

function source({ kind, name }: HurlExpression, around: Surroundings): QueryResult {
  if (kind === 'function') return name === 'newUuid' ? foundResult(around.uuid()) : foundResult({ kind: 'date', ms: around.now() })
  const value = around.variables.get(name)
  return value === undefined ? problemResult(`\`${name}\` has no value yet`) : foundResult(value)
}

export function applyFilters(from: QueryResult, filters: readonly HurlFilter[], around: Surroundings): QueryResult {
  let current = from
  for (const filter of filters) {
    if (current.kind === 'problem') return current
    if (current.kind === 'none') return problemResult(`there is nothing for the filter \`${filter.name}\``)
    const args: (string | bigint)[] = []
    for (const each of filter.arguments) {
      const value = argument(each, around)
      if (typeof value === 'object') return problemResult(value.problem)
      args.push(value)
    }
    current = applyFilter(filter.name, current.value, args, around.now())
  }
  return current
}

function argument(of: HurlFilter['arguments'][number], around: Surroundings): string | bigint | { readonly problem: string } {
  if ('parts' in of) return fillTemplate(of, around)
  switch (of.kind) {
    case 'pattern':
      return of.source
    case 'literal':
      return of.value as bigint
    case 'placeholder': {
      const result = evaluatePlaceholder(of.expression, around)
      if (result.kind === 'value' && typeof result.value === 'bigint') return result.value
      return { problem: result.kind === 'problem' ? result.problem : `\`${of.expression.name}\` is not a whole number` }
    }
  }
}

/** The source of a pattern, in both notations. */
export function patternSource(pattern: HurlTemplate | HurlPattern, around: Surroundings): string | TemplateProblem {
  return 'parts' in pattern ? fillTemplate(pattern, around) : pattern.source
}
