// Builds requests for operations that no trace has reached: after the requests that reach another operation at the same path.

import { isJsonObject } from '../../base/json.ts'
import type { Operation } from '../../model/model.ts'
import { listSpecifiedEntries } from '../../model/slot.ts'
import { type Segment, fillSegment, readSegmentValue } from '../../model/segment.ts'
import type { Edition } from '../edition.ts'
import { type TraceBlock, listCapturedVariables } from './block.ts'
import { type KnownPath, keepNeeded } from './paths.ts'
import { sampleBody, variableOf } from './synthesise.ts'

const maxCallers = 4
const maxPreparations = 5

/** Chains that end in a request of the operation, each by another caller, the likelier ones first. */
export function listChains(operation: Operation, known: readonly KnownPath[], edition: Edition): readonly (readonly TraceBlock[])[] {
  const body = sampleBody(operation, edition)
  const callers = listSpecifiedEntries(edition.compiled.model.authentication.value.callers).map(({ name }) => name)
  return listPreparationsFor(operation, known, edition).flatMap(({ requests, target }) =>
    [...new Set([requests.at(-1)?.as, undefined, ...callers])].slice(0, maxCallers).map((as) => [
      ...requests,
      {
        method: operation.method,
        target,
        head: '',
        operation: operation.name,
        captures: [],
        ...(body === undefined ? {} : { body }),
        ...(as === undefined ? {} : { as }),
      },
    ]),
  )
}

type Preparation = { readonly requests: readonly TraceBlock[]; readonly target: string }

function listPreparationsFor(operation: Operation, known: readonly KnownPath[], edition: Edition): readonly Preparation[] {
  const parameters = operation.segments.flatMap(({ kind }, index) => (kind === 'parameter' ? [index] : []))
  if (parameters.length === 0) return [{ requests: [], target: printTarget(operation, []) }]
  return [
    ...(parameters.length === 1 ? afterCreating(operation, known, edition) : []),
    ...afterAlike(operation, known, parameters.at(-1)!),
  ].slice(0, maxPreparations)
}

/** After an operation whose path has the same parameters: first with the requests that its captures need, then with all. */
function afterAlike(operation: Operation, known: readonly KnownPath[], last: number): readonly Preparation[] {
  return known
    .filter(
      ({ operation: { segments, action } }) =>
        action !== 'delete' && operation.segments.slice(0, last + 1).every((each, index) => isSameSegment(each, segments[index])),
    )
    .toSorted((a, b) => Number(b.operation.method === 'GET') - Number(a.operation.method === 'GET'))
    .flatMap(({ operation: { method, segments }, requests }) => {
      const sent = (requests.at(-1)!.target.split('?')[0] ?? '').split('/').slice(1)
      if (sent.length !== segments.length) return []
      const texts = sent.map((text, index) => readValue(segments[index]!, text))
      const isKept = method !== 'GET' || listCapturedVariables(requests.at(-1)!).length > 0
      return [keepNeeded(requests), requests].map((each) => ({
        requests: isKept ? each : each.slice(0, -1),
        target: printTarget(operation, texts),
      }))
    })
}

function readValue(segment: Segment, text: string): string {
  return segment.kind === 'parameter' ? (readSegmentValue(segment, text) ?? text) : text
}

function isSameSegment(a: Operation['segments'][number], b: Operation['segments'][number] | undefined): boolean {
  return a.kind === 'parameter' ? b?.kind === 'parameter' : b?.kind === 'literal' && a.text === b.text
}

/** After a record of its resource is created; its key is in the request, or captured from the answer. */
function afterCreating(operation: Operation, known: readonly KnownPath[], edition: Edition): readonly Preparation[] {
  const resource = operation.subject?.text.split('.')[0] ?? ''
  const creating = known.find(({ operation: { action, subject } }) => action === 'create' && subject?.text === resource)?.requests
  const [key] = edition.compiled.facts.typing.domain.resources.get(resource)?.key ?? []
  const last = creating?.at(-1)
  if (creating === undefined || last === undefined || key === undefined) return []
  const sent = isJsonObject(last.body) ? (last.body as { readonly [name: string]: unknown })[key] : undefined
  const isSent = typeof sent === 'string' || typeof sent === 'number'
  const text = isSent ? String(sent) : `{{${variableOf(resource)}}}`
  // The answer may have the record as a member.
  const queries = isSent ? [undefined] : [`jsonpath "$.${key}"`, `jsonpath "$..${key}" nth 0`]
  const texts = operation.segments.map(() => text)
  return queries.map((query) => ({
    requests: creating.with(
      -1,
      query === undefined ? last : { ...last, captures: [...last.captures, `${variableOf(resource)}: ${query}`] },
    ),
    target: printTarget(operation, texts),
  }))
}

function printTarget({ segments }: Operation, texts: readonly string[]): string {
  return segments.map((segment, index) => `/${fillSegment(segment, texts[index] ?? '1')}`).join('')
}
