// The expansion of a document has the facts of the document.

import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { compile } from '../../src/compile/compile.ts'
import { expand } from '../../src/convention/expand.ts'
import { explainFacts } from '../../src/explain/facts.ts'
import { conventions } from '../conventions.ts'

const folder = new URL('expand/', import.meta.url)
const own = Object.fromEntries(
  readdirSync(folder)
    .filter((name) => name.startsWith('own-'))
    .map((name) => [name, readFileSync(new URL(name, folder), 'utf8')]),
)
const compiled = (text: string) => compile([{ name: 'service.md', text }], conventions(own))

type Plain = { [name: string]: unknown; errors: { entries: { [name: string]: { on?: unknown } }; unmet?: unknown } }

/** Facts as plain JSON. Without `claims`, entries contain their answers but not their patterns. */
function factsOf({ facts }: ReturnType<typeof compile>, claims: boolean): Plain {
  const plain = JSON.parse(
    JSON.stringify(explainFacts(facts, { origins: false }), (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  ) as Plain
  if (!claims) {
    delete plain.errors.unmet
    for (const each of Object.values(plain.errors.entries)) delete each.on
  }
  return plain
}

/** Sorted by name, so that a difference is reported at its place. */
function sameFacts(text: string, claims = true): void {
  const before = compiled(text)
  const after = compiled(expand(before))
  const [facts, again] = [before, after].map((each) => factsOf(each, claims))
  for (const name of Object.keys(facts!)) assert.deepEqual(again![name], facts![name], name)
  const codes = ({ diagnostics }: ReturnType<typeof compile>): string[] =>
    diagnostics.map(({ code }) => code).filter((code) => code.startsWith('document/') || (claims && code === 'errors/unreachable-entry'))
  assert.deepEqual(codes(after), codes(before))
}

for (const name of readdirSync(folder).filter((each) => each.endsWith('.md') && !/^own-|\.golden\.md$/.test(each))) {
  test(`${name} and its expansion have the same facts`, () =>
    sameFacts(readFileSync(new URL(name, folder), 'utf8'), !name.startsWith('narrowed')))
}

const part2 = `
## 2. Resources

\`\`\`yaml
Item:
  key: id
  properties: { id: { type: string, format: uuid, generate: uuidv7 } }
Order:
  key: id
  properties: { id: { type: string, format: uuid, generate: uuidv7 }, number: { type: string, maxLength: 9 }, item: { $ref: Item, onDelete: restrict } }
  unique: [number]
\`\`\`

## 4. Endpoints

\`\`\`yaml
POST /orders: { operationId: createOrder, create: Order, body: [number, item], output: Order(this) }
GET /orders/{id}: { operationId: getOrder, read: Order, output: Order(this) }
DELETE /items/{id}: { operationId: deleteItem, delete: Item, conditional: optional }
PUT /orders/{id}: { operationId: putOrder, put: Order, body: [number], output: Order(this) }
\`\`\`

## 5. Authentication

none
`

const pattern = fc.constantFrom(
  'not-found',
  'not-found Order',
  'not-found at getOrder',
  'not-found Item at deleteItem',
  'invalid',
  'invalid body',
  'invalid path',
  'invalid body at createOrder',
  'invalid at putOrder',
  'duplicate',
  'duplicate Order',
  'duplicate Order.number',
  'duplicate Order.number at putOrder',
  'dangling',
  'in-use',
  'in-use Item',
  'malformed',
  'no-such-path',
  'internal',
)

/** A catalogue in which no pattern stands twice, which would be a tie. */
const catalogue = fc
  .uniqueArray(fc.tuple(pattern, fc.integer({ min: 400, max: 499 })), { selector: ([text]) => text, minLength: 1, maxLength: 7 })
  .map((all) => Object.fromEntries(all.map(([on, status]) => [`${on.replaceAll(/[ .]/g, '-')}-${status}`, { on, status }])))

const part7 = (entries: object): string =>
  `\n## 7. Errors\n\n\`\`\`yaml\nprecedence: standard\ncatalogue: ${JSON.stringify(entries)}\n\`\`\`\n`

test('whatever the catalogues of a document and its conventions, the expansion has the same facts', () => {
  fc.assert(
    fc.property(catalogue, catalogue, catalogue, (mine, above, below) => {
      own['own-above.md'] = `---\nuse: own-below.md\n---\n${part7(above)}`
      own['own-below.md'] = part7(below)
      // An entry that wins over a narrower one must state this where layers are gone, so its claims may differ.
      sameFacts(`---\nninefold: 1\nuse: [own-above.md, http@1]\n---\n${part2}${part7(mine)}`, false)
    }),
    { numRuns: 25 },
  )
})

test('the example and its expansion have the same facts', () => {
  sameFacts(readFileSync(new URL('../../examples/orders.md', import.meta.url), 'utf8'))
})
