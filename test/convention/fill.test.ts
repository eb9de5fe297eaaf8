// Properties of filling: order has no effect, written values stay, and each value has the place of its source.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { printBlankForm } from '../../src/convention/blank.ts'
import { expand } from '../../src/convention/expand.ts'
import { partNames } from '../../src/document/document.ts'
import { readDocument } from '../../src/document/read.ts'
import { findNamedEntry, originOf, slotValueOf } from '../../src/model/slot.ts'
import { filled, messages } from './filled.ts'

const part2 =
  '## 2. Resources\n\n```yaml\nOrder:\n  key: id\n  properties: { id: { type: string, format: uuid, generate: uuidv7 }, note: { type: string, maxLength: 9 } }\n```\n'

test('the order of adoption has no effect', () => {
  const uses = ['http@1', 'problem-details@1', '{ crud@1: { resources: all } }', '{ timestamps@1: { resources: Order } }']
  const texts = [uses, uses.toReversed(), [uses[2], uses[0], uses[3], uses[1]]].map((use) => {
    const reading = filled(`---\nuse: [${use.join(', ')}]\n---\n${part2}`)
    assert.deepEqual(messages(reading), [])
    return expand(reading)
  })
  assert.equal(texts[1], texts[0])
  assert.equal(texts[2], texts[0])
})

test('every filled value has the place of its source', () => {
  const { model, filling } = filled(
    `---\nuse: [http@1, { crud@1: { resources: Order } }]\n---\n${part2}\n## 4. Endpoints\n\n\`\`\`yaml\nPATCH /orders/{id}: { summary: Changes }\n\`\`\`\n`,
  )
  const patch = model.endpoints.value.operations.find(({ name }) => name === 'PATCH /orders/{id}')!
  const origins = [patch.slots.summary, patch.slots.update, patch.slots.status].map((slot) =>
    slot.state === 'shown' ? originOf(slot.at) : undefined,
  )
  assert.deepEqual(
    origins.map((origin) => (origin?.kind === 'convention' ? origin.name : origin?.kind)),
    ['document', 'crud@1', 'http@1'],
  )
  assert.deepEqual(
    filling.adopted.map(({ convention, layer }) => [convention, layer]),
    [
      ['crud@1', 1],
      ['http@1', 1],
    ],
  )
  assert.ok(
    filling.filled.some(
      ({ part, path, author }) => part === 'endpoints' && path.join(' ') === 'PATCH /orders/{id} status' && author.convention === 'http@1',
    ),
  )
})

test('locates a filled expression in its convention', () => {
  const { model } = filled(`---\nuse: [http@1, { crud@1: { resources: Order } }]\n---\n${part2}`)
  const list = model.endpoints.value.operations.find(({ name }) => name === 'GET /orders')!
  const output = slotValueOf(list.slots.output)
  const items = output?.kind === 'map' ? output.entries[0]!.value : undefined
  assert.ok(items?.kind === 'expression')
  const { text, node } = items
  assert.equal(text, 'items.map(item, Order(item))')
  const { source } = node.span
  const at = (index: number): string => source.text.slice(node.offsets![index]!, node.offsets![index]! + 2)
  assert.deepEqual([at(0), at(text.indexOf('Order')), at(text.indexOf('(item))'))], ['it', '$(', '(i'])
})

test('an optional member of the document takes the place of the one that a convention has', () => {
  const reading = filled(
    `---\nuse: [problem-details@1]\n---\n${part2}\n## 7. Errors\n\n\`\`\`yaml\nbody: { ?errors: 'error.errors[?0]', ?"detail": 'error.?detail' }\n\`\`\`\n`,
  )
  assert.deepEqual(messages(reading), [])
  const body = slotValueOf(reading.model.errors.value.body)
  assert.deepEqual(body?.kind === 'map' && body.entries.map(({ name, optional }) => `${name}${optional === true ? '?' : ''}`), [
    'errors?',
    'detail?',
    'type',
    'title',
    'status',
  ])
})

test('a document without conventions stays unchanged', () => {
  const { filling } = filled(part2)
  assert.equal(filling.changed, false)
  assert.deepEqual(filling.filled, [])
})

