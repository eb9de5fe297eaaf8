// A cursor over the text of a Hurl file, with the problems found so far.

import type { Help } from '../../diagnostic/help.ts'
import type { Span } from '../../base/text.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { reportUnreadableText } from './problem.ts'
import type { Comment } from '../tree.ts'

/**
 * Reading functions take a reader and return the parsed value, or undefined after they report a problem; the caller then skips to the next
 * readable place.
 */
export class HurlReader {
  readonly text: string
  readonly #place: (start: number, end: number) => Span
  at = 0
  readonly diagnostics: Diagnostic[] = []
  /** `start`: the offset of the `#`. */
  readonly comments: (Comment & { readonly start: number })[] = []

  /** `place` maps a range of the text to its source. */
  constructor(text: string, place: (start: number, end: number) => Span) {
    this.text = text
    this.#place = place
  }

  get atEnd(): boolean {
    return this.at >= this.text.length
  }

  get char(): string {
    return this.text[this.at] ?? ''
  }

  get atLineEnd(): boolean {
    return this.atEnd || this.char === '\n' || (this.char === '\r' && this.text[this.at + 1] === '\n')
  }

  /** From `start` to the cursor, or to `end`. */
  span(start: number, end = this.at): Span {
    return this.#place(start, Math.max(start, end))
  }

  startsWithText(text: string): boolean {
    return this.text.startsWith(text, this.at)
  }

  /** True if a sticky pattern (`y`) matches at the cursor; does not move. */
  matches(pattern: RegExp): boolean {
    pattern.lastIndex = this.at
    return pattern.test(this.text)
  }

  /** Consumes the match of a sticky pattern (`y`) at the cursor, which may be empty. */
  consume(pattern: RegExp): string {
    pattern.lastIndex = this.at
    const match = pattern.exec(this.text)?.[0] ?? ''
    this.at += match.length
    return match
  }

  /** Consumes as many matches as follow; a repeated group in one pattern would overflow on long texts. */
  consumeRun(pattern: RegExp): string {
    const start = this.at
    while (this.consume(pattern) !== '');
    return this.text.slice(start, this.at)
  }

  consumeText(text: string): boolean {
    const isFound = this.startsWithText(text)
    if (isFound) this.at += text.length
    return isFound
  }

  skipSpaces(): string {
    return this.consume(/[ \t]*/y)
  }

  report(diagnostic: Diagnostic): undefined {
    this.diagnostics.push(diagnostic)
  }

  /** Reports that the text at the cursor is not the expected one. */
  reportExpected(description: string, help?: string | Help): undefined {
    const word = /[^\s]*/y
    word.lastIndex = this.at
    const text = this.atLineEnd ? '' : (word.exec(this.text)?.[0] ?? '')
    return this.report(reportUnreadableText(text, description, this.span(this.at, this.at + text.length), help))
  }

  /** Reads the rest of a line: spaces, a comment, the line end. Reports any other text. */
  readLineEnd(): boolean {
    this.skipSpaces()
    if (this.char === '#') this.comment(false)
    if (this.atLineEnd) {
      this.consume(/\r?\n/y)
      return true
    }
    this.reportExpected('the end of the line')
    this.skipLine()
    return false
  }

  /** A position to return to, if the following text belongs to another element. */
  mark(): { readonly at: number; readonly comments: number } {
    return { at: this.at, comments: this.comments.length }
  }

  restore(mark: { readonly at: number; readonly comments: number }): void {
    this.at = mark.at
    this.comments.length = mark.comments
  }

  /** Skips empty lines and comment lines. */
  skipBlankLines(): void {
    for (;;) {
      const start = this.at
      this.skipSpaces()
      if (this.char === '#') this.comment(true)
      else if (!this.atLineEnd || this.atEnd) {
        if (!this.atEnd) this.at = start
        return
      }
      this.consume(/\r?\n/y)
    }
  }

  comment(alone: boolean): void {
    const start = this.at
    const text = this.consume(/#[^\n]*/y)
    this.comments.push({ text: text.slice(1).trim(), alone, start, span: this.span(start, start + text.trimEnd().length) })
  }

  /**
   * An unclosed construct runs through the whole text, so reading continues below its first line. The number of retries is limited, because
   * each one scans to the end.
   */
  retryBelowFirstLine(start: number): void {
    if (this.atEnd && this.diagnostics.length < 100) this.at = start
  }

  skipLine(): void {
    this.consume(/[^\n]*\n?/y)
  }
}
