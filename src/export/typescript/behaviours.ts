// Exports types for the code that part 1 declares: the input, result and failures of each behaviour.

import type { Facts } from '../../fact/fact.ts'
import { specifiedEntries, slotValue } from '../../model/slot.ts'
import { inputOfBehaviour, outputOfBehaviour } from '../../typing/behaviour.ts'
import { type Components, componentsOf } from '../schema/components.ts'
import { comment, describeSchema, memberName, clientTypeName, printType } from './type-text.ts'

const prefix = '#/$defs/'

/** A module of types only; for example, the default export of `score.ts` has the type `Score`. */
export function behaviourTypes(facts: Facts): string {
  const { domain } = facts.typing
  const components = componentsOf(facts, prefix, 'json-schema')
  const typeText = (schema: Parameters<Components['published']>[0]): string => printType(components.published(schema), nameOf)
  const behaviours = specifiedEntries(facts.model.service.value.behaviours).map(({ name, value }) => {
    const own = clientTypeName(name)
    const [input, output] = [inputOfBehaviour(name, domain), outputOfBehaviour(name, domain)]
    const failures = (slotValue(value.failures) ?? []).map(({ text }) => JSON.stringify(text))
    const says = slotValue(value.description)
    return [
      `export type ${own}Input = ${input === undefined ? 'unknown' : typeText(input.schema)}`,
      `export type ${own}Output = ${output === undefined ? 'unknown' : typeText(output.schema)}`,
      ...(says === undefined ? [] : [comment(typeof says === 'string' ? says : String(says))]),
      `export type ${own} = (input: ${own}Input, help: Help<${failures.length === 0 ? 'never' : failures.join(' | ')}>) => ${own}Output | Promise<${own}Output>`,
    ].join('\n')
  })
  const settings = [...domain.settings].map(
    ([name, { schema }]) =>
      `  readonly ${memberName(name)}${typeof schema === 'object' && schema.default !== undefined ? '' : '?'}: ${typeText(schema)}`,
  )
  const shapes = Object.entries(components.all()).map(([name, schema]) => {
    return [...describeSchema(schema), `export type ${clientTypeName(name)} = ${printType(schema, nameOf)}`].join('\n')
  })
  return `${[head(settings), ...behaviours, ...shapes].join('\n\n')}\n`
}

function nameOf(ref: string): string {
  return clientTypeName(ref.slice(prefix.length))
}

function head(settings: readonly string[]): string {
  return `// Types of the code that the document declares, made by \`ninefold types\`. Changes are made in the document.

export type Settings = {${settings.length === 0 ? '' : `\n${settings.join('\n')}\n`}}

export type Help<Failure extends string> = {
  /** Ends the call with a failure that the document declares. */
  readonly fail: (name: Failure, data?: unknown) => never
  /** Aborted when the time of the call is over. */
  readonly signal: AbortSignal
  readonly settings: Settings
}`
}
