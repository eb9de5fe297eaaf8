// The operator's actions on the page: finds the origin of a value, follows references, makes transitions, tries operations.

import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { type Opened, ann, document, openBrowser, order, recordHash, skipped } from './browser.ts'

/** Bytes of all files that the page loads, compressed. */
const mostBytes = 120 * 1024

describe('the page', { skip: skipped }, () => {
  let opened: Opened
  before(async () => {
    opened = await openBrowser()
  })
  after(() => opened.close())

  test('weighs little, all its files together', () => {
    const names = readdirSync(opened.built, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:html|js|css)$/.test(name))
    const bytes = names
      .map((name) => gzipSync(readFileSync(join(opened.built, name)), { level: 9 }).length)
      .reduce((sum, each) => sum + each, 0)
    assert(names.length >= 3 && bytes < mostBytes, `${bytes} bytes`)
  })

  test('says of a value where it comes from: a line of the document, or a convention', async (context) => {
    const page = await opened.open('#/document')
    context.after(() => page.close())
    const line = document.split('\n').findIndex((each) => each.includes('maxLength: 254')) + 1
    await page.locator(`#line-${line} .v`, { hasText: '254' }).hover()
    const tip = page.getByRole('status')
    await tip.getByText(`shop.md:${line}`).waitFor()
    assert.match((await tip.textContent())!, /resources › Customer › properties › email › maxLength/)
    await page.locator('.filled code', { hasText: 'status: 201' }).first().hover()
    await tip.getByText('The convention says it').waitFor()
    assert.match((await tip.textContent())!, /endpoints › POST \/customers › status/)
    await page.locator('.filled .by a').first().click()
    await page.getByRole('heading', { level: 1, name: 'Convention' }).waitFor()
  })

  test('is walked through by the keyboard alone', async (context) => {
    const page = await opened.open('#/document')
    context.after(() => page.close())
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'To the content')
    await page.keyboard.press('Enter')
    assert.equal(await page.evaluate('document.activeElement.id'), 'content')
    await page.locator('.file').focus()
    await page.keyboard.press('ArrowRight')
    for (let count = 0; count < 3; count++) await page.keyboard.press('ArrowLeft')
    await page.getByRole('status').getByText('front matter › ninefold').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('status').waitFor({ state: 'hidden' })
  })

  test('leads from a record to those it refers to, and back', async (context) => {
    const id = await order(opened.running, 1)
    const page = await opened.open(recordHash('Order', id))
    context.after(() => page.close())
    await page.getByRole('link', { name: ann }).click()
    await page.getByRole('heading', { level: 1, name: `Customer ${ann}` }).waitFor()
    await page.getByText('ann@example.org').waitFor()
    await page.getByRole('link', { name: 'every Order whose customer it is' }).click()
    await page.getByRole('heading', { level: 1, name: 'Order' }).waitFor()
    await page.getByRole('link', { name: 'Without customer is' }).waitFor()
    await page.locator(`[title="${id}"]`).first().waitFor()
  })

  test('a transition by its button is seen in the numbers of the states', async (context) => {
    const id = await order(opened.running, 1)
    const machine = await opened.open('#/states/Order.status')
    context.after(() => machine.close())
    const told = async (status: string): Promise<number> =>
      ((await (await fetch(`${opened.running.url}/orders?status=${status}&size=100`)).json()) as { orders: unknown[] }).orders.length
    const drawn = (state: string, count: number): Promise<void> =>
      machine
        .locator('.d-box', { hasText: state })
        .locator('.d-count', { hasText: new RegExp(`^${count}$`) })
        .waitFor()
    const [draft, placed] = [await told('draft'), await told('placed')]
    assert(draft > 0)
    await drawn('draft', draft)
    const page = await opened.open(recordHash('Order', id))
    context.after(() => page.close())
    await page.getByRole('button', { name: 'place', exact: true }).click()
    await page.getByText('It made Order.place').waitFor()
    await page.getByText('Order.status is placed').waitFor()
    await drawn('placed', placed + 1)
    await drawn('draft', draft - 1)
    await page.getByRole('button', { name: 'ship', exact: true }).waitFor({ state: 'detached' })
  })

  test('an operation that is refused says which entry answered, and why', async (context) => {
    const id = await order(opened.running, 2)
    await fetch(`${opened.running.url}/orders/${id}/place`, { method: 'POST' })
    const page = await opened.open('#/operation/payOrder')
    context.after(() => page.close())
    await page.getByLabel(/^id /).fill(id)
    await page.getByLabel(/^body/).fill('{ "amount": 1 }')
    await page.getByRole('button', { name: 'Send' }).click()
    const result = page.locator('.result')
    await result.getByText('422').first().waitFor()
    await result.getByText('in the stage').waitFor()
    assert.match(
      (await result.locator('.why').textContent())!,
      /wrong-amount answered, because guard Order\.pay exact was met, in the stage state/,
    )
    assert.match((await result.locator('pre').first().textContent())!, /"type": "wrong-amount"/)
    await page.locator('.refusal.met', { hasText: 'guard Order.pay exact' }).waitFor()
    const line = document.split('\n').findIndex((each) => each.trim().startsWith('wrong-amount:')) + 1
    await result.locator('.why').getByRole('link', { name: 'wrong-amount' }).click()
    await page.locator(`#line-${line}.target`).waitFor()
  })

  test('asks for the values that a button needs first', async (context) => {
    const id = await order(opened.running, 2)
    await fetch(`${opened.running.url}/orders/${id}/place`, { method: 'POST' })
    const page = await opened.open(recordHash('Order', id))
    context.after(() => page.close())
    await page.getByRole('button', { name: 'pay', exact: true }).click()
    assert.equal(await page.getByLabel(/^id /).inputValue(), id)
    await page.getByText('As curl').click()
    await page.getByLabel(/^body/).fill('{ "amount": 9 }')
    assert.match((await page.getByLabel('As curl').textContent())!, new RegExp(`^curl -i -X POST '${opened.running.url}/orders/${id}/pay'`))
    await page.getByText('With the typed client').click()
    assert.match(
      (await page.getByLabel('With the typed client').textContent())!,
      new RegExp(`const result = await api\\.\\w+\\(\\{\\n  id: "${id}",\\n  body: \\{ "amount": 9 \\},\\n\\}\\)$`),
    )
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Order.status is paid').waitFor()
  })

  test('finds records by their values, page after page', async (context) => {
    for (let count = 0; count < 55; count++) await order(opened.running, 1)
    const page = await opened.open('#/records/Order')
    context.after(() => page.close())
    await page.getByRole('link', { name: 'Next page' }).click()
    await page.getByRole('link', { name: 'First page' }).click()
    await page.getByLabel('Where').selectOption('number')
    await page.getByLabel('is', { exact: true }).fill('3')
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByRole('link', { name: 'Without number is 3' }).waitFor()
    await page.locator('.records tbody tr').nth(1).waitFor({ state: 'detached' })
    // No number is shown while the search runs.
    await page.locator('.records tbody tr').first().waitFor()
    assert.equal(await page.locator('.records tbody tr').count(), 1)
    await page.getByLabel('is', { exact: true }).fill('three')
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByRole('alert').getByText('three is not a value of Order.number').waitFor()
  })

  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  const views = [
    '',
    '#/document',
    '#/resources',
    '#/states',
    '#/states/Order.status',
    '#/operations',
    '#/operation/payOrder',
    '#/records/Order',
    '#/running',
    'a record',
    '#/nothing',
  ]
  for (const view of views) {
    test(`keeps nobody out and fits into narrow windows: ${view === '' ? '#/' : view}`, async () => {
      const page = await opened.open(view === 'a record' ? recordHash('Order', await order(opened.running, 1)) : view)
      await page.waitForSelector('main h1')
      await page.evaluate(axe)
      const violations = (rules: string): Promise<unknown> =>
        page.evaluate(
          `axe.run(document, ${rules}).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`,
        )
      assert.deepEqual(await violations('{}'), [])
      await page.emulateMedia({ colorScheme: 'dark' })
      assert.deepEqual(await violations('{ runOnly: ["color-contrast"] }'), [], 'in the dark')
      await page.setViewportSize({ width: 390, height: 844 })
      assert.deepEqual(await violations('{}'), [], 'narrow')
      assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true, 'it is wider than the window')
    })
  }
})

