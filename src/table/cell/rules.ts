// Reads the constraints of a field: `key, unique, ignoring case, generated uuidv7`.

import { offerNames } from '../../diagnostic/help.ts'
import { findNearest } from '../../base/nearest.ts'
import { joinWithOr } from '../../diagnostic/voice.ts'
import type { MapNode, Node, Scalar } from '../../document/node.ts'
import { findEntryOf } from '../../document/node.ts'
import { type Cell, sliceCell } from '../../document/table.ts'
import { readCode, printExpression } from './expression.ts'
import { type CellProblem, isProblem, makePlainScalar, makeCellProblem, splitCell, makeWordScalar } from './node.ts'
import { type Resolve, printCellValue, readCellValue } from './value.ts'

/** `keywords` go to the field's schema, the other members to the resource. */
export type CellRules = {
  readonly keywords: { readonly [keyword: string]: Node }
  readonly key?: Cell
  readonly required?: Cell
  /** Sets of fields with unique values, starting with this field. */
  readonly unique: readonly { readonly cell: Cell; readonly others: readonly Scalar[] }[]
}

/** Rules of one or two words, with their keyword and value in a schema. */
const flags: { readonly [rule: string]: readonly [keyword: string, value: string] } = {
  'ignoring case': ['fold', 'true'],
  'read-only': ['readOnly', 'true'],
  'write-only': ['writeOnly', 'true'],
  'never changes': ['immutable', 'true'],
  secret: ['secret', 'argon2id'],
  sensitive: ['sensitive', 'true'],
}

/** The first words of rules. */
export const ruleWords = [
  'key',
  'unique',
  'unique with',
  'required',
  'generated',
  'computed',
  'normalized',
  'default',
  'was',
  ...Object.keys(flags),
]

/** The value after the first words of a rule. */
const continuations: { readonly [words: string]: string } = {
  'unique with': 'the other field, for example `unique with startsAt`',
  generated: 'what generates the value, for example `generated uuidv7`, `generated sequence` or `generated now`',
  computed: 'an expression between backticks',
  normalized: 'an expression over `value` between backticks',
  default: 'the value, for example `default 20`',
  was: 'the former name, for example `was formerName`',
}

export function readRules(cell: Cell, schema: MapNode | undefined, resolve: Resolve): CellRules | CellProblem {
  const keywords: { [keyword: string]: Node } = {}
  const unique: CellRules['unique'][number][] = []
  const marks: { key?: Cell; required?: Cell } = {}
  for (const rule of splitCell(cell, ',')) {
    const flag = flags[rule.text]
    if (rule.text === '') return makeCellProblem(cell, 'a rule is missing', 'Rules are separated by commas.')
    if (flag !== undefined) keywords[flag[0]] = makeWordScalar(flag[1], rule)
    else if (rule.text === 'key' || rule.text === 'required') marks[rule.text] = rule
    else if (rule.text === 'unique') unique.push({ cell: rule, others: [] })
    else {
      const result = readLongRule(rule, schema, resolve)
      if (isProblem(result)) return result
      if ('others' in result) unique.push({ cell: rule, others: result.others })
      else Object.assign(keywords, result.keywords)
    }
  }
  return { keywords, unique, ...marks }
}

function readLongRule(
  rule: Cell,
  schema: MapNode | undefined,
  resolve: Resolve,
): { readonly keywords: CellRules['keywords'] } | { readonly others: readonly Scalar[] } | CellProblem {
  const [opening, rulePrefix] = /^([a-z]+(?: with)?)\s+/.exec(rule.text) ?? []
  const value = sliceCell(rule, opening?.length ?? 0, rule.text.length)
  switch (rulePrefix) {
    case 'unique with':
      return { others: value.text.split(/\s+and\s+/).map((name) => makeWordScalar(name, value)) }
    case 'generated':
      return { keywords: { generate: readCode(value) ?? makePlainScalar(value) } }
    case 'computed': {
      const storedSuffix = /\s+and stored$/.exec(value.text)
      const code = readCode(storedSuffix === null ? value : sliceCell(value, 0, storedSuffix.index))
      if (code === undefined)
        return makeCellProblem(
          value,
          'no expression',
          'After `computed`, write an expression between backticks, and optionally `and stored`.',
        )
      return { keywords: { compute: code, ...(storedSuffix === null ? {} : { stored: makeWordScalar('true', value) }) } }
    }
    case 'normalized': {
      const code = readCode(value)
      return code === undefined
        ? makeCellProblem(value, 'no expression', 'After `normalized`, write an expression over `value` between backticks.')
        : { keywords: { normalize: code } }
    }
    case 'default': {
      const defaultValue = readCellValue(value, schema, resolve)
      return isProblem(defaultValue) ? defaultValue : { keywords: { default: defaultValue } }
    }
    case 'was':
      return { keywords: { $renamedFrom: makePlainScalar(value) } }
  }
  const continuation = continuations[rule.text]
  if (continuation !== undefined) return makeCellProblem(rule, 'incomplete', `After \`${rule.text}\`, write ${continuation}.`)
  const suggestions = findNearest(rule.text, ruleWords)
  return makeCellProblem(
    rule,
    'not a rule',
    suggestions.length > 0
      ? offerNames(suggestions)
      : `The rules are ${joinWithOr(ruleWords)}. Conditions on the whole record belong in a separate table, with the columns \`rule\` and \`always holds\`.`,
  )
}

/** Keywords that a rule cell can express. */
export const ruleKeywords: ReadonlySet<string> = new Set([
  ...Object.values(flags).map(([keyword]) => keyword),
  'generate',
  'compute',
  'stored',
  'normalize',
  '$renamedFrom',
])

/** The rules of a schema; undefined if a cell cannot express one of them. */
export function printRules(schema: MapNode): readonly string[] | undefined {
  const rules: (string | undefined)[] = []
  for (const { key, value } of schema.entries) {
    if (!ruleKeywords.has(key.text) || key.text === 'stored') continue
    const flag = Object.entries(flags).find(([, [keyword, word]]) => keyword === key.text && value.kind === 'scalar' && word === value.text)
    if (flag !== undefined) rules.push(flag[0])
    else if (value.kind !== 'scalar') rules.push(undefined)
    else if (key.text === 'generate')
      rules.push(/^[a-z][\w-]*$/.test(value.text) ? `generated ${value.text}` : printPhrase('generated', printExpression(value)))
    else if (key.text === 'compute') {
      const stored = findEntryOf(schema, 'stored')?.value
      rules.push(
        stored?.kind === 'scalar' && stored.value !== true
          ? undefined
          : printPhrase('computed', printExpression(value), stored === undefined ? '' : ' and stored'),
      )
    } else if (key.text === 'normalize') rules.push(printPhrase('normalized', printExpression(value)))
    else rules.push(key.text === '$renamedFrom' && /^[\w$-]+$/.test(value.text) ? `was ${value.text}` : undefined)
  }
  return rules.includes(undefined) ? undefined : (rules as string[])
}

const printPhrase = (leadingText: string, text: string | undefined, trailingText = ''): string | undefined =>
  text === undefined ? undefined : `${leadingText} ${text}${trailingText}`

export function printDefault(node: Node, schema: MapNode, resolve: Resolve): string | undefined {
  return printCellValue(node, schema, resolve)
}
