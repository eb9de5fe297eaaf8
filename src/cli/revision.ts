// Reads a document from a revision of git (`HEAD~1:orders.md`), with the files that it names.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { posix } from 'node:path'
import { type Compiled, compile } from '../compile/compile.ts'
import { Misuse } from './command.ts'
import { findConventionFile, conventionLockFile, readableFile, readTextFile } from './load.ts'

type Revision = { readonly revision: string; readonly path: string }

/** Undefined if the argument is a path: an existing file takes precedence over a git revision. */
export function parseRevision(argument: string): Revision | undefined {
  const [, revision, path] = /^([^:]{2,}):(.+)$/.exec(argument) ?? []
  return revision === undefined || existsSync(argument) ? undefined : { revision, path: path! }
}

/** Proposes a path for a revision without one, as in `diff HEAD orders.md`. */
export function refuseBareRevision(argument: string, path: string): void {
  if (existsSync(argument) || argument.includes(':')) return
  if (runGit('rev-parse', '--verify', '--quiet', `${argument}^{commit}`) !== undefined)
    throw new Misuse(`${argument} does not exist; of a revision of git, name a file: ${argument}:${path}`)
  if (/^HEAD\b/.test(argument) && runGit('rev-parse', '--git-dir') === undefined)
    throw new Misuse(`${argument} names a revision of git, and this folder is not in a git repository; name a file with the other edition`)
}

export function compileRevision(argument: string, { revision, path }: Revision): Compiled {
  const place = findPlace(argument, revision, path)
  const names = place.isFolder ? listFiles(revision, place.path).filter((name) => readableFile.test(name)) : [place.path]
  if (names.length === 0) throw new Misuse(`${argument} contains no Markdown or YAML file`)
  const files = names.map((name) => ({ name: `${revision}:${name}`, text: showFile(revision, name) ?? '' }))
  const folder = place.isFolder ? place.path : posix.dirname(place.path)
  const readFileBeside = (name: string): string | undefined => showFile(revision, posix.join(folder, name))
  return compile(files, {
    convention: (name) => (/^[a-z][a-z0-9-]*@\d+$/.test(name) ? readTextFile(findConventionFile('', name)) : readFileBeside(name)),
    lock: () => readFileBeside(conventionLockFile),
    rows: (from, name) => showFile(revision, posix.join(posix.dirname(from.slice(revision.length + 1)), name)),
  })
}

type Place = { readonly path: string; readonly isFolder: boolean }

/** The path from the current folder, or else from the repository's root, like git itself. */
function findPlace(argument: string, revision: string, path: string): Place {
  const prefix = runGit('rev-parse', '--show-prefix')
  if (prefix === undefined) throw new Misuse(`${argument} does not exist, and this folder is not in a git repository`)
  if (runGit('rev-parse', '--verify', '--quiet', `${revision}^{commit}`) === undefined) throw new Misuse(`git has no revision ${revision}`)
  const candidates = [posix.join(prefix.trim(), path), posix.normalize(path)].filter((each) => !each.startsWith('..'))
  for (const candidate of candidates) {
    const kind = runGit('cat-file', '-t', `${revision}:${candidate === '.' ? '' : candidate}`)?.trim()
    if (kind === 'blob' || kind === 'tree') return { path: candidate, isFolder: kind === 'tree' }
  }
  throw new Misuse(`${path} does not exist in ${revision}`)
}

function listFiles(revision: string, folder: string): string[] {
  return (runGit('ls-tree', '-r', '-z', '--name-only', '--full-tree', revision, '--', folder) ?? '')
    .split('\0')
    .filter((name) => name !== '')
    .sort()
}

function showFile(revision: string, path: string): string | undefined {
  return runGit('show', `${revision}:${path}`)
}

/** The output of git; undefined if it fails. */
function runGit(...gitArguments: readonly string[]): string | undefined {
  const { status, stdout, error } = spawnSync('git', gitArguments, { encoding: 'utf8', maxBuffer: 1 << 28 })
  if (error !== undefined) throw new Misuse('git is not installed; it reads revisions')
  return status === 0 ? stdout : undefined
}
