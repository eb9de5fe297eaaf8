// `ninefold mcp`, driven by the official client of the Model Context Protocol.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { temporaryFolder } from '../folder.ts'
import { commandPath } from '../command.ts'

const root = resolve(import.meta.dirname, '../..')
const client = new Client({ name: 'test', version: '1' })

/** The server starts when the first test needs it. On a loaded machine that takes longer than the client waits by default. */
const connection: { opened?: Promise<void> } = {}

async function connect(): Promise<Client> {
  const transport = new StdioClientTransport({ command: process.execPath, args: [commandPath, 'mcp'], cwd: root })
  await (connection.opened ??= client.connect(transport, { timeout: 200_000 }))
  return client
}

after(() => client.close())

type Result = {
  readonly isError?: boolean
  readonly structuredContent?: unknown
  readonly content: readonly { readonly type: string; readonly text?: string }[]
}

async function call(name: string, args: { readonly [name: string]: unknown }): Promise<Result> {
  return (await (await connect()).callTool({ name, arguments: args }, { timeout: 200_000 })) as Result
}

async function data<T>(name: string, args: { readonly [name: string]: unknown }): Promise<T> {
  const result = await call(name, args)
  assert.notEqual(result.isError, true, result.content[0]?.text ?? '')
  return result.structuredContent as T
}

type Edit = { readonly start: number; readonly end: number; readonly text: string; readonly line: number; readonly column: number }
type Checked = {
  readonly served: boolean
  readonly operations: readonly { readonly complete: boolean }[]
  readonly diagnostics: readonly {
    readonly code: string
    readonly line: number
    readonly fixes?: readonly { readonly title: string; readonly edits: readonly Edit[] }[]
  }[]
}

const misspelt = readFileSync(join(root, 'examples/notes.md'), 'utf8').replace('create: Note', 'creat: Note')

test('the tools are listed with what they take', async () => {
  const { tools } = await (await connect()).listTools()
  assert.deepEqual(
    tools.map(({ name }) => name),
    ['check', 'explain', 'expand', 'test', 'format', 'import', 'reference'],
  )
  assert.ok(tools.every(({ inputSchema, description }) => inputSchema.type === 'object' && description !== undefined))
})

test('check gives diagnostics as data, and each fix takes its diagnostic away', async () => {
  const found = await data<Checked>('check', { text: misspelt })
  assert.equal(found.served, false)
  const [diagnostic] = found.diagnostics
  assert.deepEqual([diagnostic?.code, diagnostic?.fixes?.[0]?.title], ['document/unknown-key', 'Write `create`'])
  const [{ start, end, text }] = diagnostic!.fixes![0]!.edits as [Edit]
  const mended = await data<Checked>('check', { text: misspelt.slice(0, start) + text + misspelt.slice(end) })
  assert.deepEqual([mended.served, mended.diagnostics], [true, []])
})

test('check reads a file, and does not look for fixes where they are not asked for', async () => {
  const file = join(temporaryFolder(), 'service.md')
  writeFileSync(file, misspelt)
  const found = await data<Checked>('check', { path: file, fixes: false })
  assert.deepEqual([found.diagnostics[0]!.code, found.diagnostics[0]!.fixes], ['document/unknown-key', undefined])
})

test('explain, expand and format answer with text and data', async () => {
  const path = join(root, 'examples/notes.md')
  assert.match((await data<{ explanation: string }>('explain', { path, operation: 'POST /notes' })).explanation, /201/)
  assert.ok('operations' in (await data<object>('explain', { path })))
  assert.match((await data<{ text: string }>('expand', { path })).text, /problem-details@1/)
  const [file] = (await data<{ files: readonly { text: string }[] }>('format', { path })).files
  assert.equal(file!.text, readFileSync(path, 'utf8'))
})

test('test runs the scenarios', async () => {
  const report = JSON.stringify(await data<object>('test', { path: join(root, 'examples/notes.md') }))
  assert.match(report, /"passed"/)
  assert.doesNotMatch(report, /"failed"/)
})

test('import writes a document from an OpenAPI file', async () => {
  const openapi = {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    paths: { '/pets': { get: { responses: { 200: { description: 'All' } } } } },
  }
  const { text, kind } = await data<{ text: string; kind: string }>('import', { text: JSON.stringify(openapi) })
  assert.equal(kind, 'OpenAPI 3.1')
  assert.match(text, /GET \/pets/)
})

