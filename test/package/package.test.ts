// The package as its users get it: packed, installed into an empty folder, and run there.

import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { after, before, test } from 'node:test'

const root = resolve(import.meta.dirname, '../..')
const most = 20 * 1024 * 1024

let folder = ''
/** `npx` and `npm` with the Node that runs the tests, not that of the machine. */
const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}` }

function run(
  command: string,
  args: readonly string[],
  cwd = folder,
): { readonly status: number | null; readonly out: string; readonly error: string } {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8' })
  return { status, out: stdout, error: stderr }
}

/** Packing changes the manifest for a moment, which other tests read. */
function copyOfSource(): string {
  const source = mkdtempSync(join(tmpdir(), 'ninefold-source-'))
  const left = new Set(['.git', 'node_modules', 'dist', 'test', 'bench'])
  for (const name of readdirSync(root)) if (!left.has(name)) cpSync(join(root, name), join(source, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(source, 'node_modules'))
  return source
}

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'ninefold-package-'))
  const source = copyOfSource()
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: source, env, encoding: 'utf8' })
    .trim()
    .split('\n')
    .at(-1)!
  assert.deepEqual(
    readFileSync(join(source, 'package.json'), 'utf8'),
    readFileSync(join(root, 'package.json'), 'utf8'),
    'the manifest is back',
  )
  rmSync(source, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{}')
  const { status, error } = run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', `./${packed}`])
  assert.equal(status, 0, error)
  rmSync(join(folder, packed))
})

after(() => rmSync(folder, { recursive: true, force: true }))

test('npx ninefold writes the blank form and checks it', () => {
  assert.deepEqual(run('npx', ['ninefold', 'init', 'service.md']).status, 0)
  const { status, out, error } = run('npx', ['ninefold', 'check', 'service.md'])
  assert.equal(status, 0, error)
  assert.match(out, /0 of 9 parts shown, no operations; 9 gaps\n$/)
})

test('npx ninefold serves an example with its page', async () => {
  writeFileSync(join(folder, 'orders.md'), readFileSync(join(root, 'examples/orders.md')))
  // A separate process group: `npx` does not pass signals on to its child.
  const child = spawn('npx', ['ninefold', 'serve', 'orders.md', '--port', '0', '--page', '--format', 'json'], {
    cwd: folder,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const { url, page } = await listening(child)
    assert.equal((await fetch(`${url}/products`, { headers: { 'api-version': 'v2' } })).status, 200)
    const shown = await fetch(page)
    assert.match(await shown.text(), /<script type="module"/)
  } finally {
    process.kill(-child.pid!, 'SIGTERM')
  }
})

test('programs import what the package exports', () => {
  const { out, error } = run(process.execPath, [
    '--input-type=module',
    '--eval',
    "const { compile } = await import('ninefold'); console.log(compile([{ name: 'a.yaml', text: 'ninefold: 1' }], { convention: () => undefined }).diagnostics.length)",
  ])
  assert.equal(out.trim(), '9', error)
})

test('it takes at most 20 MB, and nothing is built or run when it is installed', () => {
  const modules = join(folder, 'node_modules')
  const files = (readdirSync(modules, { recursive: true }) as string[]).map((name) => join(modules, name))
  const size = files.reduce((sum, file) => sum + lstatSync(file).blocks * 512, 0)
  assert.ok(size <= most, `${size} bytes`)
  const manifests = files
    .filter((file) => /node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(file))
    .map(
      (file) => JSON.parse(readFileSync(file, 'utf8')) as { readonly name: string; readonly scripts?: { readonly [name: string]: string } },
    )
  assert.ok(manifests.length > 1)
  assert.deepEqual(
    manifests
      .filter(({ scripts = {} }) => ['preinstall', 'install', 'postinstall'].some((name) => name in scripts))
      .map(({ name }) => name),
    [],
  )
  assert.deepEqual(
    files.filter((file) => /(?:\.node|binding\.gyp)$/.test(file)),
    [],
  )
})

function listening(child: ChildProcess): Promise<{ readonly url: string; readonly page: string }> {
  return new Promise((found, failed) => {
    let text = ''
    child.on('exit', (code) => failed(new Error(`ended with ${code}: ${text}`)))
    child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      const line = text.split('\n').find((each) => each.includes('"event":"listening"'))
      if (line !== undefined) found(JSON.parse(line) as { url: string; page: string })
    })
  })
}
