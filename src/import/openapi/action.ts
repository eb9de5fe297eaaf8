// What an operation does, where its method, its path and its answer leave one reading.

import { type Operation, jsonContent, successes } from './api.ts'
import { type Carried, manyIn, oneIn } from './carried.ts'
import { fieldsOf, isAlike, itemsOf } from './fields.ts'
import type { Part, Resource } from './resources.ts'
import type { Spec, Fields } from './spec.ts'
import type { Work } from './work.ts'

export type Action = {
  readonly kind: 'list' | 'read' | 'create' | 'update' | 'replace' | 'put' | 'delete'
  readonly resource: Resource
  /** What the parameters of the path are held against. */
  readonly parts: readonly (Part | undefined)[]
  /** What the answer carries of records. */
  readonly carried?: Carried
}

/** `doubt` names what has to be decided where there is no action. */
export type Doing = { readonly action: Action; readonly doubt?: string } | { readonly action?: undefined; readonly doubt: string }

export function doingOf(operation: Operation, work: Work): Doing {
  const { path, method } = operation
  const item = work.resources.find((each) => each.items.has(path))
  if (item !== undefined) return ofItem(operation, item, item.items.get(path)!, work.spec)
  const all = work.resources.find((each) => each.collections.has(path))
  if (all !== undefined) return ofCollection(operation, all, all.collections.get(path)!, work.spec)
  const answer = successes(operation)[0]
  const schema = answer && jsonContent(answer.content)?.schema
  const shows = schema === undefined ? '' : ' what its answer shows is not addressed one by one by any path.'
  return { doubt: method === 'GET' ? `what does it read?${shows === '' ? '' : ` Something that is one of a kind, or computed:${shows}`}` : 'what does it do, and to which records?' }
}

function ofItem(operation: Operation, resource: Resource, parts: Action['parts'], spec: Spec): Doing {
  const carried = carriedBy(operation, spec)
  const action = (kind: Action['kind'], doubt?: string): Doing => ({ action: { kind, resource, parts, ...(carried === undefined ? {} : { carried }) }, ...(doubt === undefined ? {} : { doubt }) })
  switch (operation.method) {
    case 'GET': return carried === undefined ? { doubt: `does it read a ${resource.name}? Its answer shows none.` } : action('read')
    // RFC 9110, section 9.3.4: what a PUT has made is told by 201.
    case 'PUT': return action(operation.responses.some(({ status }) => status === '201') ? 'put' : 'replace')
    case 'PATCH': return ofPatch(operation, action)
    case 'DELETE': return action('delete')
    default: return { doubt: `what does it do to a ${resource.name}?` }
  }
}

function ofPatch({ body }: Operation, action: (kind: Action['kind'], doubt?: string) => Doing): Doing {
  const media = body?.content.map((each) => each.media.toLowerCase()) ?? []
  if (media.some((each) => each.startsWith('application/merge-patch+json'))) return action('update')
  if (media.length > 0 && media.every((each) => each.startsWith('application/json-patch+json'))) return { doubt: 'it takes a JSON Patch (RFC 6902): would a merge patch do (`update`)?' }
  return action('update', 'is its body a merge patch (RFC 7396), in which null removes a member? It is not said.')
}

function ofCollection(operation: Operation, resource: Resource, parts: Action['parts'], spec: Spec): Doing {
  const { method, path } = operation
  const [answer] = successes(operation)
  const schema = answer && jsonContent(answer.content)?.schema
  if (method === 'GET') {
    const many = manyIn(schema, path, spec)
    return many === undefined ? { doubt: `does it list ${resource.name}? Its answer shows no list of objects.` } : { action: { kind: 'list', resource, parts, carried: many } }
  }
  if (method !== 'POST') return { doubt: `what does it do to all ${resource.name}s?` }
  const carried = carriedBy(operation, spec)
  const isList = schema !== undefined && itemsOf(schema, spec) !== undefined
  const sent = operation.body === undefined ? undefined : jsonContent(operation.body.content)?.schema
  const [asked, shown] = [sent && fieldsOf(sent, spec), carried?.fields]
  const creates = !isList && (answer?.status === '201' || isOf(shown, resource, spec) || isOf(asked, resource, spec))
  return creates
    ? { action: { kind: 'create', resource, parts, ...(carried !== undefined && isOf(shown, resource, spec) ? { carried } : {}) } }
    : { doubt: `does it create a ${resource.name}? Neither its status nor what it carries says so.` }
}

function carriedBy(operation: Operation, spec: Spec): Carried | undefined {
  const [answer] = successes(operation)
  return oneIn(answer && jsonContent(answer.content)?.schema, operation.path, spec)
}

/** Whether most of what a schema lists is the resource's own. */
export function isOf(fields: Fields | undefined, resource: Resource, spec: Spec): boolean {
  if (fields === undefined) return false
  const common = [...fields.properties].filter(([name, at]) => {
    const own = resource.fields.properties.get(name)
    return own !== undefined && isAlike(own, at, spec)
  })
  return common.length > 0 && common.length * 2 >= fields.properties.size
}