test('fills an absent part, but not a part with none or not shown', () => {
  const adopting = '---\nuse: problem-details@1\n---\n'
  assert.equal(filled(adopting).model.errors.state, 'shown')
  assert.equal(filled(`${adopting}## 7. Errors\n\nProblem details.\n`).model.errors.state, 'shown')
  assert.equal(filled(`${adopting}## 7. Errors\n\nnot shown\n`).model.errors.state, 'not shown')
  assert.equal(filled(`${adopting}## 7. Errors\n\nnone\n`).model.errors.state, 'none')
  assert.equal(findNamedEntry(filled(adopting).model.errors.value.catalogue, 'not-found')?.slot.state, 'shown')
})

test('endpoints of the document replace those of a convention, with any names in the path', () => {
  const { model, ...rest } = filled(
    `---\nuse: [{ crud@1: { resources: Order } }]\n---\n${part2}\n## 4. Endpoints\n\n\`\`\`yaml\nGET /orders/{order}: { read: Order, by: { id: input.path.order } }\n\`\`\`\n`,
  )
  assert.deepEqual(messages({ model, ...rest }), [])
  assert.deepEqual(
    model.endpoints.value.operations.map(({ name }) => name).filter((name) => name.startsWith('GET /orders/')),
    ['GET /orders/{order}'],
  )
})

test('the blank form has nine parts that are not shown', () => {
  const { document, diagnostics } = readDocument([{ name: 'service.md', text: printBlankForm() }])
  assert.deepEqual(diagnostics, [])
  for (const name of partNames)
    assert.deepEqual([name, document.parts[name].state, document.parts[name].word !== undefined], [name, 'not shown', true])
  assert.deepEqual(messages(filled(printBlankForm())), [])
  assert.equal(document.title, 'A service')
  const hints = /<!-- .* -->\n\n/g
  assert.equal(printBlankForm().match(hints)?.length, partNames.length)
  assert.equal(expand(filled(printBlankForm('Orders'))), printBlankForm('Orders').replaceAll(hints, ''))
})

test('ignores the hints of the blank form, and assigns prose to its part', () => {
  const filledIn = printBlankForm()
    .split('not shown')
    .reduce(
      (text, rest, index) =>
        `${text}${index === 1 ? 'Keeps notes.\n\n```yaml\nname: notes\n```' : index === 4 ? '```yaml\nGET /now: { answer: {} }\n```' : 'not shown'}${rest}`,
    )
  const { document } = readDocument([{ name: 'service.md', text: filledIn }])
  assert.deepEqual(document.parts.endpoints.prose, [])
  assert.deepEqual(
    document.parts.service.prose.map(({ text, about }) => [text, about]),
    [['Keeps notes.', undefined]],
  )
})

test('reads the example with its convention without diagnostics', () => {
  const text = readFileSync(new URL('../../examples/orders.md', import.meta.url), 'utf8')
  const reading = filled(text, {}, 'orders.md')
  assert.deepEqual(messages(reading), [])
  const again = filled(expand(reading))
  assert.deepEqual(messages(again), [])
  assert.deepEqual(
    again.model.endpoints.value.operations.map(({ name, slots }) => [name, slots.status.state]),
    reading.model.endpoints.value.operations.map(({ name }) => [name, 'shown']),
  )
})

test('a fill of the document reaches what conventions add, and keeps what they say', () => {
  const { model } = filled(
    `---\nuse: [http@1, { crud@1: { resources: Order } }]\neach:\n  - of: operation as o\n    fill: { summary: Filled, page: none }\n---\n${part2}\n## 4. Endpoints\n\n\`\`\`yaml\nGET /time: { answer: {}, summary: Own }\n\`\`\`\n`,
  )
  const { operations } = model.endpoints.value
  assert.deepEqual(
    operations.map(({ name, slots }) => [name, slotValueOf(slots.summary)]),
    [
      ['GET /time', 'Own'],
      ['GET /orders', 'Filled'],
      ['POST /orders', 'Filled'],
      ['GET /orders/{id}', 'Filled'],
      ['DELETE /orders/{id}', 'Filled'],
      ['PATCH /orders/{id}', 'Filled'],
    ],
  )
  const page = slotValueOf(operations.find(({ name }) => name === 'GET /orders')!.slots.page)
  assert.ok(typeof page === 'object')
})
