// Documents and conventions with mistakes, and every message that they get.

import { readFileSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { inOrder } from '../../src/diagnostic/diagnostic.ts'
import { renderAll } from '../../src/diagnostic/render.ts'
import { golden } from '../golden.ts'
import { filled } from './filled.ts'

const folder = new URL('mistakes/', import.meta.url)
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8')
const own = Object.fromEntries(readdirSync(new URL('own/', folder)).map((name) => [`own/${name}`, read(`own/${name}`)]))

for (const name of readdirSync(folder).filter((each) => each.endsWith('.md'))) {
  test(`${name} is told its mistakes`, () => {
    const { diagnostics } = filled(read(name), own, name)
    golden(new URL(`${name}.golden.txt`, folder), renderAll(inOrder(diagnostics), { colour: false, width: 100 }))
  })
}
