// Each check has documents for which it reports a diagnostic (with a golden text), and similar documents without one.

import assert from 'node:assert/strict'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { test } from 'node:test'
import { checks } from '../../src/check/all.ts'
import { findNewCode } from '../../src/cli/reference-pages.ts'
import { compile } from '../../src/compile/compile.ts'
import { render } from '../../src/diagnostic/render.ts'
import { conventions } from '../conventions.ts'
import { golden } from '../golden.ts'

const root = resolve(import.meta.dirname, '../..')
const fixtures = join(root, 'test', 'check')

function diagnosticsOf(path: string) {
  // Only fixtures about files of records can read the files beside them.
  const rows = (_from: string, name: string): string | undefined =>
    existsSync(join(dirname(path), name)) ? readFileSync(join(dirname(path), name), 'utf8') : undefined
  const { errors, diagnostics } = compile([{ name: basename(path), text: readFileSync(path, 'utf8') }], {
    ...conventions(),
    ...(dirname(path).startsWith(join(fixtures, 'document')) ? { rows } : {}),
  })
  assert.deepEqual(
    errors,
    diagnostics.filter(({ severity }) => severity === 'error'),
    'what is looked for late is not an error',
  )
  return diagnostics
}

/** The path of a fixture: `fires.md` or `fires.yaml`, or `silent.…`, in the folder of its code. */
function fixtureOf(code: string, kind: 'fires' | 'silent'): string | undefined {
  const folder = join(fixtures, code)
  if (!existsSync(folder)) return undefined
  const name = readdirSync(folder).find((each) => new RegExp(`^${kind}\\.(md|yaml)$`).test(each))
  return name === undefined ? undefined : join(folder, name)
}

/** The texts of all golden files of the other tests. */
function otherGoldensIn(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.golden\.(txt|xml)$/.test(path) && !path.startsWith('check'))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .join('\n')
}

/** Codes of pages: codes without a check are reported while reading, before facts exist, or while scenarios run. */
const pages = readdirSync(join(root, 'docs', 'diagnostics'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /^[a-z]+[/\\][a-z0-9-]+\.md$/.test(path))
  .filter((path) => findNewCode(readFileSync(join(root, 'docs', 'diagnostics', path), 'utf8')) === undefined)
  .map((path) => path.replace(/\.md$/, '').replace('\\', '/'))
/** Messages of part readers and of scenarios without a fixture here are in the golden files of their own tests. */
const otherGoldens = otherGoldensIn(join(root, 'test'))
const codesWithoutCheck = pages.filter((code) => existsSync(join(fixtures, code)) || !otherGoldens.includes(`[${code}]`))
const codes = [...new Set([...checks.map(({ code }) => code), ...codesWithoutCheck])].sort()

for (const code of codes) {
  test(`${code} is reported for its wrong examples`, () => {
    const path = fixtureOf(code, 'fires')
    assert(path !== undefined, `test/check/${code}/fires.md or .yaml is not there`)
    const codeDiagnostics = diagnosticsOf(path).filter((each) => each.code === code)
    assert(codeDiagnostics.length > 0, `${code} says nothing about ${path}`)
    golden(
      path.replace(/\.(md|yaml)$/, '.golden.txt'),
      codeDiagnostics.map((each) => render(each, { colour: false, width: 100 })).join('\n'),
    )
  })

  test(`${code} is not reported for its right examples`, () => {
    const path = fixtureOf(code, 'silent')
    assert(path !== undefined, `test/check/${code}/silent.md or .yaml is not there`)
    assert.deepEqual(
      diagnosticsOf(path).filter((each) => each.code === code),
      [],
    )
  })

  test(`${code} has a page`, () => {
    assert(existsSync(join(root, 'docs', 'diagnostics', `${code}.md`)), `docs/diagnostics/${code}.md is not there`)
  })
}

/** Files that create several checks, which differ only in the part or the kind of mistake. */
const checkFamilies: readonly (readonly [file: string, codes: RegExp])[] = [
  ['gaps', /^[a-z]+\/(not-shown|gap|missing-key)$/],
  ['expressions', /^expressions\//],
  ['scenarios', /^scenario\//],
]

test('each check has the name of its file', () => {
  for (const { code } of checks) {
    const family = checkFamilies.find(([, codes]) => codes.test(code))?.[0]
    const files = [code, ...(family === undefined ? [] : [family])].map((name) => join(root, 'src', 'check', `${name}.ts`))
    assert(
      files.some((file) => existsSync(file)),
      `src/check/${code}.ts is not there`,
    )
  }
})

test('redirects former codes to existing pages, and no longer reports them', () => {
  const folder = join(root, 'docs', 'diagnostics')
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((each) => /[/\\][a-z0-9-]+\.md$/.test(each))) {
    const current = findNewCode(readFileSync(join(folder, path), 'utf8'))
    if (current === undefined) continue
    assert(pages.includes(current), `${path} leads to ${current}`)
    assert(!checks.some(({ code }) => code === path.replace(/\.md$/, '')), path)
  }
})

test('each code belongs to one check', () => {
  assert.deepEqual(
    checks.map(({ code }) => code).filter((code, index, all) => all.indexOf(code) !== index),
    [],
  )
})
