// `ninefold diff OLD NEW`: what a change of a document does to clients, subscribers, what is stored and operators.

import { diff } from '../diff/diff.ts'
import { jsonReport } from '../diff/report/json.ts'
import { printData } from '../export/print.ts'
import { textReport } from '../diff/report/text.ts'
import { type Command, type Console, Misuse, format } from './command.ts'
import { compiled, printDiagnostics } from './compiled.ts'

export const diffCommand: Command = {
  name: 'diff',
  arguments: 'OLD NEW',
  about: 'Says what a change of a document does to each side that uses the service; exit 1 where it breaks one.',
  options: [{ flag: '--format text|json', about: 'how to print it' }],
  parse: { format: { type: 'string' } },
  words: [2, 2],
  async run([old, now], values, console) {
    const form = format(values, 'text', 'json')
    const changes = diff(edition(old!, console), edition(now!, console))
    console.out(form === 'json' ? printData(jsonReport(changes), 'json') : textReport(changes, console))
    return changes.some(({ severity }) => severity === 'breaking') ? 1 : 0
  },
}

/** An edition with errors says nothing that could be compared. */
function edition(path: string, console: Console): ReturnType<typeof compiled> {
  const result = compiled(path)
  if (result.errors.length === 0) return result
  printDiagnostics(result.errors, console, console.error)
  throw new Misuse(`${path} has errors: both editions must be read before they are compared`)
}
