// Runs after `npm install` in a checkout: removes the headers and manuals of Node (68 MB), which the project does not need.
// This file is JavaScript, because it may run on an older Node.

import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const packages = fileURLToPath(new URL('../node_modules/node/node_modules', import.meta.url))

for (const name of existsSync(packages) ? readdirSync(packages) : []) {
  if (!/^node-(?:bin-)?(?:linux|darwin|win|aix|sunos)-/.test(name)) continue
  for (const folder of ['include', 'share']) rmSync(join(packages, name, folder), { recursive: true, force: true })
}
