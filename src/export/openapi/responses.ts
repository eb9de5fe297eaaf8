// Exports all answers of an operation by status: its own answer, each catalogue entry that it can meet, and HTTP's.

import { printDuration } from '../../base/duration.ts'
import { type Json, type JsonObject, createJsonObject } from '../../base/json.ts'
import { listMediaTypes } from '../../exchange/answer.ts'
import type { EntryFacts, OperationFacts, Point } from '../../fact/fact.ts'
import type { Operation } from '../../model/model.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import { type DeclaredWait, findWait } from '../../model/find-wait.ts'
import type { Schema } from '../../schema/schema.ts'
import { makeFeedItemsSchema } from '../event-schema.ts'
import { uniteSchemas, makeOutputSchema } from '../schema/output-schema.ts'
import { makeErrorSchema } from './errors.ts'
import { type HeaderText, listChallenges, describeLimitHeaders, listReplayedHeader, listRetryHeaders } from './headers.ts'
import type { OpenApiContext } from './context.ts'
import { listStatuses } from './status.ts'
import { printConditions, printEntry } from './text.ts'

/** One reason for a status; a response combines all reasons for its status. */
type ResponseCase = {
  readonly status: string
  readonly description: string
  readonly headers: readonly HeaderText[]
  readonly content?: { readonly media: readonly string[]; readonly schema: Schema }
}

