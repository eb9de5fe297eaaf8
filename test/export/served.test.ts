// What is served is what the OpenAPI export says: every answer that the scenarios of the examples get is one of its responses.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { type Server, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { worlds } from '../../src/cli/test-world.ts'
import { compile } from '../../src/compile/compile.ts'
import { scenariosOf } from '../../src/hurl/scenario.ts'
import { runAll } from '../../src/scenario/run.ts'
import type { OpenWorld } from '../../src/scenario/world.ts'
import { conventions } from '../convention/filled.ts'
import { openapi } from '../../src/export/openapi/openapi.ts'
import type { Facts, VersionFacts } from '../../src/fact/fact.ts'
import { examples } from './examples.ts'

type Seen = { readonly method: string; readonly path: string; readonly status: number; readonly media: string | undefined; readonly body: string }

/** Stands before a service, passes everything on as it came, and tells what was answered. */
async function observed(url: string, tell: (seen: Seen) => void): Promise<Server> {
  const server = createServer((asked, answer) => {
    const { method = '', url: path = '', headers } = asked
    const passed = request(`${url}${path}`, { method, headers, agent: false }, (got) => {
      const pieces: Buffer[] = []
      if (got.headers['content-type'] === 'text/event-stream') {
        // It has no end: what is told of it is that it began.
        tell({ method, path: path.split('?')[0]!, status: got.statusCode ?? 0, media: got.headers['content-type'], body: '' })
        got.pipe(answer.writeHead(got.statusCode ?? 0, got.rawHeaders))
        got.on('error', () => answer.destroy())
        answer.on('close', () => passed.destroy())
        return
      }
      got.on('data', (piece: Buffer) => void pieces.push(piece)).on('end', () => {
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

function through(open: OpenWorld, tell: (seen: Seen) => void): OpenWorld {
  return async (observe) => {
    const world = await open(observe)
    const server = await observed(world.url, tell)
    return {
      ...world,
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      async close() {
        server.closeAllConnections()
        server.close()
        await world.close()
      },
    }
  }
}

type Paths = { [path: string]: { [method: string]: { responses: { [status: string]: { content?: { [media: string]: { schema: object } } } } } } }

function pathOf(paths: Paths, path: string): string | undefined {
  const fits = Object.keys(paths).filter((each) => new RegExp(`^${each.replaceAll(/[.]/g, '\\.').replaceAll(/\{[^}]*\}/g, '[^/]+')}$`).test(path))
  return fits.toSorted((a, b) => a.split('{').length - b.split('{').length)[0]
}

/** By what stands before the paths: of each version that is served, where the version stands there. */
function documentsOf(facts: Facts): ReadonlyMap<string, { readonly paths: Paths }> {
  const read = (version?: VersionFacts): { paths: Paths; servers: [{ url: string }] } => JSON.parse(openapi.run(facts, 'json', version).text)
  const versions = facts.versions.filter(({ retired }) => retired === undefined)
  const all = versions.length === 0 ? [read()] : versions.map((version) => read(version))
  return new Map(all.map((document) => [document.servers[0].url.replace(/^[a-z]+:\/\/[^/]+/, '').replace(/\/$/, ''), document]))
}

for (const example of examples) {
  test(`every answer in the scenarios of ${example} is a response of its OpenAPI`, async () => {
    const name = `${example}.md`
    const compiled = compile([{ name, text: readFileSync(new URL(`../../examples/${name}`, import.meta.url), 'utf8') }], conventions({}))
    const documents = documentsOf(compiled.facts)
    const seen: Seen[] = []
    // What an older version answers is no part of the newest one's description.
    const scenarios = scenariosOf(compiled.document.scenarios, []).filter(({ entries }) => entries.every(({ directives }) => directives.version === undefined))
    const results = await runAll(scenarios, through(worlds(compiled), (each) => void seen.push(each)), {
      variables: new Map(), uuid: () => '00000000-0000-4000-8000-000000000000', file: () => undefined, patience: 10_000,
    })
    assert.deepEqual(results.filter(({ outcome }) => outcome !== 'passed').map((each) => each.scenario.title), [])
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
      const pointer = ['paths', template, method.toLowerCase(), 'responses', String(status), 'content', media, 'schema'].map((word) => encodeURIComponent(word.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
      const validate = ajv.getSchema(`api${prefix.slice(1)}#/${pointer}`)
      assert(validate, `${what} has no schema`)
      assert(validate(JSON.parse(body)), `${what} ${body} ${ajv.errorsText(validate.errors)}`)
    }
    assert(known > seen.length / 2)
  })
}
