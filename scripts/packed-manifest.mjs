// The manifest that is packed: what the bundle of `dist/cli` holds is no dependency of the package, so that nothing is installed twice.
// A checkout runs from source and needs them all: its manifest is put aside while it is packed. `--restore` brings it back.

import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const manifest = resolve(root, 'package.json')
const whole = resolve(root, 'package.full.json')

/** Dependencies that the shipped types name. */
const named = ['yaml']
const ofCheckouts = new Set(['devDependencies', 'scripts', 'allowScripts'])
const onlyNamed = (dependencies) => Object.fromEntries(named.map((name) => [name, dependencies[name]]))

// Also where an earlier pack was interrupted.
if (existsSync(whole)) renameSync(whole, manifest)
if (!process.argv.includes('--restore')) {
  const text = readFileSync(manifest, 'utf8')
  const entries = Object.entries(JSON.parse(text)).filter(([key]) => !ofCheckouts.has(key))
  writeFileSync(whole, text)
  writeFileSync(manifest, `${JSON.stringify(Object.fromEntries(entries.map(([key, value]) => [key, key === 'dependencies' ? onlyNamed(value) : value])), undefined, 2)}\n`)
}
