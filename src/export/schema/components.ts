// Collects the schemas that others refer to by name (views, shapes and the body of errors), built on first use.

import { type Json, type JsonObject, jsonObject } from '../../base/json.ts'
import type { Facts } from '../../fact/fact.ts'
import { slotValue } from '../../model/slot.ts'
import type { Schema } from '../../schema/schema.ts'
import { addDocumentation } from './documented.ts'
import { type SchemaDialect, publishSchema } from './published.ts'
import { errorRef, viewRef } from './reference.ts'
import { sentTemplate, sentView } from './output-schema.ts'

export type Components = {
  /** The published schema; its references become components. */
  published(schema: Schema): Json
  /** The referenced components and their dependencies, sorted by name. */
  all(): JsonObject
}

/** `prefix`: the place of the components, `#/components/schemas/` or `#/$defs/`. */
export function componentsOf(facts: Facts, prefix: string, dialect: SchemaDialect): Components {
  const wanted = new Map<string, string>()
  const nameOf = namesFor(facts)
  const ref = (target: string): string => {
    const name = nameOf(target)
    wanted.set(target, name)
    return `${prefix}${name}`
  }
  const publish = (schema: Schema): Json => publishSchema(schema, { dialect, ref })
  return {
    published: publish,
    all() {
      const components = new Map<string, Json>()
      // The loop also visits entries that are added during it.
      for (const [target, name] of wanted) components.set(name, publish(targetSchema(target, facts)))
      return jsonObject([...components].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    },
  }
}

function targetSchema(target: string, { typing, model }: Facts): Schema {
  const { shapes, views } = typing.domain
  const shape = shapes.get(target)
  if (shape !== undefined) return addDocumentation(shape.schema, shape.source)
  if (target === errorRef) {
    const body = slotValue(model.errors.value.body)
    return body === undefined ? true : sentTemplate(body, typing).schema
  }
  const view = views.get(target.slice(viewRef('').length))
  return view === undefined
    ? true
    : describedView(sentView(view, typing), view.source === undefined ? undefined : slotValue(view.source.description))
}

function describedView(schema: Schema, description: string | undefined): Schema {
  return description === undefined || typeof schema === 'boolean' ? schema : { ...schema, description }
}

/** A component's name consists of letters, digits and `.-_`, and is unique: views take precedence, then shapes, then the error. */
function namesFor({ typing }: Facts): (target: string) => string {
  const usedNames = new Set<string>()
  const names = new Map<string, string>()
  const give = (target: string, name: string, kind: string): void => {
    const sanitised = name.replaceAll(/[^A-Za-z0-9._-]/g, '_')
    let own = usedNames.has(sanitised) ? `${sanitised}${kind}` : sanitised
    for (let count = 2; usedNames.has(own); count++) own = `${sanitised}${kind}${count}`
    usedNames.add(own)
    names.set(target, own)
  }
  for (const name of typing.domain.views.keys()) give(viewRef(name), name, 'View')
  for (const name of typing.domain.shapes.keys()) give(name, name, 'Shape')
  give(errorRef, 'Error', 'Body')
  return (target) => names.get(target) ?? target
}
