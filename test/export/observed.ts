// A proxy that compares responses with the OpenAPI exports: each must be a response of its operation, with its media type and schema.

import assert from 'node:assert/strict'
import { type Server, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { openapi } from '../../src/export/openapi/openapi.ts'
import type { Facts, VersionFacts } from '../../src/fact/fact.ts'
import type { OpenService } from '../../src/scenario/service.ts'

export type Seen = {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly media: string | undefined
  readonly body: string
}

/** Passes requests on to a service unchanged, and reports the responses. */
async function observed(url: string, tell: (seen: Seen) => void): Promise<Server> {
  const server = createServer((asked, answer) => {
    const { method = '', url: path = '', headers } = asked
    const passed = request(`${url}${path}`, { method, headers, agent: false }, (got) => {
      const pieces: Buffer[] = []
      if (got.headers['content-type'] === 'text/event-stream') {
        // A stream has no end: only its begin is reported.
        tell({ method, path: path.split('?')[0]!, status: got.statusCode ?? 0, media: got.headers['content-type'], body: '' })
        got.pipe(answer.writeHead(got.statusCode ?? 0, got.rawHeaders))
        got.on('error', () => answer.destroy())
        answer.on('close', () => passed.destroy())
        return
      }
      got
        .on('data', (piece: Buffer) => void pieces.push(piece))
        .on('end', () => {
          const body = Buffer.concat(pieces)
          const status = got.statusCode ?? 0
          tell({ method, path: path.split('?')[0]!, status, media: got.headers['content-type'], body: body.toString() })
          answer.writeHead(status, got.rawHeaders).end(body)
        })
    })
    asked.pipe(passed)
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  return server
}

/** Services whose answers are observed. */
export function through(open: OpenService, tell: (seen: Seen) => void): OpenService {
  return async (observe) => {
    const service = await open(observe)
    const server = await observed(service.url, tell)
    return {
      ...service,
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      async close() {
        server.closeAllConnections()
        server.close()
        await service.close()
      },
    }
  }
}

type Paths = {
  [path: string]: { [method: string]: { responses: { [status: string]: { content?: { [media: string]: { schema: object } } } } } }
}

function pathOf(paths: Paths, path: string): string | undefined {
  const fits = Object.keys(paths).filter((each) =>
    new RegExp(`^${each.replaceAll(/[.]/g, '\\.').replaceAll(/\{[^}]*\}/g, '[^/]+')}$`).test(path),
  )
  return fits.toSorted((a, b) => a.split('{').length - b.split('{').length)[0]
}

/** The exports by the prefix of their paths: each served version whose name is in the path. */
function documentsOf(facts: Facts): ReadonlyMap<string, { readonly paths: Paths }> {
  const read = (version?: VersionFacts): { paths: Paths; servers: [{ url: string }] } =>
    JSON.parse(openapi.run(facts, 'json', version).text)
  const versions = facts.versions.filter(({ retired }) => retired === undefined)
  const all = versions.length === 0 ? [read()] : versions.map((version) => read(version))
  return new Map(all.map((document) => [document.servers[0].url.replace(/^[a-z]+:\/\/[^/]+/, '').replace(/\/$/, ''), document]))
}

/** Throws for an answer that no export describes; gives how many an operation of the document answered. */
export function describedBy(facts: Facts, seen: readonly Seen[]): number {
  const documents = documentsOf(facts)
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  for (const [prefix, document] of documents) ajv.addSchema(document, `api${prefix.slice(1)}`)
  let known = 0
  for (const { method, path: whole, status, media, body } of seen) {
    const [prefix, document] = [...documents].find(([each]) => each === '' || whole.startsWith(`${each}/`)) ?? []
    if (prefix === undefined || document === undefined) continue
    const path = whole.slice(prefix.length)
    const template = pathOf(document.paths, path)
    const operation = template === undefined ? undefined : document.paths[template]![method.toLowerCase()]
    if (template === undefined || operation === undefined) continue
    const what = `${method} ${whole} ${status}`
    known++
    const response = operation.responses[status]
    assert(response, what)
    if (body === '') continue
    assert(media !== undefined && response.content?.[media], `${what} ${media}`)
    const pointer = ['paths', template, method.toLowerCase(), 'responses', String(status), 'content', media, 'schema']
      .map((word) => encodeURIComponent(word.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/')
    const validate = ajv.getSchema(`api${prefix.slice(1)}#/${pointer}`)
    assert(validate, `${what} has no schema`)
    assert(validate(JSON.parse(body)), `${what} ${body} ${ajv.errorsText(validate.errors)}`)
  }
  return known
}
