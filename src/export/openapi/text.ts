// Sentences of an OpenAPI document: the purpose of an operation, and the conditions of a response.

import type { EntryFacts, Facts, Point } from '../../fact/fact.ts'
import { printPattern } from '../../explain/facts.ts'
import type { Model, Operation } from '../../model/model.ts'
import { type TemplateText, slotValueOf } from '../../model/slot.ts'

/** Without a summary, the text is derived from the action: `Create Order`. */
export function describeOperationInText({ model }: Facts, operation: Operation): { summary: string; description?: string } {
  const { name, action, subject, slots } = operation
  const actionText = subject === undefined ? name : `${(action ?? '').charAt(0).toUpperCase()}${(action ?? '').slice(1)} ${subject.text}`
  const description = slotValueOf(slots.description) ?? findProse(operation, model)
  return { summary: slotValueOf(slots.summary) ?? actionText, ...(description === undefined ? {} : { description }) }
}

/** Prose above a block describes its operation only if the block has just one. */
function findProse({ name, key }: Operation, { document, endpoints }: Model): string | undefined {
  const { source, start } = key.span
  const next = endpoints.value.operations.find(({ key: { span } }) => span.source === source && span.start > start)
  const textBelow = source.text.slice(start, next?.key.span.start)
  if (next !== undefined && !/^\s*(?:`{3}|~{3})/m.test(textBelow)) return undefined
  const prose = document.parts.endpoints.prose.filter(({ about }) => about === name).map(({ text }) => text.trim())
  return prose.length === 0 ? undefined : prose.join('\n\n')
}

/** `no-order` (No such order): `not-found Order`. */
export function printEntry(entry: EntryFacts, points: readonly Point[]): string {
  const { title, description } = entry.slots
  const details = [title.state === 'shown' ? title.value.text : undefined, slotValueOf(description)].filter((text) => text !== undefined)
  return `\`${entry.name}\`${details.length === 0 ? '' : ` (${details.join('; ')})`}: ${printConditions(points)}`
}

export function printConditions(points: readonly Point[]): string {
  return [...new Set(points.map((point) => `\`${printPattern(point)}\``))].join(', ')
}

/** Text without expressions; undefined if it depends on the answer. */
export function findLiteralText(text: TemplateText, { typing }: Facts): string | undefined {
  const pieces = typing.text(text)
  return pieces?.every((piece) => piece.kind === 'literal') ? pieces.map((piece) => piece.text).join('') : undefined
}
