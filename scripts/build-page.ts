// Builds the operator's page of a checkout where its sources changed since it was last built.

import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

/** The page's own sources, what it imports of `src` besides types, and the version of the bundler. */
const sources = ['page', 'src/export/diagram', 'package-lock.json'].map((each) => join(root, each))

export async function buildPage(folder: string): Promise<void> {
  if (isFresh(folder)) return
  const { build } = await import('vite')
  // Another process may serve the page that was built before, or build it too.
  const fresh = `${folder}-${process.pid}`
  await build({ configFile: join(root, 'page/vite.config.ts'), build: { outDir: fresh } })
  rmSync(folder, { recursive: true, force: true })
  renameSync(fresh, folder)
}

function isFresh(folder: string): boolean {
  const built = join(folder, 'index.html')
  return existsSync(built) && newestChange(sources) <= statSync(built).mtimeMs
}

/** When the newest of the files was written, in milliseconds. */
function newestChange(paths: readonly string[]): number {
  return Math.max(...paths.map((path) => {
    const found = statSync(path)
    return found.isDirectory() ? newestChange(readdirSync(path).map((name) => join(path, name))) : found.mtimeMs
  }))
}
