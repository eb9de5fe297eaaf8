// `ninefold export changelog DIR`: the history of a folder of editions, each compared with the one before.

import { readdirSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { type History, makeChangelogJson, printChangelogMarkdown } from '../diff/report/changelog.ts'
import { diffEditions } from '../diff/diff.ts'
import { printJsonOrYaml } from '../export/print.ts'
import { slotValueOf } from '../model/slot.ts'
import { type Console, Misuse } from './command.ts'
import { readEdition } from './comparing.ts'
import { readableFile } from './load.ts'

/** Editions are files, or folders of files; their names say their order: `v2` comes before `v10`. */
export function printChangelog(folder: string, form: 'markdown' | 'json', console: Console): string {
  const history = readHistory(folder, console)
  return form === 'json' ? printJsonOrYaml(makeChangelogJson(history), 'json') : printChangelogMarkdown(history)
}

function readHistory(folder: string, console: Console): History {
  const names = listEditions(folder).toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  if (names.length < 2)
    throw new Misuse(
      `${folder} contains ${names.length === 0 ? 'no edition' : 'one edition'}: a changelog needs two, as files or folders whose names give their order`,
    )
  const editions = names.map((name) => ({ name, edition: readEdition(join(folder, name), console) }))
  const { document, service } = editions.at(-1)!.edition.compiled.model
  const title = document.title ?? slotValueOf(service.value.title) ?? slotValueOf(service.value.name)?.text ?? basename(resolve(folder))
  const label = (name: string): string => name.replace(readableFile, '')
  return {
    title,
    first: label(names[0]!),
    editions: editions.slice(1).map(({ name, edition }, index) => ({
      name: label(name),
      before: label(names[index]!),
      changes: diffEditions(editions[index]!.edition, edition),
    })),
  }
}

function listEditions(folder: string): string[] {
  try {
    return readdirSync(folder).filter(
      (name) =>
        !name.startsWith('.') &&
        (readableFile.test(name) || statSync(join(folder, name)).isDirectory()) &&
        !/^(readme|changelog)\./i.test(name),
    )
  } catch {
    throw new Misuse(`${folder} is not a folder of editions`)
  }
}
