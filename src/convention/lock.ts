// `ninefold.lock`: the digest of each adopted convention, so that a built-in cannot change under its number.

import { createHash } from 'node:crypto'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../diagnostic/voice.ts'
import type { Author } from './author.ts'
import { isBuiltIn } from './built-in.ts'

export type Locked = { readonly name: string; readonly sha256: string }

/** The content of a document's lock, by name. A company's own convention is named by its path. */
export function lockConventions(adopted: readonly Author[]): Locked[] {
  const locked = adopted.map(({ convention = '', text = '' }) => ({ name: convention, sha256: sha256(text) }))
  const unique = new Map(locked.map((each) => [each.name, each]))
  return [...unique.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Line ends are normalised, because a checkout may convert them. */
function sha256(text: string): string {
  return createHash('sha256').update(text.replaceAll(/\r\n?/g, '\n')).digest('hex')
}

/** The lock file: one line per convention, so that each change is a change of one line. */
export function printLock(locked: readonly Locked[]): string {
  return locked.map(({ name, sha256 }) => `${name} sha256:${sha256}\n`).join('')
}

/** Reads a lock file; ignores lines that name no convention. */
export function readLock(text: string): Locked[] {
  return text.split(/\r\n?|\n/).flatMap((line) => {
    const [, name, sha256] = /^(\S.*?) sha256:([0-9a-f]{64})$/.exec(line.trim()) ?? []
    return name === undefined || sha256 === undefined ? [] : [{ name, sha256 }]
  })
}

/**
 * Refuses a built-in convention whose text differs from the lock: a number always means the same text. A company's own convention
 * may change, which the lock's change shows.
 */
export function lockProblems(lock: readonly Locked[], adopted: readonly Author[]): Diagnostic[] {
  const locked = new Map(lock.map(({ name, sha256 }) => [name, sha256]))
  return adopted.flatMap((author) => {
    const { convention = '', text = '', adoption } = author
    const expected = isBuiltIn(convention) ? locked.get(convention) : undefined
    return expected === undefined || expected === sha256(text) ? [] : [reportChanged(convention, adoption)]
  })
}

function reportChanged(convention: string, span: Author['adoption']): Diagnostic {
  return createDiagnostic(
    'error',
    'convention/changed',
    `${quoteName(convention)} is not the text that \`ninefold.lock\` keeps`,
    { span, text: 'adopted here' },
    {
      reason: 'A convention never changes under its number, because every service that adopts it would change with it.',
      help: 'Install the edition that this document was checked with; or, if the lock is wrong, remove its line and check what the service does now.',
    },
  )
}
