// Lists the operations of an OpenAPI document, with merged parameters, resolved references and chosen media types.

import { isJsonObject } from '../../base/json.ts'
import { type At, type Spec, isTrue, listItems, findMember, listMembers, readTextAt, readTextsAt } from './spec.ts'

export type SourcePlace = 'path' | 'query' | 'header' | 'cookie'

export type SourceParameter = {
  readonly in: SourcePlace
  readonly name: string
  readonly required: boolean
  readonly at: At
  readonly schema: At
}

/** The content of a request or an answer in one media type. */
export type MediaContent = { readonly media: string; readonly schema: At; /** The place of its description. */ readonly at: At }

export type SourceResponse = {
  readonly status: string
  readonly at: At
  readonly content: readonly MediaContent[]
  readonly headers: readonly (readonly [name: string, at: At])[]
}

export type SourceOperation = {
  readonly method: string
  readonly path: string
  /** `GET /pets/{id}`. */
  readonly name: string
  readonly at: At
  readonly id: string | undefined
  readonly parameters: readonly SourceParameter[]
  readonly body: { readonly at: At; readonly required: boolean; readonly content: readonly MediaContent[] } | undefined
  readonly responses: readonly SourceResponse[]
}

export type Api = {
  readonly operations: readonly SourceOperation[]
  /** Query parameters that do not select records: every operation has them, or a security scheme uses them. */
  readonly common: ReadonlySet<string>
}

/** The minimum number of operations with a parameter that counts as common to the whole API. */
const enough = 3

export function readApi(spec: Spec): Api {
  const operations = readSourceOperations(spec)
  const named = operations.map(({ parameters }) => new Set(parameters.flatMap(({ in: place, name }) => (place === 'query' ? [name] : []))))
  const [first = new Set<string>(), ...others] = named
  const everywhere = operations.length < enough ? [] : [...first].filter((name) => others.every((each) => each.has(name)))
  const keys = listMembers(findMember(findMember(spec.root, 'components'), 'securitySchemes')).flatMap(([, each]) => {
    const at = spec.follow(each)
    return readTextAt(at, 'in') === 'query' ? (readTextAt(at, 'name') ?? []) : []
  })
  return { operations, common: new Set([...everywhere, ...keys]) }
}

export const sourceMethods = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'trace', 'query'] as const

export function readSourceOperations(spec: Spec): SourceOperation[] {
  return listMembers(findMember(spec.root, 'paths')).flatMap(([path, at]) =>
    path.startsWith('x-') ? [] : readPathOperations(path, at, spec),
  )
}

export function readPathOperations(path: string, at: At, spec: Spec): SourceOperation[] {
  const item = spec.follow(at)
  const shared = readPathParameters(findMember(item, 'parameters'), spec)
  return sourceMethods.flatMap((method) => {
    const own = findMember(item, method)
    return isJsonObject(own.value) ? [readOperation(method.toUpperCase(), path, own, shared, spec)] : []
  })
}

function readOperation(method: string, path: string, at: At, shared: readonly SourceParameter[], spec: Spec): SourceOperation {
  const own = readPathParameters(findMember(at, 'parameters'), spec)
  const isOwn = (each: SourceParameter): boolean => own.some((other) => other.name === each.name && other.in === each.in)
  const body = spec.follow(findMember(at, 'requestBody'))
  return {
    method,
    path,
    at,
    name: `${method} ${path}`,
    id: readTextAt(at, 'operationId'),
    parameters: [...shared.filter((each) => !isOwn(each)), ...own],
    body: isJsonObject(body.value) ? { at: body, required: isTrue(body, 'required'), content: readContent(body) } : undefined,
    responses: listMembers(findMember(at, 'responses')).flatMap(([status, response]) =>
      status.startsWith('x-') ? [] : [readResponse(status, spec.follow(response), spec)],
    ),
  }
}

function readPathParameters(at: At, spec: Spec): SourceParameter[] {
  const parameters = new Map<string, SourceParameter>()
  for (const each of listItems(at)) {
    const parameter = spec.follow(each)
    const [name, place] = [readTextAt(parameter, 'name'), readTextAt(parameter, 'in')]
    if (name === undefined || (place !== 'path' && place !== 'query' && place !== 'header' && place !== 'cookie')) continue
    const [described] = listMembers(findMember(parameter, 'content'))
    const schema = described === undefined ? findMember(parameter, 'schema') : findMember(described[1], 'schema')
    parameters.set(`${place} ${name}`, { in: place, name, required: isTrue(parameter, 'required'), at: parameter, schema })
  }
  return [...parameters.values()]
}

function readResponse(status: string, at: At, spec: Spec): SourceResponse {
  return {
    status: status.toUpperCase() === 'DEFAULT' ? 'default' : status.toUpperCase(),
    at,
    content: readContent(at),
    headers: listMembers(findMember(at, 'headers')).map(([name, header]) => [name, spec.follow(header)]),
  }
}

function readContent(at: At): MediaContent[] {
  return listMembers(findMember(at, 'content')).map(([media, described]) => ({
    media: media.trim(),
    schema: findMember(described, 'schema'),
    at: described,
  }))
}

export function isJsonMedia(media: string): boolean {
  return /^(?:[^;]*[/+]json|application\/\*|\*\/\*)\s*(?:;|$)/i.test(media)
}

/** The JSON content, the plainest media type first. */
export function findJsonContent(content: readonly MediaContent[]): MediaContent | undefined {
  return content.find(({ media }) => /^application\/json\b/i.test(media)) ?? content.find(({ media }) => isJsonMedia(media))
}

/** The fields of a form are members; its files have no counterpart. */
export function findFormContent(content: readonly MediaContent[]): MediaContent | undefined {
  return content.find(({ media, schema }) => /^application\/x-www-form-urlencoded\b/i.test(media) && isJsonObject(schema.value))
}

/**
 * The answers that are not refusals, in order. OpenAPI 3.1, section 4.8.16: the responses should describe the successful one, so that a
 * `default` alone is that one too.
 */
export function listSuccesses({ responses }: Pick<SourceOperation, 'responses'>): SourceResponse[] {
  const [first, ...more] = responses
  if (first?.status === 'default' && more.length === 0) return [first]
  return responses.filter(({ status }) => /^2(?:\d\d|XX)$/.test(status)).toSorted((a, b) => (a.status < b.status ? -1 : 1))
}

export function readTags({ at }: SourceOperation): string[] {
  return [...new Set(readTextsAt(at, 'tags').filter((tag) => tag.trim() !== ''))]
}

/** The segments of a path; a parameter is its name in braces, which a verb or a format may follow: `{id}:cancel`, `{id}.json`. */
export function splitPath(path: string): string[] {
  return path.split('/').slice(1)
}

export function findPathParameter(segment: string | undefined): string | undefined {
  return segment === undefined ? undefined : /^\{([^{}]+)\}(?::[A-Za-z][\w-]*|(?:\.[A-Za-z]\w*)+)?$/.exec(segment)?.[1]
}

/** The address of what a path names: neither a trailing slash nor a format at the end (`.json`) changes it. */
export function withoutFormat(path: string): string {
  const last = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  return last.replace(/(?<=[^/])(?:\.[A-Za-z]\w*)+$/, '')
}
