// `ninefold types DOC`: prints TypeScript types for the code that part 1 declares.

import { printBehaviourTypes } from '../export/typescript/behaviours.ts'
import { type Command, readTextOption } from './command.ts'
import { withoutErrors } from './compiled.ts'
import { writeOrPrint } from './write.ts'

export const typesCommand: Command = {
  name: 'types',
  arguments: 'DOC',
  about: "Prints TypeScript types for the document's behaviours: input, result and failures.",
  options: [{ flag: '--output FILE', about: 'where to write them, instead of printing' }],
  parse: { output: { type: 'string' } },
  words: [1, 1],
  async run([path], values, console) {
    const result = withoutErrors(path!, console)
    if (result === undefined) return 1
    const { facts } = result
    writeOrPrint(printBehaviourTypes(facts), readTextOption(values, 'output'), console)
    return 0
  },
}
