// Finds the requests in a text: methods with their paths.

const methods = 'GET|POST|PUT|PATCH|DELETE|HEAD'

export type Request = { readonly method: string; readonly path: string; readonly status: string }

/** Text between two paths of one method. */
const pathJoin = /^[`*]*\s*(?:,|;|\/|\||&|\+|<br ?\/?>|(?:,\s*)?\b(?:and|or|und|oder)\b)\s*[`*]*$/

/** "/claims/{id}/accept, /claims/{id}/refuse", or only "/refuse" in place of the verb. */
function completePath(before: string, path: string): string | undefined {
  const [one, other] = [before, path].map((each) => each.split('/').slice(1))
  if (path !== before && other!.length > 1 && one![0] === other![0]) return path
  const isVerb =
    one!.length > 2 && other!.length === 1 && !one!.at(-1)!.startsWith('{') && one!.at(-2)!.startsWith('{') && !other![0]!.startsWith('{')
  return isVerb ? before.replace(/\/[^/]*$/, path) : undefined
}

/** Each method with a path. Methods before one path share it; a path alone replaces the end of the previous one. */
export function readRequests(text: string): Request[] {
  const found: Request[] = []
  let waiting: string[] = []
  const token = new RegExp(
    String.raw`\b(${methods})\b|(?<![\w.:/]|\w\`)(/[A-Za-z_{][^\s\`,|;)→*]*|/(?=[\s\`|]|$))|(?:→|->|[Rr]eturn(?:s|ed|ing)?|[Aa]nswer(?:s|ed|ing)?)(?: (?:is|with|by))*\s*\`?([1-3]\d\d)\b`,
    'g',
  )
  // `{file number}` is one parameter.
  const joined = text.replaceAll(/(?<=\/)\{([A-Za-z][\w-]*(?: [\w-]+)+)\}/g, (_, name: string) => `{${name.replaceAll(/[ -]+/g, '_')}}`)
  let end = 0
  for (const { 0: whole, 1: method, 2: path, 3: status, index } of joined.matchAll(token)) {
    if (method !== undefined) waiting.push(method)
    else if (path !== undefined) {
      const clean = path
        .replace(/\?.*$/, '')
        .replace(/(?<=\/):([A-Za-z_]\w*)/g, '{$1}')
        .replace(/<([A-Za-z_]\w*)>/g, '{$1}')
        .replace(/[.:]+$/, '')
      const before = found.at(-1)
      if (
        waiting.length === 0 &&
        before !== undefined &&
        /^`[^`]*`[^\w]*`\//.test(joined.slice(joined.indexOf(before.path.split('{')[0]!) - before.method.length - 2))
      )
        found.push({ method: before.method, path: before.path.replace(/\/[^/]*$/, clean), status: '' })
      else if (waiting.length === 0 && before !== undefined && pathJoin.test(joined.slice(end, index))) {
        const other = completePath(before.path, clean)
        if (other !== undefined) found.push({ method: before.method, path: other, status: '' })
      }
      for (const each of waiting) found.push({ method: each, path: clean, status: '' })
      waiting = []
      end = index + whole.length
    } else if (status !== undefined) {
      const last = found.at(-1)
      if (last !== undefined && last.status === '') found[found.length - 1] = { ...last, status }
    }
  }
  return found
}

/** The same for requests that differ only in the names of their parameters. */
export function requestId({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`
}
