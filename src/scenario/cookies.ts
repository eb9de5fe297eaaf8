// Stores and sends the cookies of one scenario (RFC 6265).

import { readSetCookie } from '../hurl/evaluate/set-cookie.ts'
import type { SentHeader } from './send.ts'

type Cookie = {
  readonly name: string
  readonly value: string
  readonly host: string
  /** True if subdomains of `host` receive it too. */
  readonly includesSubdomains: boolean
  readonly path: string
  readonly secure: boolean
  /** Milliseconds since 1970-01-01T00:00:00Z; undefined for a cookie that lasts for the whole scenario. */
  readonly expires: number | undefined
}

export class CookieJar {
  #cookies: readonly Cookie[] = []

  /** Stores the cookies of an answer; `now` is the scenario's clock. */
  store(url: URL, headers: readonly SentHeader[], now: number): void {
    for (const [name, value] of headers) {
      if (name.toLowerCase() !== 'set-cookie') continue
      const cookie = readCookie(url, value, now)
      if (cookie === undefined) continue
      this.#cookies = [
        ...this.#cookies.filter((each) => each.name !== cookie.name || each.host !== cookie.host || each.path !== cookie.path),
        cookie,
      ]
    }
  }

  /** `name=value` pairs for a request, longer paths first (section 5.4). */
  pairsFor(url: URL, now: number): string[] {
    this.#cookies = this.#cookies.filter((each) => each.expires === undefined || each.expires > now)
    return this.#cookies
      .filter((each) => isSentTo(each, url))
      .sort((a, b) => b.path.length - a.path.length)
      .map((each) => `${each.name}=${each.value}`)
  }
}

function readCookie(url: URL, header: string, now: number): Cookie | undefined {
  const { name, value, attributes } = readSetCookie(header)
  const domain = (attributes.get('domain') ?? '').replace(/^\./, '').toLowerCase()
  if (name === '' || (domain !== '' && !isWithin(url.hostname, domain))) return undefined
  const path = attributes.get('path') ?? ''
  return {
    name,
    value,
    host: domain === '' ? url.hostname : domain,
    includesSubdomains: domain !== '',
    secure: attributes.has('secure'),
    path: path.startsWith('/') ? path : defaultPath(url),
    expires: computeExpiry(attributes, now),
  }
}

/** `Max-Age` takes precedence over `Expires` (section 5.3). */
function computeExpiry(attributes: ReadonlyMap<string, string>, now: number): number | undefined {
  const age = attributes.get('max-age')
  if (age !== undefined && /^-?\d+$/.test(age)) return now + Number(age) * 1000
  const expires = Date.parse(attributes.get('expires') ?? '')
  return Number.isNaN(expires) ? undefined : expires
}

function defaultPath(url: URL): string {
  const last = url.pathname.lastIndexOf('/')
  return last <= 0 ? '/' : url.pathname.slice(0, last)
}

function isWithin(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`)
}

function isSentTo(cookie: Cookie, url: URL): boolean {
  if (cookie.includesSubdomains ? !isWithin(url.hostname, cookie.host) : url.hostname !== cookie.host) return false
  if (cookie.secure && url.protocol !== 'https:' && !/^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)) return false
  const { path } = cookie
  return url.pathname === path || (url.pathname.startsWith(path) && (path.endsWith('/') || url.pathname[path.length] === '/'))
}
