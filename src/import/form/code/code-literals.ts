// Reads lists and maps that code declares, such as `const limits = [{ what: 'requests', max: 60 }]`, as data.

import type { Json } from '../../../base/json.ts'
import { type Source, findPosition, createSource } from '../../../base/text.ts'
import { readSourceData } from '../../read-data.ts'

/** `line`: of the declaration, from 0. `remarks`: the comments at the ends of lines, by line. */
export type CodeLiteral = {
  readonly name: string
  readonly line: number
  readonly value: Json
  readonly remarks: ReadonlyMap<number, string>
}

const declaration =
  /^[ \t]*(?:export\s+)?(?:(?:const|let|var|val|final|static|readonly)\s+)*([A-Za-z_]\w*)\s*(?::\s*[^=\n]+)?=\s*(?=[[{])/gm

/** The declared literals of a text, in order; empty for other code. The text behind a literal that does not end is a part of it. */
export function readCodeLiterals(text: string): readonly CodeLiteral[] {
  const code = createSource('', text)
  const literals: CodeLiteral[] = []
  declaration.lastIndex = 0
  for (let found = declaration.exec(text); found !== null; found = declaration.exec(text)) {
    const literal = asFlow(code, declaration.lastIndex)
    if (literal === undefined) break
    const { value } = readSourceData(literal.flow)
    if (value !== undefined) literals.push({ name: found[1]!, line: countLinesBefore(code, found.index), value, remarks: literal.remarks })
    declaration.lastIndex = literal.end
  }
  return literals
}

/** From 0. */
function countLinesBefore(code: Source, at: number): number {
  return findPosition(code, at).line - 1
}

type Flow = { readonly flow: string; readonly end: number; readonly remarks: ReadonlyMap<number, string> }

const opening = /[[{(]/
const closing = /[\]})]/
/** A comment, a text in quotes, a number with separators of digits, a word, or one other character. */
const token = /\/\/[^\n]*|#[^\n]*|\/\*[^]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\d[\d_]*|\w+|[^]/gy

/** The literal that begins here in the form of YAML: without comments, with texts in double quotes; undefined if it does not end. */
function asFlow(code: Source, start: number): Flow | undefined {
  const { text } = code
  const remarks = new Map<number, string>()
  let [flow, depth] = ['', 0]
  token.lastIndex = start
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [each] = found
    if (/^(?:\/\/|#)/.test(each)) remarks.set(countLinesBefore(code, found.index), each.replace(/^(?:\/\/|#)\s*/, '').trim())
    else if (!each.startsWith('/*')) flow += inYaml(each)
    if (opening.test(each) && each.length === 1) depth++
    if (closing.test(each) && each.length === 1 && --depth === 0) return { flow, end: token.lastIndex, remarks }
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
