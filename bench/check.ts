// Measures the time of `check` for growing documents, and compares it with the YAML library's parsing of the same text.
// `node bench/check.ts [ROUNDS]` prints medians and ratios.

import { parseDocument } from 'yaml'
import { compile } from '../src/compile/compile.ts'
import { largeDocument } from './large-document.ts'

const rounds = Number(process.argv[2] ?? 3)

function timed(work: () => unknown): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

console.log('resources  operations      KB   YAML ms  check ms  ratio')
for (const resources of [10, 100, 250, 500, 1000]) {
  const text = largeDocument(resources)
  const yaml: number[] = []
  const check: number[] = []
  for (let round = 0; round < rounds; round++) {
    yaml.push(timed(() => parseDocument(text)))
    check.push(timed(() => compile([{ name: 'large.yaml', text }], { convention: () => undefined }).diagnostics))
  }
  const [parseTime, checkTime] = [median(yaml), median(check)]
  const cells = [
    resources,
    resources * 5,
    Math.round(text.length / 1024),
    Math.round(parseTime),
    Math.round(checkTime),
    (checkTime / parseTime).toFixed(2),
  ]
  console.log(cells.map((cell, index) => String(cell).padStart([9, 12, 8, 10, 10, 7][index]!)).join(''))
}
