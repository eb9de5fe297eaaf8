// Finds the requests in a text: methods with their paths.

const methods = 'GET|POST|PUT|PATCH|DELETE|HEAD'

export type Request = { readonly method: string; readonly path: string; readonly status: string }

/** Each method with a path. Methods before one path share it; a path alone replaces the end of the previous one. */
export function requestsIn(text: string): Request[] {
  const found: Request[] = []
  let waiting: string[] = []
  const token = new RegExp(String.raw`\b(${methods})\b|(?<![\w.:/])(/[A-Za-z_{][^\s\`,|;)→*]*|/(?=[\s\`|]|$))|(?:→|->|[Rr]eturns?|[Aa]nswers?)\s*\`?(\d{3})\b`, 'g')
  // `{file number}` is one parameter.
  const joined = text.replaceAll(/(?<=\/)\{([A-Za-z][\w-]*(?: [\w-]+)+)\}/g, (_, name: string) => `{${name.replaceAll(/[ -]+/g, '_')}}`)
  for (const [, method, path, status] of joined.matchAll(token)) {
    if (method !== undefined) waiting.push(method)
    else if (path !== undefined) {
      const clean = path.replace(/\?.*$/, '').replace(/:([A-Za-z_]\w*)/g, '{$1}').replace(/<([A-Za-z_]\w*)>/g, '{$1}').replace(/[.:]+$/, '')
      const before = found.at(-1)
      if (waiting.length === 0 && before !== undefined && /^`[^`]*`[^\w]*`\//.test(joined.slice(joined.indexOf(before.path.split('{')[0]!) - before.method.length - 2))) found.push({ method: before.method, path: before.path.replace(/\/[^/]*$/, clean), status: '' })
      for (const each of waiting) found.push({ method: each, path: clean, status: '' })
      waiting = []
    } else if (status !== undefined) {
      const last = found.at(-1)
      if (last !== undefined && last.status === '') found[found.length - 1] = { ...last, status }
    }
  }
  return found
}
