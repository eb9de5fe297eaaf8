// `ninefold export --all DIR DOC`: writes all exports into one folder, so that a user can leave with everything.

import { join } from 'node:path'
import type { Compiled } from '../compile/compile.ts'
import { expand } from '../convention/expand.ts'
import { targets } from '../export/all.ts'
import { printBehaviourTypes } from '../export/typescript/behaviours.ts'
import type { ExportForm } from '../export/target.ts'
import { listSpecifiedEntries } from '../model/slot.ts'
import { listReservedTables } from '../store/registry.ts'
import { makeFolder, write } from './write.ts'

/** Targets whose file name differs from their name. */
const fileNames: { readonly [target: string]: string } = { typescript: 'client', hurl: 'scenarios', diagram: 'diagrams' }

const endings: { readonly [form in ExportForm]: string } = {
  yaml: 'yaml',
  json: 'json',
  markdown: 'md',
  svg: 'svg',
  hurl: 'hurl',
  typescript: 'ts',
}

type ExportedFile = { readonly name: string; readonly about: string; readonly text: string; readonly leftOut: readonly string[] }

/** Returns the names of the files. The same document gives the same bytes. */
export async function exportAll(compiled: Compiled, folder: string): Promise<readonly string[]> {
  const { facts, model } = compiled
  const files: ExportedFile[] = [
    { name: 'service.md', about: 'the document, with everything that its conventions fill in', text: expand(compiled), leftOut: [] },
    ...targets.flatMap((target) =>
      target.forms
        .filter((form, index) => index === 0 || form === 'svg')
        .map((form): ExportedFile => ({
          name: `${fileNames[target.name] ?? target.name}.${endings[form]}`,
          about: target.about,
          ...target.run(facts, form),
        })),
    ),
    ...targets
      .filter(({ older }) => older)
      .flatMap((target) =>
        facts.versions
          .filter(({ isNewest, retired }) => !isNewest && retired === undefined)
          .map((version): ExportedFile => ({
            name: `${target.name}.${version.name}.${endings[target.forms[0]]}`,
            about: `${target.about}; version ${version.name}`,
            ...target.run(facts, target.forms[0], version),
          })),
      ),
    {
      name: 'tables.sql',
      about: 'the tables of the store, as SQL for SQLite',
      text: `${(await listReservedTables(facts)).map((statement) => `${statement};`).join('\n\n')}\n`,
      leftOut: [],
    },
    ...(listSpecifiedEntries(model.service.value.behaviours).length === 0
      ? []
      : [{ name: 'behaviours.ts', about: 'the types of the code of part 1', text: printBehaviourTypes(facts), leftOut: [] }]),
  ]
  makeFolder(folder)
  for (const { name, text } of files) write(join(folder, name), text)
  write(join(folder, 'README.md'), printReadme(files))
  return [...files.map(({ name }) => name), 'README.md']
}

function printReadme(files: readonly ExportedFile[]): string {
  const rows = files.map(({ name, about }) => `| \`${name}\` | ${about} |`)
  const limitations = files
    .filter(({ leftOut }) => leftOut.length > 0)
    .map(({ name, leftOut }) => `## What \`${name}\` cannot say\n\n${leftOut.map((sentence) => `- ${sentence}`).join('\n')}`)
  return `${['# Exports', `All of it comes from one document, \`service.md\`.\n\n| file | what it is |\n| --- | --- |\n${rows.join('\n')}`, ...limitations].join('\n\n')}\n`
}
