// Converts an OpenAPI document; open points become gaps or questions.

import { type Json, type JsonObject, isJsonObject } from '../../base/json.ts'
import type { ImportConventions } from '../conventions.ts'
import type { DraftDocument } from '../print.ts'
import { determineAction, storeParents } from './action.ts'
import { readApi } from './api.ts'
import type { NameAllocator } from '../names.ts'
import { findMadeValues } from './made-values.ts'
import { listOmissions } from './omissions.ts'
import { draftLimitsPart, draftServicePart, draftStatesPart, draftVersioningPart } from './other-parts.ts'
import { convertEndpoints } from './part-endpoints.ts'
import { draftErrorsPart } from './part-errors.ts'
import { draftEventsPart } from './part-events.ts'
import { draftResourcesPart } from './part-resources.ts'
import { findSourceResources } from './resources.ts'
import { draftSecurityPart } from './security.ts'
import { createOpenSettings } from './settings.ts'
import { createShapes } from './shapes.ts'
import { type Version, findMember, createSpec, readTextAt } from './spec.ts'
import { upgradeSource } from './upgrade.ts'
import { collectViews } from './views.ts'
import { type ImportContext, createLeftOutNotes } from './work.ts'

/** The source's version; `problem` completes "FILE is not taken: ". */
export function readSourceVersion(value: Json): { readonly version: Version } | { readonly problem: string } | undefined {
  if (!isJsonObject(value)) return undefined
  const root = { value, pointer: '#' }
  const [openapi, swagger] = [findMember(root, 'openapi').value, findMember(root, 'swagger').value].map((each) =>
    typeof each === 'string' || typeof each === 'number' ? String(each) : undefined,
  )
  if (openapi === undefined && swagger === undefined) return undefined
  if (swagger !== undefined)
    return /^2(?:\.0)?$/.test(swagger) ? { version: '2.0' } : { problem: `Swagger \`${swagger}\` is not read; 2.0 is` }
  const found = /^3\.[01](?=\.|$)/.exec(openapi!)?.[0]
  return found === undefined
    ? { problem: `OpenAPI \`${openapi!}\` is not read; 3.0 and 3.1 are, and 2.0 as \`swagger: '2.0'\`` }
    : { version: found as Version }
}

export function convertOpenapi(
  source: JsonObject,
  version: Version,
  { use, answersErrors, standsIn }: ImportConventions,
  names: NameAllocator,
): DraftDocument {
  const spec = createSpec(version === '2.0' ? upgradeSource(source) : source, version)
  const api = readApi(spec)
  const resources = findSourceResources(api.operations, spec, names)
  const doings = new Map(api.operations.map((each) => [each, determineAction(each, resources, spec)]))
  storeParents([...doings.values()])
  const work: ImportContext = {
    spec,
    api,
    names,
    shapes: createShapes(names),
    leftOut: createLeftOutNotes(),
    standsIn,
    resources,
    doings,
    made: findMadeValues(doings, spec, standsIn),
    settings: createOpenSettings(standsIn),
  }
  const views = collectViews(names, spec)
  const { part: endpoints, endpoints: all } = convertEndpoints(work, views)
  const [authentication, errors, events] = [draftSecurityPart(work), draftErrorsPart(all, work, answersErrors), draftEventsPart(all, work)]
  const service = draftServicePart(work)
  listOmissions(work)
  return {
    title: (readTextAt(findMember(spec.root, 'info'), 'title') ?? 'A service').replaceAll(/\s+/g, ' '),
    use,
    parts: {
      service,
      resources: draftResourcesPart(work, views),
      states: draftStatesPart(work),
      endpoints,
      authentication,
      events,
      errors,
      limits: draftLimitsPart(all),
      versioning: draftVersioningPart(work),
    },
    leftOut: work.leftOut.all(),
  }
}