const unfinished = `---
ninefold: 1
use: [http@1]
---

# Notes

## 2. Resources

\`\`\`yaml
Note:
  key: id
  properties:
    id: { type: string, format: uuid, generate: uuidv7 }
    text: { type: string }
\`\`\`

## 4. Endpoints

\`\`\`yaml
POST /notes: { operationId: createNote, create: Note, body: [text], output: Note(this) }
GET /notes/{id}: { operationId: getNote, read: Note, output: Note(this) }
\`\`\`

## 5. Authentication

none

## 7. Errors

not shown
`

describe('the page of a document with gaps, with a token', { skip: skipped }, () => {
  let opened: Opened
  before(async () => {
    opened = await openBrowser(unfinished, { token: 'correct-horse' })
  })
  after(() => opened.close())

  test('asks for the token, and shows the gaps where they are', async (context) => {
    const page = await opened.open('#/document')
    context.after(() => page.close())
    await page.getByLabel('Token').fill('wrong')
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByText('That was not it.').waitFor()
    await page.getByLabel('Token').fill('correct-horse')
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByRole('heading', { level: 1, name: 'Document' }).waitFor()
    await page.locator('.diagnostic.gap').getByText('errors/not-shown').waitFor()
    const line = unfinished.split('\n').findIndex((each) => each.includes('text: { type: string }')) + 1
    await page.locator(`#line-${line}.has-warning`).waitFor()
    await page.goto(`${opened.running.admin}/page/#/operation/getNote`)
    await page.locator('.head .chip.gap', { hasText: 'not complete' }).waitFor()
    await page.getByText('the answer is not specified').first().waitFor()
  })
})

