// Recognises the kinds of sources and imports them as one document.

import { isJsonObject, type Json, type JsonObject } from '../base/json.ts'
import type { CompileEnvironment } from '../compile/compile.ts'
import type { File } from '../document/read.ts'
import { convertAsyncapi, readAsyncapiVersion } from './asyncapi/asyncapi.ts'
import { type ImportConventions, loadImportConventions } from './conventions.ts'
import { convertDatabase } from './database/database.ts'
import type { DatabaseSchema } from './database/schema.ts'
import { type Mended, mend } from './mend.ts'
import { mergeDrafts } from './merge.ts'
import { type NameAllocator, allocateNames } from './names.ts'
import { convertOpenapi, readSourceVersion } from './openapi/openapi.ts'
import type { DraftDocument } from './print.ts'
import { readSourceData } from './read-data.ts'

export type Imported = Mended & {
  /** The kinds of the sources: `OpenAPI 3.1`. */
  readonly kind: string
  /** The number of comments that ask for a decision. */
  readonly questions: number
}

export type Importing = {
  /** The conventions that the document adopts. */
  readonly use: readonly string[]
  readonly environment: CompileEnvironment
  /** The document's name in messages. */
  readonly name: string
}

/** `problem`: a sentence with the reason why nothing is imported. */
export type Import =
  | { readonly imported: Imported; readonly problem?: undefined }
  | { readonly imported?: undefined; readonly problem: string }

/** A text with its name, or the tables of a database. */
export type ImportSource =
  | { readonly file: File; readonly database?: undefined }
  | {
      readonly file?: undefined
      readonly database: DatabaseSchema
      /** The files with the rows of its tables, by table. */
      readonly rowFiles?: ReadonlyMap<string, string>
    }

type Draft = { readonly kind: string; readonly document: DraftDocument }
type Drafting = { readonly conventions: ImportConventions; readonly names: NameAllocator }

/** A kind of source data: its recognition, and its conversion to a document. */
type Kind = {
  readonly about: string
  /** Undefined for data of another kind. */
  read(data: Json, drafting: Drafting): Draft | { readonly problem: string } | undefined
}

const kinds: readonly Kind[] = [
  {
    about: 'OpenAPI 3.0, 3.1 or 2.0',
    read(data, { conventions, names }) {
      const found = readSourceVersion(data)
      if (found === undefined || 'problem' in found) return found
      return { kind: `OpenAPI ${found.version}`, document: convertOpenapi(data as JsonObject, found.version, conventions, names) }
    },
  },
  {
    about: 'AsyncAPI 2 or 3',
    read(data, { conventions, names }) {
      const found = readAsyncapiVersion(data)
      if (found === undefined || 'problem' in found) return found
      return { kind: `AsyncAPI ${found.version}`, document: convertAsyncapi(data as JsonObject, found.version, conventions, names) }
    },
  },
]

/** Formats of other tools that this importer does not read, by a key of each. */
const unread: readonly { readonly key: string; readonly what: string }[] = [
  { key: '$schema', what: 'JSON Schema' },
  { key: 'type', what: 'JSON Schema' },
  { key: 'info', what: 'a collection of another tool' },
]

export function importFile(file: File, importing: Importing): Import {
  return importSources([{ file }], importing)
}

/** Converts several sources to one document, in which each name has one meaning. */
export function importSources(sources: readonly ImportSource[], importing: Importing): Import {
  const drafting: Drafting = { conventions: loadImportConventions(importing.use, importing.environment), names: allocateNames() }
  const drafts: { readonly source: string; readonly kind: string; readonly document: DraftDocument }[] = []
  for (const each of sources) {
    const draft =
      each.file === undefined
        ? { kind: each.database.kind, document: convertDatabase(each.database, drafting.conventions, drafting.names, each.rowFiles) }
        : draftOf(each.file, drafting)
    if ('problem' in draft) return draft
    drafts.push({ source: each.file?.name ?? each.database!.name, ...draft })
  }
  const mended = mend(mergeDrafts(drafts), importing.name, importing.environment)
  return {
    imported: {
      ...mended,
      kind: drafts.map(({ kind }) => kind).join(', '),
      questions: mended.text.match(/^\s*(?:#|<!--) import: /gm)?.length ?? 0,
    },
  }
}

function draftOf(file: File, drafting: Drafting): Draft | { readonly problem: string } {
  const read = readSourceData(file.text)
  if (read.problem !== undefined) return { problem: `${file.name} cannot be read: ${read.problem}` }
  for (const kind of kinds) {
    const found = kind.read(read.value, drafting)
    if (found !== undefined) return 'problem' in found ? { problem: `${file.name} is not taken: ${found.problem}` } : found
  }
  const object = isJsonObject(read.value) ? (read.value as JsonObject) : undefined
  const other = object && unread.find(({ key }) => Object.hasOwn(object, key))
  return {
    problem: `${file.name} is not taken: ${other === undefined ? 'its first keys do not say what it is' : `it looks like ${other.what}, which is not read`}. What is read: ${kinds.map(({ about }) => about).join(', ')}, as JSON or YAML.`,
  }
}
