// Converts part 7: an entry for each status in the source, for the conditions that HTTP assigns to it, at the operations that describe it.

import { isJsonObject } from '../../base/json.ts'
import type { DraftPart } from '../print.ts'
import {
  type DraftEntry,
  type DraftValue,
  draftEntry,
  printSourceNote,
  gap,
  list,
  map,
  question,
  draftText,
  unsaid,
  draftWord,
} from '../draft.ts'
import { type SourceResponse, isJsonMedia, findJsonContent, listSuccesses } from './api.ts'
import { readFields } from './fields.ts'
import type { At, Spec } from './spec.ts'
import type { Endpoint } from './part-endpoints.ts'
import { findMember, readTextAt } from './spec.ts'
import { listStatusConditions, ofPath, reasonOf } from './status-conditions.ts'
import type { ImportContext } from './work.ts'

/** One status with one body, and the operations that describe it. */
type Refusal = {
  readonly status: string
  readonly response: SourceResponse
  readonly schema: string | undefined
  readonly media: string | undefined
  readonly by: Endpoint[]
  readonly descriptions: Map<string, number>
}

/** `answered`: true if conventions define the form of errors. */
export function draftErrorsPart(endpoints: readonly Endpoint[], work: ImportContext, answered: boolean): DraftPart {
  const refusals = collectRefusals(endpoints, work)
  if (refusals.length === 0)
    return {
      notes: [
        question(
          `the source describes no error: ${answered ? 'do they look as the conventions say' : 'what does each refusal look like'}?`,
        ),
      ],
      value: answered ? unsaid : gap,
    }
  const names = new Map<string, number>()
  const bodies = new Map<string, DraftValue>()
  const entries = refusals
    .filter(({ status }) => !isSeveral(status))
    .map((refusal) =>
      draftRefusalEntry(
        refusal,
        endpoints,
        names,
        (at) => bodies.getOrInsertComputed(at, () => draftRefusalBody(refusal, work)),
        answered,
        work,
      ),
    )
  const several = refusals.filter(
    ({ status }, index) => isSeveral(status) && refusals.findIndex((each) => each.status === status) === index,
  )
  const notes = several.map(({ status, response }) =>
    question(
      `${status === 'default' ? 'where no status is described (`default`)' : `where the source describes only a range (\`${status}\`)`}, which conditions are meant, and which status do they have? ${printSourceNote(response.at.pointer)}`,
    ),
  )
  if (refusals.some(({ schema }) => schema !== undefined) && answered)
    notes.push(question(`do errors look as the conventions say? ${describeShapes(refusals)}`))
  if (entries.length === 0) return { notes, value: answered ? unsaid : gap }
  return { notes, value: map(draftEntry('catalogue', map(...entries))) }
}

/** `default`, or a range such as `4XX`. */
const isSeveral = (status: string): boolean => !/^\d+$/.test(status)

function describeShapes(refusals: readonly Refusal[]): string {
  const places = [...new Set(refusals.flatMap(({ schema }) => (schema === undefined ? [] : [`\`${schema}\``])))]
  return `The source describes them at ${places.slice(0, 3).join(', ')}${places.length > 3 ? ` and ${places.length - 3} more places` : ''}.`
}

function collectRefusals(endpoints: readonly Endpoint[], { spec }: ImportContext): Refusal[] {
  const refusals = new Map<string, Refusal>()
  for (const endpoint of endpoints) {
    for (const response of endpoint.operation.responses) {
      if (!/^[45](?:\d\d|XX)$|^default$/.test(response.status) || listSuccesses(endpoint.operation).includes(response)) continue
      const json = findJsonContent(response.content)
      const at = json === undefined || json.schema.value === undefined ? undefined : spec.follow(json.schema)
      const schema = at === undefined ? undefined : identifySchema(at, spec)
      const refusal = refusals.getOrInsertComputed(`${response.status} ${schema ?? ''}`, () => ({
        status: response.status,
        response,
        schema: at?.pointer,
        media: json?.media ?? response.content[0]?.media,
        by: [],
        descriptions: new Map<string, number>(),
      }))
      refusal.by.push(endpoint)
      const description = readTextAt(response.at, 'description')
      if (description !== undefined) refusal.descriptions.set(description, (refusal.descriptions.get(description) ?? 0) + 1)
    }
  }
  return [...refusals.values()].toSorted((a, b) => {
    if (a.status < b.status) return -1
    return a.status > b.status ? 1 : 0
  })
}

