// `ninefold explain`: an operation with the origin of everything it can do, all facts as data, or what the reference says about a name.

import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { printData } from '../base/json.ts'
import { findNearest } from '../base/nearest.ts'
import { joinWithAnd, joinWithOr } from '../diagnostic/voice.ts'
import type { Facts, OperationFacts } from '../fact/fact.ts'
import { explainFacts } from '../explain/facts.ts'
import { explainOperation } from '../explain/operation.ts'
import { explainDisclosures } from '../explain/reading.ts'
import { indexModel } from '../fact/model-index.ts'
import type { ExplainedStatement, ExplainedTransaction } from '../store/kind.ts'
import { hideMarkers, lookUp, findNearestTopics } from '../reference/look-up.ts'
import { type ReferencePage, search } from '../reference/search.ts'
import { explainInStore, explainedForms } from '../store/registry.ts'
import { type Command, type Console, Misuse, type Status, readFlag, formatOption, readTextOption } from './command.ts'
import { compileAt } from './compiled.ts'
import { readReferencePages, findNewCode } from './reference-pages.ts'

const pages = resolve(import.meta.dirname, '../../docs/diagnostics')

export const explainCommand: Command = {
  name: 'explain',
  arguments: "DOC ['POST /orders'] | TOPIC",
  about:
    'Explains an operation: all effects and responses, with the origin of each line. Also explains a topic of the reference: a diagnostic, convention (http@1), key (endpoints.page), condition, function or page.',
  options: [
    { flag: '--format text|json', about: 'json: all facts, as data' },
    {
      flag: '--sql',
      about:
        'the SQL statements instead, each with its plan, the values computed afterwards, and whether its cost grows with the number of records',
    },
    {
      flag: `--store ${explainedForms}`,
      about:
        'with --sql: the database (default SQLite). PostgreSQL also has the isolation and the round trips of each operation, and its plans if an address is given',
    },
    { flag: '--no-origins', about: 'with json: without origins; two documents with the same meaning give the same output' },
  ],
  parse: { format: { type: 'string' }, sql: { type: 'boolean' }, store: { type: 'string' }, 'no-origins': { type: 'boolean' } },
  words: [1, 2],
  async run([first, name], values, console) {
    if (name === undefined && !existsSync(first!)) {
      console.out(explainTopic(first!))
      return 0
    }
    const { facts, errors } = compileAt(first!)
    warnOfErrors(first!, errors.length, console)
    const store = readTextOption(values, 'store')
    if (readFlag(values, 'sql')) return explainSql(facts, name, store, formatOption(values, 'text', 'json'), console)
    if (store !== undefined) throw new Misuse('--store goes with --sql')
    if (formatOption(values, 'text', 'json') === 'json') {
      console.out(`${printData(explainFacts(facts, { origins: !readFlag(values, 'no-origins') }), 2)}\n`)
      return 0
    }
    if (name !== undefined) return explainOne(facts, name, console)
    const texts = facts.operations.map(({ operation }) => explainOperation(facts, operation, console))
    const disclosures = explainDisclosures(indexModel(facts.model, facts.typing), console)
    console.out(
      texts.length === 0
        ? 'The document shows no operation: every path gets what HTTP alone says.\n'
        : [...texts, ...(disclosures === '' ? [] : [disclosures])].join('\n'),
    )
    return 0
  },
}

/** An operation is complete if all its outcomes are specified; an error elsewhere still prevents serving. */
function warnOfErrors(document: string, count: number, console: Console): void {
  if (count === 0) return
  const errors = count === 1 ? 'an error, which prevents' : `${count} errors, which prevent`
  console.error(
    `ninefold explain: ${document} has ${errors} serving; \`ninefold check ${document}\` lists ${count === 1 ? 'it' : 'them'}\n`,
  )
}

function explainOne(facts: Facts, name: string, console: Console): Status {
  console.out(explainOperation(facts, findOperation(facts, name).operation, console))
  return 0
}

/** Explains one operation, or all. */
async function explainSql(
  facts: Facts,
  name: string | undefined,
  store: string | undefined,
  form: 'text' | 'json',
  console: Console,
): Promise<Status> {
  const selected = name === undefined ? facts.operations : [findOperation(facts, name)]
  const explainer = await explainInStore(facts, store)
  if ('problem' in explainer) throw new Misuse(explainer.problem)
  const explanations: ExplainedOperation[] = []
  for (const each of selected) {
    const transaction = explainer.transaction?.(each)
    explanations.push({
      operation: each.operation.name,
      ...(transaction === undefined ? {} : { transaction }),
      statements: await explainer.statements(each),
    })
  }
  await explainer.close()
  if (form === 'json') console.out(`${printData(explanations, 2)}\n`)
  else console.out(explanations.map(printOperation).join('\n'))
  return 0
}

