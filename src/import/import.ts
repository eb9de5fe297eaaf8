// What can be imported: the kinds of sources by what a text says of itself, and the document that each becomes.

import { isJsonObject, type Json, type JsonObject } from '../base/json.ts'
import type { CompileWorld } from '../compile/compile.ts'
import type { File } from '../document/read.ts'
import { conventionsOf } from './conventions.ts'
import { type Mended, mend } from './mend.ts'
import { openapiDocument, sourceVersion } from './openapi/openapi.ts'
import type { DocumentSaid } from './print.ts'
import { readSourceData } from './read-data.ts'

export type Imported = Mended & { /** The source's kind: `OpenAPI 3.1`. */ readonly kind: string; /** The number of comments that ask for a decision. */ readonly questions: number }

export type Importing = {
  /** The conventions that the document adopts. */
  readonly use: readonly string[]
  readonly world: CompileWorld
  /** The document's name in messages. */
  readonly name: string
}

/** `problem` is a sentence that says why nothing is imported. */
export type Import = { readonly imported: Imported; readonly problem?: undefined } | { readonly imported?: undefined; readonly problem: string }

/** A kind of data: what says that it is one, and the document that it becomes. */
type Kind = {
  readonly about: string
  /** Undefined where the data is of another kind. */
  read(data: Json, importing: Importing): { readonly kind: string; readonly document: DocumentSaid } | { readonly problem: string } | undefined
}

const openapi: Kind = {
  about: 'OpenAPI 3.0, 3.1 or 2.0',
  read(data, { use, world }) {
    const version = sourceVersion(data)
    if (version === undefined || 'problem' in version) return version
    return { kind: `OpenAPI ${version.version}`, document: openapiDocument(data as JsonObject, version.version, conventionsOf(use, world)) }
  },
}

/** By what other tools write, and this one does not read. */
const unread: readonly { readonly key: string; readonly what: string }[] = [
  { key: 'asyncapi', what: 'AsyncAPI' },
  { key: '$schema', what: 'JSON Schema' },
  { key: 'type', what: 'JSON Schema' },
  { key: 'info', what: 'a collection of another tool' },
]

const kinds: readonly Kind[] = [openapi]

export function importFile(file: File, importing: Importing): Import {
  const read = readSourceData(file.text)
  if (read.problem !== undefined) return { problem: `${file.name} cannot be read: ${read.problem}` }
  for (const kind of kinds) {
    const found = kind.read(read.value, importing)
    if (found === undefined) continue
    if ('problem' in found) return { problem: `${file.name} is not taken: ${found.problem}` }
    const mended = mend(found.document, importing.name, importing.world)
    return { imported: { ...mended, kind: found.kind, questions: mended.text.match(/^\s*(?:#|<!--) import: /gm)?.length ?? 0 } }
  }
  const object = isJsonObject(read.value) ? (read.value as JsonObject) : undefined
  const other = object && unread.find(({ key }) => Object.hasOwn(object, key))
  return { problem: `${file.name} is not taken: ${other === undefined ? 'its first keys do not say what it is' : `it looks like ${other.what}, which is not read`}. What is read: ${kinds.map(({ about }) => about).join(', ')}, as JSON or YAML.` }
}
