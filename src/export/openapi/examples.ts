// Extracts examples from the scenarios: bodies of requests and responses, by operation and status.

import { type Json, type JsonObject, isJsonObject, createJsonObject } from '../../base/json.ts'
import { readScenariosOf } from '../../check/scenarios.ts'
import { kebabCase } from '../../base/names.ts'
import type { Facts } from '../../fact/fact.ts'
import { readJsonBody } from '../../hurl/json-body.ts'
import type { HurlBody, HurlEntry, HurlTemplate } from '../../hurl/tree.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Model, Segment } from '../../model/model.ts'
import { isSegmentOf } from '../../model/segment.ts'

type Example = { readonly name: string; readonly status: string; readonly sent?: Json; readonly answered?: Json }

export type Examples = { forRoute(route: ExampleRoute): readonly Example[] }

export type ExampleRoute = { readonly method: string; readonly segments: readonly Segment[] }

/** The maximum number of examples of one place. */
const maxExamples = 3

/** Examples of the version, or of the newest one, with these routes; a request that is all captured values is omitted. */
export function collectExamples({ model }: Facts, version: string | undefined, routes: readonly ExampleRoute[]): Examples {
  const exportedVersion = version ?? slotValueOf(model.versioning.value.current)?.text
  const examples = readScenariosOf(model.document).flatMap(({ title, entries }) => {
    // A version in a request also applies to the following requests.
    let currentVersion: string | undefined
    return entries.flatMap((entry) => {
      currentVersion = entry.directives.version?.name ?? currentVersion
      return makeExamples(
        title,
        entry,
        (pathVersion) => (currentVersion ?? pathVersion ?? (version === undefined ? exportedVersion : undefined)) === exportedVersion,
        model,
      )
    })
  })
  const byRoute = Map.groupBy(
    examples,
    (each) => routes.filter(({ method, segments }) => each.method === method && matches(each.path, segments)).toSorted(compareRoutes)[0],
  )
  return { forRoute: (route) => byRoute.get(route) ?? [] }
}

type PlacedExample = Example & { readonly method: string; readonly path: readonly (string | undefined)[] }

/** `isExportedVersion`: true if the version in the path is the wanted one. */
function makeExamples(
  title: string,
  { request, response }: HurlEntry,
  isExportedVersion: (version: string | undefined) => boolean,
  model: Model,
): PlacedExample[] {
  const { version: pathVersion, path } = splitPath(request.url, model) ?? {}
  if (!isExportedVersion(pathVersion)) return []
  const status = response?.status.value
  if (path === undefined || status === undefined || status === 'any') return []
  const [sent, answered] = [readWholeBody(request.body), readWholeBody(response?.body)]
  return [
    {
      name: kebabCase(title) || 'example',
      status: String(status),
      method: request.method.name,
      path,
      ...(sent === undefined ? {} : { sent }),
      ...(answered === undefined ? {} : { answered }),
    },
  ]
}

/** Path segments; undefined for a segment that is known only at run time. The service's address comes first. */
function splitPath(
  { parts }: HurlTemplate,
  { versioning }: Model,
): { readonly version?: string; readonly path: readonly (string | undefined)[] } | undefined {
  const [first, ...rest] = parts
  if (first?.kind !== 'placeholder' || first.expression.name !== 'url') return undefined
  const text = rest
    .map((part) => (part.kind === 'text' ? part.value : '\0'))
    .join('')
    .split('?')[0]!
  const segments = text
    .split('/')
    .slice(1)
    .map((segment) => (segment.includes('\0') ? undefined : segment))
  // A scenario may write the version into the path.
  const versionNames = [
    slotValueOf(versioning.value.current)?.text,
    ...(slotValueOf(versioning.value.versions) ?? []).map(({ name }) => name),
  ]
  return segments[0] !== undefined && versionNames.includes(segments[0])
    ? { version: segments[0], path: segments.slice(1) }
    : { path: segments }
}

function matches(path: readonly (string | undefined)[], segments: readonly Segment[]): boolean {
  return path.length === segments.length && segments.every((segment, index) => matchesSegment(segment, path[index]))
}

/** A segment that is known only at run time may be any value of a parameter without an ending. */
function matchesSegment(segment: Segment, text: string | undefined): boolean {
  if (text === undefined) return segment.kind === 'parameter' && segment.ending === undefined
  return isSegmentOf(segment, text)
}

/** Compares routes: a literal segment precedes a parameter, leftmost first; an ending precedes none. */
function compareRoutes(a: ExampleRoute, b: ExampleRoute): number {
  const index = a.segments.findIndex((segment, at) => rank(segment) !== rank(b.segments[at]))
  return index === -1 ? 0 : rank(a.segments[index]) - rank(b.segments[index])
}

function rank(segment: Segment | undefined): number {
  if (segment?.kind === 'literal') return 0
  return segment?.ending === undefined ? 2 : 1
}

function readWholeBody(body: HurlBody | undefined): Json | undefined {
  const read = readJsonBody(body)
  return read?.isWhole === true ? read.value : undefined
}

/** Adds examples beside an operation's schemas. A request is an example only if it succeeded. */
export function addOperationExamples(object: JsonObject, examples: readonly Example[]): JsonObject {
  const requestExamples = examples.flatMap(({ name, status, sent: value }) =>
    value === undefined || status >= '400' ? [] : [{ name, value }],
  )
  const listExamplesOfStatus = (status: string): readonly NamedExample[] =>
    examples.flatMap(({ name, status: exampleStatus, answered: value }) =>
      value === undefined || exampleStatus !== status ? [] : [{ name, value }],
    )
  return createJsonObject(
    Object.entries(object).map(([key, value]): [string, Json] => {
      if (key === 'requestBody') return [key, addExamples(value, requestExamples)]
      if (key === 'responses')
        return [
          key,
          createJsonObject(
            Object.entries(value as JsonObject).map(([status, response]) => [status, addExamples(response, listExamplesOfStatus(status))]),
          ),
        ]
      return [key, value]
    }),
  )
}

type NamedExample = { readonly name: string; readonly value: Json }

/** Adds the examples to the first media type. */
function addExamples(describedObject: Json, examples: readonly NamedExample[]): Json {
  const content = isJsonObject(describedObject) ? (describedObject as JsonObject)['content'] : undefined
  const [first, ...rest] = isJsonObject(content) ? Object.entries(content as JsonObject) : []
  const numberedExamples = numberNames(examples)
  if (first === undefined || numberedExamples.length === 0) return describedObject
  const [media, mediaTypeObject] = first
  return {
    ...(describedObject as JsonObject),
    content: createJsonObject([
      [
        media,
        { ...(mediaTypeObject as JsonObject), examples: createJsonObject(numberedExamples.map(({ name, value }) => [name, { value }])) },
      ],
      ...rest,
    ]),
  }
}

/** Removes repeated values, and numbers repeated names. */
function numberNames(examples: readonly NamedExample[]): readonly NamedExample[] {
  const values = [
    ...new Map(
      examples.map((each) => [JSON.stringify(each.value, (_, inner: unknown) => (typeof inner === 'bigint' ? `${inner}n` : inner)), each]),
    ).values(),
  ].slice(0, maxExamples)
  const counts = new Map<string, number>()
  return values.map(({ name, value }) => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return { name: count === 1 ? name : `${name}-${count}`, value }
  })
}
