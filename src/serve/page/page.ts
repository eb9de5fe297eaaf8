// The operator's page: its files under `/page/`, and its data as JSON under `/page/api/`.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import type { Awaitable } from '../../base/awaitable.ts'
import { type Json, createJsonObject, parseJson, printJson } from '../../base/json.ts'
import { printTimestamp } from '../../base/time.ts'
import type { Compiled } from '../../compile/compile.ts'
import type { CommittedLog } from '../../exchange/event.ts'
import type { RecordCounts, OperatorView } from '../../meaning/reading/operator-view.ts'
import { slotValueOf } from '../../model/slot.ts'
import { createTrustedPages } from '../caller/trusted-pages.ts'
import { type ReceivedBody, receive } from '../receive.ts'
import { type Files, readFiles, sendFile } from './files.ts'
import { describeLastEvents } from './events.ts'
import { describeDetails } from './operations.ts'
import { describeService, drawReferencesAround } from './service.ts'
import { type TrySender, readTry, trySender } from './try.ts'

export type OperatorPage = Pick<TrySender, 'onAnswer'> & {
  /** Builds the description of the service before its first use. */
  readonly prepare: () => void
  /** True if the request was for the page, and was answered. */
  readonly handle: (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<boolean>
}

export type PageOptions = {
  /** The folder of the built files. */
  readonly folder: string
  readonly compiled: Compiled
  readonly operatorView: OperatorView
  readonly log: CommittedLog
  /** The service's address, after it has started to listen. */
  readonly url: () => string
  readonly now: () => number
}

/** `problem`: the reason why there is no page. */
export function openPage(options: PageOptions): OperatorPage | { readonly problem: string } {
  const files = readFiles(options.folder)
  if (files === undefined) return { problem: 'the page is not built; `npm run build` builds it' }
  const { authentication, service } = options.compiled.model
  const sender = trySender(options.url, createTrustedPages(authentication.value, slotValueOf(service.value.url)?.text).ownOrigin)
  const api = makeApi(options, sender)
  return {
    onAnswer: (request, answer) => sender.onAnswer(request, answer),
    prepare: api.prepare,
    async handle(request, response, url) {
      if (url.pathname !== '/page' && !url.pathname.startsWith('/page/')) return false
      await answer(files, api, url, request, response)
      return true
    },
  }
}

type Reply = {
  readonly status: number
  readonly body: Json | string
  readonly packed?: Buffer
  /** The allowed methods, after a request with another one. */
  readonly allow?: string
}

/** The JSON under `/page/api/`; text is printed JSON, with its compressed form if it is cached. */
type Api = {
  readonly prepare: () => void
  readonly answerApi: (path: string, url: URL, request: IncomingMessage, response: ServerResponse) => Promise<Reply | undefined>
}

async function answer(files: Files, api: Api, url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = url.pathname.slice('/page/'.length)
  if (url.pathname === '/page') return void response.writeHead(308, { Location: '/page/', 'Content-Length': '0' }).end()
  if (path.startsWith('api/')) {
    const reply = await api.answerApi(path.slice('api/'.length), url, request, response)
    return sendJson(reply ?? { status: 404, body: { error: 'There is nothing here.' } }, request, response)
  }
  const file = files.get(path === '' ? 'index.html' : path)
  if (file === undefined) return void response.writeHead(404, { 'Content-Length': '0' }).end()
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return void response.writeHead(405, { Allow: 'GET, HEAD', 'Content-Length': '0' }).end()
  sendFile(file, request, response)
}

/** Larger texts are compressed. */
const worthwhile = 4096

async function sendJson({ status, body, allow, packed }: Reply, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const bytes = Buffer.from(typeof body === 'string' ? body : printJson(body))
  const isPacked = bytes.length >= worthwhile && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  const content = isPacked ? (packed ?? ((await promisify(gzip)(bytes, { level: 4 })) as Buffer)) : bytes
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': content.length,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(allow === undefined ? {} : { Allow: allow }),
    ...(isPacked ? { 'Content-Encoding': 'gzip' } : {}),
  })
  response.end(request.method === 'HEAD' ? undefined : content)
}

/** The default number of records on a page. */
const pageSize = 50

/** Bytes of a request to the page. */
const ceiling = 2 * 1024 * 1024

