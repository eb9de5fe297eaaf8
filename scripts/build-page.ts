// Builds the operator's page of a checkout if its sources changed since the last build.

import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

/** The sources of the page, the modules of `src` that it imports, and the version of the bundler. */
const sources = ['page', 'src/export/diagram', 'package-lock.json'].map((each) => join(root, each))

export async function buildPage(folder: string): Promise<void> {
  if (isFresh(folder)) return
  const { build } = await import('vite')
  // Builds in another folder, because another process may serve the former page, or build the page too.
  const newFolder = `${folder}-${process.pid}`
  await build({ configFile: join(root, 'page/vite.config.ts'), build: { outDir: newFolder } })
  rmSync(folder, { recursive: true, force: true })
  renameSync(newFolder, folder)
}

function isFresh(folder: string): boolean {
  const index = join(folder, 'index.html')
  return existsSync(index) && newestChange(sources) <= statSync(index).mtimeMs
}

/** The time of the newest change of the files, in milliseconds. */
function newestChange(paths: readonly string[]): number {
  return Math.max(
    ...paths.map((path) => {
      const stats = statSync(path)
      return stats.isDirectory() ? newestChange(readdirSync(path).map((name) => join(path, name))) : stats.mtimeMs
    }),
  )
}