const guarded = document
  .replace(
    '## 5. Authentication\n\nnone',
    `## 5. Authentication

\`\`\`yaml
schemes:
  staff: { type: http, scheme: basic, username: { env: NAME }, password: { env: WORD } }
  key: { type: apiKey, in: query, name: key, secret: { env: KEY } }
security: [ { staff: [] }, { key: [] } ]
default: allow
\`\`\``,
  )
  .replace(
    '  malformed: {',
    '  unknown-caller: { on: unauthenticated, status: 401, title: Who is it? }\n  other-version: { on: [unknown-version, retired-version], status: 404, title: There is no such version }\n  malformed: {',
  )
  .replace('## 9. Versioning\n\nnone', '## 9. Versioning\n\n```yaml\nscheme: path\ncurrent: v1\n```')

describe('the page of a service that asks who calls, in which version', { skip: skipped }, () => {
  let opened: Opened
  before(async () => {
    opened = await openBrowser(guarded, {
      secrets: { variable: (name) => ({ NAME: 'ann', WORD: 'größe', KEY: 'k-1' })[name], file: () => undefined },
    })
  })
  after(() => opened.close())

  test('calls anonymously until a credential is typed in, in the newest version', async (context) => {
    const page = await opened.open('#/operation/listOrders')
    context.after(() => page.close())
    await page.getByRole('button', { name: 'Send' }).click()
    const result = page.locator('.result')
    await result.getByText('401').first().waitFor()
    await result.getByText('in the stage').waitFor()
    assert.match(
      (await result.locator('.why').textContent())!,
      /unknown-caller answered, because unauthenticated staff missing was met, in the stage caller/,
    )
    await page.getByLabel(/^staff/).fill('ann:größe')
    await page.getByRole('button', { name: 'Send' }).click()
    await result.getByText('200').first().waitFor()
    await page.getByLabel(/^staff/).fill('')
    await page.getByLabel(/^key/).fill('k-1')
    await page.getByText('As curl').click()
    assert.match((await page.getByLabel('As curl').textContent())!, /\/v1\/orders\?key=k-1'/)
    await page.getByLabel(/^version/).fill('v9')
    await page.getByRole('button', { name: 'Send' }).click()
    await result.getByText('404').first().waitFor()
    await page.getByLabel(/^version/).fill('v1')
    await page.getByRole('button', { name: 'Send' }).click()
    await result.getByText('200').first().waitFor()
  })
})
