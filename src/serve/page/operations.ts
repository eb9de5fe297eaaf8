// Operations for the operator's page: summaries of all, and one with all its outcomes.

import { printJson } from '../../base/json.ts'
import type { Compiled } from '../../compile/compile.ts'
import { printPattern } from '../../explain/facts.ts'
import type { Line } from '../../explain/layout.ts'
import { listOperationLines } from '../../explain/operation.ts'
import { printStatus } from '../../explain/status-text.ts'
import { printOrigin, printPlace } from '../../explain/origin.ts'
import { printSchema } from '../../explain/schema-text.ts'
import { openApiNames } from '../../export/openapi/names.ts'
import type { Facts, Point } from '../../fact/fact.ts'
import { slotValueOf } from '../../model/slot.ts'
import { definitionsOf } from '../../typing/definitions.ts'
import type { Input } from '../../typing/domain.ts'
import { listSortParameters } from '../../typing/sorts.ts'
import { type ExampleDefinitions, buildExample } from './example.ts'
import type { OperationDetails, DescribedInput, DetailLine, DescribedOperation, DescribedRefusal } from './types.ts'

/** All operations, with the data for their forms. */
export function listOperations({ facts, operations }: Pick<Compiled, 'facts' | 'operations'>): DescribedOperation[] {
  const definitions = definitionsOf(facts.typing.domain)
  const names = openApiNames(facts)
  return operations.map((state) => ({
    ...summarise(facts, state, definitions),
    called: names.operationId(state.operation),
  }))
}

/** All possible outcomes of one operation; undefined for an unknown id. */
export function describeDetails(facts: Facts, id: string): OperationDetails | undefined {
  const operationFacts = facts.operations.find(({ operation }) => operation.id === id)
  if (operationFacts === undefined) return undefined
  const { about, answers } = listOperationLines(facts, operationFacts)
  return { about: toDetailLines(about), answers: toDetailLines(answers), refusals: operationFacts.points.map(describeRefusal) }
}

function summarise(
  facts: Facts,
  { operation, complete, gaps }: Compiled['operations'][number],
  definitions: ExampleDefinitions,
): Omit<DescribedOperation, 'called'> {
  const input = facts.typing.input(operation)
  const idempotency = slotValueOf(operation.slots.idempotency)
  const byKey = idempotency?.kind === 'key' ? idempotency : undefined
  const key = byKey && slotValueOf(byKey.key)?.text
  const conditional = slotValueOf(operation.slots.conditional)
  const line = slotValueOf(operation.slots.summary) ?? slotValueOf(operation.slots.description)
  return {
    name: operation.name,
    id: operation.id,
    method: operation.method,
    path: operation.path,
    place: printPlace(operation.key.span),
    action: operation.action ?? '',
    subject: operation.subject?.text ?? '',
    complete,
    ...(line === undefined ? {} : { summary: line }),
    input: [
      ...describeInputs(input),
      ...(key === undefined
        ? []
        : [
            {
              place: 'header' as const,
              name: key,
              type: 'a separate key for each request',
              argument: 'idempotencyKey',
              required: slotValueOf(byKey!.optional) !== true,
            },
          ]),
      ...(conditional === undefined
        ? []
        : [
            {
              place: 'header' as const,
              name: operation.method === 'GET' ? 'If-None-Match' : 'If-Match',
              type: 'an entity tag',
              argument: operation.method === 'GET' ? 'ifNoneMatch' : 'ifMatch',
              required: conditional === 'required' && operation.method !== 'GET',
            },
          ]),
    ],
    ...(input.body === undefined ? {} : { body: printJson(buildExample(input.body.schema, definitions)) }),
    gaps,
  }
}

function toDetailLines(lines: readonly Line[]): DetailLine[] {
  return lines.map(({ label, text, from }) => ({ label: label?.text.trim() ?? '', text, ...(from === undefined ? {} : { from }) }))
}

function describeRefusal(point: Point): DescribedRefusal {
  const { answer, stage, because } = point
  const title = answer.kind === 'entry' ? slotValueOf(answer.entry.slots.title)?.text : undefined
  return {
    stage,
    condition: printPattern(point),
    status: printStatus(answer),
    gap: answer.kind === 'gap',
    ...(answer.kind === 'entry'
      ? { entry: { name: answer.entry.name, place: printPlace(answer.entry.key.span), ...(title === undefined ? {} : { title }) } }
      : {}),
    because: because.map(printOrigin),
  }
}

function describeInputs(input: Input): DescribedInput[] {
  const describePlace = (place: DescribedInput['place'], parameters: typeof input.path): DescribedInput[] =>
    [...parameters].map(([name, { schema, required }]) => ({
      place,
      name,
      type: printSchema(schema),
      required: required || place === 'path',
    }))
  const listed = new Set(input.query.keys())
  return [
    ...describePlace('path', input.path),
    ...describePlace('query', input.query),
    ...[...input.filters.values()]
      .flatMap(({ parameters, isDeepObject }) => (isDeepObject ? parameters.slice(0, 1) : parameters))
      .map(({ name, schema }): DescribedInput => ({ place: 'query', name, type: printSchema(schema), required: false })),
    ...listSortParameters(input).map(({ name, schema }, index): DescribedInput => ({
      place: 'query',
      name,
      type: index === 0 ? 'properties to sort by' : printSchema(schema),
      required: false,
    })),
    ...Object.values(input.page ?? {})
      .filter(({ name }) => !listed.has(name))
      .map(({ name, schema }): DescribedInput => ({ place: 'query', name, type: printSchema(schema), required: false })),
    ...describePlace('header', input.headers),
  ]
}
