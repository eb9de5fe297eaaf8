// `ninefold export TARGET DOC`: converts the document, and lists what the target format cannot express.

import { join } from 'node:path'
import { findNearest } from '../base/nearest.ts'
import { targets } from '../export/all.ts'
import type { ExportTarget } from '../export/target.ts'
import type { Facts, VersionFacts } from '../fact/fact.ts'
import { type Command, type Console, Misuse, type Status, type Values, formatOption, readTextOption } from './command.ts'
import { withoutErrors } from './compiled.ts'
import { exportAll } from './export-all.ts'
import { writeOrPrint } from './write.ts'

export const exportCommand: Command = {
  name: 'export',
  arguments: 'TARGET DOC',
  about: `Writes the document for other tools: ${targets.map(({ name }) => name).join(', ')}.`,
  options: [
    ...targets.map(({ name, about }) => ({ flag: name, about })),
    { flag: 'changelog', about: 'the history of a folder of editions instead of DOC: the changes of each' },
    {
      flag: '--format FORM',
      about: 'yaml or json for openapi (yaml) and json-schema (json); markdown or svg for diagram; markdown or json for changelog',
    },
    { flag: '--output FILE', about: 'where to write it, instead of printing' },
    { flag: '--api-version NAME', about: 'an older version of part 9, for openapi' },
    { flag: '--all DIR', about: 'writes every target into a folder, with the whole document and a README; TARGET is then omitted' },
  ],
  parse: { format: { type: 'string' }, output: { type: 'string' }, all: { type: 'string' }, 'api-version': { type: 'string' } },
  words: [1, 2],
  async run(words, values, console) {
    const folder = readTextOption(values, 'all')
    if (folder !== undefined) return exportEverything(words, folder, console)
    const [name, path] = words
    if (path === undefined) throw new Misuse('takes a target and a document, or --all DIR and a document')
    if (name === 'changelog') return exportChangelog(path, values, console)
    const target = findTarget(name!)
    const form = formatOption(values, ...target.forms)
    const result = withoutErrors(path, console)
    if (result === undefined) return 1
    const { facts } = result
    const { text: exported, leftOut } = target.run(facts, form, findVersion(facts, target, readTextOption(values, 'api-version')))
    writeOrPrint(exported, readTextOption(values, 'output'), console)
    if (leftOut.length > 0) console.error(`${target.name} cannot say:\n${leftOut.map((sentence) => `- ${sentence}\n`).join('')}`)
    return 0
  },
}

/** Loaded on use, because it needs the comparison of documents. */
async function exportChangelog(folder: string, values: Values, console: Console): Promise<Status> {
  const form = formatOption(values, 'markdown', 'json')
  const { printChangelog } = await import('./changelog.ts')
  writeOrPrint(printChangelog(folder, form, console), readTextOption(values, 'output'), console)
  return 0
}

async function exportEverything([path, extraArgument]: readonly string[], folder: string, console: Console): Promise<Status> {
  if (extraArgument !== undefined) throw new Misuse('--all writes every target, so none is named')
  const result = withoutErrors(path!, console)
  if (result === undefined) return 1
  for (const name of await exportAll(result, folder)) console.out(`${join(folder, name)}\n`)
  return 0
}

function findVersion({ versions }: Facts, target: ExportTarget, name: string | undefined): VersionFacts | undefined {
  if (name === undefined) return undefined
  if (target.older !== true)
    throw new Misuse(
      `${target.name} exports only the newest version; ${targets
        .filter(({ older }) => older)
        .map((each) => each.name)
        .join(', ')} can export older ones`,
    )
  const olderVersion = versions.find((version) => version.name === name)
  if (olderVersion === undefined)
    throw new Misuse(
      versions.length === 0
        ? 'the document has no versions'
        : `there is no version ${name}; there are ${versions.map((version) => version.name).join(', ')}`,
    )
  return olderVersion
}

function findTarget(name: string): ExportTarget {
  const names = [...targets.map((target) => target.name), 'changelog']
  const namedTarget = targets.find((target) => target.name === name)
  if (namedTarget !== undefined) return namedTarget
  const [suggestion] = findNearest(name, names)
  throw new Misuse(
    `there is no target \`${name}\`; ${suggestion === undefined ? `there are ${names.join(', ')}` : `did you mean \`${suggestion}\`?`}`,
  )
}
