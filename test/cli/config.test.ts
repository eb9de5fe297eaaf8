// Options from a file, and the operator's limits: one name and unit in the file, on the command line, in help, pages and metrics.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { printLimit } from '../../src/cli/limits.ts'
import { operatorLimits, limits } from '../../src/serve/operator-limits.ts'
import { temporaryFolder } from '../folder.ts'
import { ninefold } from '../ninefold.ts'
import { commandPath } from '../command.ts'

const root = resolve(import.meta.dirname, '../..')

function config(text: string): string {
  const file = join(temporaryFolder(), 'serve.yaml')
  writeFileSync(file, text)
  return file
}

/** Serves notes; ends when the work is done. */
async function served(
  args: readonly string[],
  work: (at: { readonly url: string; readonly admin?: string }) => Promise<void>,
): Promise<string> {
  const child = spawn(process.execPath, [commandPath, 'serve', 'examples/notes.md', '--format', 'json', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, errors] = ['', '']
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const ended = new Promise<void>((done) => child.on('close', () => done()))
  const listening = new Promise<void>((done) =>
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
      if (out.includes('"listening"')) done()
    }),
  )
  await Promise.race([listening, ended])
  const line = out.split('\n').find((each) => each.includes('"listening"'))
  assert.ok(line !== undefined, errors)
  try {
    await work(JSON.parse(line) as { url: string; admin?: string })
  } finally {
    child.kill('SIGTERM')
    await ended
  }
  return errors
}

const post = (url: string, text: string): Promise<Response> =>
  fetch(`${url}/notes`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ text }) })

test('options come from a file, and what the command line says goes first', async () => {
  const file = config(
    'port: 0\nadmin: 0\nlog: silent\nmax-body: 2KiB\nmax-depth: 3\nheaders-timeout: PT5S\ntrust-proxy: [127.0.0.1, 10.0.0.0/8]\nexplain: true\n',
  )
  await served(['--config', file, '--max-body', '100B'], async ({ url, admin }) => {
    const created = await post(url, 'short')
    assert.equal(created.status, 201)
    assert.ok(created.headers.has('ninefold-origin'))
    assert.equal((await post(url, 'long '.repeat(50))).status, 413)
    const metrics = await (await fetch(`${admin}/metrics`)).text()
    for (const line of [
      'ninefold_limit{limit="max-body"} 100',
      'ninefold_limit{limit="max-depth"} 3',
      'ninefold_limit{limit="headers-timeout"} 5',
      'ninefold_limit{limit="max-connections"} 20000',
    ])
      assert.ok(metrics.includes(`${line}\n`), line)
  })
})

test('every limit is an option of the file, and the metrics have it by its name', async () => {
  const other = limits.map((limit) => ({
    limit,
    value: limit.unit === 'bytes' ? 2048 : limit.unit === 'count' ? 77 : limit.option === 'requestTimeout' ? 9000 : 7000,
  }))
  const file = config(
    `port: 0\nadmin: 0\nlog: silent\n${other.map(({ limit, value }) => `${limit.name}: ${printLimit(limit, value)}\n`).join('')}`,
  )
  await served(['--config', file], async ({ admin }) => {
    const metrics = await (await fetch(`${admin}/metrics`)).text()
    const known = Object.fromEntries(
      [...metrics.matchAll(/^ninefold_limit\{limit="([^"]+)"\} (\S+)$/gm)].map(([, name, value]) => [name!, Number(value)]),
    )
    assert.deepEqual(
      known,
      Object.fromEntries(other.map(({ limit, value }) => [limit.name, limit.unit === 'duration' ? value / 1000 : value])),
    )
  })
  await served(['--port', '0', '--admin', '0', '--turn', 'none'], async ({ admin }) =>
    assert.match(await (await fetch(`${admin}/metrics`)).text(), /^ninefold_limit\{limit="turn"\} \+Inf$/m),
  )
})

test('refuses invalid options of a file with a clear message', async () => {
  for (const [text, told] of [
    ['prot: 1\n', 'there is no option prot; did you mean port?'],
    ['page: maybe\n', 'page takes true or false, not maybe'],
    ['port: [1, 2]\n', 'port takes a text'],
    ['port:\n', 'port takes a text'],
    ['config: other.yaml\n', 'there is no option config'],
    ['- port\n', 'does not contain a map of options'],
    ['port: {\n', 'is not read: '],
  ] as const) {
    const { status, error } = await ninefold('serve', join(root, 'examples/notes.md'), '--config', config(text))
    assert.equal(status, 2)
    assert.ok(error.includes(told), error)
  }
})

test('refuses an invalid limit from a file or an option', async () => {
  for (const [args, told] of [
    [['--max-body', 'much'], '--max-body takes a size such as 64KiB or 1MiB, not much'],
    [['--max-body', '10'], '--max-body takes a size such as 64KiB or 1MiB, not 10'],
    [['--max-requests', '0'], '--max-requests takes a whole number from 1 on, not 0'],
    [['--turn', 'soon'], '--turn takes a duration such as PT30S, or none, not soon'],
    [['--drain', '10s'], '--drain takes a duration such as PT30S, not 10s'],
    [
      ['--headers-timeout', 'PT1M'],
      '--headers-timeout PT1M is longer than --request-timeout PT30S, which is about headers and body together',
    ],
    [['--config', config('max-queue: -1\n')], '--max-queue takes a whole number from 1 on, not -1'],
  ] as const) {
    const { status, error } = await ninefold('serve', join(root, 'examples/notes.md'), ...args)
    assert.deepEqual([status, error], [2, `ninefold serve: ${told}\n`])
  }
})

test('help and the page of operating have every limit with its default', async () => {
  const out = (await ninefold('serve', '--help')).out.replaceAll(/\s+/g, ' ')
  const page = readFileSync(join(root, 'docs/reference/operating.md'), 'utf8')
  for (const limit of limits) {
    const usual = printLimit(limit, operatorLimits[limit.option])
    assert.match(out, new RegExp(`--${limit.name} .*\\(default ${usual}\\)`))
    assert.ok(
      page.includes(`| \`--${limit.name}\` | ${usual} | ${limit.description} |`),
      `| \`--${limit.name}\` | ${usual} | ${limit.description} |`,
    )
  }
})
