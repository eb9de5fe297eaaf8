// Adds the descriptions of a schema to its data.

import type { SchemaNode } from '../../model/schema.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Schema } from '../../schema/schema.ts'

export function addDocumentation(schema: Schema, source: SchemaNode | undefined): Schema {
  if (source === undefined || typeof schema === 'boolean') return schema
  const { title, description, deprecated, examples } = source.keywords
  const documentation = {
    ...(title.state === 'shown' ? { title: title.value } : {}),
    ...(description.state === 'shown' ? { description: description.value } : {}),
    ...(slotValueOf(deprecated) === true ? { deprecated: true } : {}),
    ...(examples.state === 'shown' ? { examples: examples.value.map(({ value }) => value) } : {}),
  }
  return Object.keys(documentation).length === 0 ? schema : { ...schema, ...documentation }
}
