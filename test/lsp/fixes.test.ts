// Every fix that an editor offers, over all documents that make a check speak: applied, its diagnostic is gone and no error is new.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { CodeAction, Diagnostic, Range } from 'vscode-languageserver-protocol/node'
import { type Editor, applyEdits, openEditor } from './editor.ts'

const tests = resolve(import.meta.dirname, '..')

const nameOf = ({ code, message }: Diagnostic): string => `${String(code)}: ${(message as string).split('\n\n')[0]!}`

/** An editor leaves YAML alone that does not say that it is a document. */
function textOf(path: string): string {
  const text = readFileSync(join(tests, path), 'utf8')
  if (/^ninefold:/m.test(text)) return text
  return path.endsWith('.yaml')
    ? `ninefold: 1\n${text}`
    : text.startsWith('---')
      ? text.replace('---\n', '---\nninefold: 1\n')
      : `---\nninefold: 1\n---\n\n${text}`
}

let editor: Editor

before(async () => {
  editor = await openEditor()
})

after(async () => assert.equal(await editor.end(), 0))

const folders = [...new Set(globSync('check/*/*/fires.{yaml,md}', { cwd: tests }).map((path) => path.split('/')[1]!))].sort()

for (const folder of folders)
  test(`fixes of ${folder} apply and help`, () => tryAll(globSync(`check/${folder}/*/fires.{yaml,md}`, { cwd: tests }).sort()))

test('fixes of mistakes in the keys of parts apply and help', () => tryAll(globSync('model/mistakes/*.yaml', { cwd: tests }).sort()))

const counts: (readonly [number, number])[] = []

test('most diagnostics have a fix', () => {
  const [told, mended] = counts.reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0])
  assert.ok(mended / told > 0.52, `${mended} of ${told}`)
})

async function tryAll(paths: readonly string[]): Promise<void> {
  let [told, mended] = [0, 0]
  for (const path of paths) {
    const code = /^check\/(.*)\/fires/.exec(path)?.[1]
    const [all, some] = await tryFixes(path, (each) => code === undefined || each.code === code)
    told += all
    mended += some
  }
  assert.ok(told > 0)
  counts.push([told, mended])
}

/** How many diagnostics there are, and how many have a fix. */
async function tryFixes(path: string, isAsked: (diagnostic: Diagnostic) => boolean): Promise<readonly [number, number]> {
  const uri = pathToFileURL(join(tests, path)).href
  const text = textOf(path)
  const shown = await editor.show(uri, text)
  const known = new Set(shown.map(nameOf))
  const asked = shown.filter(isAsked)
  const mended = new Set<Diagnostic>()
  const ranges = new Map(asked.map(({ range }): [string, Range] => [JSON.stringify(range), range]))
  const actions: CodeAction[] = []
  for (const range of ranges.values()) actions.push(...(await editor.actions(uri, range)))
  for (const { title, edit, diagnostics } of actions) {
    const [of] = diagnostics!
    const diagnostic = asked.find((each) => nameOf(each) === nameOf(of!))
    if (diagnostic === undefined) continue
    mended.add(diagnostic)
    const left = await editor.show(uri, applyEdits(text, edit!.changes![uri]!))
    const count = (all: readonly Diagnostic[]): number => all.filter((each) => nameOf(each) === nameOf(of!)).length
    assert.ok(count(left) < count(shown), `${path}: ${title} leaves ${nameOf(of!)}`)
    assert.deepEqual(left.filter((each) => each.severity === 1 && !known.has(nameOf(each))).map(nameOf), [], `${path}: ${title}`)
  }
  await editor.close(uri)
  return [asked.length, mended.size]
}
