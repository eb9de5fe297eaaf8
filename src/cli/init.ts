// `ninefold init [FILE]`: writes the blank form, in which every part is not shown, as YAML blocks or with empty tables.

import { basename, dirname, extname, resolve } from 'node:path'
import { printBlankForm } from '../convention/blank.ts'
import { type Command, readTextOption } from './command.ts'
import { readForm } from './format.ts'
import { write } from './write.ts'

export const initCommand: Command = {
  name: 'init',
  arguments: '[FILE]',
  about: 'Writes the blank form, the start of each service (default: service.md).',
  options: [{ flag: '--as tables|yaml', about: 'tables: with empty tables to fill in; yaml (default): for blocks of YAML' }],
  parse: { as: { type: 'string' } },
  words: [0, 1],
  async run([file = 'service.md'], values, console) {
    write(file, printBlankForm(makeTitle(file), readForm(readTextOption(values, 'as'))), true)
    console.out(`${file}: nine parts, all \`not shown\`.\n\nFill one in, then list what is still missing:\n\n    ninefold check ${file}\n`)
    return 0
  },
}

/** The name of the file in words, or that of its folder if the file has the default name; undefined if it has no letter. */
function makeTitle(file: string): string | undefined {
  const path = resolve(file)
  const name = basename(path, extname(path))
  const words = (name === 'service' ? basename(dirname(path)) : name).replaceAll(/[\s_.-]+/g, ' ').trim()
  return /\p{L}/u.test(words) ? words[0]!.toUpperCase() + words.slice(1) : undefined
}
