// The extension for VS Code: its manifest names existing files, and its grammars know the fences of the examples.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

const folder = resolve(import.meta.dirname, '../../editors/vscode')

type Rule = {
  readonly match?: string
  readonly begin?: string
  readonly end?: string
  readonly include?: string
  readonly patterns?: readonly Rule[]
}
type Grammar = Rule & { readonly scopeName: string; readonly repository?: { readonly [name: string]: Rule } }

const json = <T>(path: string): T => JSON.parse(readFileSync(join(folder, path), 'utf8')) as T
const manifest = json<{ main: string; contributes: { grammars: readonly { path: string; scopeName: string }[] } }>('package.json')
const grammars = manifest.contributes.grammars.map(({ path, scopeName }) => ({ scopeName, grammar: json<Grammar>(path) }))

function rulesOf(rule: Rule): readonly Rule[] {
  return [rule, ...(rule.patterns ?? []).flatMap(rulesOf)]
}

test('has every file that the manifest names', () => {
  assert.ok(existsSync(join(folder, manifest.main)))
  execFileSync(process.execPath, ['--check', join(folder, manifest.main)])
  for (const { scopeName, grammar } of grammars) assert.equal(grammar.scopeName, scopeName)
})

test('has every grammar that a grammar includes', () => {
  const scopes = new Set(grammars.map(({ scopeName }) => scopeName))
  for (const { grammar } of grammars) {
    for (const { include } of [...rulesOf(grammar), ...Object.values(grammar.repository ?? {}).flatMap(rulesOf)]) {
      if (include !== undefined)
        assert.ok(include.startsWith('#') ? include.slice(1) in (grammar.repository ?? {}) : scopes.has(include), include)
    }
  }
})

test('recognises the fences of the examples and their lines', () => {
  const text = readFileSync(resolve(folder, '../../examples/orders.md'), 'utf8')
  const [fence] = grammars.find(({ scopeName }) => scopeName === 'markdown.hurl.codeblock')!.grammar.patterns!
  // `\G` is the place where the last match ended, which is no matter here.
  const begins = new RegExp(fence!.begin!.replaceAll('\\G', '^'), 'gm')
  assert.equal([...text.matchAll(begins)].length, text.split('\n').filter((line) => line.startsWith('```hurl')).length)
  const hurl = grammars.find(({ scopeName }) => scopeName === 'source.hurl')!.grammar
  const known = rulesOf(hurl).flatMap(({ match }) => (match === undefined ? [] : [new RegExp(match, 'm')]))
  for (const line of ['POST {{url}}/orders', 'HTTP 201', '[Captures]', '# as: alice', 'jsonpath "$.id" == 1', 'If-Match: "1"'])
    assert.ok(
      known.some((each) => each.test(line)),
      line,
    )
})
