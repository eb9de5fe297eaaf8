// `ninefold diff` as other programs call it: two files in, text or data and an exit status out.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../folder.ts'
import { ninefold } from '../ninefold.ts'

const notes = readFileSync(resolve(import.meta.dirname, '../../examples/notes.md'), 'utf8')

/** Two editions in a temporary folder; the second has one text replaced by another. */
function editions(from: string, to: string): readonly [old: string, now: string] {
  assert.ok(notes.includes(from), from)
  const folder = temporaryFolder()
  const files = [join(folder, 'old.md'), join(folder, 'new.md')] as const
  writeFileSync(files[0], notes)
  writeFileSync(
    files[1],
    notes.replace(from, () => to),
  )
  return files
}

test('exits 0 for an edition without breaking changes, and lists the changes', async () => {
  const { status, out } = await ninefold('diff', ...editions('maxLength: 1000', 'maxLength: 1000'))
  assert.deepEqual([status, out], [0, 'no change\n'])
})

test('a breaking change exits 1, with its place and whom it breaks', async () => {
  const [old, now] = editions('maxLength: 1000', 'maxLength: 900')
  const { status, out } = await ninefold('diff', old, now)
  assert.equal(status, 1)
  assert.match(out, /^breaking {2}2\. resources: Note › properties › \w+ › maxLength: was 1000, is 900$/m)
  assert.match(out, /clients that send: fewer requests are accepted/)
  assert.match(out, /new\.md:\d+ \(was .*old\.md:\d+\)/)
  const data = JSON.parse((await ninefold('diff', old, now, '--format', 'json')).out)
  assert.deepEqual(
    [data.breaking, data.changes[0].severity, data.changes[0].part.name, data.changes[0].old, data.changes[0].new],
    [1, 'breaking', 'resources', 1000, 900],
  )
  assert.deepEqual(data.changes[0].effects[0], { side: 'senders', role: 'permitted', way: 'narrower', severity: 'breaking' })
})

test('an edition that cannot be read, or has errors, exits 2 and says which', async () => {
  const [old, now] = editions('maxLength: 1000', 'maxLength: many')
  const { status, out, error } = await ninefold('diff', old, now)
  assert.deepEqual([status, out], [2, ''])
  assert.match(error, /new\.md has errors: both editions must be read/)
  const missing = await ninefold('diff', old, `${now}.not`)
  assert.equal(missing.status, 2)
  assert.match(missing.error, /does not exist/)
})

test('a review reads it as Markdown, a code host as SARIF, CI as JUnit', async () => {
  const [old, now] = editions('maxLength: 1000', 'maxLength: 900')
  const markdown = join(old, '..', 'diff.md')
  assert.equal((await ninefold('diff', old, now, '--format', 'markdown', '--output', markdown, '--search', '0')).status, 1)
  assert.match(
    readFileSync(markdown, 'utf8'),
    /^# 1 breaking\n\n## Breaking\n\n- \*\*2\. resources\*\* `Note › properties › text › maxLength` was 1000, is 900/,
  )
  const sarif = JSON.parse((await ninefold('diff', old, now, '--format', 'sarif', '--search', '0')).out)
  const [result] = sarif.runs[0].results
  assert.deepEqual(
    [sarif.version, result.ruleId, result.level, result.locations[0].physicalLocation.artifactLocation.uri],
    ['2.1.0', 'breaking', 'error', now.replaceAll('\\', '/')],
  )
  assert.ok(result.locations[0].physicalLocation.region.startLine > 1)
  const junit = (await ninefold('diff', old, now, '--format', 'junit', '--search', '0')).out
  assert.match(junit, /<testsuite name="2\. resources" tests="1" failures="1" errors="0" skipped="0">/)
  assert.equal((await ninefold('diff', old, now, '--format', 'html')).status, 2)
})

