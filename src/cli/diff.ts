// `ninefold diff OLD NEW`: reports the effects of a change on clients, subscribers, stored data and operators.

import { makeChangesJson } from '../diff/report/json.ts'
import { printJsonOrYaml } from '../export/print.ts'
import { printJunit } from '../diff/report/junit.ts'
import { printMarkdown } from '../diff/report/markdown.ts'
import { makeSarifReport } from '../diff/report/sarif.ts'
import { changeText, printPartName, placeOfChange } from '../diff/report/words.ts'
import { diffEditions } from '../diff/diff.ts'
import type { Edition } from '../diff/edition.ts'
import { type Editions, suggest } from '../diff/suggest.ts'
import { printChanges } from '../diff/report/text.ts'
import { type Command, type Console, Misuse, type Status, type Values, readFlag, formatOption, readTextOption } from './command.ts'
import { type EditionComparison, compareEditions, readEdition, defaultBudget } from './comparing.ts'
import { writeOrPrint } from './write.ts'

export const diffCommand: Command = {
  name: 'diff',
  arguments: 'OLD NEW',
  about:
    'Reports the effects of a change on clients, subscribers, stored data and operators; exit 1 if it breaks one of them. OLD and NEW are files, folders or revisions of git (`HEAD:orders.md`).',
  options: [
    { flag: '--format text|json|markdown|sarif|junit', about: 'the output' },
    { flag: '--output FILE', about: 'write to a file instead of printing' },
    { flag: '--suggest', about: 'print changes for part 9 that keep old clients working, as YAML to paste' },
    { flag: '--elsewhere', about: 'another server serves it: compare operations with gaps too' },
    { flag: '--search N', about: `the most requests to send to both editions to find witnesses (${defaultBudget}); 0 for none` },
  ],
  parse: {
    suggest: { type: 'boolean' },
    elsewhere: { type: 'boolean' },
    format: { type: 'string' },
    output: { type: 'string' },
    search: { type: 'string' },
  },
  words: [2, 2],
  async run([old, now], values, console) {
    const form = formatOption(values, 'text', 'json', 'markdown', 'sarif', 'junit')
    const [before, after] = [old!, now!].map((path) => readEdition(path, console, readFlag(values, 'elsewhere'), now)) as [Edition, Edition]
    const editions = { old: before, new: after }
    if (readFlag(values, 'suggest')) return printSuggestion(editions, console)
    const { changes, searched, searchProblem } = await compareEditions(editions, readBudget(values))
    if (searchProblem !== undefined) console.error(`One of the editions cannot run, so no witness was searched for: ${searchProblem}\n`)
    writeOrPrint(
      printReport(form, { changes, ...(searched === undefined ? {} : { searched }) }, console),
      readTextOption(values, 'output'),
      console,
    )
    return changes.some(({ severity }) => severity === 'breaking') ? 1 : 0
  },
}

/** Exit 1 if part 9 cannot express a breaking change. */
function printSuggestion(editions: Editions, console: Console): Status {
  const { text: yaml, inexpressible } = suggest(diffEditions(editions.old, editions.new), editions)
  console.out(yaml === '' ? '# Part 9 has nothing to say.\n' : yaml)
  if (inexpressible.length > 0)
    console.error(
      `Part 9 cannot express these breaking changes:\n${inexpressible.map((change) => `- ${printPartName(change.part)}: ${placeOfChange(change)}: ${changeText(change)}\n`).join('')}`,
    )
  return inexpressible.length > 0 ? 1 : 0
}

function printReport(
  form: 'text' | 'json' | 'markdown' | 'sarif' | 'junit',
  { changes, searched }: EditionComparison,
  console: Console,
): string {
  switch (form) {
    case 'text':
      return printChanges(changes, console, searched)
    case 'json':
      return printJsonOrYaml(makeChangesJson(changes, searched), 'json')
    case 'markdown':
      return printMarkdown(changes, searched)
    case 'sarif':
      return printJsonOrYaml(makeSarifReport(changes), 'json')
    case 'junit':
      return printJunit(changes)
  }
}

function readBudget(values: Values): number {
  const searchText = readTextOption(values, 'search')
  if (searchText !== undefined && !/^\d{1,7}$/.test(searchText)) throw new Misuse(`--search takes a number of requests, not ${searchText}`)
  return searchText === undefined ? defaultBudget : Number(searchText)
}