function draftRefusalEntry(
  refusal: Refusal,
  endpoints: readonly Endpoint[],
  names: Map<string, number>,
  body: (schema: string) => DraftValue,
  answered: boolean,
  work: ImportContext,
): DraftEntry {
  const { status, response, schema, media, by } = refusal
  // The status in the name avoids the names of a convention's entries.
  const entryName = `${reasonOf(status)}-${status}`
  const count = (names.get(entryName) ?? 0) + 1
  names.set(entryName, count)
  const notes = [printSourceNote(response.at.pointer)]
  const on = listConditions(refusal, endpoints, count === 1, work)
  if (on.length === 0)
    notes.push(question(`which conditions does ${status} answer${by.length === 1 ? ` at \`${by[0]!.operation.name}\`` : ''}?`))
  const [described] = [...refusal.descriptions].toSorted(([, a], [, b]) => b - a)
  const declared = schema === undefined || answered ? undefined : body(schema)
  if (declared !== undefined) notes.push(question(`what does each member of its body say? ${printSourceNote(schema!)}`))
  return draftEntry(
    count === 1 ? entryName : `${entryName}-${count}`,
    map(
      on.length === 0 ? draftEntry('on', gap) : draftEntry('on', on.length === 1 ? draftText(on[0]!) : list(on)),
      draftEntry('status', draftWord(status)),
      described === undefined ? undefined : draftEntry('description', draftText(described[0])),
      declared === undefined || media === undefined || !isJsonMedia(media)
        ? undefined
        : draftEntry('media', draftText(media.includes('*') ? 'application/json' : media)),
      declared === undefined ? undefined : draftEntry('body', declared),
    ),
    ...notes,
  )
}

/** The members of RFC 9457, with their expressions. */
const ofProblems: { readonly [name: string]: string } = {
  type: 'error.type',
  title: 'error.title',
  status: 'error.status',
  detail: 'error.detail',
}

function draftRefusalBody({ response, media }: Refusal, { spec }: ImportContext): DraftValue {
  const json = findJsonContent(response.content)
  const fields = json === undefined ? undefined : readFields(json.schema, spec)
  if (fields === undefined) return gap
  const isProblem =
    (media !== undefined && /problem\+json/i.test(media)) || ['type', 'title', 'status'].every((name) => fields.properties.has(name))
  const entries = [...fields.properties.keys()].map((name): DraftEntry => {
    const only = isJsonObject(spec.follow(fields.properties.get(name)!).value)
      ? findMember(spec.follow(fields.properties.get(name)!), 'const').value
      : undefined
    if (typeof only === 'string') return draftEntry(name, map(draftEntry('const', draftText(only))))
    const known = isProblem ? ofProblems[name] : undefined
    return draftEntry(name, known === undefined ? gap : draftText(known))
  })
  return map(...entries)
}

/** For all operations if all with the condition describe it; otherwise at those that do. */
function listConditions({ status, by }: Refusal, endpoints: readonly Endpoint[], isFirst: boolean, work: ImportContext): string[] {
  const own = new Map(by.map((endpoint) => [endpoint, listStatusConditions(status, endpoint, work)]))
  const every = [...new Set([...own.values()].flat())]
  return every.flatMap((condition) => {
    const described = by.filter((endpoint) => own.get(endpoint)!.includes(condition))
    if (condition === ofPath) return isFirst ? [condition] : []
    const possible = endpoints.filter(
      (endpoint) => listStatusConditions(status, endpoint, work).includes(condition) || own.get(endpoint)?.includes(condition) === true,
    )
    if (possible.every((endpoint) => described.includes(endpoint))) return [condition]
    return described.map((endpoint) => `${condition} at ${endpoint.id ?? endpoint.entry.key}`)
  })
}

/** The pointer of a named schema, or the members of an inline one: inline schemas of equal form count as equal. */
function identifySchema(at: At, spec: Spec): string {
  if (/^#\/(?:components|definitions)\//.test(at.pointer)) return at.pointer
  return [...(readFields(at, spec)?.properties.keys() ?? [])].join()
}
