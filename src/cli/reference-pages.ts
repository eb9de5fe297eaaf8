// Reads the pages that the package contains: the reference, the diagnostics, the conventions, and the language on one page.

import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

const folders = ['docs/reference', 'docs/diagnostics', 'conventions']

/** Named without `.md`: `4-endpoints`, `states/unreachable-candidate`, `http@1`; and `llms.txt`. */
export function referencePages(): readonly { readonly name: string; readonly text: string }[] {
  const pages = folders.flatMap((folder) => {
    const folderPath = join(root, folder)
    const paths = readdirSync(folderPath, { recursive: true, encoding: 'utf8' }).filter(
      (path) => path.endsWith('.md') && !path.endsWith('README.md'),
    )
    const filePages = paths
      .sort()
      .map((path) => ({ name: path.replaceAll('\\', '/').slice(0, -3), text: readFileSync(join(folderPath, path), 'utf8') }))
    return filePages.filter(({ text }) => renamedTo(text) === undefined)
  })
  return [{ name: 'llms.txt', text: readFileSync(join(root, 'docs/llms.txt'), 'utf8') }, ...pages]
}

/** The new code on the page of a former code; undefined for a current code. */
export function renamedTo(text: string): string | undefined {
  return /^# .+\n\nRenamed to \[([a-z]+\/[a-z-]+)\]/.exec(text)?.[1]
}
