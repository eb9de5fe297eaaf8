// Takes every normative line out of documents, and changes every number and truth value, to find those that change nothing.

import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { printJson } from '../src/base/json.ts'
import { compile } from '../src/compile/compile.ts'
import { explainFacts } from '../src/explain/facts.ts'
import { frontLanguage, partLanguage } from '../src/model/language.ts'
import type { Keys } from '../src/model/shape.ts'

export type Finding = { readonly line: number; readonly text: string; readonly without: 'the line' | 'its value' }

const world = { convention: (name: string): string => readFileSync(new URL(`../conventions/${name}.md`, import.meta.url), 'utf8') }

/** What a document means and what is wrong with it, as one text. */
function meaning(text: string, name: string): string {
  const { facts, diagnostics } = compile([{ name, text }], world)
  return printJson(explainFacts(facts, { origins: false })) + JSON.stringify(diagnostics.map(({ code, message }) => [code, message]))
}

/** Lines of a Markdown document's YAML that could be left out, or say something else, without a difference. */
export function idleLines(text: string, name: string, values = true): Finding[] {
  const lines = text.split('\n')
  const whole = meaning(text, name)
  const same = (changed: readonly string[]): boolean => meaning(changed.join('\n'), name) === whole
  return normativeLines(lines).flatMap((index): Finding[] => {
    const line = lines[index]!
    const found = (without: Finding['without']): Finding => ({ line: index + 1, text: line.trim(), without })
    if (isDocumentation(line)) return []
    if (same(lines.toSpliced(index, 1))) return [found('the line')]
    return values && otherValues(line).some((other) => same(lines.with(index, other))) ? [found('its value')] : []
  })
}

/** Indexes of what stands in `yaml` fences, blank lines and comments left out. */
function normativeLines(lines: readonly string[]): number[] {
  let fence: string | undefined
  return lines.flatMap((line, index) => {
    const mark = /^\s*```(\w*)/.exec(line)
    if (mark !== null) fence = fence === undefined ? mark[1] : undefined
    return mark === null && fence === 'yaml' && !/^\s*(#|$)/.test(line) ? [index] : []
  })
}

/** The line with its first number, and with its first truth value, another. */
function otherValues(line: string): string[] {
  const numbered = line.replace(/(?<=[\s:,{[])\d+(?=[\s,}\]]|$)/, (digits) => String(Number(digits) + 1))
  const flipped = line.replace(/\b(true|false)\b/, (word) => (word === 'true' ? 'false' : 'true'))
  return [numbered, flipped].filter((other) => other !== line)
}

/** Keys for people only: taking them away changes nothing that runs. */
const documentation = new Set([frontLanguage, ...Object.values(partLanguage).flatMap(({ keys, things }) => [keys, things?.keys?.() ?? {}])].flatMap((keys) => documentationIn(keys)))

function documentationIn(keys: Keys, seen = new Set<Keys>()): string[] {
  if (seen.has(keys)) return []
  seen.add(keys)
  return Object.entries(keys).flatMap(([name, { documentation: isForPeople, shape }]) => {
    const inner = shape.keys?.()
    return [...(isForPeople === true ? [name] : []), ...(inner === undefined ? [] : documentationIn(inner, seen))]
  })
}

function isDocumentation(line: string): boolean {
  return documentation.has(/^\s*(?:- )?([\w$-]+):/.exec(line)?.[1] ?? '')
}

if (import.meta.main) {
  for (const file of process.argv.slice(2)) {
    for (const { line, text, without } of idleLines(readFileSync(file, 'utf8'), basename(file))) {
      console.log(`${file}:${line}: nothing changes without ${without}: ${text}`)
      process.exitCode = 1
    }
  }
}
