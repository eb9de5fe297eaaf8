// The JSON Schema of the whole language, for editors that complete and check YAML; generated from the readers of the parts.

import { type PartName, partNames } from '../document/document.ts'
import { type PartLanguage, frontLanguage, partLanguage } from './language.ts'
import { orGap, makeRecordSchema } from './maps.ts'
import type { SchemaDefinitions, JsonSchema } from './shape.ts'

/** JSON Schema 2020-12 of a document written as YAML: the keys of the front matter beside the nine parts. */
export function makeLanguageSchema(): JsonSchema {
  const definitions: SchemaDefinitions = new Map()
  const front = makeRecordSchema(frontLanguage, definitions)
  const parts: { [name in PartName]?: JsonSchema } = {}
  for (const name of partNames) {
    definitions.set(name, makePartSchema(partLanguage[name], definitions))
    parts[name] = { anyOf: [{ $ref: `#/$defs/${name}` }, { enum: ['not shown', 'none'] }] }
  }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A service in nine parts',
    ...front,
    properties: { ...(front['properties'] as JsonSchema), ...parts },
    $defs: Object.fromEntries([...definitions].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

function makePartSchema({ keys, elements, named }: PartLanguage, definitions: SchemaDefinitions): JsonSchema {
  const keysSchema = makeRecordSchema(keys, definitions)
  if (elements === undefined) return keysSchema
  const elementSchema = orGap(elements, definitions)
  return named === undefined
    ? { ...keysSchema, additionalProperties: elementSchema }
    : { ...keysSchema, patternProperties: { [named]: elementSchema } }
}
