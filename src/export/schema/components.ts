// Collects the schemas that others refer to by name (views, shapes and the body of errors), built on first use.

import { type Json, type JsonObject, createJsonObject } from '../../base/json.ts'
import type { Facts } from '../../fact/fact.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Schema } from '../../schema/schema.ts'
import { addDocumentation } from './documented.ts'
import { type SchemaDialect, publishSchema } from './published.ts'
import { errorRef, makeViewRef } from './reference.ts'
import { makeTemplateSchema, makeViewSchema } from './output-schema.ts'

export type Components = {
  /** The published schema; its references become components. */
  publish(schema: Schema): Json
  /** The referenced components and their dependencies, sorted by name. */
  all(): JsonObject
}

/** `prefix`: the place of the components, `#/components/schemas/` or `#/$defs/`. */
export function createComponents(facts: Facts, prefix: string, dialect: SchemaDialect): Components {
  const namesByTarget = new Map<string, string>()
  const nameOf = makeComponentNames(facts)
  const makeRef = (target: string): string => {
    const name = nameOf(target)
    namesByTarget.set(target, name)
    return `${prefix}${name}`
  }
  const publish = (schema: Schema): Json => publishSchema(schema, { dialect, ref: makeRef })
  return {
    publish,
    all() {
      const components = new Map<string, Json>()
      // The loop also visits entries that are added during it.
      for (const [target, name] of namesByTarget) components.set(name, publish(makeTargetSchema(target, facts)))
      return createJsonObject([...components].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    },
  }
}

function makeTargetSchema(target: string, { typing, model }: Facts): Schema {
  const { shapes, views } = typing.domain
  const shape = shapes.get(target)
  if (shape !== undefined) return addDocumentation(shape.schema, shape.source)
  if (target === errorRef) {
    const body = slotValueOf(model.errors.value.body)
    return body === undefined ? true : makeTemplateSchema(body, typing).schema
  }
  const view = views.get(target.slice(makeViewRef('').length))
  return view === undefined
    ? true
    : withDescription(makeViewSchema(view, typing), view.source === undefined ? undefined : slotValueOf(view.source.description))
}

function withDescription(schema: Schema, description: string | undefined): Schema {
  return description === undefined || typeof schema === 'boolean' ? schema : { ...schema, description }
}

/** A component's name consists of letters, digits and `.-_`, and is unique: views take precedence, then shapes, then the error. */
function makeComponentNames({ typing }: Facts): (target: string) => string {
  const usedNames = new Set<string>()
  const names = new Map<string, string>()
  const assign = (target: string, name: string, kind: string): void => {
    const sanitised = name.replaceAll(/[^A-Za-z0-9._-]/g, '_')
    let uniqueName = usedNames.has(sanitised) ? `${sanitised}${kind}` : sanitised
    for (let count = 2; usedNames.has(uniqueName); count++) uniqueName = `${sanitised}${kind}${count}`
    usedNames.add(uniqueName)
    names.set(target, uniqueName)
  }
  for (const name of typing.domain.views.keys()) assign(makeViewRef(name), name, 'View')
  for (const name of typing.domain.shapes.keys()) assign(name, name, 'Shape')
  assign(errorRef, 'Error', 'Body')
  return (target) => names.get(target) ?? target
}
