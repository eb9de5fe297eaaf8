// Builds the request that an entry describes, with its placeholders filled.

import { content } from '../hurl/evaluate/body.ts'
import { fillTemplate, isTemplateProblem, type TemplateProblem, type Surroundings } from '../hurl/evaluate/template.ts'
import type { FilePart, Option, Pair, HurlRequest } from '../hurl/tree.ts'
import type { CookieJar } from './cookies.ts'
import type { SentHeader, Outgoing } from './send.ts'
import type { CallerCredential, Speaking } from './world.ts'

/** The run's additions to a request: the caller, the version, and the stored cookies. */
export type RequestAdditions = { readonly caller: CallerCredential; readonly speaking?: Speaking; readonly jar: CookieJar }

export function outgoingRequest(
  request: HurlRequest,
  around: Surroundings,
  { caller, speaking, jar }: RequestAdditions,
): Outgoing | TemplateProblem {
  const address = addressOf(request, around)
  if (isTemplateProblem(address)) return address
  const { url } = address
  const added = [...caller.query, ...(speaking?.query ?? [])].filter(([name]) => !url.searchParams.has(name))
  const target = addQuery(addPrefix(address.target, url, speaking?.prefix, around), added)
  const written = pairs(request.headers, around)
  const sections = pairs(request.cookies, around)
  const payload = payloadOf(request, around)
  const authorization = basic(request, around)
  if (isTemplateProblem(written)) return written
  if (isTemplateProblem(sections)) return sections
  if (isTemplateProblem(payload)) return payload
  if (authorization !== undefined && isTemplateProblem(authorization)) return authorization

  const headers: SentHeader[] = [['Host', url.host], ...written.filter(([name]) => name.toLowerCase() !== 'cookie')]
  const has = (name: string): boolean => headers.some(([each]) => each.toLowerCase() === name.toLowerCase())
  const add = (name: string, value: string | undefined): void => {
    if (value !== undefined && !has(name)) headers.push([name, value])
  }
  for (const [name, value] of [...caller.headers, ...(speaking?.headers ?? [])]) if (name !== 'Cookie') add(name, value)
  add('Authorization', authorization)
  add('Accept', '*/*')
  add('User-Agent', 'ninefold')
  if (wants(request.options, 'compressed', around)) add('Accept-Encoding', 'gzip, deflate, br, zstd')
  const own = written.filter(([name]) => name.toLowerCase() === 'cookie').map(([, value]) => value)
  const callers = caller.headers.filter(([name]) => name === 'Cookie').map(([, value]) => value)
  const cookies = [...callers, ...jar.pairs(url, around.now()), ...sections.map(([name, value]) => `${name}=${value}`), ...own]
  if (cookies.length > 0) headers.push(['Cookie', cookies.join('; ')])
  add('Content-Type', payload.type)
  const body = payload.bytes
  for (const [name, value] of caller.sign?.(body ?? new Uint8Array(0)) ?? []) add(name, value)
  if (body !== undefined || /^(POST|PUT|PATCH)$/.test(request.method.name)) add('Content-Length', String(body?.length ?? 0))
  return { method: request.method.name, url, target, headers, ...(body === undefined ? {} : { body }) }
}

function pairs(list: readonly Pair[], around: Surroundings): [string, string][] | TemplateProblem {
  const found: [string, string][] = []
  for (const { key, value } of list) {
    const name = fillTemplate(key, around)
    if (isTemplateProblem(name)) return name
    const text = fillTemplate(value, around)
    if (isTemplateProblem(text)) return text
    found.push([name, text])
  }
  return found
}

