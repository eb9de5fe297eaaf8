// The route of the page, in the fragment of its address: `#/operation/payOrder`, `#/records/Order?where=status:draft`.

import { useEffect, useState } from 'preact/hooks'

export type Route = { readonly view: string; readonly words: readonly string[]; readonly query: URLSearchParams }

export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash)
  useEffect(() => {
    const updateHash = (): void => setHash(location.hash)
    addEventListener('hashchange', updateHash)
    return () => removeEventListener('hashchange', updateHash)
  }, [])
  return routeOf(hash)
}

function routeOf(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const [view = '', ...words] = path.split('/').map((word) => {
    try {
      return decodeURIComponent(word)
    } catch {
      return word
    }
  })
  return { view, words, query: new URLSearchParams(query) }
}

export function to(view: string, ...words: readonly (string | number)[]): string {
  return `#/${[view, ...words.map((word) => encodeURIComponent(word))].join('/')}`
}

export function toRecords(
  resource: string,
  where: readonly (readonly [string, string])[] = [],
  otherParameters: { readonly [name: string]: string } = {},
): string {
  const query = new URLSearchParams([...where.map(([name, value]) => ['where', `${name}:${value}`]), ...Object.entries(otherParameters)])
  return `${to('records', resource)}${query.size === 0 ? '' : `?${query}`}`
}

/** `FILE:LINE`, or `CONVENTION:LINE`. */
export function placeOf(text: string): { readonly file: string; readonly line: number } | undefined {
  const match = /^(.*):(\d+)$/.exec(text)
  return match === null ? undefined : { file: match[1]!, line: Number(match[2]) }
}
