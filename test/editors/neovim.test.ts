// The language server in Neovim, with the settings of the reference; skipped where Neovim is not installed.

import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../folder.ts'
import { commandPath } from '../command.ts'

const root = resolve(import.meta.dirname, '../..')
const [, major = '', minor = ''] = /NVIM v(\d+)\.(\d+)/.exec(spawnSync('nvim', ['--version'], { encoding: 'utf8' }).stdout ?? '') ?? []
const isInstalled = major !== ''

type Answers = {
  readonly problem?: string
  readonly diagnostics: readonly string[]
  readonly action: string
  readonly mended: string
  readonly hover: string
  readonly completion: readonly string[]
  readonly definition: number
  readonly renamed: string
}

/** The settings for the installed version, with the server of this checkout. */
function settings(): string {
  const page = readFileSync(join(root, 'docs/reference/editors.md'), 'utf8')
  const [recent, older] = [...page.matchAll(/```lua\n([\s\S]*?)```/g)].map(([, lua]) => lua!)
  const lua = Number(major) > 0 || Number(minor) >= 11 ? recent! : older!
  const command = [process.execPath, commandPath, 'lsp'].map((each) => JSON.stringify(each)).join(', ')
  assert.ok(lua.includes("{ 'npx', 'ninefold', 'lsp' }"))
  return lua.replace("{ 'npx', 'ninefold', 'lsp' }", `{ ${command} }`)
}

test('Neovim shows and mends mistakes, and knows types and names', { skip: isInstalled ? false : 'Neovim is not installed' }, () => {
  const document = join(temporaryFolder(), 'notes.md')
  cpSync(join(root, 'examples/notes.md'), document)
  const original = readFileSync(document, 'utf8')
  const printed = execFileSync(
    'nvim',
    ['--headless', '-u', 'NONE', '-i', 'NONE', '-n', '-c', `luafile ${join(import.meta.dirname, 'neovim.lua')}`],
    {
      env: { ...process.env, SETTINGS: settings(), DOCUMENT: document },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  const answers = JSON.parse(printed) as Answers
  assert.equal(answers.problem, undefined)
  const lines = original.split('\n')
  const line = lines.indexOf('  create: Note')
  assert.deepEqual(answers.diagnostics, [`document/unknown-key ${line}`])
  assert.deepEqual([answers.action, answers.mended], ['Write `create`', lines[line]])
  assert.match(answers.hover, /Note\(this\): Note/)
  assert.ok(
    ['this', 'Note', 'now'].every((name) => answers.completion.includes(name)),
    answers.completion.join(' '),
  )
  assert.equal(lines[answers.definition], 'Note:')
  assert.equal(answers.renamed, original.replaceAll(/\bNote\b/g, 'Memo').trimEnd())
})
