// `ninefold diff OLD NEW`: what a change of a document does to clients, subscribers, what is stored and operators.

import { jsonReport } from '../diff/report/json.ts'
import { printData } from '../export/print.ts'
import { textReport } from '../diff/report/text.ts'
import { type Command, Misuse, type Values, format, text } from './command.ts'
import { compared, readEdition, usualBudget } from './comparing.ts'

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
    const editions = { old: readEdition(old!, console), new: readEdition(now!, console) }
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
