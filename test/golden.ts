// Compares a text with a golden file beside the tests, or rewrites the file under ACCEPT=1 (the diff is read by a person).

import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const accepting = process.env['ACCEPT'] === '1'

export function golden(file: URL | string, actual: string): void {
  const path = typeof file === 'string' ? file : fileURLToPath(file)
  const text = actual.endsWith('\n') ? actual : `${actual}\n`
  if (accepting) {
    mkdirSync(dirname(path), { recursive: true })
    if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text)
    return
  }
  assert.equal(text, existsSync(path) ? readFileSync(path, 'utf8') : '', `${path} differs; ACCEPT=1 rewrites it`)
}
