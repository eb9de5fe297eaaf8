// Collects the content of one file: of each part, of the front matter, and of the text before the parts.

import type { Span } from '../base/text.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import type { HurlFence, PartName, Piece, Prose, Unmarked } from './document.ts'
import type { MapNode, Node } from './node.ts'
import * as problem from './part-problem.ts'

export type Contribution = {
  readonly part: PartName
  /** The heading or key of the part in the file. */
  readonly heading: Span
  /** The binding content in text order: the maps of YAML blocks, and tables that are not interpreted yet. */
  readonly pieces: Piece[]
  /** Paragraphs and blocks that say only `none` or `not shown`. */
  readonly stateWords: { readonly state: 'none' | 'not shown'; readonly span: Span }[]
  /** Paragraphs such as `Methods and path shapes: not shown.`, which count for the part if no block contradicts them. */
  readonly gaps: Span[]
  readonly prose: Prose[]
  readonly unmarked: Unmarked[]
}

export type FileReading = {
  readonly title?: { readonly text: string; readonly span: Span }
  readonly preamble?: string
  readonly front?: MapNode
  readonly contributions: readonly Contribution[]
  readonly scenarios: readonly HurlFence[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Recognises the plain words for a part or value that is `none` or `not shown`. */
export function parseStateWord(text: string): 'none' | 'not shown' | undefined {
  const word = /^[\s*_`(>]*(none|not\s+shown)[\s*_`).]*$/i.exec(text)?.[1]
  if (word === undefined) return undefined
  return word.toLowerCase() === 'none' ? 'none' : 'not shown'
}

/** True for a paragraph such as `Methods and path shapes: not shown.` */
export function isNotShownSentence(paragraph: string): boolean {
  return /^[^\r\n]{1,300}[:–—-]\s*not\s+shown\.?\s*$/i.test(paragraph)
}

/** Reads the content of a block or a part's key: a map, or one of the two words; null adds nothing. */
export function readContribution(contribution: Contribution, node: Node, report: (diagnostic: Diagnostic) => void): void {
  if (node.kind === 'map') {
    contribution.pieces.push(node)
    return
  }
  if (node.kind === 'scalar') {
    const state = node.style === 'plain' ? parseStateWord(node.text) : undefined
    if (state !== undefined) contribution.stateWords.push({ state, span: node.span })
    if (state !== undefined || (node.value === null && node.text === '')) return
  }
  report(problem.reportPartNotMap(contribution.part, node))
}