function makeApi({ compiled, operatorView, log, url: service, now }: PageOptions, sender: TrySender): Api {
  let described: Described | undefined
  const describeOnce = (): Described => (described ??= describeDocument(compiled, service()))
  const counts = repeatSparingly(() => operatorView.counts())
  const answerApi: Api['answerApi'] = async (path, url, request, response) => {
    const [what = '', ...rest] = path.split('/').map(decode)
    if (what === 'try')
      return request.method === 'POST' ? tryOut(sender, request, response) : { ...refuse(405, 'Only POST tries a request.'), allow: 'POST' }
    if (request.method !== 'GET' && request.method !== 'HEAD') return { ...refuse(405, 'This is only read.'), allow: 'GET, HEAD' }
    switch (what) {
      case 'service':
        return { status: 200, body: describeOnce().text, packed: describeOnce().packed }
      case 'counts':
        return { status: 200, body: toPlainJson({ ...(await counts()), revision: describeOnce().revision, now: printTimestamp(now()) }) }
      case 'operations': {
        const details = describeDetails(compiled.facts, rest[0] ?? '')
        return details && { status: 200, body: toPlainJson(details) }
      }
      case 'references': {
        const laid = drawReferencesAround(compiled, rest[0] ?? '')
        return laid && { status: 200, body: toPlainJson(laid) }
      }
      case 'events':
        return { status: 200, body: toPlainJson(await describeLastEvents(log)) }
      case 'records':
        return answerRecords(operatorView, rest, url)
      default:
        return undefined
    }
  }
  const prepare = (): void => {
    try {
      describeOnce()
    } catch {
      // Reports the failure to the page and to the operator.
    }
  }
  return { prepare, answerApi }
}

/** The description of the service, built once. */
type Described = { readonly text: string; readonly packed: Buffer; readonly revision: string }

function describeDocument(compiled: Compiled, url: string): Described {
  const description = describeService(compiled, url)
  const text = printJson(toPlainJson(description))
  return { text, packed: gzipSync(text), revision: description.revision }
}

async function answerRecords(operatorView: OperatorView, [resource = '', key]: readonly string[], { searchParams }: URL): Promise<Reply> {
  if (key !== undefined) {
    const record = await operatorView.record(resource, key)
    return record === undefined ? refuse(404, `There is no ${resource} with this key.`) : { status: 200, body: toPlainJson(record) }
  }
  const [sort, after, limit] = ['sort', 'after', 'limit'].map((name) => searchParams.get(name) ?? undefined)
  const recordPage = await operatorView.page(resource, {
    where: searchParams.getAll('where').map((pair) => [pair.slice(0, pair.indexOf(':')), pair.slice(pair.indexOf(':') + 1)]),
    ...(sort === undefined ? {} : { sort }),
    ...(after === undefined ? {} : { after }),
    limit: Math.min(pageSize, Math.max(1, Math.trunc(Number(limit ?? pageSize)) || pageSize)),
  })
  return 'problem' in recordPage
    ? refuse(400, `It is not possible: ${recordPage.problem}.`)
    : { status: 200, body: toPlainJson(recordPage) }
}

/** Only as JSON, which no page of another origin can send without being refused its preflight. */
async function tryOut(sender: TrySender, request: IncomingMessage, response: ServerResponse): Promise<Reply> {
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? ''))
    return refuse(415, 'A request to try is sent as application/json.')
  const content = await new Promise<ReceivedBody>((resolve) => receive(request, response, ceiling, () => true, resolve))
  if (content.kind !== 'content') return refuse(413, 'The request is too large for this page.')
  const parsed = parseJson(content.bytes, { depth: 8 })
  const tried = 'value' in parsed ? readTry(parsed.value) : undefined
  if (tried === undefined) return refuse(400, 'A request to try has `method`, `target`, `headers` as pairs, and perhaps a `body` as text.')
  const result = await sender.try(tried)
  return 'problem' in result ? refuse(502, `It could not be sent: ${result.problem}.`) : { status: 200, body: toPlainJson(result) }
}

function refuse(status: number, error: string): Reply {
  return { status, body: { error } }
}

/** The description is plain data; absent members stay absent. */
function toPlainJson(value: unknown): Json {
  if (Array.isArray(value)) return value.map(toPlainJson)
  if (typeof value !== 'object' || value === null || 'digits' in value) return (value ?? null) as Json
  return createJsonObject(
    Object.entries(value).flatMap(([name, member]): [string, Json][] => (member === undefined ? [] : [[name, toPlainJson(member)]])),
  )
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Repeats the count only often enough to use 5 % of the time, and never twice in parallel. */
function repeatSparingly(count: () => Awaitable<RecordCounts>): () => Promise<RecordCounts> {
  let last: Promise<RecordCounts> | undefined
  let until = 0
  const countRecords = async (): Promise<RecordCounts> => {
    const startTime = performance.now()
    until = Number.POSITIVE_INFINITY
    try {
      return await count()
    } finally {
      const endTime = performance.now()
      until = endTime + 20 * (endTime - startTime)
    }
  }
  return () => {
    if (last !== undefined && performance.now() < until) return last
    last = countRecords()
    last.catch(() => (last = undefined))
    return last
  }
}
