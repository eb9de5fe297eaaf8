// Exports types for the code that part 1 declares: the input, result and failures of each behaviour.

import type { Facts } from '../../fact/fact.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import { findBehaviourInput, findBehaviourOutput } from '../../typing/behaviour.ts'
import { type Components, createComponents } from '../schema/components.ts'
import { printComment, describeSchema, printMemberName, makeTypeName, printType } from './type-text.ts'

const prefix = '#/$defs/'

/** A module of types only; for example, the default export of `score.ts` has the type `Score`. */
export function printBehaviourTypes(facts: Facts): string {
  const { domain } = facts.typing
  const components = createComponents(facts, prefix, 'json-schema')
  const printPublished = (schema: Parameters<Components['publish']>[0]): string => printType(components.publish(schema), nameRef)
  const behaviours = listSpecifiedEntries(facts.model.service.value.behaviours).map(({ name, value }) => {
    const typeName = makeTypeName(name)
    const [input, output] = [findBehaviourInput(name, domain), findBehaviourOutput(name, domain)]
    const failures = (slotValueOf(value.failures) ?? []).map(({ text }) => JSON.stringify(text))
    const description = slotValueOf(value.description)
    return [
      `export type ${typeName}Input = ${input === undefined ? 'unknown' : printPublished(input.schema)}`,
      `export type ${typeName}Output = ${output === undefined ? 'unknown' : printPublished(output.schema)}`,
      ...(description === undefined ? [] : [printComment(typeof description === 'string' ? description : String(description))]),
      `export type ${typeName} = (input: ${typeName}Input, help: Help<${failures.length === 0 ? 'never' : failures.join(' | ')}>) => ${typeName}Output | Promise<${typeName}Output>`,
    ].join('\n')
  })
  const settings = [...domain.settings].map(
    ([name, { schema }]) =>
      `  readonly ${printMemberName(name)}${typeof schema === 'object' && schema.default !== undefined ? '' : '?'}: ${printPublished(schema)}`,
  )
  const shapes = Object.entries(components.all()).map(([name, schema]) => {
    return [...describeSchema(schema), `export type ${makeTypeName(name)} = ${printType(schema, nameRef)}`].join('\n')
  })
  return `${[printHead(settings), ...behaviours, ...shapes].join('\n\n')}\n`
}

function nameRef(ref: string): string {
  return makeTypeName(ref.slice(prefix.length))
}

function printHead(settings: readonly string[]): string {
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
