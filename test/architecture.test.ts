// ARCHITECTURE.md is true: imports go up its table of rows, neither a file nor a room of the interpreter imports
// itself in a cycle, and a dependency has the one importer that its table names.

import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'

const root = resolve(import.meta.dirname, '..')
const src = join(root, 'src')
const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')

const rows = new Map([...text.matchAll(/^\| (\d+) \| `([\w-]+)` \|/gm)].map(([, row, folder]) => [folder!, Number(row)]))
const importers = new Map([...text.matchAll(/^\| `(@?[\w/.-]+)` \| `([\w/.-]+)` \|$/gm)].map(([, name, place]) => [name!, place!]))

type File = { readonly path: string; readonly folder: string; readonly imports: readonly string[] }

const files: File[] = (readdirSync(src, { recursive: true }) as string[])
  .filter((path) => path.endsWith('.ts'))
  .map((path) => {
    const code = readFileSync(join(src, path), 'utf8')
    const imports = [
      ...code.matchAll(/(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s+'([^']+)'|import\('([^']+)'\)|(?:^|\n)import '([^']+)'/g),
    ]
    return { path, folder: path.split('/')[0]!, imports: imports.map(([, a, b, c]) => (a ?? b ?? c)!) }
  })

function target(file: File, imported: string): string {
  return relative(src, resolve(src, dirname(file.path), imported))
}

function circlesIn(imports: ReadonlyMap<string, Iterable<string>>): readonly string[] {
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
    if (done.has(path) || trail.includes(path)) return
    for (const next of imports.get(path) ?? []) visit(next, [...trail, path])
    done.add(path)
  }
  for (const path of imports.keys()) visit(path, [])
  return cycles
}

test('every folder has a row', () => {
  const folders = new Set(files.filter((file) => file.path.includes('/')).map((file) => file.folder))
  assert.deepEqual(
    [...folders].filter((folder) => !rows.has(folder)),
    [],
  )
  assert.deepEqual(
    [...rows.keys()].filter((folder) => !folders.has(folder)),
    [],
    'a row for a folder that is not there',
  )
})

test('imports go up the table', () => {
  const wrong: string[] = []
  for (const file of files) {
    if (!file.path.includes('/')) continue
    for (const imported of file.imports.filter((each) => each.startsWith('.'))) {
      const other = target(file, imported)
      const folder = other.split('/')[0]!
      if (folder !== file.folder && !(rows.get(folder)! < rows.get(file.folder)!)) wrong.push(`${file.path} imports ${other}`)
    }
  }
  assert.deepEqual(wrong, [])
})

test('no file imports itself in a cycle', () => {
  const imports = new Map(
    files.map((file) => [file.path, file.imports.filter((each) => each.startsWith('.')).map((each) => target(file, each))]),
  )
  assert.deepEqual(circlesIn(imports), [])
})

for (const { folder, heading } of [
  { folder: 'meaning', heading: 'Folders of the interpreter' },
  { folder: 'import/form', heading: 'Folders of the form import' },
  { folder: 'verify', heading: 'Folders of verify' },
])
  test(`the rooms of ${folder} are those of its table, and none imports itself in a cycle`, () => {
    const roomOf = (path: string): string | undefined =>
      path.startsWith(`${folder}/`) ? /^([\w-]+)\//.exec(path.slice(folder.length + 1))?.[1] : undefined
    const imports = new Map<string, Set<string>>()
    for (const file of files) {
      const room = roomOf(file.path)
      if (room === undefined) continue
      const seen = imports.getOrInsertComputed(room, () => new Set<string>())
      for (const imported of file.imports.filter((each) => each.startsWith('.'))) {
        const other = roomOf(target(file, imported))
        if (other !== undefined && other !== room) seen.add(other)
      }
    }
    const list = text.split(`## ${heading}\n`)[1]!.split('\n## ')[0]!
    const rooms = [...list.matchAll(/^\| ((?:`[\w-]+`(?:, )?)+) \|/gm)].flatMap(([, names]) => names!.replaceAll('`', '').split(', '))
    assert.deepEqual(rooms.sort(), [...imports.keys()].sort())
    assert.deepEqual(circlesIn(imports), [])
  })

