// Reads the pages that the package contains: the reference, the diagnostics, the conventions, the patterns, deployment, and single pages.

import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { ReferencePage } from '../reference/search.ts'

const root = resolve(import.meta.dirname, '../..')

/** The folders of pages, each with the prefix of its pages' names. */
const folders = { 'docs/reference': '', 'docs/diagnostics': '', conventions: '', 'docs/patterns': 'patterns/', 'docs/deploy': 'deploy/' }
const singlePages = ['glossary', 'tutorial']

/** Named without `.md`: `4-endpoints`, `states/unreachable-candidate`, `http@1`, `patterns/feed`; and `llms.txt`. */
export function readReferencePages(): readonly ReferencePage[] {
  const pages = Object.entries(folders).flatMap(([folder, lead]) => {
    const folderPath = join(root, folder)
    const paths = readdirSync(folderPath, { recursive: true, encoding: 'utf8' }).filter(
      (path) => path.endsWith('.md') && !path.endsWith('README.md'),
    )
    const filePages = paths
      .sort()
      .map((path) => ({ name: lead + path.replaceAll('\\', '/').slice(0, -3), text: readFileSync(join(folderPath, path), 'utf8') }))
    return filePages.filter(({ text }) => findNewCode(text) === undefined)
  })
  const singles = singlePages.map((name) => ({ name, text: readFileSync(join(root, `docs/${name}.md`), 'utf8') }))
  return [{ name: 'llms.txt', text: readFileSync(join(root, 'docs/llms.txt'), 'utf8'), isSummary: true }, ...pages, ...singles]
}

/** The new code on the page of a former code; undefined for a current code. */
export function findNewCode(text: string): string | undefined {
  return /^# .+\n\nRenamed to \[([a-z]+\/[a-z-]+)\]/.exec(text)?.[1]
}
