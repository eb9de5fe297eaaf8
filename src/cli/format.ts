// `ninefold format DOC…`: writes the house style without other changes; with `--as`, converts to the other form with the same meaning.

import type { File } from '../document/read.ts'
import { type DocumentForm, convertDocument } from '../table/convert.ts'
import { formatFile } from '../table/format.ts'
import { type Command, type Console, Misuse, readFlag, readTextOption } from './command.ts'
import { printDiagnostics } from './compiled.ts'
import { load } from './load.ts'
import { write } from './write.ts'

export const formatCommand: Command = {
  name: 'format',
  arguments: 'DOC…',
  about: 'Writes documents in the house style, or in tables or YAML, with the same meaning.',
  options: [
    { flag: '--check', about: 'write nothing; exit 1 if a file is not in the house style' },
    { flag: '--as tables|yaml', about: 'write blocks of YAML as tables where cells can express them, or tables as YAML' },
  ],
  parse: { check: { type: 'boolean' }, as: { type: 'string' } },
  words: [1, Infinity],
  async run(paths, values, console) {
    const form = readForm(readTextOption(values, 'as'))
    const changed: string[] = []
    for (const path of paths) {
      const files = load(path)
      const formattedFiles =
        form === undefined ? files.map((file) => ({ name: file.name, text: formatFile(file) })) : convertText(files, form, console)
      if (formattedFiles === undefined) return 1
      for (const [index, file] of files.entries()) {
        const { text: formatted } = formattedFiles[index]!
        if (formatted === file.text) continue
        changed.push(file.name)
        if (!readFlag(values, 'check')) write(file.name, formatted)
      }
    }
    for (const name of changed) console.out(`${name}\n`)
    return readFlag(values, 'check') && changed.length > 0 ? 1 : 0
  },
}

/** The value of `--as`, if present. */
export function readForm(name: string | undefined): DocumentForm | undefined {
  if (name === undefined || name === 'tables' || name === 'yaml') return name
  throw new Misuse(`--as takes tables or yaml, not ${name}`)
}

/** The document in the other form; undefined if it has mistakes, which are reported. */
function convertText(files: readonly File[], form: DocumentForm, console: Console): readonly File[] | undefined {
  const yaml = files.find(({ name }) => /\.(?:ya?ml|json)$/i.test(name))
  if (form === 'tables' && yaml !== undefined && files.length === 1)
    throw new Misuse(`${yaml.name} is YAML, and only Markdown has tables: put each part under its heading in a file NAME.md`)
  const result = convertDocument(files, form)
  if ('mistakes' in result) {
    printDiagnostics(result.mistakes, console, console.error)
    return undefined
  }
  for (const part of result.unconverted) console.error(`${part}: left as it is, since it would say something else\n`)
  return result.files
}
