// The version of the package.

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

export function readVersion(): string {
  const manifest = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8')) as { version: string }
  return manifest.version
}
