// Finds the operator's page: built in the package; in a checkout, built on first use.

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Misuse } from './command.ts'

/** `src/cli` and `dist/cli` have the same depth. */
const root = resolve(import.meta.dirname, '../..')

/** The folder of its files. The package contains no sources of the page, so nothing is built there. */
export async function findBuiltPage(): Promise<string> {
  const folder = resolve(root, 'dist/page')
  const script = resolve(root, 'scripts/build-page.ts')
  if (existsSync(script)) await buildPageBy(script, folder)
  return folder
}

async function buildPageBy(script: string, folder: string): Promise<void> {
  try {
    // The path is computed, so that no bundle of the command contains the bundler.
    const { buildPage } = (await import(pathToFileURL(script).href)) as { buildPage: (folder: string) => Promise<void> }
    await buildPage(folder)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new Misuse(
      code === 'ERR_MODULE_NOT_FOUND'
        ? 'the page of a checkout is built with its development dependencies; `npm install` brings them'
        : `the page cannot be built: ${message}`,
    )
  }
}