export function buildResponses(operationFacts: OperationFacts, context: OpenApiContext, links: JsonObject | undefined): JsonObject {
  const { operation } = operationFacts
  const wait = findWait(operation, context.facts.model.endpoints.value.operations)
  const answers = [...answerResponses(operation, context), ...(wait === undefined ? [] : listWaitedAnswers(wait, context))]
  const limits = [...describeLimitHeaders(operationFacts, context.facts), ...listReplayedHeader(operationFacts)]
  const cases = [...answers, ...listRefusalCases(operationFacts, context)]
  const byStatus = [...Map.groupBy(cases, ({ status }) => status)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return createJsonObject(
    byStatus.map(([status, group]) => [
      status,
      describeResponse(group, limits, context, answers.some((responseCase) => group.includes(responseCase)) ? links : undefined),
    ]),
  )
}

/** The answers of the read that answers after a wait. */
function listWaitedAnswers({ read, milliseconds }: DeclaredWait, context: OpenApiContext): ResponseCase[] {
  return answerResponses(read, context)
    .filter(({ status }) => status === 'default' || status < '300')
    .map((answer) => ({
      ...answer,
      description: `The outcome, as \`${read.id}\` shows it, if it is there within ${printDuration(milliseconds)}.`,
    }))
}

function answerResponses(operation: Operation, { facts }: OpenApiContext): ResponseCase[] {
  const { slots, method, action } = operation
  const output = slotValueOf(slots.output)
  const conditional = slots.conditional.state === 'shown' && action !== 'delete'
  const headers = [
    ...listSpecifiedEntries(slots.headers).map(({ name, value }) => [name, `\`${value.text}\``] as const),
    ...(slots.cache.state === 'shown' ? [['Cache-Control', 'How the answer may be kept.'] as const] : []),
    ...(conditional ? [['ETag', 'The entity tag of what the address now shows.'] as const] : []),
  ]
  const media = action === 'stream' ? (['text/event-stream'] as const) : listMediaTypes(operation)
  const schema =
    action === 'stream'
      ? ({ type: 'string' } as const)
      : output === undefined
        ? undefined
        : makeBodySchema(
            makeOutputSchema(
              operation,
              output,
              facts.typing,
              action === 'feed' ? new Map([['items', makeFeedItemsSchema(operation, facts)]]) : undefined,
            ),
            media[0],
          )
  const doneText = schema === undefined ? 'Done.' : 'Done, with what it came to.'
  const answers = listStatuses(slotValueOf(slots.status), facts.typing).map((status): ResponseCase => ({
    status,
    headers,
    description: action === 'stream' ? 'Server-sent events, as they happen.' : doneText,
    ...(schema === undefined ? {} : { content: { media, schema } }),
  }))
  if (!conditional || method !== 'GET' || answers.every(({ status }) => status !== '200')) return answers
  const answerHeaders = headers.filter(([name]) => name !== 'Location')
  return [
    ...answers,
    { status: '304', headers: answerHeaders, description: 'The client has it already (RFC 9110, section 15.4.5).' },
    {
      status: '412',
      headers: answerHeaders.filter(([name]) => name === 'ETag'),
      description: 'HTTP alone, without content: `If-Match` names another tag (RFC 9110, section 13.1.1)',
    },
  ]
}

/** A body that is not JSON is described as text. */
function makeBodySchema(schema: Schema, media: string): Schema {
  return /^[^;]*[/+]json\s*(;|$)/i.test(media) ? schema : { type: 'string' }
}

function listRefusalCases({ points }: OperationFacts, context: OpenApiContext): ResponseCase[] {
  const byEntry = Map.groupBy(
    points.filter(({ answer }) => answer.kind === 'entry'),
    ({ answer }) => (answer as { entry: EntryFacts }).entry,
  )
  const byHttp = Map.groupBy(
    points.filter(({ answer }) => answer.kind === 'http'),
    ({ answer }) => String((answer as { status: number }).status),
  )
  return [
    ...[...byEntry].flatMap(([entry, refusalPoints]) => listEntryCases(entry, refusalPoints, context)),
    ...[...byHttp].map(([status, refusalPoints]): ResponseCase => ({
      status,
      headers: [],
      description: `HTTP alone, without content: ${printConditions(refusalPoints)}`,
    })),
  ]
}

function listEntryCases(entry: EntryFacts, refusalPoints: readonly Point[], { facts, leftOut }: OpenApiContext): ResponseCase[] {
  const schema = makeErrorSchema(entry, facts)
  const errors = facts.model.errors.value
  const media = slotValueOf(entry.slots.media)?.text ?? slotValueOf(errors.media)?.text ?? 'application/json'
  const statuses = listStatuses(slotValueOf(entry.slots.status), facts.typing)
  if (statuses.includes('default')) leftOut.add(`The status of \`${entry.name}\`, which is computed: it is under \`default\`.`)
  return statuses.map((status): ResponseCase => ({
    status,
    headers: [
      ...listSpecifiedEntries(entry.slots.headers).map(({ name, value }) => [name, `\`${value.text}\``] as const),
      ...listChallenges(entry, refusalPoints, facts),
      ...listRetryHeaders(refusalPoints, facts),
    ],
    description: printEntry(entry, refusalPoints),
    ...(schema === undefined ? {} : { content: { media: [media], schema: makeBodySchema(schema, media) } }),
  }))
}

function describeResponse(
  cases: readonly ResponseCase[],
  limits: readonly HeaderText[],
  { components }: OpenApiContext,
  links: JsonObject | undefined,
): JsonObject {
  const headers = new Map([...cases.flatMap((responseCase) => responseCase.headers), ...limits])
  const byMedia = Map.groupBy(
    cases.flatMap(({ content }) => (content === undefined ? [] : content.media.map((media) => ({ media, schema: content.schema })))),
    ({ media }) => media,
  )
  const content = [...byMedia].map(([media, contents]): [string, Json] => [
    media,
    { schema: components.publish(uniteSchemas(contents.map(({ schema }) => schema))) },
  ])
  const lines = [...new Set(cases.map(({ description }) => description))]
  return createJsonObject([
    ['description', lines.length === 1 ? lines[0]! : lines.map((line) => `- ${line}`).join('\n')],
    ...(headers.size === 0
      ? []
      : [
          [
            'headers',
            createJsonObject([...headers].map(([name, description]) => [name, { description, schema: { type: 'string' } }])),
          ] as const,
        ]),
    ...(content.length === 0 ? [] : [['content', createJsonObject(content)] as const]),
    ...(links === undefined ? [] : [['links', links] as const]),
  ])
}
