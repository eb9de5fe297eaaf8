// Builds the request of a form, and prints it for curl and for the typed client.

import type { DescribedOperation, TryRequest } from '../../src/serve/page/types.ts'
import type { usePageState } from './service.ts'

/** The content of a form: values by `place name` of their field, such as `path id`. */
export type FormValues = { readonly [field: string]: string }

export function requestOf(
  operation: DescribedOperation,
  values: FormValues,
  body: string,
  { service, credentials }: Pick<ReturnType<typeof usePageState>, 'service' | 'credentials'>,
): TryRequest {
  const argumentsIn = (place: string): (readonly [string, string])[] =>
    operation.input.flatMap(({ place: at, name }) => {
      const value = values[`${place} ${name}`] ?? ''
      return at === place && value !== '' ? [[name, value] as const] : []
    })
  const path = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(values[`path ${name}`] ?? ''))
  const credential = service.schemes.flatMap(({ name, place, field, prefix }) => {
    const secret = credentials.get(name) ?? ''
    return secret === '' ? [] : [{ place, pair: [field, `${prefix}${prefix === 'Basic ' ? encodeBasic(secret) : secret}`] as const }]
  })
  const credentialPairs = (target: string): readonly (readonly [string, string])[] =>
    credential.filter(({ place }) => place === target).map(({ pair }) => pair)
  const { version } = service
  const versionText = version === undefined ? '' : (values['version'] ?? version.value)
  const versionPairs = (how: string): readonly (readonly [string, string])[] =>
    version?.how === how && versionText !== '' ? [[version.name, versionText]] : []
  const query = new URLSearchParams(
    [...argumentsIn('query'), ...versionPairs('query'), ...credentialPairs('query')].map(([name, value]) => [name, value]),
  ).toString()
  const address = version?.path === undefined ? path : `${version.path.replace('{version}', () => encodeURIComponent(versionText))}${path}`
  const content =
    operation.body === undefined || body.trim() === ''
      ? []
      : [['Content-Type', operation.method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'] as const]
  return {
    method: operation.method,
    target: query === '' ? address : `${address}?${query}`,
    headers: [...argumentsIn('header'), ...versionPairs('header'), ...versionPairs('media-type'), ...credentialPairs('header'), ...content],
    ...(content.length === 0 ? {} : { body }),
  }
}

/** Encodes `name:password` in base64 (RFC 7617). */
function encodeBasic(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}

export function printCurl(url: string, { method, target, headers, body }: TryRequest): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
  return [
    `curl -i -X ${method} ${quoted(`${url}${target}`)}`,
    ...headers.map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`  --data ${quoted(body)}`]),
  ].join(' \\\n')
}

/** The request as a call of the client that `export typescript` writes. */
export function printClientCall(
  url: string,
  { called, input, body: exampleBody }: DescribedOperation,
  values: FormValues,
  body: string,
): string {
  const memberName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))
  const fields = input.flatMap(({ place, name, type, argument }) => {
    const value = values[`${place} ${name}`] ?? ''
    const [, outer = name, operator] = /^([^[]+)\[(.+)\]$/.exec(name) ?? []
    const literal = /^(integer|number|boolean)/.test(type) ? value : JSON.stringify(value)
    return value === ''
      ? []
      : [`  ${memberName(argument ?? outer)}: ${operator === undefined ? literal : `{ ${memberName(operator)}: ${literal} }`},`]
  })
  const bodyLines = exampleBody === undefined || body.trim() === '' ? [] : [`  body: ${body.trim().replaceAll('\n', '\n  ')},`]
  const argumentLines = [...fields, ...bodyLines]
  return `import { client } from './client.ts'\n\nconst api = client({ url: ${JSON.stringify(url)} })\nconst result = await api.${called}(${argumentLines.length === 0 ? '' : `{\n${argumentLines.join('\n')}\n}`})`
}
