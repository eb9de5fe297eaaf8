// `ninefold lsp` over the examples: what an editor shows, completes, finds, renames and mends.

import assert from 'node:assert/strict'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { compile } from '../../src/compile/compile.ts'
import { conventions } from '../conventions.ts'
import { temporaryFolder } from '../folder.ts'
import { type Editor, applyEdits, openEditor } from './editor.ts'

const examples = resolve(import.meta.dirname, '../../examples')
const names = readdirSync(examples).filter((name) => name.endsWith('.md'))
const textOf = (name: string): string => readFileSync(join(examples, name), 'utf8')
const uriOf = (name: string): string => pathToFileURL(join(examples, name)).href

let editor: Editor

before(async () => {
  editor = await openEditor()
})

after(async () => assert.equal(await editor.end(), 0))

for (const name of names) {
  test(`shows of ${name} what check says, its outline, and leaves its style`, async () => {
    const uri = uriOf(name)
    const text = textOf(name)
    const found = await editor.show(uri, text)
    assert.deepEqual(
      found.map(({ code }) => code),
      compile([{ name: join(examples, name), text }], conventions()).diagnostics.map(({ code }) => code),
    )
    const outline = await editor.symbols(uri)
    assert.ok(outline.length >= 5)
    assert.ok(
      outline
        .find((each) => each.name.includes('Endpoints'))!
        .children!.every((each) => /^[A-Z]+ \//.test(each.name) || each.name === 'each'),
    )
    assert.equal(await editor.format(uri), text)
    await editor.close(uri)
  })
}

test('shows a mistake while it is typed, and not when it is mended', async () => {
  const uri = uriOf('notes.md')
  assert.deepEqual(await editor.show(uri, textOf('notes.md')), [])
  const line = textOf('notes.md')
    .split('\n')
    .findIndex((each) => each.includes('create: Note'))
  const [found] = await editor.type(uri, { start: { line, character: 10 }, end: { line, character: 14 } }, 'Nots')
  assert.deepEqual(
    [found!.source, found!.severity, found!.range],
    ['ninefold', 1, { start: { line, character: 10 }, end: { line, character: 14 } }],
  )
  assert.match(found!.message as string, /Did you mean `Note`\?/)
  assert.deepEqual(await editor.type(uri, { start: { line, character: 10 }, end: { line, character: 14 } }, 'Note'), [])
})

test('leaves other Markdown and YAML alone', async () => {
  for (const [uri, text] of [
    ['file:///tmp/README.md', '# Title\n\n## 4. Endpoints\n\n```yaml\na: [\n```\n'],
    ['file:///tmp/compose.yaml', 'services: { a: 1 }\n'],
  ] as const) {
    assert.deepEqual(await editor.show(uri, text), [])
    assert.deepEqual(await editor.complete(uri, text), [])
  }
})

test('hover says the type of an expression, what a key means, what an operation does and what a convention fills in', async () => {
  const uri = uriOf('notes.md')
  await editor.show(uri, textOf('notes.md'))
  assert.match((await editor.hover(uri, 'items.map(n, Not'))!, /Note\(n\): Note/)
  assert.match((await editor.hover(uri, 'next: page.ne'))!, /page\.next: string or null/)
  assert.equal(await editor.hover(uri, 'minLen'), 'Code points at least.')
  const operation = (await editor.hover(uri, '\nPOST /no'))!
  assert.match(operation, /201/)
  assert.match(operation, /http@1/)
  assert.match((await editor.hover(uri, '  outp'))!, /Filled in by http@1:\d+:\n\n```yaml\nstatus: 201/)
})

const completions: readonly {
  readonly title: string
  readonly from: string
  readonly to: string
  readonly marker: string
  readonly wanted: readonly string[]
  readonly unwanted?: readonly string[]
}[] = [
  {
    title: 'keys of an operation',
    from: '  body: [text]\n  output: Note(this)\nGET /notes:',
    to: '  bo\n  output: Note(this)\nGET /notes:',
    marker: '  bo',
    wanted: ['body', 'status', 'idempotency'],
    unwanted: ['maxLength'],
  },
  {
    title: 'keys of a schema in braces',
    from: 'minLength: 1, ',
    to: 'minLength: 1, ma, ',
    marker: 'minLength: 1, ma',
    wanted: ['maxLength', 'pattern', 'format'],
    unwanted: ['idempotency'],
  },
  { title: 'names of resources', from: 'create: Note', to: 'create: ', marker: 'create: ', wanted: ['Note'] },
  { title: 'states', from: 'in: draft', to: 'in: ', marker: 'in: ', wanted: ['draft', 'published'] },
  { title: 'transitions', from: 'transition: Note.publish', to: 'transition: ', marker: 'transition: ', wanted: ['Note.publish'] },
  { title: 'properties', from: 'body: [text]', to: 'body: [te]', marker: 'body: [te', wanted: ['text', 'createdAt', 'id', 'status'] },
  { title: 'words of the language', from: 'style: cursor', to: 'style: c', marker: 'style: c', wanted: ['cursor', 'offset'] },
  {
    title: 'names in an expression',
    from: 'output: Note(this)\nPATCH',
    to: 'output: th\nPATCH',
    marker: 'output: th',
    wanted: ['this', 'input', 'Note', 'size', 'now'],
  },
  {
    title: 'members of a record',
    from: 'output: Note(this)\nPATCH',
    to: 'output: this.\nPATCH',
    marker: 'output: this.',
    wanted: ['text', 'createdAt', 'status'],
    unwanted: ['input'],
  },
  {
    title: 'members of what a macro binds',
    from: 'items.map(n, Note(n))',
    to: 'items.map(n, n.)',
    marker: 'items.map(n, n.',
    wanted: ['text', 'createdAt'],
    unwanted: ['this'],
  },
  {
    title: 'methods of a string',
    from: 'output: Note(this)\nPATCH',
    to: 'output: this.text.\nPATCH',
    marker: 'output: this.text.',
    wanted: ['startsWith', 'trim', 'size'],
    unwanted: ['getFullYear', 'map'],
  },
  {
    title: 'macros of a resource',
    from: 'output: Note(this)\nPATCH',
    to: 'output: Note.\nPATCH',
    marker: 'output: Note.',
    wanted: ['exists', 'filter', 'find'],
  },
  {
    title: 'members in braces that are not closed yet',
    from: "output: { notes: 'items.map(n, Note(n))', next: page.next }",
    to: "output: { notes: 'items.map(n, Note(n))', next: page.",
    marker: 'next: page.',
    wanted: ['next'],
    unwanted: ['input'],
  },
  {
    title: 'names in quotes and braces that are not closed yet',
    from: "output: { notes: 'items.map(n, Note(n))', next: page.next }",
    to: "output: { notes: 'items.map(n, no",
    marker: 'items.map(n, no',
    wanted: ['n', 'Note', 'now'],
  },
  {
    title: 'members in a later line of an expression',
    from: 'output: Note(this)\nPATCH',
    to: 'output: |\n    Note(this.\nPATCH',
    marker: 'Note(this.',
    wanted: ['text', 'createdAt'],
    unwanted: ['operationId'],
  },
  {
    title: 'conventions',
    from: 'use: [http@1, problem-details@1]',
    to: 'use: [http@1, problem-details@1, ]',
    marker: 'problem-details@1, ',
    wanted: ['cloudevents@1', 'jwt@1'],
  },
]

for (const { title, from, to, marker, wanted, unwanted = [] } of completions) {
  test(`completes ${title}`, async () => {
    const uri = uriOf('notes.md')
    const text = textOf('notes.md')
    assert.ok(text.includes(from))
    await editor.show(uri, text.replace(from, to))
    const labels = (await editor.complete(uri, marker)).map(({ label }) => label)
    assert.deepEqual(
      wanted.filter((each) => !labels.includes(each)),
      [],
      labels.join(', '),
    )
    assert.deepEqual(
      unwanted.filter((each) => labels.includes(each)),
      [],
    )
  })
}

test('goes to definitions and finds references, in expressions too', async () => {
  const uri = uriOf('orders.md')
  const text = textOf('orders.md')
  await editor.show(uri, text)
  const lineOf = (part: string): string =>
    `orders.md:${text.slice(0, text.indexOf(part)).split('\n').length + (part.startsWith('\n') ? 1 : 0)}`
  assert.deepEqual(await editor.definition(uri, 'create: Ord'), [lineOf('\nOrder:\n')])
  const references = await editor.references(uri, '\nOrd')
  assert.ok(references.length > 10, references.join(', '))
  assert.ok(references.includes(lineOf('create: Order')))
})

test('renames a resource, a property, a state and a transition so that the document means the same', async () => {
  const uri = uriOf('notes.md')
  const text = textOf('notes.md')
  for (const [marker, name] of [
    ['\nNo', 'Memo'],
    ['    te', 'body'],
    ['initial: dra', 'open'],
    ['        publi', 'release'],
  ] as const) {
    await editor.show(uri, text)
    const edit = await editor.rename(uri, marker, name)
    const renamed = applyEdits(text, edit!.changes![uri]!)
    assert.deepEqual(
      compile([{ name: 'notes.md', text: renamed }], conventions()).errors.map(({ message }) => message),
      [],
    )
    assert.notEqual(renamed, text)
  }
})

test('finds and renames a function, a resource that it takes, and a parameter, from its calls', async () => {
  const [text = ''] = [
    ...readFileSync(resolve(import.meta.dirname, '../../docs/patterns/policy.md'), 'utf8').matchAll(/^```yaml\n([\s\S]*?)^```/gm),
  ].map(([, found]) => found!)
  const uri = pathToFileURL(join(examples, 'lending.yaml')).href
  await editor.show(uri, text)
  const line = text.slice(0, text.indexOf('    isOut:')).split('\n').length
  assert.deepEqual(await editor.definition(uri, 'where: isO'), [`lending.yaml:${line}`])
  for (const [marker, name, left] of [
    ['where: isO', 'isLent', /isOut/],
    ['    daysL', 'lateDays', /daysLate/],
    ['items.map(loan, Lat', 'Overdue', /\bLate\b/],
    ['\n  Loa', 'Lending', /\bLoan\b/],
  ] as const) {
    const renamed = applyEdits(text, (await editor.rename(uri, marker, name))!.changes![uri]!)
    assert.deepEqual(
      compile([{ name: 'lending.yaml', text: renamed }], conventions()).diagnostics.map(({ message }) => message),
      [],
    )
    assert.doesNotMatch(renamed.replaceAll(/(title|description): .*/g, ''), left)
  }
})

test('refuses a name that would break the document, and offers none in prose', async () => {
  const uri = uriOf('notes.md')
  await editor.show(uri, textOf('notes.md'))
  await assert.rejects(editor.rename(uri, '    te', 'createdAt'), /after it the document would have an error/)
  await assert.rejects(editor.rename(uri, '\nNo', 'two words'), /two words is not a name/)
  assert.equal(await editor.prepareRename(uri, 'Keeps no'), undefined)
  assert.equal(await editor.prepareRename(uri, 'create: No'), 'Note')
})

test('offers the fixes of a diagnostic, each of which takes it away', async () => {
  const uri = uriOf('orders.md')
  const text = textOf('orders.md')
  for (const [from, to] of [
    ['maxLength:', 'maxLenght:'],
    ['create: Order', 'create: Ordr'],
    ['\n## 9.', '\n## 9.'],
    ['transition: Order.', 'transision: Order.'],
  ] as const) {
    const broken = text.replace(from, to)
    const diagnostics = await editor.show(uri, broken)
    for (const diagnostic of diagnostics) {
      const actions = await editor.actions(uri, diagnostic.range)
      const mine = actions.filter((action) => action.diagnostics![0]!.message === diagnostic.message)
      assert.ok(mine.length > 0, `no fix of ${String(diagnostic.code)}`)
      for (const action of mine) {
        const left = await editor.show(uri, applyEdits(broken, action.edit!.changes![uri]!))
        assert.ok(!left.some(({ message }) => message === diagnostic.message))
        await editor.show(uri, broken)
      }
    }
  }
})

test('a folder is one document where the settings say so', async () => {
  const folder = temporaryFolder()
  const files = {
    'a.md':
      '---\nninefold: 1\nuse: [http@1]\n---\n\n# X\n\n## 2. Resources and their fields\n\n```yaml\nNote:\n  key: id\n  properties:\n    id: { type: string, maxLength: 20 }\n```\n',
    'b.md': '## 4. Endpoints\n\n```yaml\nGET /notes/{id}: { read: Note, output: Note(this) }\n```\n',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const other = await openEditor({ documents: [folder] })
  const uri = pathToFileURL(join(folder, 'b.md')).href
  try {
    const found = await other.show(uri, files['b.md'].replace('read: Note', 'read: Nota'))
    assert.deepEqual(
      found.filter(({ severity }) => severity === 1).map(({ code }) => code),
      ['endpoints/unknown-resource'],
    )
    assert.deepEqual(
      (await other.show(uri, files['b.md'])).filter(({ severity }) => severity === 1),
      [],
    )
    assert.deepEqual(await other.definition(uri, 'read: No'), ['a.md:11'])
  } finally {
    await other.end()
  }
})

const cells: readonly {
  readonly title: string
  readonly from: string
  readonly to: string
  readonly marker: string
  readonly wanted: readonly string[]
  readonly unwanted?: readonly string[]
}[] = [
  {
    title: 'columns in a header',
    from: '| endpoint | does | in | takes | answers |',
    to: '| endpoint | does |  | takes | answers |',
    marker: '| endpoint | does | ',
    wanted: ['in', 'status', 'who', 'sets'],
    unwanted: ['takes', 'order', 'field'],
  },
  {
    title: 'nothing below a header',
    from: '| field | type |',
    to: '| field | type |',
    marker: '| --- | --- | --',
    wanted: [],
    unwanted: ['yes'],
  },
  {
    title: 'actions and transitions',
    from: '| create Note |',
    to: '|  |',
    marker: '| POST /notes | ',
    wanted: ['create', 'list', 'Note.publish'],
  },
  {
    title: 'resources behind an action',
    from: '| create Note |',
    to: '| create  |',
    marker: '| create ',
    wanted: ['Note'],
    unwanted: ['create'],
  },
  {
    title: 'properties of the resource of the row',
    from: '| create Note | | text |',
    to: '| create Note | |  |',
    marker: '| create Note | | ',
    wanted: ['text', 'createdAt'],
  },
  {
    title: 'states of the resource of the row',
    from: '| update Note | draft |',
    to: '| update Note |  |',
    marker: '| update Note | ',
    wanted: ['draft', 'published'],
  },
  {
    title: 'states of a machine',
    from: '| (new) | | draft |',
    to: '| (new) | |  |',
    marker: '| (new) | | ',
    wanted: ['draft', 'published', '(end)'],
  },
  {
    title: 'types',
    from: '| createdAt | date-time |',
    to: '| createdAt |  |',
    marker: '| createdAt | ',
    wanted: ['text', 'date-time', 'one of', '-> Note'],
  },
  {
    title: 'rules of a field',
    from: '| key, generated uuidv7 |',
    to: '|  |',
    marker: '| id | uuid | | ',
    wanted: ['key', 'unique', 'generated'],
  },
  { title: 'the order of a list', from: '| -createdAt, id |', to: '|  |', marker: '| GET /notes | ', wanted: ['createdAt', 'id'] },
  { title: 'members in an expression', from: '`page.next`', to: '`page.`', marker: 'next: `page.', wanted: ['next'], unwanted: ['create'] },
  { title: 'keys of a part', from: '| name | notes |', to: '|  | notes |', marker: '| --- | --- |\n| ', wanted: ['name', 'description'] },
]

for (const { title, from, to, marker, wanted, unwanted = [] } of cells) {
  test(`completes in tables ${title}`, async () => {
    const uri = uriOf('tables/notes.md')
    const text = textOf('tables/notes.md')
    assert.ok(text.includes(from))
    // The place is behind the mark, also where other tables have one like it.
    const changed = text.replace(from, to)
    await editor.show(uri, changed)
    const after = changed.indexOf(marker, Math.max(0, text.indexOf(from) - marker.length))
    const labels = (await editor.completeAt(uri, after + marker.length)).map(({ label }) => label)
    assert.deepEqual(
      wanted.filter((each) => !labels.includes(each)),
      [],
      labels.join(', '),
    )
    assert.deepEqual(
      unwanted.filter((each) => labels.includes(each)),
      [],
    )
  })
}

test('in tables it shows, mends, finds and renames as in YAML', async () => {
  const uri = uriOf('tables/notes.md')
  const text = textOf('tables/notes.md')
  assert.deepEqual(await editor.show(uri, text), [])
  assert.match((await editor.hover(uri, 'PATCH /no'))!, /409/)
  const line = text.slice(0, text.indexOf('### Note\n')).split('\n').length
  assert.deepEqual(await editor.definition(uri, 'create No'), [`notes.md:${line}`])
  const renamed = applyEdits(text, (await editor.rename(uri, 'create No', 'Memo'))!.changes![uri]!)
  assert.deepEqual(compile([{ name: 'notes.md', text: renamed }], conventions()).errors, [])
  assert.match(renamed, /### Memo\n[\s\S]*### Memo\.status\n[\s\S]*\| POST \/notes \| create Memo \| \| text \| Memo \|/)
  const edited = applyEdits(text, (await editor.rename(uri, '\n| text', 'body'))!.changes![uri]!)
  assert.deepEqual(compile([{ name: 'notes.md', text: edited }], conventions()).errors, [])
  assert.match(edited, /\| body \| text 1\.\.1000 \| yes \|[\s\S]*\| POST \/notes \| create Note \| \| body \| Note \|/)
  const broken = text.replace('create Note', 'create Nots')
  const [found] = await editor.show(uri, broken)
  const [action] = await editor.actions(uri, found!.range)
  assert.equal(applyEdits(broken, action!.edit!.changes![uri]!), text)
})

test('formats tables that bind', async () => {
  const uri = uriOf('tables/notes.md')
  const text = textOf('tables/notes.md')
  await editor.show(uri, text.replace('| POST /notes | create Note | | text | Note |', '|POST /notes|create Note||text   |Note|'))
  assert.equal(await editor.format(uri), text)
})
