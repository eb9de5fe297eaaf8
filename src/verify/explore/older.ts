// Converts a request of the newest version to the form of an older version.

import { type Json, parseJsonText, printJson } from '../../base/json.ts'
import { downgradeJson } from '../../exchange/version/rewrite.ts'
import { downgradeText } from '../../exchange/version/query.ts'
import type { VersionFacts } from '../../fact/fact.ts'
import type { ObjectTree } from '../../fact/versions/version.ts'
import type { Operation } from '../../model/model.ts'
import { fillSegment, readSegmentValue } from '../../model/segment.ts'
import type { ServerRequest } from '../oracle/request.ts'
import { splitPath } from '../step.ts'

/** Converts a request to another version. Undefined if the version lacks the operation, or cannot express the request. */
export function convertToVersion(request: ServerRequest, operation: Operation, version: VersionFacts): ServerRequest | undefined {
  const route = version.routes.find((each) => each.operation === operation)
  if (route === undefined) return undefined
  const conversion = version.conversions.get(operation)
  try {
    const [path = '', query] = request.target.split('?')
    const parts = splitPath(path)
    const values = new Map(
      operation.segments.flatMap((segment, index) => {
        if (segment.kind === 'literal') return []
        const segmentText = readSegmentValue(segment, parts[index] ?? '') ?? ''
        const steps = conversion?.path.get(segment.name)
        return [
          [
            segment.name,
            steps === undefined ? segmentText : encodeURIComponent(downgradeText(steps, decodeURIComponent(segmentText))),
          ] as const,
        ]
      }),
    )
    const target = route.segments
      .map((segment) => `/${fillSegment(segment, segment.kind === 'literal' ? '' : (values.get(segment.name) ?? ''))}`)
      .join('')
    const body =
      request.body === undefined || conversion?.body === undefined
        ? request.body
        : convertBody(request.body, (json) => downgradeJson(conversion.body!, json))
    return {
      ...request,
      version: version.name,
      target: query === undefined ? target : `${target}?${convertToFormerQuery(conversion?.query, query)}`,
      ...(body === undefined ? {} : { body }),
    }
  } catch {
    return undefined
  }
}

function convertBody(body: string, convert: (json: Json) => Json): string {
  const parsed = parseJsonText(body, { depth: 100 })
  return 'value' in parsed ? printJson(convert(parsed.value)) : body
}

function convertToFormerQuery(tree: ObjectTree | undefined, query: string): string {
  if (tree === undefined) return query
  return query
    .split('&')
    .map((pair) => {
      const [name = '', ...rest] = pair.split('=')
      const [, word = name, suffix = ''] = /^([^%[]*)(.*)$/.exec(name) ?? []
      const member = tree.members.get(word)
      if (member?.olderName === undefined) return pair
      // A filter may name several values.
      const values = decodeURIComponent(rest.join('=')).split(',')
      const olderValues = values.map((value) => downgradeText(member.steps, value))
      return `${member.olderName}${suffix}=${encodeURIComponent(olderValues.join(','))}`
    })
    .join('&')
}
