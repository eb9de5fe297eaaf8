// Finds the values of records that no request may give, so that the service makes them: keys, and times under the usual names.

import { normaliseSpelling } from '../names.ts'
import { type Doing, type OperationAction, readSentRecord } from './action.ts'
import { type SourceOperation, findFormContent, findJsonContent } from './api.ts'
import { isReadOnly, readTypes } from './fields.ts'
import type { SourceResource } from './resources.ts'
import { type Spec, readTextAt } from './spec.ts'

/** `key`: a read-only key; the source does not say how it is made. The times are recognised by their names. */
export type MadeValue = 'key' | 'created' | 'changed'

export type MadeValues = { of(resource: SourceResource, property: string): MadeValue | undefined }

const creationTimes = new Set([
  'created',
  'createdat',
  'createdon',
  'createddate',
  'createdtime',
  'createddatetime',
  'createdtimestamp',
  'creationdate',
  'creationtime',
  'creationdatetime',
  'creationtimestamp',
  'createtime',
  'createdate',
  'datecreated',
  'timecreated',
])
const changeTimes = new Set([
  'updated',
  'updatedat',
  'updatedon',
  'updateddate',
  'updatedtime',
  'updatedtimestamp',
  'updatetime',
  'updatedate',
  'dateupdated',
  'timeupdated',
  'lastupdated',
  'lastupdatedat',
  'lastupdatedate',
  'modified',
  'modifiedat',
  'modifiedon',
  'modifieddate',
  'modifiedtime',
  'datemodified',
  'modificationdate',
  'lastmodified',
  'lastmodifiedat',
  'lastmodifieddate',
  'lastmodifiedtime',
])

type Writing = { readonly operation: SourceOperation; readonly action: OperationAction }

/** `standsIn`: to try out the service, every key that no request may give is made. */
export function findMadeValues(doings: ReadonlyMap<SourceOperation, Doing>, spec: Spec, standsIn: boolean): MadeValues {
  const writings = [...doings].flatMap(([operation, { action }]): Writing[] =>
    action !== undefined && ['create', 'update', 'replace', 'put'].includes(action.kind) ? [{ operation, action }] : [],
  )
  const byResource = Map.groupBy(writings, ({ action }) => action.resource)
  const made = (resource: SourceResource, property: string): MadeValue | undefined => {
    const all = byResource.get(resource) ?? []
    const isCreated = all.some(({ action }) => action.kind === 'create')
    if (!isCreated || all.some((each) => givesValue(each, property, spec))) return undefined
    if (!resource.key.some((part) => part.property === property)) return timeIn(resource, property, spec)
    const at = resource.fields.properties.get(property)
    return standsIn || (at !== undefined && isReadOnly(at, spec)) ? 'key' : undefined
  }
  return { of: made }
}

/** True if a request may contain the value of the property, in its body or in its path. */
function givesValue({ operation, action: { kind, parts, resource } }: Writing, property: string, spec: Spec): boolean {
  if ((kind === 'create' || kind === 'put') && parts.some((part) => part?.property === property)) return true
  const isKey = resource.key.some((part) => part.property === property)
  if (isKey && kind !== 'create') return kind === 'put'
  const content = operation.body?.content ?? []
  const schema = (findJsonContent(content) ?? findFormContent(content))?.schema
  const sent = schema && readSentRecord(schema, operation.path, resource, spec)?.fields.properties.get(property)
  return sent !== undefined && !isReadOnly(sent, spec)
}

function timeIn({ fields }: SourceResource, property: string, spec: Spec): MadeValue | undefined {
  const at = fields.properties.get(property)
  const target = at && spec.follow(at)
  if (target === undefined || !readTypes(target).includes('string') || readTextAt(target, 'format') !== 'date-time') return undefined
  const name = normaliseSpelling(property)
  return creationTimes.has(name) ? 'created' : changeTimes.has(name) ? 'changed' : undefined
}
