// Measures the smallest JSON text that a schema can admit: lower bounds of its bytes and of its levels.

import { printJson } from '../base/json.ts'
import { resolveReference } from './node.ts'
import type { Schema, SchemaObject } from './schema.ts'

export type LeastText = { readonly bytes: number; readonly levels: number }

/** Any scalar of one digit. */
const scalar: LeastText = { bytes: 1, levels: 0 }

export function measureLeast(schema: Schema, definitions: ReadonlyMap<string, Schema>): LeastText {
  return measure(schema, schema, definitions, 8)
}

/** A recursive shape ends at a depth; what is left is counted as a scalar. */
function measure(schema: Schema, root: Schema, definitions: ReadonlyMap<string, Schema>, steps: number): LeastText {
  if (typeof schema === 'boolean' || steps === 0) return scalar
  const measureInner = (inner: Schema): LeastText => measure(inner, root, definitions, steps - 1)
  if (schema.$ref !== undefined) {
    const target = resolveReference(schema.$ref, root, definitions)
    return target === undefined ? scalar : measureInner(target)
  }
  const values = schema.enum ?? (schema.const === undefined ? [] : [schema.const])
  if (values.length > 0) return { bytes: Math.min(...values.map((value) => printJson(value).length)), levels: 0 }
  switch (schema.type) {
    case 'string':
      return { bytes: 2 + (schema.normalize === undefined ? (schema.minLength ?? 0) : 0), levels: 0 }
    case 'object':
      return measureObject(schema, measureInner)
    case 'array': {
      const least = schema.minItems ?? 0
      const item = least === 0 ? scalar : measureInner(schema.items ?? true)
      return { bytes: 2 + least * item.bytes + Math.max(0, least - 1), levels: 1 + (least === 0 ? 0 : item.levels) }
    }
    default:
      return scalar
  }
}

/** A member that is filled or generated may be left out. */
function measureObject({ required = [], properties = {} }: SchemaObject, measureInner: (inner: Schema) => LeastText): LeastText {
  const members = required.flatMap((name): LeastText[] => {
    const property = Object.hasOwn(properties, name) ? properties[name]! : true
    const isOmissible =
      typeof property === 'object' && (property.default !== undefined || property.generate !== undefined || property.readOnly === true)
    if (isOmissible) return []
    const value = measureInner(property)
    return [{ bytes: printJson(name).length + 1 + value.bytes, levels: value.levels }]
  })
  return {
    bytes: 2 + members.reduce((sum, { bytes }) => sum + bytes, 0) + Math.max(0, members.length - 1),
    levels: 1 + Math.max(0, ...members.map(({ levels }) => levels)),
  }
}