test('a dependency has one importer', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: { [name: string]: string }
    peerDependencies: { [name: string]: string }
  }
  assert.deepEqual(
    Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }).sort(),
    [...importers.keys()].sort(),
    'dependencies and the table of importers',
  )
  const wrong: string[] = []
  for (const file of files) {
    for (const imported of file.imports.filter((each) => !each.startsWith('.') && !each.startsWith('node:'))) {
      const name = imported
        .split('/')
        .slice(0, imported.startsWith('@') ? 2 : 1)
        .join('/')
      const place = importers.get(name)
      if (place === undefined || !(file.path === place || file.path.startsWith(`${place}/`))) wrong.push(`${file.path} imports ${name}`)
    }
  }
  assert.deepEqual(wrong, [])
})

test('keeps I/O out of the lower rows', () => {
  const wrong: string[] = []
  const below = rows.get('meaning')!
  for (const file of files.filter((each) => (rows.get(each.folder) ?? 99) <= below)) {
    for (const imported of file.imports) {
      if (/^node:(fs|net|http|child_process|dns|timers|process)/.test(imported)) wrong.push(`${file.path} imports ${imported}`)
    }
    const code = readFileSync(join(src, file.path), 'utf8').replaceAll(/\/\/.*|\/\*[\s\S]*?\*\//g, '')
    for (const [word] of code.matchAll(/\bDate\.now\(|\bMath\.random\(|\bnew Date\(\)|\bprocess\./g))
      wrong.push(`${file.path} uses ${word}`)
  }
  assert.deepEqual(wrong, [])
})

test('only the readers of its table read records from a store', () => {
  const [, list = ''] = /^## Readers of records\n([\s\S]*?)^## /m.exec(text) ?? []
  const readers = [...list.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, names]) => [...names!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!))
  const reads = files.filter(({ path }) => {
    if (path.startsWith('store/') || path.startsWith('meaning/memory/')) return false
    const code = readFileSync(join(src, path), 'utf8').replaceAll(/\/\/.*|\/\*[\s\S]*?\*\//g, '')
    return (
      /\b(?:tx|transaction)\??\.(?:row|rows|rowsHaving|recordsHaving|rowsUnordered|select|count|query|print)\??\.?\(/.test(code) ||
      /\bprinting\?\.(?:forRecord|forSelection)\(/.test(code)
    )
  })
  const reader = (path: string): string | undefined =>
    readers.find((each) => path === each || (each.endsWith('/') && path.startsWith(each)))
  assert.deepEqual(
    reads.filter(({ path }) => reader(path) === undefined).map(({ path }) => path),
    [],
  )
  assert.deepEqual(
    readers.filter((each) => !reads.some(({ path }) => reader(path) === each)),
    [],
    'a reader that reads nothing',
  )
})

test('only the registry of stores names a kind of database', () => {
  const named = files.flatMap(({ path }) => {
    if (path.startsWith('store/sqlite/') || path.startsWith('store/postgres/')) return []
    const code = readFileSync(join(src, path), 'utf8').replaceAll(/\/\/.*|\/\*[\s\S]*?\*\//g, '')
    // Words for people name a product as its makers write it.
    return code.split('\n').flatMap((line) => (/sqlite|postgres/i.test(line.replaceAll(/SQLite|PostgreSQL/g, '')) ? [path] : []))
  })
  assert.deepEqual([...new Set(named)], ['store/registry.ts'])
})

test('imports only data types and diagram drawing into the page', () => {
  const page = join(root, 'page/src')
  const allowed = new Set(['serve/page/types.ts', 'export/diagram/draw.ts'])
  const wrong: string[] = []
  for (const path of readdirSync(page, { recursive: true, encoding: 'utf8' }).filter((each) => /\.tsx?$/.test(each))) {
    for (const [, imported = ''] of readFileSync(join(page, path), 'utf8').matchAll(/from '([^']+)'/g)) {
      const file = relative(src, resolve(page, dirname(path), imported))
      if (
        imported.startsWith('.')
          ? !resolve(page, dirname(path), imported).startsWith(page) && !allowed.has(file)
          : !imported.startsWith('preact')
      )
        wrong.push(`${path} imports ${imported}`)
    }
  }
  assert.deepEqual(wrong, [])
})
