// Compiles regular expressions that run in linear time; the only importer of RE2, for CEL's `matches` and JSON Schema's patterns.

import { RE2JS } from 're2js'
import { estimateInstructions, maxInstructions } from './pattern-size.ts'
import { spendSteps, spendText } from './turn.ts'

export type Pattern = {
  /** True if the pattern matches anywhere in the text. */
  test(text: string): boolean
  /** The first match and its groups; a group that took no part is undefined. Undefined without a match. */
  groups(text: string): readonly (string | undefined)[] | undefined
  /** Replaces every match; in the replacement `$1`, `$name` and `${name}` represent groups and `$$` a dollar sign. */
  replaceAll(text: string, replacement: string): string
  /** Instructions: a test takes at most this many steps for each character of the text. */
  readonly size: number
}

/** `problem` is a clause that completes "`…` is not a pattern: ". */
export type CompiledPattern =
  | { readonly pattern: Pattern; readonly problem?: undefined }
  | { readonly pattern?: undefined; readonly problem: string }

/** A pattern in RE2's own syntax, as CEL's `matches` takes it. */
export function compileRe2(text: string): CompiledPattern {
  if (estimateInstructions(text) > maxInstructions) return { problem: tooLarge }
  try {
    const compiled = RE2JS.compile(text)
    if (compiled.programSize() > maxInstructions) return { problem: tooLarge }
    return {
      pattern: {
        size: compiled.programSize(),
        test: (subject) => compiled.test(countRepeats(subject, compiled)),
        groups: (subject) => matchGroups(compiled, subject),
        replaceAll: (subject, replacement) => replaceAll(compiled, subject, replacement),
      },
    }
  } catch (error) {
    return { problem: explain(text, error) }
  }
}

const tooLarge = `it is larger than ${maxInstructions.toLocaleString('en')} characters; a repeated part counts once for each repetition`

/** A match with fewer steps than this is not counted per character. */
const fewSteps = 4096

/** The text as an object that counts the steps of its match while RE2 reads it. */
function countRepeats(subject: string, compiled: RE2JS): string {
  const size = compiled.programSize()
  if (subject.length * size <= fewSteps) return subject
  return new CountedText(subject, 1 + (size >> 6)) as unknown as string
}

/** RE2 reads each character by `charCodeAt`, and accepts any `String` as a text. */
class CountedText extends String {
  readonly #steps: number

  constructor(text: string, steps: number) {
    super(text)
    this.#steps = steps
  }

