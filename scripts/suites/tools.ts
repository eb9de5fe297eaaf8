// Installs the tools of suites, which are no dependencies of the project, once in a temporary folder.

import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = join(tmpdir(), 'ninefold-suite-tools')

/** The `node_modules` with the package (`name` or `name@version`), or the reason why it is missing. */
export async function installPackage(packageName: string): Promise<string | { readonly skipped: string }> {
  const modules = join(folder, 'node_modules')
  const [, name = packageName, version] = /^(.+?)@(.+)$/.exec(packageName) ?? []
  if (isInstalled(join(modules, name, 'package.json'), version)) return modules
  mkdirSync(folder, { recursive: true })
  if (!existsSync(join(folder, 'package.json'))) writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const { status } = await runProgram('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', packageName], { cwd: folder })
  return status === 0 ? modules : { skipped: `npm could not install ${packageName} into ${folder}` }
}

/** Another suite's tool may have brought another version. */
function isInstalled(manifest: string, version: string | undefined): boolean {
  if (!existsSync(manifest)) return false
  return (
    version === undefined || `${(JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version}.`.startsWith(`${version}.`)
  )
}

export type ProgramResult = { readonly status: number | null; readonly output: string }

export function runProgram(
  command: string,
  words: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv },
): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    const pieces: Buffer[] = []
    child.stdout.on('data', (piece: Buffer) => pieces.push(piece))
    child.stderr.on('data', (piece: Buffer) => pieces.push(piece))
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, output: Buffer.concat(pieces).toString() }))
  })
}
