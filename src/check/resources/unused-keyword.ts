// Reports a keyword without effect: it applies to another type, or needs a keyword that is missing.

import { advise, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic } from '../../diagnostic/voice.ts'
import type { Model } from '../../model/model.ts'
import { type Slot, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { SchemaKeys } from '../../model/schema.ts'
import type { Property } from '../../typing/domain.ts'
import type { Check } from '../check.ts'
import { makeSchemaCheck } from '../schema-mistakes.ts'
import { listSchemasOf } from '../schemas.ts'
import { isAuthored } from '../unused.ts'

const code = 'resources/unused-keyword'
const schemaDiagnostics = makeSchemaCheck(
  code,
  'unused-keyword',
  'warning',
  'no effect',
  advise`${remove('Remove it')}, or change the type.`,
)

export const check: Check = {
  code,
  run: (facts) => [
    ...schemaDiagnostics.run(facts),
    ...[...facts.typing.domain.resources.values()].flatMap((resource) =>
      [...resource.properties.values()].flatMap((property) => checkProperty(`${resource.name}.${property.name}`, property)),
    ),
    ...checkOtherSchemas(facts.model),
  ],
}

/** These keywords determine how a record stores and compares a property. They have no effect on other values. */
const ownKeywords = ['compute', 'stored', 'fold', 'immutable'] as const

/** Schemas of shapes, members, items, bodies and parameters. */
function checkOtherSchemas(model: Model): Diagnostic[] {
  const ownSchemas = new Set(
    model.resources.value.resources.flatMap(({ slots }) => listSpecifiedEntries(slots.properties).map(({ value }) => value)),
  )
  return listSchemasOf(model)
    .filter((schema) => !ownSchemas.has(schema))
    .flatMap(({ keywords }) => ownKeywords.flatMap((keyword) => reportElsewhere(keyword, keywords[keyword])))
}

function reportElsewhere(keyword: (typeof ownKeywords)[number], slot: Slot<unknown>): Diagnostic[] {
  if (slot.state !== 'shown' || !isAuthored(slot.at.span)) return []
  return [
    createDiagnostic(
      'warning',
      code,
      `\`${keyword}\` has no effect here: it belongs to a property of a resource`,
      { span: slot.at.span, text: 'no effect' },
      keyword === 'compute' || keyword === 'stored'
        ? {
            reason: 'A member with `compute` is taken from no request, and is computed nowhere.',
            help: 'Write the value where it is made (`set`, a view), or compute a property of the resource.',
          }
        : { help: advise`${remove('Remove it')}, or move the value to a property of the resource.` },
    ),
  ]
}

function checkProperty(name: string, property: Property): Diagnostic[] {
  if (property.source === undefined) return []
  const { keywords } = property.source
  const reportUnused = (keyword: Exclude<keyof SchemaKeys, 'node'>, reason: string): Diagnostic[] => {
    const slot = keywords[keyword]
    return slot.state === 'shown'
      ? [
          createDiagnostic(
            'warning',
            code,
            `\`${keyword}\` has no effect on \`${name}\`, ${reason}`,
            { span: slot.at.span, text: 'no effect' },
            { help: advise`${remove('Remove it')}.` },
          ),
        ]
      : []
  }
  return [
    ...(property.normalize?.text.trim() === 'value' ? reportUnused('normalize', 'because it gives the value that is sent') : []),
    ...(property.compute === undefined ? reportUnused('stored', 'which is not computed') : []),
    ...(isReference(property) ? [] : reportUnused('onDelete', 'which refers to no record')),
    ...(isText(property) ? [] : reportUnused('fold', 'which is not text')),
    ...(property.machine === undefined
      ? []
      : [...reportUnused('generate', 'which its machine writes'), ...reportUnused('default', 'which its machine writes')]),
  ]
}

/** An unknown reference is reported elsewhere. */
function isReference({ reference, source }: Property): boolean {
  return reference !== undefined || source!.keywords.$ref.state === 'shown'
}

function isText({ source, machine }: Property): boolean {
  const types = slotValueOf(source!.keywords.type)
  return machine !== undefined || types === undefined || types.includes('string')
}
