// The lock file: `npm ci` works on every platform, and an install changes nothing in it.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'

type Locked = { readonly resolved?: string; readonly optionalDependencies?: { readonly [name: string]: string } }

for (const folder of ['', 'bench/by-hand', 'bench/peers']) {
  const { packages } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../..', folder, 'package-lock.json'), 'utf8')) as {
    readonly packages: { readonly [path: string]: Locked }
  }

  test(`the lock file of ${folder || 'the project'} has the binaries of every platform`, () => {
    for (const [path, { optionalDependencies = {} }] of Object.entries(packages)) {
      for (const name of Object.keys(optionalDependencies))
        assert.ok(`node_modules/${name}` in packages || `${path}/node_modules/${name}` in packages, `${path}: ${name}`)
    }
  })

  test(`the lock file of ${folder || 'the project'} names no registry`, () => {
    for (const [path, { resolved }] of Object.entries(packages)) assert.equal(resolved, undefined, path)
  })
}
