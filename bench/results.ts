// bench/RESULTS.md: a part for each program that measures, which writes it anew and leaves the others as they are.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'

const file = join(import.meta.dirname, 'RESULTS.md')
const order = ['# Comparison', '# The blog by hand', '# Other examples by hand', '# PostgreSQL', '# Several processes over PostgreSQL', '# Growth', '# Lists that grow'] as const

export function keepPart(heading: (typeof order)[number], text: string): void {
  const found = existsSync(file) ? readFileSync(file, 'utf8').split(/^(?=# )/m) : []
  const parts = order.map((each) => (each === heading ? `${heading}\n\n${text.trim()}\n\n` : found.find((part) => part.startsWith(`${each}\n`)) ?? ''))
  writeFileSync(file, `${parts.join('').trim()}\n`)
}

export function machine(): string {
  return `${cpus().length} cores (${cpus()[0]!.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, SQLite ${process.versions['sqlite']}, ${new Date().toISOString().slice(0, 10)}`
}

export function count(value: number): string {
  return Math.round(value).toLocaleString('en')
}

/** Of microseconds. */
export function ms(microseconds: number): string {
  return (microseconds / 1000).toFixed(2)
}

export function median(all: readonly number[]): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!
}

/** The first column is text, the others are numbers, but for those that are named. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[], texts: readonly string[] = []): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(columns), line(columns.map((name, index) => (index === 0 || texts.includes(name) ? '---' : '---:'))), ...rows.map(line)].join('\n')
}
