// A value as it is pasted: with its key, and in quotes where YAML asks for them.

import { beforeOnLine, inFlow } from './cut.ts'
import type { Scalar } from './node.ts'
import { quotedForm } from './quote.ts'

/** `text` in the place of the value of `node`, with what stands before that on its line. */
export function valueToPaste({ span }: Scalar, text: string, as: 'expression' | 'text'): string {
  const flow = inFlow(span)
  const lead = beforeValue(span, flow)
  const dashes = /^(?:- )*/.exec(lead)![0].length
  return lead + (/^[\w.()]+$/.test(text) ? text : quotedForm(text, { flow, indent: ' '.repeat(dashes + 2) }, as))
}

/** What stands on the line before a value, within its brackets. */
export function beforeValue(whole: Scalar['span'], flow: boolean): string {
  const before = beforeOnLine(whole)
  const from = flow ? Math.max(before.lastIndexOf('{'), before.lastIndexOf('['), before.lastIndexOf(',')) + 1 : 0
  return before.slice(from).trimStart()
}
