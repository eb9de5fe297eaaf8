// What a suite needs to run is not a dependency of the project: it is installed once, into a folder of the system's for what is temporary.

import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = join(tmpdir(), 'ninefold-suite-tools')

/** The `node_modules` that holds the package, `name` or `name@version`, or why there is none. */
export async function installed(wanted: string): Promise<string | { readonly skipped: string }> {
  const modules = join(folder, 'node_modules')
  const name = wanted.replace(/(?<=.)@.*/, '')
  if (existsSync(join(modules, name, 'package.json'))) return modules
  mkdirSync(folder, { recursive: true })
  if (!existsSync(join(folder, 'package.json'))) writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const { status } = await finished('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', wanted], { cwd: folder })
  return status === 0 ? modules : { skipped: `npm could not install ${wanted} into ${folder}` }
}

export type Finished = { readonly status: number | null; readonly output: string }

export function finished(
  command: string,
  words: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv },
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    const pieces: Buffer[] = []
    child.stdout.on('data', (piece: Buffer) => pieces.push(piece))
    child.stderr.on('data', (piece: Buffer) => pieces.push(piece))
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, output: Buffer.concat(pieces).toString() }))
  })
}
