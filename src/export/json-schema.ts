// Exports JSON Schema 2020-12: resource views, shapes, and operation inputs.

import { type Json, createJsonObject } from '../base/json.ts'
import type { Facts } from '../fact/fact.ts'
import { indexModel } from '../fact/model-index.ts'
import { slotValueOf } from '../model/slot.ts'
import { openApiNames } from './openapi/names.ts'
import { printJsonOrYaml } from './print.ts'
import { createComponents } from './schema/components.ts'
import { makeRequestSchema, chooseSentMedia } from './schema/request-schema.ts'
import { makeViewRef } from './schema/reference.ts'
import { type Exported, type LeftOut, type ExportTarget, makeLeftOutList } from './target.ts'

export const jsonSchema: ExportTarget = {
  name: 'json-schema',
  about: 'JSON Schema 2020-12: views, shapes and the bodies of requests',
  forms: ['json', 'yaml'],
  run: (facts, form) => exportTarget(facts, form === 'yaml' ? 'yaml' : 'json'),
}

function exportTarget(facts: Facts, form: 'json' | 'yaml'): Exported {
  const leftOut = makeLeftOutList()
  const { typing } = facts
  const { views, shapes } = typing.domain
  const components = createComponents(facts, '#/$defs/', 'json-schema')
  const names = openApiNames(facts)
  const bodies = facts.operations.flatMap(({ operation }): [string, Json][] => {
    if (operation.until !== undefined) return []
    const { body } = typing.input(operation)
    return body === undefined
      ? []
      : [[`${names.operationId(operation)}.body`, components.publish(makeRequestSchema(body, chooseSentMedia(body), typing.domain))]]
  })
  for (const name of [...[...views.keys()].map(makeViewRef), ...shapes.keys()]) components.publish({ $ref: name })
  const namedSchemas = Object.entries(components.all())
  listLeftOut(facts, leftOut)
  const document = createJsonObject([
    ['$schema', 'https://json-schema.org/draft/2020-12/schema'],
    ['$defs', createJsonObject([...namedSchemas, ...bodies])],
    ...(leftOut.all.length === 0 ? [] : [['x-ninefold-left-out', leftOut.all] as const]),
  ])
  return { text: printJsonOrYaml(document, form), leftOut: leftOut.all }
}

/** Lists constraints between several values or on stored data, which JSON Schema cannot express. */
function listLeftOut({ model, typing }: Facts, leftOut: LeftOut): void {
  for (const { name, slots } of model.resources.value.resources) {
    const invariants = (slotValueOf(slots.invariant) ?? []).map((each) => `\`${each.name}\``)
    if (invariants.length > 0) leftOut.add(`Invariants of \`${name}\`: ${invariants.join(', ')}.`)
  }
  const { references } = indexModel(model, typing)
  for (const { name, uniques, exclusions } of typing.domain.resources.values()) {
    for (const unique of uniques) leftOut.add(`No two records of \`${name}\` have the same \`${unique.name}\`.`)
    for (const exclusion of exclusions) leftOut.add(`No two records of \`${name}\` conflict by \`${exclusion.name}\`.`)
    for (const { path, target } of references.get(name) ?? []) leftOut.add(`\`${name}.${path}\` is the key of a record of \`${target}\`.`)
  }
}
