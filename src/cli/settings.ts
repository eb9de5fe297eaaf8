// Reads the operator's values for the settings of part 1, from `--set` and the environment, by their schemas; operations that need a
// missing setting are not served.

import type { Json } from '../base/json-value.ts'
import type { Compiled } from '../compile/compile.ts'
import { completeSettings } from '../exchange/names.ts'
import type { Facts } from '../fact/fact.ts'
import { listNeededSettings } from '../fact/settings.ts'
import type { Operation } from '../model/model.ts'
import { decodeParameter } from '../schema/parameter.ts'
import { compileSchema } from '../schema/validate.ts'
import { definitionsOf } from '../typing/definitions.ts'
import { Misuse } from './command.ts'

/** A setting `mailFrom` is also read from the environment variable `NINEFOLD_MAIL_FROM`. */
function nameVariable(name: string): string {
  return `NINEFOLD_${name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]/g, '_')
    .toUpperCase()}`
}

export function readSettings(facts: Facts, optionValues: ReadonlyMap<string, string>): ReadonlyMap<string, Json> {
  const { domain } = facts.typing
  const { settings } = domain
  const definitions = definitionsOf(domain)
  for (const name of optionValues.keys()) {
    if (!settings.has(name))
      throw new Misuse(`the document has no setting \`${name}\`${settings.size === 0 ? '' : `; it has ${[...settings.keys()].join(', ')}`}`)
  }
  const values = new Map<string, Json>()
  for (const [name, { schema }] of settings) {
    const text = optionValues.get(name) ?? process.env[nameVariable(name)]
    if (text === undefined) continue
    const decoded = decodeParameter(compileSchema(schema, { definitions }), { name, required: true, several: 'commas' }, [text])
    if (decoded.failures !== undefined)
      throw new Misuse(`the setting \`${name}\` does not take \`${text}\`: ${decoded.failures.map(({ keyword }) => keyword).join(', ')}`)
    if (decoded.value !== undefined) values.set(name, decoded.value)
  }
  return values
}

/** By operation: the settings without a value that it needs, not empty. */
export function listUnsetSettings(facts: Facts, values: ReadonlyMap<string, Json>): ReadonlyMap<Operation, readonly string[]> {
  const valuesByName = completeSettings(facts, values)
  const unset = [...facts.typing.domain.settings.keys()].filter((name) => !valuesByName.has(name))
  if (unset.length === 0) return new Map()
  return new Map(
    [...listNeededSettings(facts)].flatMap(([operation, needed]) => {
      const missing = unset.filter((name) => needed.has(name))
      return missing.length === 0 ? [] : [[operation, missing] as const]
    }),
  )
}

/** A setting without a value is a gap: operations that need it are incomplete. */
export function withSettings(compiled: Compiled, values: ReadonlyMap<string, Json>): Compiled {
  const unset = listUnsetSettings(compiled.facts, values)
  if (unset.size === 0) return compiled
  const operations = compiled.operations.map((each) => {
    const missing = unset.get(each.operation)
    return missing === undefined ? each : { ...each, complete: false, gaps: [...each.gaps, ...missing.map((name) => `setting ${name}`)] }
  })
  return { ...compiled, operations }
}
