// `ninefold format DOC…`: writes the house style and changes nothing else.

import { format } from '../document/format.ts'
import { type Command, flag } from './command.ts'
import { load } from './load.ts'
import { write } from './write.ts'

export const formatCommand: Command = {
  name: 'format',
  arguments: 'DOC…',
  about: 'Writes documents in the house style, and changes nothing else.',
  options: [{ flag: '--check', about: 'write nothing; exit 1 where a file is not in the house style' }],
  parse: { check: { type: 'boolean' } },
  words: [1, Infinity],
  async run(words, values, console) {
    const changed: string[] = []
    for (const file of words.flatMap(load)) {
      const formatted = format(file)
      if (formatted === file.text) continue
      changed.push(file.name)
      if (!flag(values, 'check')) write(file.name, formatted)
    }
    for (const name of changed) console.out(`${name}\n`)
    return flag(values, 'check') && changed.length > 0 ? 1 : 0
  },
}