test('import writes a document from a form in Markdown, and counts its statements', async () => {
  const form =
    '# Service Specification\n\n## 1. What the service does\n\nKeeps notes.\n\n## 2. Resources and their fields\n\n### Note\n\n| Field | Kind of value | Must have? |\n|---|---|---|\n| title | text (max 80) | Yes |\n| pinned | yes/no | No |\n'
  const file = join(temporaryFolder(), 'form.md')
  writeFileSync(file, form)
  const fromText = await data<{ kind: string; text: string; statements: number; taken: number; questions: number; prose: number }>(
    'import',
    { text: form },
  )
  assert.equal(fromText.kind, 'form')
  assert.match(fromText.text, /^\| title \| text 0?\.\.80 \| yes/m)
  assert.equal(fromText.taken + fromText.questions + fromText.prose, fromText.statements)
  assert.deepEqual((await data<{ taken: number }>('import', { path: file })).taken, fromText.taken)
})

/** Values that no argument may have; a tool has only some of the names. */
const oddArguments: readonly { readonly [name: string]: unknown }[] = [
  {},
  { path: '' },
  { path: 5 },
  { path: null },
  { path: 'a\0b' },
  { path: '/dev/null' },
  { path: import.meta.filename },
  { path: '/dev/null', text: '' },
  { text: '' },
  { text: 7 },
  { text: [] },
  { text: '\0' },
  { text: '{' },
  { text: '---\n' },
  { text: 'a: &a [*a]' },
  { text: '['.repeat(20_000) },
  { text: '- '.repeat(5000) },
  { text: 'ninefold: 99' },
  { text: 'ninefold: 1', fixes: 'yes' },
  { text: 'ninefold: 1', operation: '' },
  { text: 'openapi: 3.1.0', use: [1] },
  { text: '# A\n', language: 'xx' },
  { query: '' },
  { query: '*([' },
  { query: 'x'.repeat(100_000) },
  { page: '' },
  { page: '../package.json' },
]

test('every tool answers arguments of any kind with data or a sentence', async () => {
  const { tools } = await (await connect()).listTools()
  for (const { name } of tools) {
    for (const args of oddArguments) {
      const { isError, structuredContent, content } = await call(name, args)
      const what = `${name} ${JSON.stringify(args).slice(0, 80)}: ${content[0]?.text?.slice(0, 200)}`
      if (isError === true) assert.match(content[0]!.text!, new RegExp(`^${name}: \\S[^]*\\S$`), what)
      else assert.ok(structuredContent !== null && typeof structuredContent === 'object', what)
      assert.doesNotMatch(content[0]!.text!, /ERR_|\bundefined\b|\[object/, what)
    }
  }
  await (await connect()).ping()
})

test('reference finds sections by words, and gives whole pages', async () => {
  const { sections } = await data<{ sections: readonly { page: string }[] }>('reference', { query: 'idempotency key of a request' })
  assert.ok(sections.length > 0)
  assert.match((await data<{ text: string }>('reference', { page: 'llms.txt' })).text, /^# Ninefold: the whole language/)
  assert.match((await data<{ text: string }>('reference', { page: 'states/unreachable-candidate' })).text, /unreachable-candidate/)
})

test('reports wrong use to the agent and continues', async () => {
  for (const [name, args, told] of [
    ['check', {}, 'check: give either path or text'],
    ['check', { path: '' }, 'check: path is empty'],
    ['check', { path: 5 }, 'check: path takes a string'],
    ['format', { path: join(root, 'LICENSE') }, /^format: `LICENSE` is not a document in nine parts/],
    ['check', { paht: 'x' }, 'check: there is no argument paht; did you mean path?'],
    ['check', { path: '/no/such/file.md' }, 'check: /no/such/file.md does not exist'],
    [
      'explain',
      { path: join(root, 'examples/notes.md'), operation: 'POST /note' },
      'explain: there is no operation POST /note; did you mean POST /notes?',
    ],
    [
      'expand',
      { text: misspelt },
      /^expand: the document has \d+ errors?, the first of them document\/unknown-key: .* The tool check lists them all$/,
    ],
    [
      'test',
      { text: misspelt.replace('creat:', 'create:').replaceAll('```hurl', '```text') },
      'test: the document has no scenario; write a `hurl` fence under a heading',
    ],
    ['reference', { page: 'no-such-page' }, /^reference: there is no page no-such-page; llms\.txt, /],
  ] as const) {
    const {
      isError,
      content: [content],
    } = await call(name, args)
    assert.equal(isError, true)
    if (typeof told === 'string') assert.equal(content!.text, told)
    else assert.match(content!.text!, told)
  }
  await (await connect()).ping()
})
