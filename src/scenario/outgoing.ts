// Builds the request that an entry describes, with its placeholders filled.

import { printUrlEncoded } from '../base/url-encoded.ts'
import { evaluateBody } from '../hurl/evaluate/body.ts'
import { fillTemplate, isTemplateProblem, type TemplateProblem, type EvaluationContext } from '../hurl/evaluate/template.ts'
import type { FilePart, Option, Pair, HurlRequest } from '../hurl/tree.ts'
import type { CookieJar } from './cookies.ts'
import type { SentHeader, Outgoing } from './send.ts'
import type { CallerCredential, ScenarioService, VersionFields } from './service.ts'

/** The run's additions to a request: the caller, the version, and the stored cookies. */
export type RequestAdditions = {
  readonly caller: CallerCredential
  readonly versionFields?: VersionFields
  readonly jar: CookieJar
  readonly service: Pick<ScenarioService, 'url' | 'publicUrl'>
}

export function buildRequest(
  request: HurlRequest,
  context: EvaluationContext,
  { caller, versionFields, jar, service }: RequestAdditions,
): Outgoing | TemplateProblem {
  const address = buildAddress(request, context, service)
  if (isTemplateProblem(address)) return address
  const { url } = address
  const addedQuery = [...caller.query, ...(versionFields?.query ?? [])].filter(([name]) => !url.searchParams.has(name))
  const target = addQuery(addPrefix(address.target, url, versionFields, context), addedQuery)
  const ownHeaders = evaluatePairs(request.headers, context)
  const cookieSection = evaluatePairs(request.cookies, context)
  const payload = buildPayload(request, context)
  const authorization = buildBasicAuthorization(request, context)
  if (isTemplateProblem(ownHeaders)) return ownHeaders
  if (isTemplateProblem(cookieSection)) return cookieSection
  if (isTemplateProblem(payload)) return payload
  if (authorization !== undefined && isTemplateProblem(authorization)) return authorization

  const headers: SentHeader[] = [['Host', url.host], ...ownHeaders.filter(([name]) => name.toLowerCase() !== 'cookie')]
  const has = (name: string): boolean => headers.some(([each]) => each.toLowerCase() === name.toLowerCase())
  const add = (name: string, value: string | undefined): void => {
    if (value !== undefined && !has(name)) headers.push([name, value])
  }
  for (const [name, value] of [...caller.headers, ...(versionFields?.headers ?? [])]) if (name !== 'Cookie') add(name, value)
  add('Authorization', authorization)
  add('Accept', '*/*')
  add('User-Agent', 'ninefold')
  if (hasFlag(request.options, 'compressed', context)) add('Accept-Encoding', 'gzip, deflate, br, zstd')
  const ownCookies = ownHeaders.filter(([name]) => name.toLowerCase() === 'cookie').map(([, value]) => value)
  const callerCookies = caller.headers.filter(([name]) => name === 'Cookie').map(([, value]) => value)
  const cookies = [
    ...callerCookies,
    ...jar.pairsFor(url, context.now()),
    ...cookieSection.map(([name, value]) => `${name}=${value}`),
    ...ownCookies,
  ]
  if (cookies.length > 0) headers.push(['Cookie', cookies.join('; ')])
  add('Content-Type', payload.type)
  const body = payload.bytes
  for (const [name, value] of caller.sign?.(body ?? new Uint8Array(0)) ?? []) add(name, value)
  if (body !== undefined || /^(POST|PUT|PATCH)$/.test(request.method.name)) add('Content-Length', String(body?.length ?? 0))
  return { method: request.method.name, url, target, headers, ...(body === undefined ? {} : { body }) }
}

function evaluatePairs(list: readonly Pair[], context: EvaluationContext): [string, string][] | TemplateProblem {
  const filledPairs: [string, string][] = []
  for (const { key, value } of list) {
    const name = fillTemplate(key, context)
    if (isTemplateProblem(name)) return name
    const text = fillTemplate(value, context)
    if (isTemplateProblem(text)) return text
    filledPairs.push([name, text])
  }
  return filledPairs
}

