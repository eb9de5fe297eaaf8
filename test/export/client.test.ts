// The exported client: a compiler takes it, and it speaks to a running service by itself.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { temporaryFolder } from '../folder.ts'
import { golden } from '../golden.ts'
import { served } from '../serve/served.ts'
import { type Client, type Item, type Options, client } from './client/shop.ts'
import { exampleFacts, examples, exported, factsOfDocument } from './examples.ts'

const text = readFileSync(new URL('client/shop.yaml', import.meta.url), 'utf8')

test('the client of the test is the one that is exported', () => {
  golden(new URL('client/shop.ts', import.meta.url), exported('typescript', factsOfDocument(text), 'typescript').text)
})

test("the strictest compiler takes the client of every example, with a browser's library alone", async () => {
  const folder = temporaryFolder()
  const files = examples.map((name) => join(folder, `${name}.ts`))
  for (const [index, name] of examples.entries())
    writeFileSync(files[index]!, exported('typescript', exampleFacts(name), 'typescript').text)
  const strict = ['--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes', '--noUnusedParameters', '--noImplicitReturns']
  const words = [
    '--ignoreConfig',
    '--noEmit',
    ...strict,
    '--target',
    'esnext',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    '--lib',
    'esnext,dom,dom.iterable',
    '--types',
    '',
    ...files,
  ]
  const compiler = new URL('../../node_modules/.bin/tsc', import.meta.url).pathname
  const { stdout } = await promisify(execFile)(compiler, words, { cwd: folder }).catch((error: { stdout: string }) => error)
  assert.equal(stdout, '')
})

async function speaking(context: TestContext, more: Partial<Options> = {}): Promise<{ readonly shop: Client; readonly url: string }> {
  const { url } = await served(context, text, { secrets: { variable: () => 'open sesame', file: () => undefined } })
  return { url, shop: client({ url, credentials: { key: 'open sesame' }, ...more }) }
}

async function make(shop: Client, name: string, stock = 1): Promise<Item> {
  const made = await shop.createItem({ body: { name, stock } })
  assert(made.ok)
  return made.value
}

test('creates, reads, changes and receives named refusals', async (context) => {
  const { shop, url } = await speaking(context)
  const tea = await make(shop, 'tea')
  assert.equal(tea.status, 'offered')
  const read = await shop.readItem({ id: tea.id })
  assert(read.ok)
  const [etag] = [read.headers.get('etag')!]
  assert.deepEqual(await shop.readItem({ id: tea.id, ifNoneMatch: etag }).then((again) => again.ok && [again.status, again.value]), [
    304,
    undefined,
  ])

  const invalid = await shop.createItem({ body: { name: '', stock: 1 } })
  assert(!invalid.ok && invalid.failure.error === 'not-valid')
  assert.deepEqual(
    invalid.failure.body.errors.map(({ pointer, keyword }) => [pointer, keyword]),
    [['/name', 'minLength']],
  )
  const taken = await shop.createItem({ body: { name: 'tea', stock: 1 } })
  assert(!taken.ok && taken.failure.error === 'name-taken')
  const missing = await shop.readItem({ id: '01890a5d-ac96-774b-bcce-b302099a8057' })
  assert(!missing.ok && missing.failure.error === 'no-item')

  assert((await shop.takeItem({ id: tea.id })).ok)
  const out = await shop.takeItem({ id: tea.id })
  assert(!out.ok && out.failure.error === 'sold-out', 'of two entries with one status, the body tells which')
  const late = await shop.changeItem({ id: tea.id, ifMatch: etag, body: { stock: 5 } })
  assert(!late.ok && late.failure.error === 'changed')

  const stranger = await client({ url }).readItem({ id: tea.id })
  assert(!stranger.ok && stranger.failure.error === 'who')
})

