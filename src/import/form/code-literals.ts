// Reads lists and maps that code declares, such as `const limits = [{ what: 'requests', max: 60 }]`, as data.

import type { Json } from '../../base/json.ts'
import { readSourceData } from '../read-data.ts'

/** `line`: of the declaration, from 0. `remarks`: the comments at the ends of lines, by line. */
export type CodeLiteral = {
  readonly name: string
  readonly line: number
  readonly value: Json
  readonly remarks: ReadonlyMap<number, string>
}

const declaration =
  /^[ \t]*(?:export\s+)?(?:(?:const|let|var|val|final|static|readonly)\s+)*([A-Za-z_]\w*)\s*(?::\s*[^=\n]+)?=\s*(?=[[{])/gm

/** The declared literals of a text, in order; empty for other code. */
export function codeLiteralsIn(text: string): readonly CodeLiteral[] {
  return Array.from(text.matchAll(declaration)).flatMap(({ 0: head, 1: name, index }) => {
    const literal = asFlow(text, index + head.length)
    const value = literal && readSourceData(literal.flow).value
    return literal === undefined || value === undefined ? [] : [{ name: name!, line: lineOf(text, index), value, remarks: literal.remarks }]
  })
}

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split('\n').length - 1
}

type Flow = { readonly flow: string; readonly remarks: ReadonlyMap<number, string> }

const opening = /[[{(]/
const closing = /[\]})]/
/** A comment, a text in quotes, a number with separators of digits, a word, or one other character. */
const token = /\/\/[^\n]*|#[^\n]*|\/\*[^]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\d[\d_]*|\w+|[^]/gy

/** The literal that begins here in the form of YAML: without comments, with texts in double quotes; undefined if it does not end. */
function asFlow(text: string, start: number): Flow | undefined {
  const remarks = new Map<number, string>()
  let [flow, depth] = ['', 0]
  token.lastIndex = start
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [each] = found
    if (/^(?:\/\/|#)/.test(each)) remarks.set(lineOf(text, found.index), each.replace(/^(?:\/\/|#)\s*/, '').trim())
    else if (!each.startsWith('/*')) flow += inYaml(each)
    if (opening.test(each) && each.length === 1) depth++
    if (closing.test(each) && each.length === 1 && --depth === 0) return { flow, remarks }
  }
  return undefined
}

function inYaml(each: string): string {
  if (/^["'`].+["'`]$/s.test(each) || each === "''" || each === '""')
    return JSON.stringify(each.slice(1, -1).replaceAll(/\\(['"`\\])/g, '$1'))
  if (/^\d/.test(each)) return each.replaceAll('_', '')
  // Python writes tuples and nothing in its own way.
  if (each === '(') return '['
  if (each === ')') return ']'
  return each === 'None' || each === 'undefined' ? 'null' : each
}
