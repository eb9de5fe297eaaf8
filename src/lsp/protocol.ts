// The used part of the Language Server Protocol (3.17), as JSON; converts offsets to its positions.

import { type Source, type Span, findPosition, createSource } from '../base/text.ts'

/** Zero-based; characters are UTF-16 units, as offsets are. */
export type LspPosition = { readonly line: number; readonly character: number }
export type Range = { readonly start: LspPosition; readonly end: LspPosition }
export type Location = { readonly uri: string; readonly range: Range }
export type TextEdit = { readonly range: Range; readonly newText: string }
export type WorkspaceEdit = { readonly changes: { readonly [uri: string]: readonly TextEdit[] } }

export const severity = { error: 1, warning: 2, information: 3 } as const

export const symbolKind = { module: 2, class: 5, method: 6, property: 7, enum: 10, function: 12, event: 24, key: 20, object: 19 } as const

export const completionKind = {
  method: 2,
  function: 3,
  field: 5,
  variable: 6,
  class: 7,
  property: 10,
  value: 12,
  enum: 13,
  keyword: 14,
  module: 9,
  event: 23,
} as const

export function toPosition(of: Source, offset: number): LspPosition {
  const { line, column } = findPosition(of, offset)
  return { line: line - 1, character: column - 1 }
}

export function lspRange({ source: of, start, end }: Span): Range {
  return { start: toPosition(of, start), end: toPosition(of, end) }
}

/** A position beyond the end of a line means the end of the line, as the protocol requires. */
export function toOffset({ text, lineStarts }: Source, { line, character }: LspPosition): number {
  const start = lineStarts[line]
  if (start === undefined) return line < 0 ? 0 : text.length
  const next = lineStarts[line + 1] ?? text.length + 1
  return Math.min(start + character, Math.max(start, next - 1), text.length)
}

export function toSource(name: string, text: string): Source {
  return createSource(name, text)
}

export function makeWorkspaceEdit(edits: readonly (Location & { readonly newText: string })[]): WorkspaceEdit {
  const changes: { [uri: string]: TextEdit[] } = {}
  for (const { uri, range, newText } of edits) (changes[uri] ??= []).push({ range, newText })
  return { changes }
}