function buildAddress(
  request: HurlRequest,
  context: EvaluationContext,
  service: RequestAdditions['service'],
): { url: URL; target: string } | TemplateProblem {
  const filled = fillTemplate(request.url, context)
  if (isTemplateProblem(filled)) return filled
  const text = redirectPublicUrl(filled, service)
  const query = evaluatePairs(request.query, context)
  if (isTemplateProblem(query)) return query
  const address = query.length === 0 ? text : `${text}${text.includes('?') ? '&' : '?'}${printUrlEncoded(query)}`
  if (!URL.canParse(address)) return { problem: `\`${address}\` is not an address`, span: request.url.span }
  const url = new URL(address)
  if (url.protocol !== 'http:')
    return { problem: `\`${address}\` is not an address of HTTP without TLS, which is what scenarios speak`, span: request.url.span }
  const raw = /^http:\/\/[^/?#]*([^#]*)/i.exec(address)?.[1] ?? ''
  const isAsIs = hasFlag(request.options, 'path-as-is', context)
  // Characters outside a request target must be encoded; the rest of an as-is path stays unchanged.
  const target = isAsIs ? (raw.startsWith('/') ? raw : `/${raw}`).replace(/[^!-~]+/g, encodeURIComponent) : url.pathname + url.search
  return { url, target }
}

/** Answers name the address under which the service is published, and a scenario follows their links. */
function redirectPublicUrl(text: string, { url, publicUrl }: RequestAdditions['service']): string {
  const rest = publicUrl !== undefined && text.startsWith(publicUrl) ? text.slice(publicUrl.length) : undefined
  return rest === undefined || !/^(?:[/?#]|$)/.test(rest) ? text : url + rest
}

/** Adds the prefix of the version, unless the target has a version: an address from an answer, or one of another version. */
function addPrefix(target: string, url: URL, versionFields: VersionFields | undefined, { variables }: EvaluationContext): string {
  const { prefix, hasVersion } = versionFields ?? {}
  const serviceUrl = variables.get('url')
  if (prefix === undefined || typeof serviceUrl !== 'string' || !URL.canParse(serviceUrl) || new URL(serviceUrl).origin !== url.origin)
    return target
  const [path = ''] = target.split('?')
  const isVersioned = path === prefix || path.startsWith(`${prefix}/`) || hasVersion?.(path) === true
  return isVersioned ? target : `${prefix}${target}`
}

function addQuery(target: string, pairs: readonly SentHeader[]): string {
  return pairs.length === 0 ? target : `${target}${target.includes('?') ? '&' : '?'}${printUrlEncoded(pairs)}`
}

/** True if a flag among the options is set; the last one counts. */
export function hasFlag(options: readonly Option[], name: 'skip' | 'compressed' | 'path-as-is', context: EvaluationContext): boolean {
  const option = options.findLast((each) => each.kind === 'flag' && each.name === name)
  if (option?.kind !== 'flag') return false
  if (typeof option.value === 'boolean') return option.value
  return fillTemplate({ parts: [option.value], span: option.span }, context) === 'true'
}

function buildBasicAuthorization(request: HurlRequest, context: EvaluationContext): string | TemplateProblem | undefined {
  const option = request.options.findLast((each) => each.kind === 'user')
  if (request.basicAuth !== undefined) {
    const user = evaluatePairs([request.basicAuth], context)
    return isTemplateProblem(user) ? user : makeBasicHeader(user[0]!.join(':'))
  }
  if (option?.kind !== 'user') return undefined
  const user = fillTemplate(option.value, context)
  return isTemplateProblem(user) ? user : makeBasicHeader(user)
}

function makeBasicHeader(user: string): string {
  return `Basic ${Buffer.from(user).toString('base64')}`
}

type Payload = { readonly bytes?: Uint8Array; readonly type?: string }

/** As in Hurl, a body takes precedence over a form. */
function buildPayload(request: HurlRequest, context: EvaluationContext): Payload | TemplateProblem {
  if (request.body !== undefined) return evaluateBody(request.body, context)
  if (request.form.length > 0) {
    const form = evaluatePairs(request.form, context)
    return isTemplateProblem(form) ? form : { bytes: Buffer.from(printUrlEncoded(form)), type: 'application/x-www-form-urlencoded' }
  }
  return request.multipart.length > 0 ? buildMultipart(request.multipart, context) : {}
}

function buildMultipart(parts: readonly (Pair | FilePart)[], context: EvaluationContext): Payload | TemplateProblem {
  const boundary = `----${context.uuid()}`
  const chunks: Uint8Array[] = []
  for (const part of parts) {
    const partContent = readPart(part, context)
    if (isTemplateProblem(partContent)) return partContent
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${quoteName(partContent.name)}"${partContent.head}\r\n\r\n`
    chunks.push(Buffer.from(head), partContent.bytes, Buffer.from('\r\n'))
  }
  chunks.push(Buffer.from(`--${boundary}--\r\n`))
  return { bytes: Buffer.concat(chunks), type: `multipart/form-data; boundary=${boundary}` }
}

function readPart(part: Pair | FilePart, context: EvaluationContext): { name: string; head: string; bytes: Uint8Array } | TemplateProblem {
  const name = fillTemplate(part.key, context)
  if (isTemplateProblem(name)) return name
  if (part.kind === 'pair') {
    const value = fillTemplate(part.value, context)
    return isTemplateProblem(value) ? value : { name, head: '', bytes: Buffer.from(value) }
  }
  const file = fillTemplate(part.file, context)
  if (isTemplateProblem(file)) return file
  const bytes = context.file(file)
  if (bytes === undefined) return { problem: `there is no file \`${file}\` beside the scenario`, span: part.file.span }
  const type = part.contentType === undefined ? guessType(file) : fillTemplate(part.contentType, context)
  if (isTemplateProblem(type)) return type
  return { name, head: `; filename="${quoteName(file.split('/').at(-1)!)}"\r\nContent-Type: ${type}`, bytes }
}

/** RFC 7578, section 2: quotes and line ends in names are percent-encoded, as browsers do. */
function quoteName(name: string): string {
  return name.replace(/["\r\n]/g, encodeURIComponent)
}

const types: Readonly<Record<string, string>> = {
  gif: 'image/gif',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  htm: 'text/html',
  html: 'text/html',
  pdf: 'application/pdf',
  xml: 'application/xml',
}

/** By the file's extension, from Hurl's own list. */
function guessType(file: string): string {
  const extension = file.split('.').at(-1)!.toLowerCase()
  return Object.hasOwn(types, extension) ? types[extension]! : 'application/octet-stream'
}
