// Maps texts that only the service interprets (cursors, entity tags, tokens) between server and interpreter.

import { unseal, unsealHidden } from '../../exchange/seal.ts'
import type { Choices } from './choices.ts'
import { type RequestHeader, type ServerRequest } from './request.ts'

/** Shorter random texts may occur in other texts by chance. */
const minRandomLength = 8

export class OpaqueTexts {
  readonly #mine = new Map<string, string>()
  readonly #theirs = new Map<string, string>()
  readonly #cursorKey: Uint8Array
  readonly #randomTexts: ReadonlySet<string>
  readonly #tokens: ReadonlySet<string>

  constructor(cursorKey: Uint8Array, { opaque, tokens }: Pick<Choices, 'opaque' | 'tokens'>) {
    this.#cursorKey = cursorKey
    this.#randomTexts = opaque
    this.#tokens = tokens
  }

  /** Saves the mapping; the returned function restores it. */
  snapshot(): () => void {
    const [mine, theirs] = [[...this.#mine], [...this.#theirs]]
    return () => {
      this.#mine.clear()
      for (const [text, other] of mine) this.#mine.set(text, other)
      this.#theirs.clear()
      for (const [text, other] of theirs) this.#theirs.set(text, other)
    }
  }

  isOpaque(text: string): boolean {
    return this.#randomTexts.has(text) || this.#changesEachTime(text)
  }

  /** The random texts that a text contains. */
  randomTextsIn(text: string): readonly string[] {
    const found: string[] = []
    for (let start = 0; start < text.length; start++) {
      for (let end = text.length; end >= start + minRandomLength; end--) {
        const part = text.slice(start, end)
        if (!this.#randomTexts.has(part)) continue
        found.push(part)
        start = end - 1
        break
      }
    }
    return found
  }

  /** The server's equivalent of a text; undefined if unseen, or if it may change each time. */
  equivalentOf(text: string): string | undefined {
    return this.#changesEachTime(text) ? undefined : this.#theirs.get(text)
  }

  /** Pairs two texts. `place` is the request's path and version: an entity tag is valid for one of them only. */
  pair(mine: string, theirs: string, place: string): void {
    if (theirs.endsWith('"')) this.#mine.set(`${place} ${theirs}`, mine)
    this.#mine.set(theirs, mine)
    this.#theirs.set(mine, theirs)
  }

  /** The request with the interpreter's texts in place of the server's. */
  translate(request: ServerRequest): ServerRequest {
    if (this.#mine.size === 0) return request
    const [path, query] = splitOnce(request.target, '?')
    const target =
      query === undefined
        ? this.#path(path)
        : `${this.#path(path)}?${query
            .split('&')
            .map((pair) => this.#pair(pair))
            .join('&')}`
    const headers = request.headers.map(([name, value]): RequestHeader => [
      name,
      this.#header(name.toLowerCase(), value, `${path} ${request.version ?? ''}`),
    ])
    return { ...request, target, headers, ...(request.body === undefined ? {} : { body: this.#body(request.body) }) }
  }

  /** The request with the server's texts in place of the interpreter's; undefined if the server has not shown one of them. */
  translateBack(request: ServerRequest): ServerRequest | undefined {
    let isKnown = true
    const replaceTexts = (text: string): string =>
      text.replaceAll(/[\w-]{8,}/g, (word) => {
        if (!this.#randomTexts.has(word)) return word
        const theirs = this.equivalentOf(word)
        if (theirs === undefined) isKnown = false
        return theirs ?? word
      })
    const { target, headers, body } = request
    const translated: ServerRequest = {
      ...request,
      target: replaceTexts(target),
      headers: headers.map(([name, value]): RequestHeader => [name, replaceTexts(value)]),
      ...(body === undefined ? {} : { body: replaceTexts(body) }),
    }
    return isKnown ? translated : undefined
  }

  #changesEachTime(text: string): boolean {
    return this.#tokens.has(text) || this.#isSealed(text)
  }

  #isSealed(text: string): boolean {
    return /^[\w-]{24,}$/.test(text) && (unseal(text, this.#cursorKey) ?? unsealHidden(text, this.#cursorKey)) !== undefined
  }

  #path(path: string): string {
    return path
      .split('/')
      .map((segment) => this.#mine.get(segment) ?? segment)
      .join('/')
  }

  #pair(pair: string): string {
    const [name, value] = splitOnce(pair, '=')
    const mine = value === undefined ? undefined : this.#mine.get(decode(value))
    return mine === undefined ? pair : `${name}=${encodeURIComponent(mine)}`
  }

  #header(name: string, value: string, place: string): string {
    if (name === 'if-match' || name === 'if-none-match') {
      return value.replaceAll(/(W\/)?"[^"]*"/g, (tag) => this.#mine.get(`${place} ${tag}`) ?? this.#mine.get(tag) ?? tag)
    }
    return value
      .split(' ')
      .map((word) => this.#mine.get(word) ?? word)
      .join(' ')
  }

  #body(body: string): string {
    return body.replaceAll(/"([^"\\]{8,})"/g, (match, text: string) => {
      const mine = this.#mine.get(text)
      return mine === undefined ? match : JSON.stringify(mine)
    })
  }
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
