// Kinds are unions: one more of a kind, and the type checker points at each place that must decide about it. Each is added to a copy of the sources.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from './folder.ts'

const root = resolve(import.meta.dirname, '..')

/** `decides`: files with the words that stand on the line which does not decide. */
type Kind = {
  readonly name: string
  readonly file: string
  readonly from: string
  readonly to: string
  readonly decides: readonly (readonly [file: string, words: string])[]
}

const kinds: readonly Kind[] = [
  {
    name: 'a key of effects that nobody says the role of',
    file: 'model/states.ts',
    from: '  by: key(\n',
    to: "  quietly: key(plainText, 'none', 'How.'),\n  by: key(\n",
    decides: [['model/effect-action.ts', 'satisfies']],
  },
  {
    name: 'a verb of effects',
    file: 'model/effect-action.ts',
    from: "  onConflict: 'manner',",
    to: "  onConflict: 'verb',",
    decides: [
      ['meaning/writing/effects.ts', 'function runVerb'],
      ['fact/effects/effect.ts', '): ProgramStep[] {'],
      ['typing/slots/effects.ts', 'function nameTargetResource'],
      ['typing/reach.ts', 'function listEffectBlocks'],
    ],
  },
  {
    name: 'a condition',
    file: 'model/conditions.ts',
    from: "  'unavailable',\n  'internal',\n",
    to: "  'unavailable',\n  'internal',\n  'haunted',\n",
    decides: [
      ['fact/table.ts', 'conditionTable'],
      ['meaning/checks.ts', 'const checks'],
    ],
  },
  {
    name: 'an action',
    file: 'model/endpoints.ts',
    from: "  'answer',\n  'call',\n  'do',\n",
    to: "  'answer',\n  'call',\n  'do',\n  'archive',\n",
    decides: [
      ['model/endpoints.ts', 'actsOnOneRecord'],
      ['model/read-operations.ts', ''],
      ['meaning/perform.ts', 'function perform'],
      ['fact/effects/operation.ts', 'function buildProgram'],
      ['typing/slots/endpoints.ts', 'function typeRecordBefore'],
      ['typing/slots/answer-names.ts', 'function typeRecordAfter'],
      ['typing/reach.ts', 'function listStartingBlocks'],
    ],
  },
  {
    name: 'a type of authentication scheme',
    file: 'model/authentication.ts',
    from: "oneOfWords('apiKey', 'http',",
    to: "oneOfWords('apiKey', 'handshake', 'http',",
    decides: [
      ['meaning/caller/challenge.ts', 'function nameAuthScheme'],
      ['serve/caller/credential.ts', 'function createCredentialReader'],
      ['model/security.ts', 'function usesTokens'],
      ['fact/missing/conditional.ts', 'function listSchemeNeeds'],
    ],
  },
]

test('makes a new kind a type error at each place that must decide', () => {
  const folder = temporaryFolder()
  cpSync(join(root, 'src'), join(folder, 'src'), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  cpSync(join(root, 'package.json'), join(folder, 'package.json'))
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ extends: join(root, 'tsconfig.json'), include: ['src'] }))
  for (const { name, file, from, to } of kinds) {
    const path = join(folder, 'src', file)
    const text = readFileSync(path, 'utf8')
    assert.equal(text.split(from).length, 2, `${name}: ${file} says ${JSON.stringify(from)} once`)
    writeFileSync(
      path,
      text.replace(from, () => to),
    )
  }
  const { stdout } = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder, '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const errors = stdout.split('\n').flatMap((line) => {
    const [, file, at] = /^src\/(.+?)\((\d+),\d+\): error/.exec(line) ?? []
    return file === undefined ? [] : [{ file, words: readFileSync(join(folder, 'src', file), 'utf8').split('\n')[Number(at) - 1]! }]
  })
  for (const { name, decides } of kinds) {
    const silent = decides.filter(([file, words]) => !errors.some((error) => error.file === file && error.words.includes(words)))
    assert.deepEqual(silent, [], name)
  }
})
