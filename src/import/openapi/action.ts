// Determines the action of an operation if its method, path and response allow only one reading.

import { type SourceOperation, findJsonContent, listSuccesses } from './api.ts'
import { type RepresentedRecord, findManyRecords, findOneRecord } from './carried.ts'
import { isAlike, readFields, resolveItems, sharesMostMembers } from './fields.ts'
import { type PathPart, type RecordMember, type SourceResource, isStoredPart } from './resources.ts'
import type { At, Spec, SchemaFields } from './spec.ts'

export type OperationAction = {
  readonly kind: 'list' | 'read' | 'create' | 'update' | 'replace' | 'put' | 'delete'
  readonly resource: SourceResource
  /** The path's parameters and the key parts that they match. */
  readonly parts: readonly (PathPart | undefined)[]
  /** The record in the answer, if any. */
  readonly carried?: RepresentedRecord
  /** The property that is the whole answer and the whole body, in place of the record. */
  readonly property?: string
}

/** `doubt`: the open decision about the action. */
export type Doing = { readonly action: OperationAction; readonly doubt?: string } | { readonly action?: undefined; readonly doubt: string }

export function determineAction(operation: SourceOperation, resources: readonly SourceResource[], spec: Spec): Doing {
  const { path, method } = operation
  const item = resources.find((each) => each.items.has(path))
  if (item !== undefined) return chooseItemAction(operation, item, item.items.get(path)!, spec)
  const owner = resources.find((each) => each.members.has(path))
  if (owner !== undefined) return chooseMemberAction(operation, owner, owner.members.get(path)!, spec)
  const all = resources.find((each) => each.collections.has(path))
  if (all !== undefined) return chooseCollectionAction(operation, all, all.collections.get(path)!, spec)
  const answer = listSuccesses(operation)[0]
  const schema = answer && findJsonContent(answer.content)?.schema
  const shows = schema === undefined ? '' : ' No path addresses what its answer shows.'
  return {
    doubt:
      method === 'GET'
        ? `what does it read?${shows} With \`answer: {}\` it computes its \`output\` from the request.`
        : 'what does it do, and to which records?',
  }
}

/** A record that is created in a list of the path belongs there: it stores what only the path says of the list. */
export function storeParents(doings: readonly Doing[]): void {
  for (const { action } of doings) {
    if (action?.kind !== 'create') continue
    const { resource, parts } = action
    const found = parts.filter((part) => part !== undefined && part.property !== 'id' && !isStoredPart(part, resource))
    resource.parents = [...resource.parents, ...found.filter((part) => part !== undefined)]
  }
}

function chooseItemAction(operation: SourceOperation, resource: SourceResource, parts: OperationAction['parts'], spec: Spec): Doing {
  const carried = findCarriedRecord(operation, spec)
  const action = (kind: OperationAction['kind'], doubt?: string): Doing => ({
    // A write may answer with something else than the record, such as that it succeeded.
    action: {
      kind,
      resource,
      parts,
      ...(carried !== undefined && (kind === 'read' || isOf(carried.fields, resource, spec)) ? { carried } : {}),
    },
    ...(doubt === undefined ? {} : { doubt }),
  })
  switch (operation.method) {
    case 'GET':
      return carried === undefined ? { doubt: `does it read a ${resource.name}? Its answer shows none.` } : action('read')
    // RFC 9110, section 9.3.4: a PUT that creates answers 201. Nothing else creates a record that is one of a kind.
    case 'PUT':
      return action(resource.only !== undefined || operation.responses.some(({ status }) => status === '201') ? 'put' : 'replace')
    case 'PATCH':
      return choosePatchAction(operation, action)
    case 'DELETE':
      return action('delete')
    default:
      return { doubt: `what does it do to a ${resource.name}?` }
  }
}

function chooseMemberAction(
  { method, body }: SourceOperation,
  resource: SourceResource,
  { property, parts }: RecordMember,
  spec: Spec,
): Doing {
  const sent = body && findJsonContent(body.content)?.schema
  const isSent = sent !== undefined && isAlike(sent, resource.fields.properties.get(property)!, spec)
  if (method === 'GET') return { action: { kind: 'read', resource, parts, property } }
  if (method === 'PUT' && isSent) return { action: { kind: 'update', resource, parts, property } }
  return { doubt: `what does it do to \`${property}\` of a ${resource.name}?` }
}

function choosePatchAction({ body }: SourceOperation, action: (kind: OperationAction['kind'], doubt?: string) => Doing): Doing {
  const media = body?.content.map((each) => each.media.toLowerCase()) ?? []
  if (media.some((each) => each.startsWith('application/merge-patch+json'))) return action('update')
  if (media.length > 0 && media.every((each) => each.startsWith('application/json-patch+json')))
    return { doubt: 'it takes a JSON Patch (RFC 6902): would a merge patch do (`update`)?' }
  return action('update', 'is its body a merge patch (RFC 7396), in which null removes a member? It is not said.')
}

function chooseCollectionAction(operation: SourceOperation, resource: SourceResource, parts: OperationAction['parts'], spec: Spec): Doing {
  const { method, path } = operation
  const [answer] = listSuccesses(operation)
  const schema = answer && findJsonContent(answer.content)?.schema
  if (method === 'GET') {
    const many = findManyRecords(schema, path, spec)
    return many === undefined
      ? { doubt: `does it list ${resource.name}? Its answer shows no list of objects.` }
      : { action: { kind: 'list', resource, parts, carried: many } }
  }
  if (method !== 'POST') return { doubt: `what does it do to all ${resource.name}s?` }
  const carried = findCarriedRecord(operation, spec)
  const isList = schema !== undefined && resolveItems(schema, spec) !== undefined
  const sent = operation.body === undefined ? undefined : findJsonContent(operation.body.content)?.schema
  const shownFields = carried?.fields
  const sentFields = sent && readSentRecord(sent, path, resource, spec)?.fields
  const creates = !isList && (answer?.status === '201' || isOf(shownFields, resource, spec) || isOf(sentFields, resource, spec))
  return creates
    ? { action: { kind: 'create', resource, parts, ...(carried !== undefined && isOf(shownFields, resource, spec) ? { carried } : {}) } }
    : { doubt: `does it create a ${resource.name}? Neither its status nor what it carries says so.` }
}

function findCarriedRecord(operation: SourceOperation, spec: Spec): RepresentedRecord | undefined {
  const [answer] = listSuccesses(operation)
  return findOneRecord(answer && findJsonContent(answer.content)?.schema, operation.path, spec)
}

/** The members of a body; those inside `member` if it is the whole body, and the resource has most of its members. */
export function readSentRecord(
  at: At,
  path: string,
  resource: SourceResource,
  spec: Spec,
): { readonly fields: SchemaFields; readonly member?: string } | undefined {
  const fields = readFields(at, spec)
  if (fields === undefined || fields.properties.size > 1 || isOf(fields, resource, spec)) return fields && { fields }
  const { member, fields: inner } = findOneRecord(at, path, spec)!
  return member !== undefined && isOf(inner, resource, spec) ? { fields: inner, member } : { fields }
}

/** True if most members of a schema belong to the resource. */
export function isOf(fields: SchemaFields | undefined, resource: SourceResource, spec: Spec): boolean {
  return fields !== undefined && sharesMostMembers(fields, resource.fields, spec)
}