test('the old edition may be a revision of git, with what stood beside it', () => {
  const folder = temporaryFolder()
  const git = (...words: string[]): void =>
    assert.equal(
      spawnSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...words], { cwd: folder }).status,
      0,
      words.join(' '),
    )
  mkdirSync(join(folder, 'api'))
  writeFileSync(join(folder, 'api', 'notes.md'), notes)
  git('init', '-q')
  git('add', '.')
  git('commit', '-q', '-m', 'first')
  writeFileSync(join(folder, 'api', 'notes.md'), notes.replace('maxLength: 1000', 'maxLength: 900'))
  const compare = (old: string, now: string, cwd: string): ReturnType<typeof spawnSync> =>
    spawnSync(process.execPath, [resolve(import.meta.dirname, '../../scripts/from-source.mjs'), 'diff', old, now, '--search', '0'], {
      cwd,
      encoding: 'utf8',
    })
  const inside = compare('HEAD:notes.md', 'notes.md', join(folder, 'api'))
  assert.match(String(inside.stdout), /maxLength: was 1000, is 900/)
  assert.match(String(inside.stdout), /\(was HEAD:api\/notes\.md:\d+\)/)
  assert.equal(compare('HEAD:api/notes.md', 'HEAD:api/notes.md', join(folder, 'api')).status, 0, 'from the root, as git has it')
  const bare = compare('HEAD', 'api/notes.md', folder)
  assert.deepEqual([bare.status, /of a revision of git, name a file: HEAD:api\/notes\.md/.test(String(bare.stderr))], [2, true])
  const outside = compare('HEAD', 'notes.md', temporaryFolder())
  assert.match(String(outside.stderr), /HEAD names a revision of git, and this folder is not in a git repository/)
  const missing = compare('HEAD~7:api/notes.md', 'api/notes.md', folder)
  assert.deepEqual([missing.status, /git has no revision HEAD~7/.test(String(missing.stderr))], [2, true])
})

test('a folder of editions has a changelog, the newest first', async () => {
  const folder = temporaryFolder()
  for (const [name, length] of [
    ['v1', 1000],
    ['v2', 900],
    ['v10', 2000],
  ] as const)
    writeFileSync(join(folder, `${name}.md`), notes.replace('maxLength: 1000', `maxLength: ${length}`))
  const { status, out } = await ninefold('export', 'changelog', folder)
  assert.equal(status, 0)
  assert.deepEqual(
    [...out.matchAll(/^## (.*)$/gm)].map(([, name]) => name),
    ['v10', 'v2', 'v1'],
  )
  assert.match(out, /## v10\n\nSince v2: 1 breaking\.\n\n### Breaking\n\n.*was 900, is 2000/)
  assert.match((await ninefold('export', 'changelog', join(folder, 'none'))).error, /is not a folder of editions/)

  const history = JSON.parse((await ninefold('export', 'changelog', folder, '--format', 'json')).out)
  assert.deepEqual(
    history.editions.map(({ name, since, breaking, changes }: { [key: string]: unknown[] | undefined }) => [
      name,
      since,
      breaking,
      changes?.length,
    ]),
    [
      ['v10', 'v2', 1, 1],
      ['v2', 'v1', 1, 1],
      ['v1', undefined, undefined, undefined],
    ],
  )
  assert.match((await ninefold('export', 'changelog', folder, '--format', 'svg')).error, /--format takes markdown or json, not svg/)
})

test('writes a part 9 that keeps serving old clients', async () => {
  const tasks = readFileSync(resolve(import.meta.dirname, '../diff/tasks.yaml'), 'utf8').replace(
    'versioning: none',
    'versioning:\n  scheme: { header: Api-Version }\n  current: v1\n',
  )
  const folder = temporaryFolder()
  const [old, now, suggested] = ['old.yaml', 'new.yaml', 'suggested.yaml'].map((name) => join(folder, name)) as [string, string, string]
  const renamed = tasks.replaceAll(/\btitle\b(?!: No)/g, 'name').replace('/finish: {', '/end: {')
  writeFileSync(old, tasks)
  writeFileSync(now, renamed)
  assert.equal((await ninefold('diff', old, now, '--search', '0')).status, 1)
  const { status, out } = await ninefold('diff', old, now, '--suggest')
  assert.equal(status, 0)
  assert.match(out, /- rename:\n {8}Task\.title: name\n/)
  assert.match(out, /- renameEndpoint:\n {8}POST \/tasks\/\{id\}\/finish: POST \/tasks\/\{id\}\/end\n/)
  writeFileSync(suggested, renamed.replace('  current: v1\n', out.replaceAll(/^(?=.)/gm, '  ')))
  const again = await ninefold('diff', old, suggested, '--search', '300')
  assert.equal(again.status, 0, again.out)
})
