// Every key of the language has a rule of the comparison, and no rule stands for a key that there is not.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partNames } from '../../src/document/document.ts'
import type { DiffRule } from '../../src/diff/rule.ts'
import { partRules } from '../../src/diff/rules/all.ts'
import { frontLanguage, partLanguage } from '../../src/model/language.ts'
import type { Keys } from '../../src/model/shape.ts'

/** What stands beside the language's keys in the normal form: names of the author's own, and which of several forms it is. */
const beside = new Set(['extensions', 'kind'])

function walk(keys: Keys, rules: { readonly [key: string]: DiffRule }, path: string, problems: string[]): void {
  for (const [name, { refused, documentation, shape }] of Object.entries(keys)) {
    const rule = rules[name]
    if (refused !== undefined || documentation === true) continue
    if (rule === undefined) {
      problems.push(`${path}.${name} has no rule`)
      continue
    }
    const inner = shape.keys?.()
    if (inner !== undefined && rule.inner !== undefined) walk(inner, rule.inner, `${path}.${name}`, problems)
  }
  for (const name of Object.keys(rules))
    if (!Object.hasOwn(keys, name) && !beside.has(name)) problems.push(`${path}.${name} is a rule for no key`)
}

test('each key of the nine parts has a rule', () => {
  const problems: string[] = []
  for (const part of partNames) {
    const { keys, elements } = partLanguage[part]
    const rules = partRules[part]
    walk(keys, rules.keys, part, problems)
    const inner = elements?.keys?.()
    if (inner !== undefined) walk(inner, rules.things!.inner!, `${part}.*`, problems)
  }
  assert.deepEqual(problems, [])
})

test('derives no fact from the front matter alone', () => {
  assert.deepEqual(Object.keys(frontLanguage).toSorted(), ['each', 'expect', 'given', 'ninefold', 'title', 'use', 'waive'])
})
