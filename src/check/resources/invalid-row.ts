// Reports rows of `records` and `fixtures` with unknown properties or invalid values.

import { advise, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName, reportUnknownProperty } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { definitionsOf } from '../../typing/definitions.ts'
import type { Property } from '../../typing/domain.ts'
import { readExactJson } from '../../typing/schema-of.ts'
import { findSchemaProblems } from '../../schema/problems.ts'
import type { Schema } from '../../schema/schema.ts'
import { type Decoder, compileSchema } from '../../schema/validate.ts'
import type { Check } from '../check.ts'
import { type DeclaredRow, listDeclaredRows } from './rows.ts'

const code = 'resources/invalid-row'

export const check: Check = {
  code,
  run(facts) {
    const decoderOf = makeDecoders(facts)
    return listDeclaredRows(facts).flatMap((row) => [...checkValues(row, decoderOf), ...(isMisspelt(row) ? [] : reportMissingValues(row))])
  },
}

type Decoders = (property: Property) => Decoder | undefined

/** Built once per schema; a mistaken schema is reported elsewhere. */
function makeDecoders({ typing: { domain } }: Facts): Decoders {
  const definitions = definitionsOf(domain)
  const decodersByProperty = new Map<Property, Decoder | undefined>()
  return (property) => decodersByProperty.getOrInsertComputed(property, () => compileDecoder(property.schema, definitions))
}

function compileDecoder(schema: Schema, definitions: ReadonlyMap<string, Schema>): Decoder | undefined {
  return findSchemaProblems(schema, definitions).length > 0 ? undefined : compileSchema(schema, { definitions, readOnly: 'keep' })
}

function checkValues({ resource, node, name }: DeclaredRow, decoderOf: Decoders): Diagnostic[] {
  return node.entries.flatMap(({ key, value }): Diagnostic[] => {
    const property = resource.properties.get(key.text)
    if (property === undefined)
      return resource.type.open ? [] : [reportUnknownProperty(code, resource.name, key.text, key.span, resource.properties.keys())]
    const reason = explainNotWritable(property)
    if (reason !== undefined)
      return [
        createDiagnostic(
          'error',
          code,
          `${quoteName(key.text)} of ${quoteName(name)} ${reason}`,
          { span: value.span, text: 'cannot be given' },
          { help: advise`${remove('Leave it out')}.` },
        ),
      ]
    const [failure] = decoderOf(property)?.decode(readExactJson(value)).failures ?? []
    if (failure === undefined) return []
    const place = failure.pointer === '' ? '' : ` at ${quoteName(failure.pointer)}`
    return [
      createDiagnostic(
        'error',
        code,
        `${quoteName(key.text)} of ${quoteName(name)} does not fit its schema: ${quoteName(failure.keyword)} refuses it${place}`,
        { span: value.span, text: `refused by \`${failure.keyword}\`` },
        {
          others: [{ span: property.at.span, text: 'declared here' }],
        },
      ),
    ]
  })
}

/** An unknown name may be a misspelling of the missing one. */
function isMisspelt({ resource, node }: DeclaredRow): boolean {
  return !resource.type.open && node.entries.some(({ key }) => !resource.properties.has(key.text))
}

function explainNotWritable({ inverse, compute }: Property): string | undefined {
  if (inverse !== undefined) return 'is an inverse, which is not stored'
  return compute === undefined ? undefined : 'is computed, and never written'
}

/** A property with another source of its value may be left out. */
function reportMissingValues({ resource, node, name, member }: DeclaredRow): Diagnostic[] {
  const absent = [...resource.properties.values()].filter(
    (property) =>
      property.required &&
      member(property.name) === undefined &&
      property.generate === undefined &&
      property.compute === undefined &&
      property.default === undefined &&
      property.machine === undefined &&
      property.inverse === undefined &&
      !resource.type.open &&
      isSpecified(resource.source.slots.required.state),
  )
  return absent.map((property) =>
    createDiagnostic(
      'error',
      code,
      `${quoteName(name)} lacks ${quoteName(property.name)}, which every ${resource.name} has`,
      { span: node.span, text: `has no ${quoteName(property.name)}` },
      {
        others: [{ span: property.at.span, text: 'required' }],
      },
    ),
  )
}

/** If the required properties are not shown, none is missing. */
function isSpecified(state: string): boolean {
  return state !== 'gap' && state !== 'wrong'
}
