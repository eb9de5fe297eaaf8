// Rewrites JSON text of the newest version to an older version, without parsing unchanged parts.

import { type Json, parseJsonText, printJson } from '../../base/json.ts'
import type { MemberTree, ObjectTree, Tree } from '../../fact/versions/version.ts'
import { downgradeValue } from './steps.ts'

/**
 * `text` is JSON that this program printed; it is not checked again. Throws `EvaluationError` where an expression of part 9 has no result.
 */
export function downgradeJsonText(tree: Tree, text: string): string {
  return new Rewriter(text).value(tree)
}

/** Like `rewriteDown`, for a value. */
export function downgradeJson(tree: Tree, json: Json): Json {
  return parseJsonValue(downgradeJsonText(tree, printJson(json)))
}

const quote = 0x22
const comma = 0x2c
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

class Rewriter {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  /** Rewrites one value; a value of another kind than the tree expects stays unchanged. */
  value(tree: Tree): string {
    const first = this.#skipSpace()
    if (tree.kind === 'list') return first === openBracket ? this.#list(tree.items) : this.#copy()
    return first === openBrace ? this.#rewriteObject(tree) : this.#copy()
  }

  #list(items: Tree): string {
    let written = '['
    while (this.#hasNext(closeBracket)) {
      if (written !== '[') written += ','
      written += this.value(items)
    }
    return `${written}]`
  }

  #rewriteObject({ members, removed }: ObjectTree): string {
    let written = '{'
    const write = (name: string, value: string): void => {
      written += `${written === '{' ? '' : ','}${name}:${value}`
    }
    while (this.#hasNext(closeBrace)) {
      const quoted = this.#copy()
      const member = members.get(parseName(quoted))
      this.#skipSpace()
      this.#at++
      this.#skipSpace()
      if (member === undefined) write(quoted, this.#copy())
      else if (member.olderName === undefined) this.#copy()
      else write(JSON.stringify(member.olderName), this.#rewriteMember(member))
    }
    for (const [name, { value, steps }] of removed)
      if (value !== undefined) write(JSON.stringify(name), printJson(downgradeValue(steps, value)))
    return `${written}}`
  }

  #rewriteMember({ inner, steps }: MemberTree): string {
    const value = inner === undefined ? this.#copy() : this.value(inner)
    return steps.length === 0 ? value : printJson(downgradeValue(steps, parseJsonValue(value)))
  }

  /** Enters a list or an object, or passes a comma in it; false at its end. */
  #hasNext(closing: number): boolean {
    if (this.#skipSpace() !== closing) {
      this.#at++
      if (this.#skipSpace() !== closing) return true
    }
    this.#at++
    return false
  }

  #copy(): string {
    const start = this.#at
    this.#at = findEndOfValue(this.#text, start)
    return this.#text.slice(start, this.#at)
  }

  /** Skips white space and returns the character that follows it. */
  #skipSpace(): number {
    for (;;) {
      const unit = this.#text.charCodeAt(this.#at)
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return unit
      this.#at++
    }
  }
}

function parseName(quoted: string): string {
  return quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1)
}

function parseJsonValue(text: string): Json {
  const parsed = parseJsonText(text, { depth: Number.POSITIVE_INFINITY, keepsZeros: true })
  if ('value' in parsed) return parsed.value
  throw new Error(`not JSON: ${parsed.problem.message}`)
}

/** The offset after the value that begins at `at`. */
function findEndOfValue(text: string, at: number): number {
  const first = text.charCodeAt(at)
  if (first === quote) return findEndOfString(text, at)
  return first === openBrace || first === openBracket ? findEndOfNested(text, at) : findEndOfScalar(text, at)
}

function findEndOfString(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); ; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes++
    if (backslashes % 2 === 0) return end + 1
  }
}

function findEndOfNested(text: string, start: number): number {
  let depth = 0
  for (let at = start; ;) {
    const unit = text.charCodeAt(at)
    if (unit === quote) {
      at = findEndOfString(text, at)
      continue
    }
    at++
    if (unit === openBrace || unit === openBracket) depth++
    else if ((unit === closeBrace || unit === closeBracket) && --depth === 0) return at
  }
}

/** A number or a literal of JSON. */
function findEndOfScalar(text: string, start: number): number {
  let at = start
  for (;;) {
    const unit = text.charCodeAt(at)
    if (Number.isNaN(unit) || unit === comma || unit === closeBracket || unit === closeBrace || unit <= 0x20) return at
    at++
  }
}
