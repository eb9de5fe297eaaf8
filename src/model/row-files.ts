// Replaces `{ file: NAME }` by the rows of the file, so that they are read, checked and shown like rows in the document; each keeps its
// place in its file.

import type { Help } from '../diagnostic/help.ts'
import { createSource } from '../base/text.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { createDiagnostic } from '../diagnostic/voice.ts'
import { readCsv } from '../document/csv.ts'
import type { Document } from '../document/document.ts'
import type { Entry, MapNode, Node, Scalar } from '../document/node.ts'
import { readYaml } from '../document/read-yaml.ts'
import { createRegion } from '../document/region.ts'
import { makeColumnTypes } from './column-types.ts'

/** Returns the text of a file, by the file that names it and the name; undefined if it cannot be read. */
export type ReadRowFile = (from: string, name: string) => string | undefined

export function withRowFiles(
  document: Document,
  readFile: ReadRowFile,
): { readonly document: Document; readonly diagnostics: readonly Diagnostic[] } {
  const diagnostics: Diagnostic[] = []
  const { resources } = document.parts
  const replaced = replaceInMembers(
    resources.node,
    (name) => name === 'records' || name === 'fixtures',
    (rows) =>
      rows.kind === 'map'
        ? replaceInMembers(
            rows,
            () => true,
            (value, resource) => {
              const reading = { readFile, diagnostics, columns: makeColumnTypes(resources.node, resource) }
              return replaceFiles(replaceBySetting(value, reading), reading)
            },
          )
        : rows,
  )
  return {
    document:
      replaced === resources.node ? document : { ...document, parts: { ...document.parts, resources: { ...resources, node: replaced } } },
    diagnostics,
  }
}

type Reading = { readonly readFile: ReadRowFile; readonly diagnostics: Diagnostic[]; readonly columns: ReturnType<typeof makeColumnTypes> }

/** Each list of records that depend on a setting may have its own file. */
function replaceBySetting(value: Node, reading: Reading): Node {
  if (value.kind !== 'map') return value
  return replaceInMembers(
    value,
    (name) => name === 'by',
    (by) =>
      by.kind === 'map'
        ? replaceInMembers(
            by,
            () => true,
            (rows) => replaceFiles(rows, reading),
          )
        : by,
  )
}

/** The same map if nothing in it changes. */
function replaceInMembers(map: MapNode, matches: (name: string) => boolean, change: (value: Node, name: string) => Node): MapNode {
  const entries = map.entries.map((entry): Entry => {
    const value = matches(entry.key.text) ? change(entry.value, entry.key.text) : entry.value
    return value === entry.value ? entry : { ...entry, value }
  })
  return entries.every((entry, index) => entry === map.entries[index]) ? map : { ...map, entries }
}

function replaceFiles(value: Node, { readFile, diagnostics, columns }: Reading): Node {
  const fileName =
    value.kind === 'map' && value.entries.length === 1 && value.entries[0]!.key.text === 'file' ? value.entries[0]!.value : undefined
  if (fileName?.kind !== 'scalar' || (fileName.style === 'plain' && fileName.text === 'not shown')) return value
  const text = readFile(fileName.span.source.name, fileName.text)
  if (text === undefined) {
    diagnostics.push(reportProblem(fileName, 'does not exist, or cannot be read', 'Write its path relative to the file that names it.'))
    return { kind: 'list', items: [], span: value.span }
  }
  const rows = createSource(fileName.text, text)
  const parsed = /\.csv$/i.test(fileName.text) ? readCsv(rows, columns) : readYaml(createRegion(rows, 0, text.length))
  diagnostics.push(...parsed.diagnostics)
  if (parsed.node?.kind === 'list') return parsed.node
  if (parsed.diagnostics.length === 0)
    diagnostics.push(
      reportProblem(
        fileName,
        'does not contain a list of records',
        'Write a list: `- { … }` a record in YAML, `[ { … } ]` in JSON, or a line a record in CSV, in a file whose name ends in `.csv`.',
      ),
    )
  return { kind: 'list', items: [], span: value.span }
}

function reportProblem(fileName: Scalar, description: string, help: string | Help): Diagnostic {
  return createDiagnostic(
    'error',
    'document/invalid-file',
    `the file \`${fileName.text}\` ${description}`,
    { span: fileName.span, text: 'its records are named here' },
    { help },
  )
}
