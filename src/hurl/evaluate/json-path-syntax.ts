// Parses JSONPath (RFC 9535, section 2), with the names with hyphens that Hurl also accepts after a dot.

export type JsonPath = {
  readonly from: '$' | '@'
  readonly segments: readonly PathSegment[]
  /** True if it selects at most one value: it has only names and indexes. */
  readonly singular: boolean
}

export type PathSegment = { readonly descendant: boolean; readonly selectors: readonly Selector[] }

export type Selector =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'all' }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'slice'; readonly start?: number; readonly end?: number; readonly step: number }
  | { readonly kind: 'filter'; readonly test: Test }

export type Test =
  | { readonly kind: 'and' | 'or'; readonly tests: readonly Test[] }
  | { readonly kind: 'not'; readonly test: Test }
  | { readonly kind: 'exists'; readonly path: JsonPath }
  | { readonly kind: 'compare'; readonly operator: string; readonly left: Comparable; readonly right: Comparable }
  /** `match()` tests the whole text, `search()` any part of it. */
  | { readonly kind: 'pattern'; readonly isFullMatch: boolean; readonly text: Comparable; readonly pattern: Comparable }

export type Comparable =
  | { readonly kind: 'literal'; readonly value: null | boolean | bigint | number | string }
  | { readonly kind: 'path'; readonly path: JsonPath }
  | { readonly kind: 'count'; readonly path: JsonPath }
  | { readonly kind: 'length'; readonly of: Comparable }

/** The expected text at an offset, completing "… is expected". */
export type PathProblem = { readonly expected: string; readonly at: number }

const maxDepth = 100
const name = /[\p{L}\p{N}_-]+/uy

export function parsePath(text: string): JsonPath | PathProblem {
  const reader = new PathReader(text)
  const path = reader.path('$', 0)
  if (path === undefined) return reader.problem
  return reader.at === text.length ? path : { expected: '`.`, `[` or the end of the path', at: reader.at }
}

/** Parsing methods return undefined after they store the expectation in `problem`. */
class PathReader {
  readonly text: string
  at = 0
  problem: PathProblem = { expected: '`$`', at: 0 }

  constructor(text: string) {
    this.text = text
  }

  path(from: '$' | '@', depth: number): JsonPath | undefined {
    if (depth > maxDepth) return this.fail('a path of fewer levels')
    if (!this.consume(from)) return this.fail(`\`${from}\``)
    const segments: PathSegment[] = []
    for (;;) {
      const segment = this.segment(depth)
      if (segment === undefined) return undefined
      if (segment === 'none') break
      segments.push(segment)
    }
    const singular = segments.every(
      ({ descendant, selectors }) => !descendant && selectors.length === 1 && /^(name|index)$/.test(selectors[0]!.kind),
    )
    return { from, segments, singular }
  }

  private segment(depth: number): PathSegment | 'none' | undefined {
    const before = this.at
    this.skipSpaces()
    const descendant = this.consume('..')
    if (this.text[this.at] === '[') {
      const selectors = this.readSelectors(depth)
      return selectors && { descendant, selectors }
    }
    if (!descendant && !this.consume('.')) {
      this.at = before
      return 'none'
    }
    if (this.consume('*')) return { descendant, selectors: [{ kind: 'all' }] }
    const nameText = this.match(name)
    return nameText === '' ? this.fail('a name or `*`') : { descendant, selectors: [{ kind: 'name', name: nameText }] }
  }

  private readSelectors(depth: number): Selector[] | undefined {
    this.consume('[')
    const selectors: Selector[] = []
    do {
      this.skipSpaces()
      const selector = this.selector(depth)
      if (selector === undefined) return undefined
      selectors.push(selector)
      this.skipSpaces()
    } while (this.consume(','))
    return this.consume(']') ? selectors : this.fail('`]` or `,`')
  }

  private selector(depth: number): Selector | undefined {
    if (this.consume('*')) return { kind: 'all' }
    if (this.consume('?')) {
      const test = this.or(depth)
      return test && { kind: 'filter', test }
    }
    const stringLiteral = this.string()
    if (stringLiteral !== 'none') return stringLiteral === undefined ? undefined : { kind: 'name', name: stringLiteral.text }
    const [matched, start, end, step] = this.groups(/(-?\d+)?\s*(?::\s*(-?\d+)?\s*(?::\s*(-?\d+)?)?)?/y)
    if (matched === '') return this.fail('a name in quotes, a number, `*` or `?`')
    if (!matched.includes(':')) return { kind: 'index', index: Number(start) }
    const bounds = { ...(start === undefined ? {} : { start: Number(start) }), ...(end === undefined ? {} : { end: Number(end) }) }
    return { kind: 'slice', ...bounds, step: step === undefined ? 1 : Number(step) }
  }

  private or(depth: number): Test | undefined {
    return this.readChain('or', '||', () => this.readChain('and', '&&', () => this.readSingleTest(depth)))
  }