type ExplainedOperation = {
  readonly operation: string
  readonly transaction?: ExplainedTransaction
  readonly statements: readonly ExplainedStatement[]
}

function printOperation({ operation, transaction, statements }: ExplainedOperation): string {
  const transactionText =
    transaction === undefined ? '' : `\n  ${transaction.isolation}, because ${transaction.why}\n  round trips: ${transaction.roundTrips}\n`
  return `${operation}\n${transactionText}${statements.map(printStatement).join('')}`
}

function printStatement({ what, sql: statement, plan, afterwards, grows }: ExplainedStatement): string {
  const lines = [
    statement ?? 'no statement: every record is read',
    ...plan.map((line) => `  ${line}`),
    ...afterwards.map((each) => `then ${each.what}: ${each.why}`),
  ]
  return `\n  ${what}${grows === undefined ? '' : ` (grows: ${grows})`}\n${lines.map((line) => `      ${line}\n`).join('')}`
}

function findOperation(facts: Facts, name: string): OperationFacts {
  const names = facts.operations.flatMap(({ operation }) => [operation.name, operation.id])
  const operationFacts = facts.operations.find(({ operation }) => operation.name === name || operation.id === name)
  if (operationFacts === undefined) {
    const [suggestion] = findNearest(name, names)
    throw new Misuse(`there is no operation \`${name}\`${suggestion === undefined ? '' : `; did you mean \`${suggestion}\`?`}`)
  }
  return operationFacts
}

/** More entries than this are counted instead of printed. */
const maxEntries = 12

/** Prints the reference's text about a name: a diagnostic, convention, key, condition, function, term or page. */
function explainTopic(name: string): string {
  const page = readDiagnosticPage(name)
  if (page !== undefined) return page
  const pages = readReferencePages()
  const { entries, pages: named } = lookUp(pages, name)
  const [only, ...others] = named
  const shown = entries.slice(0, maxEntries).map(({ page: from, heading, text }) => `## ${from}: ${heading}\n\n${text}\n`)
  const hidden = entries.length - shown.length
  const pointers = others.length === 0 ? [] : named.map((each) => each.name)
  const whole = [...new Set([...pointers, ...entries.map((each) => each.page)])].slice(0, maxEntries)
  if (only === undefined && entries.length === 0) throw new Misuse(describeUnknownTopic(name, pages))
  return [
    ...shown,
    ...(hidden > 0 ? [`There are ${hidden} more places.\n`] : []),
    ...(only !== undefined && others.length === 0
      ? [hideMarkers(only.text)]
      : [`Whole pages: ${whole.map((each) => `ninefold explain ${each}`).join(', ')}\n`]),
  ].join('\n')
}

function describeUnknownTopic(name: string, pages: readonly ReferencePage[]): string {
  if (/\.(?:md|ya?ml|json)$|^[./~]/i.test(name)) return `${name} does not exist`
  const suggestions = findNearestTopics(pages, name)
  const sections = [...new Set(search(pages, name, 5).map(({ page }) => page))]
  const topics = pages.flatMap((each) => (each.name.includes('/') ? [] : [each.name]))
  const patterns = pages.flatMap((each) => /^patterns\/(.*)$/.exec(each.name)?.[1] ?? [])
  return [
    `${name} is neither a file nor a topic of the reference`,
    ...(suggestions.length > 0 ? [`did you mean ${joinWithOr(suggestions)}?`] : []),
    ...(suggestions.length === 0 && sections.length > 0 ? [`the word is on ${joinWithAnd(sections)}`] : []),
    ...(suggestions.length > 0
      ? []
      : [
          `topics are keys, conditions, functions, codes of diagnostics, conventions, the pages ${topics.join(', ')}, and the patterns ${patterns.join(', ')}`,
        ]),
  ].join('; ')
}

/** The page of a diagnostic; undefined for an unknown code. All demands of conventions share one page. */
function readDiagnosticPage(code: string): string | undefined {
  if (!/^[a-z]+(?:\/[a-z-]+)+$/.test(code)) return undefined
  const name = code.replace(/^convention\/[\w-]+\/[\w-]+$/, 'convention/NAME/EXPECTATION')
  try {
    const text = readFileSync(resolve(pages, `${name}.md`), 'utf8')
    const newCode = findNewCode(text)
    return newCode === undefined ? text : readDiagnosticPage(newCode)
  } catch {
    return undefined
  }
}
