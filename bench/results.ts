// Writes bench/RESULTS.md: each measuring program replaces its own part.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'

const file = join(import.meta.dirname, 'RESULTS.md')
const order = [
  '# Comparison',
  '# The blog by hand',
  '# Other examples by hand',
  '# PostgreSQL',
  '# Several processes over PostgreSQL',
  '# Growth',
  '# Lists that grow',
] as const

export function writePart(heading: (typeof order)[number], text: string): void {
  const formerParts = existsSync(file) ? readFileSync(file, 'utf8').split(/^(?=# )/m) : []
  const parts = order.map((each) =>
    each === heading ? `${heading}\n\n${text.trim()}\n\n` : (formerParts.find((part) => part.startsWith(`${each}\n`)) ?? ''),
  )
  writeFileSync(file, `${parts.join('').trim()}\n`)
}

export function machine(): string {
  return `${cpus().length} cores (${cpus()[0]!.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, SQLite ${process.versions['sqlite']}, ${new Date().toISOString().slice(0, 10)}`
}

export function count(value: number): string {
  return Math.round(value).toLocaleString('en')
}

/** Microseconds as text in milliseconds. */
export function ms(microseconds: number): string {
  return (microseconds / 1000).toFixed(2)
}

export function median(all: readonly number[]): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!
}

/** A Markdown table. The first column and those in `texts` are text; the others are numbers. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[], texts: readonly string[] = []): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [
    line(columns),
    line(columns.map((name, index) => (index === 0 || texts.includes(name) ? '---' : '---:'))),
    ...rows.map(line),
  ].join('\n')
}
