// Prints an operation as a method: its types, its signature, and its request code.

import { createJsonObject, printJson } from '../../base/json.ts'
import { normalizeExpression } from '../../explain/expression-text.ts'
import { withoutNull } from '../../cel/fits.ts'
import { listRequirements } from '../../fact/conditions/caller.ts'
import type { OperationFacts } from '../../fact/fact.ts'
import { type Operation, findKeyHeader } from '../../model/model.ts'
import { type Template, slotValueOf } from '../../model/slot.ts'
import { findWait } from '../../model/find-wait.ts'
import { listStatuses } from '../openapi/status.ts'
import { describeOperationInText } from '../openapi/text.ts'
import { makeOutputSchema } from '../schema/output-schema.ts'
import { chooseSentMedia } from '../schema/request-schema.ts'
import { type ClientContext, nameTypeOfRef, nameRefusal } from './context.ts'
import { type RefusalType, listRefusalTypes } from './refusals.ts'
import { printRequestType, printSent } from './request.ts'
import { printComment, makeTypeName, printType } from './type-text.ts'

export type PrintedOperation = { readonly types: string; readonly method: string; readonly value: string; readonly paged: boolean }

export function printOperation(operationFacts: OperationFacts, context: ClientContext): PrintedOperation {
  const { operation } = operationFacts
  const { facts, names } = context
  const id = names.operationId(operation)
  const typeName = makeTypeName(id)
  const request = printRequestType(operation, context)
  const mayBeUnchanged = operation.slots.conditional.state === 'shown' && operation.method === 'GET'
  const wait = findWait(operation, facts.model.endpoints.value.operations)
  const values = [operation, ...(wait === undefined ? [] : [wait.read])].map((each) => printValueType(each, context))
  const value = [...new Set(values)].join(' | ')
  const failures = listRefusalTypes(operationFacts, context)
  const parameter = request.text === undefined ? '' : `request${request.required ? '' : '?'}: ${typeName}Request, `
  const { summary, description } = describeOperationInText(facts, operation)
  const doc = printComment(
    [summary, ...(description === undefined ? [] : [description]), `\`${operation.method} ${operation.path}\``].join('\n\n'),
    '  ',
  )
  const types = [
    ...(request.text === undefined ? [] : [`export type ${typeName}Request = ${request.text}`]),
    ...(operation.action === 'stream'
      ? []
      : [
          `export type ${typeName}Value = ${value}${mayBeUnchanged ? ' | undefined' : ''}`,
          `export type ${typeName}Failure = ${[...failures.map(({ error }) => nameRefusal(error)), 'Unexpected'].join(' | ')}`,
        ]),
  ].join('\n\n')
  const descriptor = printDescriptor(operationFacts, failures, context)
  const inputText = request.text === undefined ? '{}' : printSent(operation, request.required, context)
  const result = `Promise<Result<${typeName}Value, ${typeName}Failure>>`
  if (operation.action === 'stream') {
    return {
      types,
      paged: false,
      method: `${doc}\n  ${id}(${parameter}call?: Call & { readonly lastEventId?: string }): AsyncGenerator<StreamEvent, void>`,
      value: `  ${id}: (${request.text === undefined ? '' : 'request, '}call) => stream(settings, ${descriptor}, ${inputText}, call),`,
    }
  }
  const paging = findPaging(operation, context)
  const pagesMethod =
    paging === undefined
      ? undefined
      : `  ${printComment(`All pages of \`${id}\`, until the last page or a refusal.`)}\n  ${id}Pages(${parameter}call?: Call): AsyncGenerator<Result<${typeName}Value, ${typeName}Failure>, void>`
  const requestParameter = request.text === undefined ? '' : 'request, '
  return {
    types,
    paged: paging !== undefined,
    method: `${doc}\n  ${id}(${parameter}call?: Call): ${result}${pagesMethod === undefined ? '' : `\n${pagesMethod}`}`,
    value: [
      `  ${id}: (${requestParameter}call) => send(settings, ${descriptor}, ${inputText}, call) as ${result},`,
      ...(paging === undefined
        ? []
        : [
            `  ${id}Pages: (${requestParameter}call) => pages(settings, ${descriptor}, ${inputText}, ${JSON.stringify(paging.parameter)}, ${JSON.stringify(paging.at)}, call) as AsyncGenerator<Result<${typeName}Value, ${typeName}Failure>, void>,`,
          ]),
    ].join('\n'),
  }
}

/** The type of the body of an operation's answer. */
function printValueType(operation: Operation, { facts, components }: ClientContext): string {
  const output = slotValueOf(operation.slots.output)
  if (output === undefined) return 'undefined'
  return printType(components.publish(makeOutputSchema(operation, output, facts.typing)), nameTypeOfRef)
}

/** The statuses of an operation's answers, the one after its wait among them; empty if one is computed. */
function listSuccessStatuses(operation: Operation, { facts }: ClientContext): readonly number[] {
  const wait = findWait(operation, facts.model.endpoints.value.operations)
  const statuses = [operation, ...(wait === undefined ? [] : [wait.read])].flatMap(({ slots }) =>
    listStatuses(slotValueOf(slots.status), facts.typing),
  )
  return statuses.includes('default') ? [] : statuses.map(Number)
}

function printDescriptor({ operation }: OperationFacts, failures: readonly RefusalType[], context: ClientContext): string {
  const { facts, modelIndex: model } = context
  const statuses = listSuccessStatuses(operation, context)
  const conditional = operation.slots.conditional.state === 'shown' && operation.method === 'GET'
  const successStatuses = statuses.length === 0 ? [] : [...statuses, ...(conditional ? [304] : [])]
  const key = findKeyHeader(operation)
  const { body, query, filters } = facts.typing.input(operation)
  const repeated = [
    ...[...query.values()].filter(({ several, type }) => several !== 'commas' && withoutNull(type).kind === 'list'),
    ...[...filters.values()].flatMap(({ parameters }) =>
      parameters.filter(({ several, operator }) => several === 'repeated' && (operator === 'in' || operator === 'any')),
    ),
  ].map(({ name }) => name)
  const media = body && chooseSentMedia(body)
  const data = createJsonObject([
    ['method', operation.method],
    ['path', operation.path],
    ...(media === undefined || media === 'application/json' ? [] : [['media', media] as const]),
    ...(repeated.length === 0 ? [] : [['repeated', repeated] as const]),
    ['good', successStatuses],
    [
      'failures',
      failures.map(({ error, statuses: numericStatuses, tag }) =>
        createJsonObject([
          ['error', error],
          ['statuses', [...numericStatuses]],
          ...(tag === undefined ? [] : [['told', [...tag]] as const]),
        ]),
      ),
    ],
    ['schemes', listRequirements({ modelIndex: model, operation }).map((requirement) => requirement.map(({ name }) => name))],
    ...(key === undefined ? [] : [['keyHeader', key] as const]),
  ])
  return printJson(data)
}

/** The query parameter of a page, and the path in the response to the next page's value. */
function findPaging(
  operation: Operation,
  { facts }: ClientContext,
): { readonly parameter: string; readonly at: readonly string[] } | undefined {
  // A feed has no last page.
  if (operation.action === 'feed') return undefined
  const { page } = facts.typing.input(operation)
  const parameter = page?.cursor ?? page?.offset
  const output = slotValueOf(operation.slots.output)
  const at = output === undefined ? undefined : findPagePath(output)
  return parameter === undefined || at === undefined ? undefined : { parameter: parameter.name, at }
}

function findPagePath(output: Template): readonly string[] | undefined {
  if (output.kind === 'expression') return normalizeExpression(output.text) === 'page.next' ? [] : undefined
  if (output.kind !== 'map') return undefined
  for (const { name, value } of output.entries) {
    const innerPlace = findPagePath(value)
    if (innerPlace !== undefined) return [name, ...innerPlace]
  }
  return undefined
}
