// `serve --mcp`: the operations of a running service as tools, driven by the official client of the Model Context Protocol over HTTP.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { type Served, served } from '../serve/served.ts'

const document = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: tasks, title: Tasks, description: Keeps tasks. }
resources:
  Task:
    key: id
    properties:
      id: { type: string, format: uuid, generate: uuidv7 }
      title: { type: string, minLength: 1, maxLength: 80 }
      priority: { type: integer, minimum: 0, maximum: 9, default: 5 }
      owner: { type: string, maxLength: 40 }
    required: [title, owner]
states: none
authentication:
  schemes:
    key: { type: apiKey, in: header, name: X-Key, secret: { env: KEY } }
  security: [{ key: [] }]
  default: allow
  origins: [https://app.example]
events:
  types: { task.made: { on: Task.created, data: { id: this.id } } }
  delivery: { stream: { media: text/event-stream, retain: P1D } }
errors: { precedence: standard }
limits:
  rates:
    deleting: { quota: 1, window: PT1M, partition: request.address, operations: [deleteTask] }
  retention: { idempotency: P1D }
versioning: none
endpoints:
  POST /tasks: { create: Task, body: [title, priority], set: { owner: '"somebody"' }, idempotency: { key: Idempotency-Key, optional: true }, output: Task(this) }
  GET /tasks: { list: Task, filter: [priority], sort: [title], order: [id], page: { style: cursor, size: 2, max: 10 }, output: { items: 'items.map(t, Task(t))' } }
  GET /tasks/{id}: { read: Task, conditional: optional, output: Task(this) }
  PATCH /tasks/{id}: { update: Task, body: [title, priority], accepts: application/x-www-form-urlencoded, output: Task(this) }
  DELETE /tasks/{id}: { operationId: deleteTask, delete: Task, status: 204 }
  GET /tasks/{id}:summarise: { operationId: summarise, read: Task, output: { summary: this.title } }
  GET /events: { stream: task.made }
`

const secrets = { variable: (name: string) => (name === 'KEY' ? 'a-secret-of-the-tests' : undefined), file: () => undefined }

type Result = {
  readonly isError?: boolean
  readonly content: readonly { readonly text?: string }[]
  readonly structuredContent?: {
    readonly status: number
    readonly headers: { readonly [name: string]: string }
    readonly body: { readonly [name: string]: unknown }
  }
}

type Agent = { readonly running: Served; readonly client: Client; readonly call: (name: string, args: object) => Promise<Result> }

async function connected(
  context: TestContext,
  headers: { readonly [name: string]: string } = { 'X-Key': 'a-secret-of-the-tests' },
): Promise<Agent> {
  const running = await served(context, document, { mcp: '/mcp', secrets: secrets as never })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(running.mcp!), { requestInit: { headers } }))
  context.after(() => client.close())
  return {
    running,
    client,
    call: async (name, args) => (await client.callTool({ name, arguments: args as { [name: string]: unknown } })) as unknown as Result,
  }
}

test('operations are tools with the inputs that the document types', async (context) => {
  const { client } = await connected(context)
  const { tools } = await client.listTools()
  assert.deepEqual(
    tools.map(({ name }) => name),
    ['postTasks', 'getTasks', 'getTasksId', 'patchTasksId', 'deleteTask', 'summarise'],
  )
  const [create, list, read, , remove] = tools
  assert.deepEqual(create!.inputSchema.required, ['body'])
  const { body, headers } = create!.inputSchema.properties as { [group: string]: { properties: { [name: string]: object } } }
  assert.deepEqual(body!.properties['title'], { type: 'string', minLength: 1, maxLength: 80 })
  assert.ok('Idempotency-Key' in headers!.properties)
  assert.ok('priority' in (list!.inputSchema.properties as { query: { properties: object } }).query.properties)
  assert.equal(read!.annotations!.readOnlyHint, true)
  assert.equal(remove!.annotations!.destructiveHint, true)
  assert.match(client.getInstructions()!, /Keeps tasks\.[\s\S]*Streams of events are not tools: GET \/events\./)
})

test('a call is a request, with the rules and the errors of the document', async (context) => {
  const { call } = await connected(context)
  const made = await call('postTasks', { body: { title: 'Write', priority: 3 } })
  assert.deepEqual([made.isError, made.structuredContent!.status, made.structuredContent!.body['title']], [undefined, 201, 'Write'])
  const { id } = made.structuredContent!.body
  await call('postTasks', { body: { title: 'Read' } })
  const found = await call('getTasks', { query: { priority: { lt: 5 }, sort: ['-title'] } })
  assert.deepEqual(
    (found.structuredContent!.body['items'] as { title: string }[]).map(({ title }) => title),
    ['Write'],
  )
  const patched = await call('patchTasksId', { path: { id }, body: { title: 'Ä "new" title' } })
  assert.equal(patched.structuredContent!.body['title'], 'Ä "new" title')
  const summary = await call('summarise', { path: { id } })
  assert.equal(summary.structuredContent!.body['summary'], 'Ä "new" title')
  const refused = await call('postTasks', { body: { title: '' } })
  assert.deepEqual([refused.isError, refused.structuredContent!.status], [true, 422])
  assert.match(refused.content[0]!.text!, /minLength|title/)
  assert.equal((await call('getTasksId', { path: { id: 'a/../b' } })).structuredContent!.status, 422)
})

test('a key of idempotency and the limits count as for any client', async (context) => {
  const { call } = await connected(context)
  const args = { headers: { 'Idempotency-Key': 'k1' }, body: { title: 'Once' } }
  const [first, second] = [await call('postTasks', args), await call('postTasks', args)]
  assert.deepEqual([first.structuredContent!.status, second.structuredContent!.status], [201, 201], second.content[0]!.text!)
  assert.equal(first.structuredContent!.body['id'], second.structuredContent!.body['id'])
  const { id } = first.structuredContent!.body
  assert.equal((await call('deleteTask', { path: { id } })).structuredContent!.status, 204)
  const limited = await call('deleteTask', { path: { id } })
  assert.deepEqual([limited.isError, limited.structuredContent!.status], [true, 429])
})

test('the caller is who the credentials of the transport say', async (context) => {
  const { call, running } = await connected(context, {})
  const refused = await call('postTasks', { body: { title: 'Write' } })
  assert.deepEqual([refused.isError, refused.structuredContent!.status], [true, 401])
  assert.equal(running.seen.at(-1)!.condition, 'unauthenticated key missing')
})

test('reports an argument that no request can carry to the agent', async (context) => {
  const { call } = await connected(context)
  for (const [name, args, told] of [
    ['getTasksId', {}, 'getTasksId: path.id is missing'],
    ['getTasksId', { id: 'x' }, 'getTasksId: there is no argument id; it takes path, headers'],
    ['getTasks', { query: { priorty: 1 } }, 'getTasks: there is no query.priorty; did you mean priority?'],
    ['getTasks', { query: 1 }, 'getTasks: query takes an object'],
    [
      'getTasksId',
      { path: { id: 'x' }, headers: { 'If-None-Match': 'a\r\nb: c' } },
      'getTasksId: headers.If-None-Match has a character that no header may have',
    ],
  ] as const) {
    const { isError, content } = await call(name, args)
    assert.deepEqual([isError, content[0]!.text], [true, told])
  }
})

test('refuses invalid protocol messages by HTTP', async (context) => {
  const { running } = await connected(context)
  const post = (body: string, headers: { readonly [name: string]: string } = {}): Promise<Response> =>
    fetch(running.mcp!, { method: 'POST', body, headers: { 'Content-Type': 'application/json', ...headers } })
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
  assert.deepEqual(await (await post(ping)).json(), { jsonrpc: '2.0', id: 1, result: {} })
  assert.equal((await post(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }))).status, 202)
  assert.equal((await post('{')).status, 400)
  assert.equal((await post(`[${ping}]`)).status, 400)
  assert.equal((await post(ping, { 'Content-Type': 'text/plain' })).status, 415)
  assert.equal((await post(ping, { 'MCP-Protocol-Version': '1999-01-01' })).status, 400)
  assert.equal((await post(ping, { Origin: 'https://elsewhere.example' })).status, 403)
  const admitted = await post(ping, { Origin: 'https://app.example' })
  assert.deepEqual([admitted.status, admitted.headers.get('access-control-allow-origin')], [200, 'https://app.example'])
  assert.equal((await post(`"${'x'.repeat(2_000_000)}"`)).status, 413)
  const got = await fetch(running.mcp!)
  assert.deepEqual([got.status, got.headers.get('allow')], [405, 'POST'])
})

test('a path of the document is not taken', async (context) => {
  await assert.rejects(
    served(context, document, { mcp: '/tasks', secrets: secrets as never }),
    /the document has the path \/tasks; --mcp-path names another one/,
  )
})
