// Reports defaults, `enum` values and constants that their own schema refuses, and constants of `set` that the property refuses.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { quoteName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import type { Check } from '../check.ts'
import { reportRefusedConstant, listRefusedConstants } from '../constants.ts'
import { makeSchemaCheck } from '../schema-mistakes.ts'
import { listWrites } from '../states/writes.ts'

const code = 'resources/invalid-value'

const schemaValues = makeSchemaCheck(
  code,
  'invalid-value',
  'error',
  'its own schema refuses it',
  'Change the value, or what the schema asks of it.',
)

export const check: Check = { code, run: (facts) => [...schemaValues.run(facts), ...checkSets(facts)] }

function checkSets(facts: Facts): Diagnostic[] {
  return listWrites(facts).flatMap(({ resource, property: name, template }) => {
    const property = resource.properties.get(name)
    if (property === undefined || template === undefined || property.normalize !== undefined) return []
    const reason = 'Every such request would be refused with `invalid set`.'
    return listRefusedConstants(template, property.schema, facts.typing).map((refused) =>
      reportRefusedConstant(code, `${quoteName(`${resource.name}.${name}`)} is set to`, refused, [property.at], reason),
    )
  })
}
