// Reads moves that a fence in part 3 writes as a map: each state with its next states, or with its transitions and their states.

import type { DrawnTable } from './drawn-moves.ts'

type Move = { readonly from: string; readonly trigger: string; readonly to: string; readonly line: number; readonly text: string }

const state = /^[\p{L}][\p{L}\d_-]*$/u

/** Undefined unless some of the targets are keys of the map. */
export function readMappedTable(text: string): DrawnTable | undefined {
  const lines = text
    .split(/\r\n|\n|\r/)
    .map((each, line) => ({ text: each, line }))
    .filter((each) => each.text.trim() !== '' && !/^\s*(?:`{3}|~{3})/.test(each.text))
  const moves = inJson(lines.map((each) => each.text).join('\n'), lines[0]?.line ?? 0) ?? inLines(lines)
  if (moves === undefined || moves.length < 3) return undefined
  const sources = new Set(moves.map(({ from }) => from))
  const targets = new Set(moves.map(({ to }) => to))
  const isNamed = moves.every(({ from, to }) => state.test(from) && state.test(to))
  if (!isNamed || sources.size < 2 || ![...targets].some((each) => sources.has(each))) return undefined
  return {
    headers: ['from', 'trigger', 'to'],
    rows: moves.map(({ from, trigger, to, line, text: written }) => ({ cells: [from, trigger, to], text: written, line })),
  }
}

function inJson(body: string, line: number): Move[] | undefined {
  let data: unknown
  try {
    data = JSON.parse(body)
  } catch {
    return undefined
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined
  return Object.entries(data).flatMap(([from, next]): Move[] =>
    listTargets(next).map(([trigger, to]) => ({
      from,
      trigger,
      to,
      line,
      text: `${from} -> ${to}${trigger === '' ? '' : `: ${trigger}`}`,
    })),
  )
}

/** Names of triggers with their states, or states alone. */
function listTargets(next: unknown): (readonly [trigger: string, to: string])[] {
  if (Array.isArray(next)) return next.flatMap((each) => (typeof each === 'string' ? [['', each] as const] : []))
  if (typeof next === 'string') return [['', next]]
  return typeof next === 'object' && next !== null
    ? Object.entries(next).flatMap(([trigger, to]) => (typeof to === 'string' ? [[trigger, to] as const] : []))
    : []
}

/** `open:` with `  return: returned`, `  - returned`, or `open: [late, returned]`. */
function inLines(lines: readonly { readonly text: string; readonly line: number }[]): Move[] | undefined {
  const moves: Move[] = []
  let from: string | undefined
  for (const { text, line } of lines) {
    const [, name, list = ''] = /^([\p{L}][\p{L}\d_-]*):\s*(?:\[([^\]]*)\]|([^[\]{}:]*))?$/u.exec(text) ?? []
    const inline = list !== '' ? list : (/^[^:]*:\s*([^[\]{}:]*)$/.exec(text)?.[1] ?? '')
    const [, trigger = '', to] = /^\s+(?:-\s+)?(?:([\p{L}][\p{L}\d_ -]*):\s+)?([\p{L}][\p{L}\d_-]*)$/u.exec(text) ?? []
    if (name !== undefined) {
      from = name
      for (const each of inline
        .split(',')
        .map((piece) => piece.trim())
        .filter((piece) => piece !== ''))
        moves.push({ from: name, trigger: '', to: each, line, text: `${name} -> ${each}` })
    } else if (from !== undefined && to !== undefined)
      moves.push({ from, trigger, to, line, text: `${from} -> ${to}${trigger === '' ? '' : `: ${trigger}`}` })
    else return undefined
  }
  return moves
}
