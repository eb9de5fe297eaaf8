// `ninefold diff OLD NEW`: reports the effects of a change on clients, subscribers, stored data and operators.

import { changesJson } from '../diff/report/json.ts'
import { printData } from '../export/print.ts'
import { changesJunit } from '../diff/report/junit.ts'
import { markdownReport } from '../diff/report/markdown.ts'
import { sarifReport } from '../diff/report/sarif.ts'
import { changeText, partText, placeOfChange } from '../diff/report/words.ts'
import { diffEditions } from '../diff/diff.ts'
import type { Edition } from '../diff/edition.ts'
import { type Editions, suggest } from '../diff/suggest.ts'
import { changesText } from '../diff/report/text.ts'
import { type Command, type Console, Misuse, type Status, type Values, flag, formatOption, textOption } from './command.ts'
import { type EditionComparison, compareEditions, readEdition, usualBudget } from './comparing.ts'
import { writeOrPrint } from './write.ts'

export const diffCommand: Command = {
  name: 'diff',
  arguments: 'OLD NEW',
  about: 'Says what a change of a document does to each side that uses the service; exit 1 where it breaks one.',
  options: [
    { flag: '--format text|json|markdown|sarif|junit', about: 'how to print it' },
    { flag: '--output FILE', about: 'where to write it, instead of printing' },
    { flag: '--suggest', about: 'what part 9 could say so that old clients are served on, as YAML to paste' },
    { flag: '--elsewhere', about: 'another server serves it: operations that the documents leave open are compared too' },
    { flag: '--search N', about: `how many requests are sent to both editions at most, to find witnesses (${usualBudget}); 0 for none` },
  ],
  parse: { suggest: { type: 'boolean' }, elsewhere: { type: 'boolean' }, format: { type: 'string' }, output: { type: 'string' }, search: { type: 'string' } },
  words: [2, 2],
  async run([old, now], values, console) {
    const form = formatOption(values, 'text', 'json', 'markdown', 'sarif', 'junit')
    const [before, after] = [old!, now!].map((path) => readEdition(path, console, flag(values, 'elsewhere'))) as [Edition, Edition]
    const editions = { old: before, new: after }
    if (flag(values, 'suggest')) return suggestion(editions, console)
    const { changes, searched, unsearched } = await compareEditions(editions, budgetOf(values))
    if (unsearched !== undefined) console.error(`Both editions cannot be run, so no witness was looked for: ${unsearched}\n`)
    writeOrPrint(printReport(form, { changes, ...(searched === undefined ? {} : { searched }) }, console), textOption(values, 'output'), console)
    return changes.some(({ severity }) => severity === 'breaking') ? 1 : 0
  },
}

/** Exit 1 where part 9 has no words for something that breaks. */
function suggestion(editions: Editions, console: Console): Status {
  const { text: yaml, left } = suggest(diffEditions(editions.old, editions.new), editions)
  console.out(yaml === '' ? '# Part 9 has nothing to say.\n' : yaml)
  if (left.length > 0) console.error(`Part 9 has no words for what else breaks:\n${left.map((change) => `- ${partText(change.part)}: ${placeOfChange(change)}: ${changeText(change)}\n`).join('')}`)
  return left.length > 0 ? 1 : 0
}

function printReport(form: 'text' | 'json' | 'markdown' | 'sarif' | 'junit', { changes, searched }: EditionComparison, console: Console): string {
  switch (form) {
    case 'text':
      return changesText(changes, console, searched)
    case 'json':
      return printData(changesJson(changes, searched), 'json')
    case 'markdown':
      return markdownReport(changes, searched)
    case 'sarif':
      return printData(sarifReport(changes), 'json')
    case 'junit':
      return changesJunit(changes)
  }
}

function budgetOf(values: Values): number {
  const given = textOption(values, 'search')
  if (given !== undefined && !/^\d{1,7}$/.test(given)) throw new Misuse(`--search takes a number of requests, not ${given}`)
  return given === undefined ? usualBudget : Number(given)
}
