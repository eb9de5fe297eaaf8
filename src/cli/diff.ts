// `ninefold diff OLD NEW`: what a change of a document does to clients, subscribers, what is stored and operators.

import { editionOf } from '../diff/edition.ts'
import { jsonReport } from '../diff/report/json.ts'
import { printData } from '../export/print.ts'
import { textReport } from '../diff/report/text.ts'
import { type Command, type Console, Misuse, type Values, format, text } from './command.ts'
import { compared, usualBudget } from './comparing.ts'
import { compiled, printDiagnostics } from './compiled.ts'

export const diffCommand: Command = {
  name: 'diff',
  arguments: 'OLD NEW',
  about: 'Says what a change of a document does to each side that uses the service; exit 1 where it breaks one.',
  options: [
    { flag: '--format text|json', about: 'how to print it' },
    { flag: '--search N', about: `how many requests are sent to both editions at most, to find witnesses (${usualBudget}); 0 for none` },
  ],
  parse: { format: { type: 'string' }, search: { type: 'string' } },
  words: [2, 2],
  async run([old, now], values, console) {
    const form = format(values, 'text', 'json')
    const editions = { old: editionOf(edition(old!, console)), new: editionOf(edition(now!, console)) }
    const { changes, searched } = await compared(editions, budgetOf(values))
    console.out(form === 'json' ? printData(jsonReport(changes, searched), 'json') : textReport(changes, console, searched))
    return changes.some(({ severity }) => severity === 'breaking') ? 1 : 0
  },
}

function budgetOf(values: Values): number {
  const said = text(values, 'search')
  if (said !== undefined && !/^\d{1,7}$/.test(said)) throw new Misuse(`--search takes a number of requests, not ${said}`)
  return said === undefined ? usualBudget : Number(said)
}

/** An edition with errors says nothing that could be compared. */
function edition(path: string, console: Console): ReturnType<typeof compiled> {
  const result = compiled(path)
  if (result.errors.length === 0) return result
  printDiagnostics(result.errors, console, console.error)
  throw new Misuse(`${path} has errors: both editions must be read before they are compared`)
}