test('sends a form where the operation takes forms only, and lists as the query spells them', async (context) => {
  const { shop } = await speaking(context)
  const label = await shop.printLabel({
    langs: ['de', 'fr'],
    margins: [1, 2],
    body: { text: 'tea & milk', tags: ['a', 'b'], size: { width: 9 } },
  })
  assert(label.ok)
  assert.deepEqual(label.value, { langs: ['de', 'fr'], margins: [1, 2], text: 'tea & milk', tags: ['a', 'b'], width: 9 })
})

test('pages follow each other; filters and sorts are typed', async (context) => {
  const { shop } = await speaking(context)
  for (const [index, name] of ['a', 'b', 'c', 'd', 'e'].entries()) await make(shop, name, index)
  const names: string[] = []
  for await (const page of shop.listItemsPages({ sort: ['-stock'], stock: { gte: 1 } })) {
    assert(page.ok)
    assert(page.value.items.length <= 2)
    names.push(...page.value.items.map(({ name }) => name))
  }
  assert.deepEqual(names, ['e', 'd', 'c', 'b'])
  const some = await shop.listItems({ name: { in: ['a', 'c'] }, size: 10 })
  assert(some.ok)
  assert.deepEqual(
    some.value.items.map(({ name }) => name),
    ['a', 'c'],
  )
})

test('retries repeatable requests with the same key while the service is away', async (context) => {
  const { url } = await speaking(context)
  const waits: number[] = []
  let asked = 0
  // Breaks the first connection after the service has done the work; then answers with a request to retry; then passes requests on.
  const unsteady: typeof fetch = async (target, request) => {
    asked++
    const answer = await fetch(target, request)
    if (asked === 1) throw new TypeError('the connection was lost')
    return asked === 2 ? new Response(null, { status: 503, headers: { 'retry-after': '7' } }) : answer
  }
  const shop = client({ url, credentials: { key: () => 'open sesame' }, fetch: unsteady, pause: async (ms) => void waits.push(ms) })
  const made = await shop.createItem({ body: { name: 'tea', stock: 1 } })
  assert(made.ok, 'it was made once, and the third request got the answer of the first')
  assert.deepEqual([asked, waits], [3, [250, 7000]])
  asked = 0
  const lost = await client({ url, credentials: { key: 'open sesame' }, fetch: unsteady }).takeItem({ id: made.value.id })
  assert(!lost.ok && lost.failure.error === null && lost.failure.status === 0, 'what may not be repeated is not')
})

test('a stream goes on after the last event that came, over connections that end', async (context) => {
  const { shop, url } = await speaking(context)
  const item = await make(shop, 'tea', 10)
  /** Passes on the service's responses, and cuts each connection after one event. */
  const cutting = createServer((request, response) => {
    void fetch(url + request.url!, { headers: request.headers as Record<string, string> }).then(async (answer) => {
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type')! })
      response.flushHeaders()
      for await (const piece of answer.body!) {
        response.write(piece)
        if (new TextDecoder().decode(piece as Uint8Array).includes('data:')) break
      }
      response.end()
    })
  })
  await new Promise<void>((done) => void cutting.listen(0, '127.0.0.1', done))
  context.after(() => {
    cutting.closeAllConnections()
    cutting.close()
  })
  const end = new AbortController()
  const listener = client({
    url: `http://127.0.0.1:${(cutting.address() as AddressInfo).port}`,
    credentials: { key: 'open sesame' },
    pause: async () => undefined,
  })
  const heard: number[] = []
  const ids = new Set<string>()
  const listening = (async () => {
    for await (const { id, data } of listener.itemEvents({ signal: end.signal })) {
      ids.add(id)
      heard.push((JSON.parse(data) as { data: { stock: number } }).data.stock)
      if (heard.length < 4) await shop.takeItem({ id: item.id })
      else end.abort()
    }
  })()
  // An event before the client listens is lost, so the first request is repeated until it listens.
  while (heard.length === 0) {
    await shop.takeItem({ id: item.id })
    await new Promise((resolve) => setImmediate(resolve))
  }
  await listening
  assert.equal(ids.size, heard.length)
  assert.deepEqual(
    heard,
    heard.toSorted((a, b) => b - a),
    'in order, and none twice',
  )
})
