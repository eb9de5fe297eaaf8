// Writes the manifest of the packed package without the dependencies that the bundle in `dist/cli` contains, so that nothing is installed
// twice. The manifest of the checkout, which needs all of them, is moved aside during packing; `--restore` moves it back.

import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const manifest = resolve(root, 'package.json')
const fullManifest = resolve(root, 'package.full.json')

/** Dependencies that the types of the package import. */
const typeDependencies = ['yaml']
const keysOfCheckout = new Set(['devDependencies', 'scripts', 'allowScripts'])
const onlyTypeDependencies = (dependencies) => Object.fromEntries(typeDependencies.map((name) => [name, dependencies[name]]))

// An interrupted earlier pack is undone too.
if (existsSync(fullManifest)) renameSync(fullManifest, manifest)
if (!process.argv.includes('--restore')) {
  const text = readFileSync(manifest, 'utf8')
  const entries = Object.entries(JSON.parse(text)).filter(([key]) => !keysOfCheckout.has(key))
  writeFileSync(fullManifest, text)
  writeFileSync(
    manifest,
    `${JSON.stringify(Object.fromEntries(entries.map(([key, value]) => [key, key === 'dependencies' ? onlyTypeDependencies(value) : value])), undefined, 2)}\n`,
  )
}