  private readChain(kind: 'and' | 'or', separator: string, read: () => Test | undefined): Test | undefined {
    const tests: Test[] = []
    do {
      this.skipSpaces()
      const test = read()
      if (test === undefined) return undefined
      tests.push(test)
      this.skipSpaces()
    } while (this.consume(separator))
    return tests.length === 1 ? tests[0] : { kind, tests }
  }

  private readSingleTest(depth: number): Test | undefined {
    if (depth > maxDepth) return this.fail('a filter of fewer levels')
    if (this.text[this.at] === '!' && this.text[this.at + 1] !== '=') {
      this.at++
      this.skipSpaces()
      const test = this.readSingleTest(depth + 1)
      return test && { kind: 'not', test }
    }
    if (this.consume('(')) {
      const test = this.or(depth + 1)
      if (test === undefined) return undefined
      return this.consume(')') ? test : this.fail('`)`')
    }
    const functionMatch = this.groups(/(match|search)\s*\(/y)
    if (functionMatch[1] !== undefined) return this.pattern(functionMatch[1] === 'match', depth)
    const left = this.readComparable(depth)
    if (left === undefined) return undefined
    this.skipSpaces()
    const operator = this.match(/==|!=|<=|>=|<|>/y)
    if (operator === '') return left.kind === 'path' ? { kind: 'exists', path: left.path } : this.fail('`==`, `!=`, `<`, `<=`, `>` or `>=`')
    this.skipSpaces()
    const right = this.readComparable(depth)
    return right && { kind: 'compare', operator, left, right }
  }

  private pattern(isFullMatch: boolean, depth: number): Test | undefined {
    this.skipSpaces()
    const text = this.readComparable(depth)
    this.skipSpaces()
    if (text === undefined) return undefined
    if (!this.consume(',')) return this.fail('`,`')
    this.skipSpaces()
    const pattern = this.readComparable(depth)
    this.skipSpaces()
    if (pattern === undefined) return undefined
    return this.consume(')') ? { kind: 'pattern', isFullMatch, text, pattern } : this.fail('`)`')
  }

  private readComparable(depth: number): Comparable | undefined {
    const sign = this.text[this.at]
    if (sign === '@' || sign === '$') {
      const path = this.path(sign, depth + 1)
      return path && { kind: 'path', path }
    }
    const functionName = this.groups(/(count|length|value)\s*\(\s*/y)[1]
    if (functionName !== undefined) {
      const of = this.readComparable(depth + 1)
      this.skipSpaces()
      if (of === undefined) return undefined
      if (!this.consume(')')) return this.fail('`)`')
      if (functionName === 'length') return { kind: 'length', of }
      if (of.kind !== 'path') return this.fail(`a path in \`${functionName}()\``)
      return functionName === 'value' ? of : { kind: 'count', path: of.path }
    }
    const stringLiteral = this.string()
    if (stringLiteral !== 'none') return stringLiteral === undefined ? undefined : { kind: 'literal', value: stringLiteral.text }
    const word = this.match(/(?:true|false|null)(?!\w)/y)
    if (word !== '') return { kind: 'literal', value: word === 'null' ? null : word === 'true' }
    const numberText = this.match(/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y)
    if (numberText !== '') return { kind: 'literal', value: /^-?\d+$/.test(numberText) ? BigInt(numberText) : Number(numberText) }
    return this.fail('`@`, `$`, a string, a number, `true`, `false` or `null`')
  }

  private string(): { readonly text: string } | 'none' | undefined {
    const quote = this.text[this.at]
    if (quote !== "'" && quote !== '"') return 'none'
    const start = this.at++
    let text = ''
    for (;;) {
      text += this.match(quote === "'" ? /[^'\\]+/y : /[^"\\]+/y)
      if (this.consume(quote)) return { text }
      const [escape, codeUnit, char = ''] = this.groups(/\\(?:u([0-9a-fA-F]{4})|([^u]))/y)
      if (escape === '') {
        this.at = start
        return this.fail(`a string that ends in \`${quote}\``)
      }
      text += codeUnit === undefined ? (escapes[char] ?? char) : String.fromCharCode(parseInt(codeUnit, 16))
    }
  }

  private skipSpaces(): void {
    this.match(/\s*/y)
  }

  private consume(text: string): boolean {
    const isFound = this.text.startsWith(text, this.at)
    if (isFound) this.at += text.length
    return isFound
  }

  private match(pattern: RegExp): string {
    return this.groups(pattern)[0]
  }

  private groups(pattern: RegExp): [string, ...(string | undefined)[]] {
    pattern.lastIndex = this.at
    const match = pattern.exec(this.text)
    this.at += match?.[0].length ?? 0
    return match === null ? [''] : [match[0], ...match.slice(1)]
  }

  private fail(expected: string): undefined {
    this.problem = { expected, at: this.at }
  }
}

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }
