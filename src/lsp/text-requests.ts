// Answers an editor's requests about a text: hover, completion, outline, formatting and fixes.

import { type Handlers, RpcError, cancelled } from '../rpc/peer.ts'
import { formatFile } from '../table/format.ts'
import { listCodeActions } from './actions.ts'
import { complete } from './complete.ts'
import { hover } from './hover.ts'
import { outlineSymbols } from './outline.ts'
import { type Range, type TextEdit, lspRange, toSource, toPosition } from './protocol.ts'
import type { EditorSession } from './session.ts'

export function answerTextRequests(session: EditorSession): Handlers {
  return {
    'textDocument/hover'(params) {
      const place = session.findPlace(params)
      const hoverText = place && hover(place.opened.compiled, place.path, place.offset)
      return hoverText === undefined ? null : { contents: { kind: 'markdown', value: hoverText.text }, range: lspRange(hoverText.span) }
    },
    'textDocument/completion'(params) {
      const place = session.findPlace(params)
      if (place === undefined) return []
      return complete(
        place.path,
        place.text,
        place.offset,
        (text) => (text === place.text ? place.opened : session.workspace.openedWith(place.uri, text))?.compiled,
      )
    },
    'textDocument/documentSymbol'(params) {
      const place = session.findPlace(params)
      return place === undefined ? [] : outlineSymbols(place.opened.compiled, place.path)
    },
    'textDocument/formatting'(params) {
      const place = session.findPlace(params)
      if (place === undefined) return null
      const text = formatFile({ name: place.path, text: place.text })
      return text === place.text ? [] : [computeDifference(place.text, text)]
    },
    async 'textDocument/codeAction'(params) {
      const place = session.findPlace(params)
      if (place === undefined) return []
      const { range, context } = params as unknown as { readonly range: Range; readonly context?: { readonly only?: readonly string[] } }
      if (context?.only !== undefined && !context.only.some((kind) => 'quickfix'.startsWith(kind))) return []
      const actions = await listCodeActions(place.opened, place.path, range, () => session.isStillWanted())
      if (actions === undefined) throw new RpcError(cancelled, 'cancelled')
      return actions
    },
  }
}

/** One edit, from the first to the last different character. */
function computeDifference(before: string, after: string): TextEdit {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end++
  const textSource = toSource('', before)
  return {
    range: { start: toPosition(textSource, start), end: toPosition(textSource, before.length - end) },
    newText: after.slice(start, after.length - end),
  }
}
