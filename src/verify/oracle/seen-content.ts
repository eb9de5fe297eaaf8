// Remembers which content the server sent under which entity tag.

import type { ComparisonResult, Difference } from './comparison.ts'
import { refill } from './refill.ts'
import type { Expected, ServerRequest } from './request.ts'

export class SeenContent {
  /** Bodies by path and by the server's entity tag. */
  readonly #bodies = new Map<string, string>()
  /** The interpreter's tag and body, by the server's tag, caller and version. */
  readonly #contents = new Map<string, { readonly mine: string; readonly body: string }>()
  /** The versions in which the server sent a tag, by path and tag. */
  readonly #versions = new Map<string, ReadonlySet<string>>()

  /** `mine` is the interpreter's tag, `theirs` the server's. */
  note(
    request: ServerRequest,
    expected: Expected,
    path: string,
    { mine, theirs }: { readonly mine: string; readonly theirs: string },
  ): void {
    const place = `${path} ${theirs}`
    this.#versions.set(place, new Set([...(this.#versions.get(place) ?? []), request.version ?? '']))
    if (request.method !== 'GET' || expected.status !== 200) return
    const body = String(expected.body)
    if (isStrong(theirs)) this.#contents.set(buildKey(request, path, theirs), { mine, body })
    if (theirs.endsWith('"')) this.#bodies.set(place, body)
  }

  /** True if the server sent the tag for this path, but only in other versions than that of the request. */
  isOfOtherVersion({ target, version = '' }: ServerRequest, tag: string): boolean {
    const versions = this.#versions.get(`${target.split('?')[0]!} ${tag}`)
    return versions !== undefined && !versions.has(version)
  }

  bodyOf(path: string, tag: string): string | undefined {
    return this.#bodies.get(`${path} ${tag}`)
  }

  /** Reports a strong tag that earlier stood for other content (RFC 9110, section 8.8.1). */
  staleTag(
    request: ServerRequest,
    { expected, compared }: { readonly expected: Expected; readonly compared: ComparisonResult },
    path: string,
  ): Difference | undefined {
    const pair = compared.pairs.find(([, theirs]) => isStrong(theirs))
    if (request.method !== 'GET' || expected.status !== 200 || pair === undefined || compared.differences.length > 0) return undefined
    const previous = this.#contents.get(buildKey(request, path, pair[1]))
    if (previous === undefined || previous.mine === pair[0] || previous.body === String(expected.body)) return undefined
    return { part: 'header', at: 'ETag', expected: 'another tag than that of the content before the change', observed: pair[1] }
  }

  snapshot(): () => void {
    const [bodies, contents, versions] = [[...this.#bodies], [...this.#contents], [...this.#versions]]
    return () => {
      refill(this.#bodies, bodies)
      refill(this.#contents, contents)
      refill(this.#versions, versions)
    }
  }
}

function buildKey({ version, caller }: ServerRequest, path: string, tag: string): string {
  return `${path} ${version ?? ''} ${caller ?? ''} ${tag}`
}

function isStrong(tag: string): boolean {
  return /^"[^"]*"$/.test(tag)
}
