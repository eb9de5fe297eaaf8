// Exports a typed client in one TypeScript file without dependencies: operations as functions, refusals as a union.

import { type Json, isJsonObject, createJsonObject, printJson } from '../../base/json.ts'
import type { Facts } from '../../fact/fact.ts'
import { indexModel } from '../../fact/model-index.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import { openApiNames } from '../openapi/names.ts'
import { createComponents } from '../schema/components.ts'
import { type Exported, type ExportTarget, makeLeftOutList } from '../target.ts'
import { type ClientContext, nameTypeOfRef, prefix } from './context.ts'
import { type PrintedOperation, printOperation } from './operation.ts'
import { printRefusals } from './refusals.ts'
import { pagesRuntime, runtime, streamsRuntime } from './runtime.ts'
import { describeSchema, printMemberName, printType } from './type-text.ts'

export const typescript: ExportTarget = {
  name: 'typescript',
  about: 'a typed client in one file, on fetch: operations as functions, errors as a union',
  forms: ['typescript'],
  run: (facts) => exportTarget(facts),
}

function exportTarget(facts: Facts): Exported {
  const leftOut = makeLeftOutList()
  const context: ClientContext = {
    facts,
    leftOut,
    modelIndex: indexModel(facts.model, facts.typing),
    names: openApiNames(facts),
    components: createComponents(facts, prefix, 'json-schema'),
  }
  const operations = facts.operations.filter(({ operation, complete }) => complete && operation.until === undefined)
  for (const { operation, complete } of facts.operations) if (!complete) leftOut.add(`\`${operation.name}\`, which is incomplete.`)
  const printedOperations = operations.map((operationFacts) => printOperation(operationFacts, context))
  const refusals = printRefusals(operations, context)
  const shapes = Object.entries(context.components.all()).map(([name, schema]) =>
    [...describeSchema(schema), `export type ${nameTypeOfRef(prefix + name)} = ${printType(schema, nameTypeOfRef)}`].join('\n'),
  )
  leftOut.add('Bounds, patterns and formats of values, which only the service asks.')
  if (operations.some(({ operation }) => operation.slots.conditional.state === 'shown'))
    leftOut.add('Entity tags: they are in `headers` of an answer, and are sent by `ifMatch` and `ifNoneMatch`.')
  const hasPages = printedOperations.some(({ paged }) => paged)
  const hasStreams = operations.some(({ operation }) => operation.action === 'stream')
  const text = [
    printHead(facts),
    ...shapes,
    ...refusals,
    ...printedOperations.map(({ types }) => types).filter((types) => types !== ''),
    printClientType(facts, printedOperations),
    printClientValue(printedOperations),
    printSchemes(facts),
    runtime.trimEnd(),
    ...(hasPages ? [pagesRuntime.trim()] : []),
    ...(hasStreams ? [streamsRuntime.trim()] : []),
    printLeftOut(leftOut.all),
  ].join('\n\n')
  return { text: `${text}\n`, leftOut: leftOut.all }
}

function printHead({ model }: Facts): string {
  const title = slotValueOf(model.service.value.title) ?? slotValueOf(model.service.value.name)?.text ?? 'the service'
  return `// A client of ${String(title).replaceAll('\n', ' ')}, made by \`ninefold export typescript\`. Changes are made in the document.\n\n/* eslint-disable */`
}

function printLeftOut(all: readonly string[]): string {
  return ['// Parts of the document that this client omits:', ...all.map((sentence) => `// - ${sentence}`)].join('\n')
}

function printClientType(facts: Facts, printedOperations: readonly PrintedOperation[]): string {
  const schemes = listSpecifiedEntries(facts.model.authentication.value.schemes).map(
    ({ name, value }) =>
      `    readonly ${printMemberName(name)}?: ${slotValueOf(value.type) === 'http' && slotValueOf(value.scheme)?.text.toLowerCase() === 'basic' ? '{ readonly username: string; readonly password: string }' : 'Secret'}`,
  )
  return `export type Options = {
  /** The service's address: \`https://api.example.com\`. */
  readonly url: string
  readonly fetch?: typeof fetch
  /** Sent with every request. */
  readonly headers?: { readonly [name: string]: string }
${schemes.length === 0 ? '' : `  readonly credentials?: {\n${schemes.join('\n')}\n  }\n`}  /** How often a repeatable request is retried (2) if the network or the service is unavailable. */
  readonly retries?: number
  /** The wait between two attempts, in milliseconds. */
  readonly pause?: (milliseconds: number) => Promise<void>
}

export type Client = {
${printedOperations.map(({ method }) => method).join('\n\n')}
}`
}

function printClientValue(printedOperations: readonly PrintedOperation[]): string {
  return `export function client(settings: Options): Client {\n  return {\n${printedOperations.map(({ value }) => value.replaceAll(/^/gm, '  ')).join('\n')}\n  }\n}`
}

function printSchemes({ model }: Facts): string {
  const schemes = listSpecifiedEntries(model.authentication.value.schemes).map(({ name, value }): readonly [string, Json] => {
    const type = slotValueOf(value.type) ?? 'http'
    const schemeName = slotValueOf(value.scheme)?.text ?? 'Bearer'
    if (type === 'apiKey')
      return [
        name,
        createJsonObject([
          ['kind', 'key'],
          ['in', slotValueOf(value.in) ?? 'header'],
          ['name', slotValueOf(value.name)?.text ?? ''],
        ]),
      ]
    if (type === 'http' && schemeName.toLowerCase() === 'basic') return [name, createJsonObject([['kind', 'basic']])]
    return [
      name,
      createJsonObject([
        ['kind', 'http'],
        ['word', type === 'http' ? (schemeName.toLowerCase() === 'bearer' ? 'Bearer' : schemeName) : 'Bearer'],
      ]),
    ]
  })
  const data = createJsonObject(schemes)
  return `const schemes: { readonly [name: string]: Scheme } = ${isJsonObject(data) && schemes.length > 0 ? printJson(data) : '{}'}`
}