function addressOf(request: HurlRequest, around: Surroundings): { url: URL; target: string } | TemplateProblem {
  const text = fillTemplate(request.url, around)
  if (isTemplateProblem(text)) return text
  const query = pairs(request.query, around)
  if (isTemplateProblem(query)) return query
  const address = query.length === 0 ? text : `${text}${text.includes('?') ? '&' : '?'}${encodedPairs(query)}`
  if (!URL.canParse(address)) return { problem: `\`${address}\` is not an address`, span: request.url.span }
  const url = new URL(address)
  if (url.protocol !== 'http:')
    return { problem: `\`${address}\` is not an address of HTTP without TLS, which is what scenarios speak`, span: request.url.span }
  const raw = /^http:\/\/[^/?#]*([^#]*)/i.exec(address)?.[1] ?? ''
  const asIs = wants(request.options, 'path-as-is', around)
  // Characters outside a request target must be encoded; the rest of an as-is path stays unchanged.
  const target = asIs ? (raw.startsWith('/') ? raw : `/${raw}`).replace(/[^!-~]+/g, encodeURIComponent) : url.pathname + url.search
  return { url, target }
}

/** Adds the prefix of the version, unless the target already has it, such as an address from an answer. */
function addPrefix(target: string, url: URL, prefix: string | undefined, { variables }: Surroundings): string {
  const own = variables.get('url')
  if (prefix === undefined || typeof own !== 'string' || !URL.canParse(own) || new URL(own).origin !== url.origin) return target
  return new RegExp(`^${RegExp.escape(prefix)}([/?]|$)`).test(target) ? target : `${prefix}${target}`
}

function addQuery(target: string, pairs: readonly SentHeader[]): string {
  return pairs.length === 0 ? target : `${target}${target.includes('?') ? '&' : '?'}${encodedPairs(pairs)}`
}

/** Spaces become `%20`, as in an address; a form writes `+`. */
function encodedPairs(list: readonly (readonly [string, string])[]): string {
  return list.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
}

/** True if a flag among the options is set; the last one counts. */
export function wants(options: readonly Option[], name: 'skip' | 'compressed' | 'path-as-is', around: Surroundings): boolean {
  const option = options.findLast((each) => each.kind === 'flag' && each.name === name)
  if (option?.kind !== 'flag') return false
  if (typeof option.value === 'boolean') return option.value
  return fillTemplate({ parts: [option.value], span: option.span }, around) === 'true'
}

function basic(request: HurlRequest, around: Surroundings): string | TemplateProblem | undefined {
  const option = request.options.findLast((each) => each.kind === 'user')
  if (request.basicAuth !== undefined) {
    const user = pairs([request.basicAuth], around)
    return isTemplateProblem(user) ? user : basicHeader(user[0]!.join(':'))
  }
  if (option?.kind !== 'user') return undefined
  const user = fillTemplate(option.value, around)
  return isTemplateProblem(user) ? user : basicHeader(user)
}

function basicHeader(user: string): string {
  return `Basic ${Buffer.from(user).toString('base64')}`
}

type Payload = { readonly bytes?: Uint8Array; readonly type?: string }

/** As in Hurl, a body takes precedence over a form. */
function payloadOf(request: HurlRequest, around: Surroundings): Payload | TemplateProblem {
  if (request.body !== undefined) return content(request.body, around)
  if (request.form.length > 0) {
    const form = pairs(request.form, around)
    return isTemplateProblem(form) ? form : { bytes: Buffer.from(encodedPairs(form)), type: 'application/x-www-form-urlencoded' }
  }
  return request.multipart.length > 0 ? multipart(request.multipart, around) : {}
}

function multipart(parts: readonly (Pair | FilePart)[], around: Surroundings): Payload | TemplateProblem {
  const boundary = `----${around.uuid()}`
  const pieces: Uint8Array[] = []
  for (const part of parts) {
    const read = onePart(part, around)
    if (isTemplateProblem(read)) return read
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${quotedName(read.name)}"${read.head}\r\n\r\n`
    pieces.push(Buffer.from(head), read.bytes, Buffer.from('\r\n'))
  }
  pieces.push(Buffer.from(`--${boundary}--\r\n`))
  return { bytes: Buffer.concat(pieces), type: `multipart/form-data; boundary=${boundary}` }
}

function onePart(part: Pair | FilePart, around: Surroundings): { name: string; head: string; bytes: Uint8Array } | TemplateProblem {
  const name = fillTemplate(part.key, around)
  if (isTemplateProblem(name)) return name
  if (part.kind === 'pair') {
    const value = fillTemplate(part.value, around)
    return isTemplateProblem(value) ? value : { name, head: '', bytes: Buffer.from(value) }
  }
  const file = fillTemplate(part.file, around)
  if (isTemplateProblem(file)) return file
  const bytes = around.file(file)
  if (bytes === undefined) return { problem: `there is no file \`${file}\` beside the scenario`, span: part.file.span }
  const type = part.contentType === undefined ? guessType(file) : fillTemplate(part.contentType, around)
  if (isTemplateProblem(type)) return type
  return { name, head: `; filename="${quotedName(file.split('/').at(-1)!)}"\r\nContent-Type: ${type}`, bytes }
}

/** RFC 7578, section 2: quotes and line ends in names are percent-encoded, as browsers do. */
function quotedName(name: string): string {
  return name.replace(/["\r\n]/g, encodeURIComponent)
}

const types: Readonly<Record<string, string>> = {
  gif: 'image/gif', jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png', svg: 'image/svg+xml', txt: 'text/plain',
  htm: 'text/html', html: 'text/html', pdf: 'application/pdf', xml: 'application/xml',
}

/** By the file's extension, from Hurl's own list. */
function guessType(file: string): string {
  const ending = file.split('.').at(-1)!.toLowerCase()
  return Object.hasOwn(types, ending) ? types[ending]! : 'application/octet-stream'
}
