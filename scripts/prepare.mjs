// After `npm install` in a checkout: removes the headers and manuals of Node, 68 MB that its package brings and nothing here reads.
// No TypeScript: it runs on whichever Node the machine has.

import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const packages = fileURLToPath(new URL('../node_modules/node/node_modules', import.meta.url))

for (const name of existsSync(packages) ? readdirSync(packages) : []) {
  if (!/^node-(?:bin-)?(?:linux|darwin|win|aix|sunos)-/.test(name)) continue
  for (const folder of ['include', 'share']) rmSync(join(packages, name, folder), { recursive: true, force: true })
}
