// `ninefold init [FILE]`: the blank form, in which every part is not shown.

import { blankForm } from '../convention/blank.ts'
import type { Command } from './command.ts'
import { write } from './write.ts'

export const initCommand: Command = {
  name: 'init',
  arguments: '[FILE]',
  about: 'Writes the blank form, where each service starts (service.md unless a file is named).',
  options: [],
  parse: {},
  words: [0, 1],
  async run([file = 'service.md'], _values, console) {
    write(file, blankForm(), true)
    console.out(`${file}: nine parts, none of them shown yet.\n\nFill one in, then ask what is still missing:\n\n    ninefold check ${file}\n`)
    return 0
  },
}
