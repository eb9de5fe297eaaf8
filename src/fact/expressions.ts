// Lists every expression and text of a part of the model.

import type { ExpressionText, TemplateText } from '../model/slot.ts'

export type CollectedExpressions = { readonly expressions: readonly ExpressionText[]; readonly texts: readonly TemplateText[] }

/** Fields of the model that contain places in the text, not content. */
const positionFields = new Set(['node', 'at', 'key', 'span'])

const cache = new WeakMap<object, CollectedExpressions>()

/** Collects the expressions of a part of the model that several operations share, once. */
export function collectPartExpressions(part: object): CollectedExpressions {
  return cache.getOrInsertComputed(part, collectExpressions)
}

export function collectExpressions(value: unknown): CollectedExpressions {
  const collected = { expressions: [] as ExpressionText[], texts: [] as TemplateText[] }
  collectFrom(value, collected)
  return collected
}

function collectFrom(value: unknown, collected: { expressions: ExpressionText[]; texts: TemplateText[] }): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const item of value) collectFrom(item, collected)
  } else if (isText(value)) {
    if (value.kind === 'expression') collected.expressions.push(value)
    else collected.texts.push(value)
  } else {
    for (const name in value) {
      const member = (value as Record<string, unknown>)[name]
      if (typeof member === 'object' && member !== null && !isEmpty(member) && !positionFields.has(name)) collectFrom(member, collected)
    }
  }
}

/** Most slots are unsaid. */
function isEmpty({ state }: { readonly state?: unknown }): boolean {
  return typeof state === 'string' && state !== 'shown'
}

function isText(value: object): value is ExpressionText | TemplateText {
  const { kind, text } = value as { readonly kind?: unknown; readonly text?: unknown }
  return (kind === 'expression' || kind === 'text') && typeof text === 'string'
}