  override charCodeAt(index: number): number {
    spendSteps(this.#steps)
    return super.charCodeAt(index)
  }
}

/** Compiles a pattern from a request, unless compiling would take longer than one turn may. */
export function compileClientPattern(text: string, compile: (text: string) => CompiledPattern): CompiledPattern {
  spendSteps((text.length + Math.min(estimateInstructions(text), maxInstructions)) * stepsOfInstruction)
  return compile(text)
}

/** Compiling an instruction of a pattern takes about 5 microseconds. */
const stepsOfInstruction = 50

function matchGroups(compiled: RE2JS, subject: string): (string | undefined)[] | undefined {
  const matcher = compiled.matcher(subject)
  return matcher.find() ? Array.from({ length: matcher.groupCount() + 1 }, (_, group) => matcher.group(group) ?? undefined) : undefined
}

function replaceAll(compiled: RE2JS, subject: string, replacement: string): string {
  const names = compiled.namedGroups()
  const matcher = compiled.matcher(subject)
  let out = ''
  let from = 0
  while (matcher.find()) {
    out +=
      subject.slice(from, matcher.start()) +
      replacement.replace(/\$(?:\$|(\w+)|\{(\w+)\})/g, (whole, plain?: string, braced?: string) => {
        const name = plain ?? braced
        if (name === undefined) return '$'
        const group = /^\d+$/.test(name) ? Number(name) : names[name]
        return group === undefined || group > matcher.groupCount() ? '' : (matcher.group(group) ?? '')
      })
    from = matcher.end()
  }
  return out + subject.slice(from)
}

/** Compiles a pattern of JSON Schema: ECMA-262 with the `u` flag, without the syntax that no linear engine has. */
export function compilePattern(text: string): CompiledPattern {
  const unescaped = text.replaceAll(String.raw`\\`, '')
  const problem = foreign.find(([sign]) => sign.test(unescaped))?.[1]
  if (problem !== undefined) return { problem }
  const { pattern, ...failed } = compileRe2(translate(text))
  if (pattern === undefined) return failed as CompiledPattern
  const native = linear.test(text) ? new RegExp(text, 'u') : undefined
  if (native === undefined) return { pattern }
  // The platform's engine tries the fixed part again at each place where the variable part may end.
  const tries = text.length + (text.match(/\d+/g) ?? []).reduce((sum, digits) => sum + Number(digits), 0)
  return {
    pattern: {
      ...pattern,
      test(subject) {
        if (subject.length * tries > maxAttempts) return pattern.test(subject)
        spendText(subject.length)
        return native.test(subject)
      },
    },
  }
}

/** The most steps of the platform's engine, which cannot be interrupted. */
const maxAttempts = 2_000_000

/**
 * Patterns that the platform's backtracking engine also runs in linear time: anchored to the whole text, a sequence of characters and ASCII
 * sets, at most one of them repeated.
 */
const set = String.raw`\[(?:\w-\w|[\w.])+-?\]`
const character = String.raw`(?:[\w @#%&=:;,~'"!<>-]|\\[./]|${set})`
const fixed = String.raw`(?:${character}(?:\{\d{1,3}\})?)*`
const linear = new RegExp(String.raw`^\^${fixed}(?:(?:\w|${set})(?:[+*]|\{\d{1,3},\d{0,3}\}))?${fixed}\$$`)

/** Syntax that RE2 has and ECMA-262 lacks or reads differently. It would mislead other readers of the schema. */
const foreign: readonly (readonly [RegExp, string])[] = [
  [/\\(?![bBdDsSwWfnrtvcxukpP])[A-Za-z]/, 'ECMA-262 has no such escape'],
  [/\(\?P/, 'ECMA-262 names a group by `(?<name>…)`'],
  [/\(\?[a-zA-Z-]+\)/, 'ECMA-262 sets flags for a group only, as in `(?i:…)`'],
]

const unsupportedSyntax: readonly (readonly [RegExp, string])[] = [
  [/\(\?<?[=!]/, 'look-ahead and look-behind cannot run in linear time and are not supported'],
  [/\\[1-9]|\\k</, 'references back to a group cannot run in linear time and are not supported'],
]

function explain(text: string, error: unknown): string {
  const unescaped = text.replace(/\\\\/g, '')
  for (const [sign, sentence] of unsupportedSyntax) if (sign.test(unescaped)) return sentence
  const message = error instanceof Error ? error.message : String(error)
  const [, reason = message, part = text] = /^error parsing regexp: (.*?)(?:: `(.*)`)?$/s.exec(message) ?? []
  return syntaxErrors[reason]?.(part) ?? message.replace(/^error parsing regexp: /, '')
}

/** RE2's errors of syntax; `part` is the part of the pattern that it names. */
const syntaxErrors: { readonly [reason: string]: ((part: string) => string) | undefined } = {
  'missing closing ]': () => 'a character class that begins with `[` is not closed with `]`',
  'missing closing )': () => 'a group that begins with `(` is not closed with `)`',
  'unexpected )': () => 'a `)` closes no group; the character itself is `\\)`',
  'missing argument to repetition operator': (part) => `nothing before \`${part}\` can be repeated; the character itself is \`\\${part}\``,
  'invalid nested repetition operator': (part) => `\`${part}\` repeats a repetition`,
  'invalid repeat count': (part) => `\`${part}\` is no possible repetition: from a smaller to a larger number, at most 1,000`,
  'invalid escape sequence': (part) => `\`${part}\` is no escape sequence`,
  'invalid character class range': (part) => `\`${part}\` is no class or range of characters`,
  'trailing backslash at end of expression': () => 'it ends in a backslash, which escapes nothing',
}

const spaceRanges = String.raw`\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`
const otherThanSpace = String.raw`\x{0}-\x{8}\x{e}-\x{1f}\x{21}-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`

/** Long names of general categories in ECMA-262, with RE2's letters for them. */
const categories = new Map(
  Object.entries({
    Letter: 'L',
    Cased_Letter: 'LC',
    Uppercase_Letter: 'Lu',
    Lowercase_Letter: 'Ll',
    Titlecase_Letter: 'Lt',
    Modifier_Letter: 'Lm',
    Other_Letter: 'Lo',
    Mark: 'M',
    Nonspacing_Mark: 'Mn',
    Spacing_Mark: 'Mc',
    Enclosing_Mark: 'Me',
    Number: 'N',
    Decimal_Number: 'Nd',
    Letter_Number: 'Nl',
    Other_Number: 'No',
    Punctuation: 'P',
    Connector_Punctuation: 'Pc',
    Dash_Punctuation: 'Pd',
    Open_Punctuation: 'Ps',
    Close_Punctuation: 'Pe',
    Initial_Punctuation: 'Pi',
    Final_Punctuation: 'Pf',
    Other_Punctuation: 'Po',
    Symbol: 'S',
    Math_Symbol: 'Sm',
    Currency_Symbol: 'Sc',
    Modifier_Symbol: 'Sk',
    Other_Symbol: 'So',
    Separator: 'Z',
    Space_Separator: 'Zs',
    Line_Separator: 'Zl',
    Paragraph_Separator: 'Zp',
    Other: 'C',
    Control: 'Cc',
    Format: 'Cf',
    Private_Use: 'Co',
  }),
)

/** One construct of an ECMA-262 pattern: an escape, a bracket, a dot, or any other character. */
const construct =
  /\\u\{([0-9a-fA-F]{1,6})\}|\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|\\u([0-9a-fA-F]{4})|\\c([A-Za-z])|\\([pP])\{([^{}]*)\}|\\[^]|\[\^?\]?|[\].]|[^\\[\].]+/gy

/** Translates an ECMA-262 pattern to RE2's syntax. Syntax that RE2 lacks stays unchanged, and RE2 refuses it. */
function translate(text: string): string {
  let inClass = false
  let out = ''
  construct.lastIndex = 0
  for (const match of text.matchAll(construct)) {
    const [matched, braced, high, low, unit, control, property, name] = match
    if (braced ?? unit) out += String.raw`\x{${braced ?? unit}}`
    else if (high && low) out += String.raw`\x{${pair(high, low).toString(16)}}`
    else if (control) out += String.raw`\x{${(control.charCodeAt(0) % 32).toString(16)}}`
    else if (property) out += `\\${property}{${resolveScriptName(name!)}}`
    else if (matched === '[^]') out += '(?s:.)'
    else if (matched === '[]') out += String.raw`[^\x{0}-\x{10ffff}]`
    else {
      out += compileCharacter(matched, inClass)
      if (matched.startsWith('[')) inClass = true
      else if (matched === ']') inClass = false
    }
  }
  return out
}

function compileCharacter(whole: string, inClass: boolean): string {
  switch (whole) {
    case '.':
      return inClass ? '.' : String.raw`[^\n\r\x{2028}\x{2029}]`
    case '[':
      return inClass ? String.raw`\[` : '['
    case String.raw`\s`:
      return inClass ? spaceRanges : `[${spaceRanges}]`
    case String.raw`\S`:
      return inClass ? otherThanSpace : `[^${spaceRanges}]`
    case String.raw`\b`:
      return inClass ? String.raw`\x{8}` : whole
    default:
      return whole
  }
}

function resolveScriptName(name: string): string {
  const [key, value] = name.split('=') as [string, string?]
  return value === undefined ? (categories.get(key) ?? key) : (categories.get(value) ?? value)
}

function pair(high: string, low: string): number {
  return (parseInt(high, 16) - 0xd800) * 0x400 + (parseInt(low, 16) - 0xdc00) + 0x10000
}
