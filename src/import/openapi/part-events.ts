// Converts part 6: webhooks become event types, callbacks stay callbacks. OpenAPI does not state their causes.

import type { DraftPart } from '../print.ts'
import { type DraftEntry, draftEntry, printSourceNote, gap, map, question, draftText } from '../draft.ts'
import { type SourceOperation, findJsonContent, readPathOperations } from './api.ts'
import { describeSchema } from './describe-schema.ts'
import type { Endpoint } from './part-endpoints.ts'
import { isSingle } from './fields.ts'
import { type At, findMember, listMembers, readTextAt } from './spec.ts'
import type { ImportContext } from './work.ts'

export function draftEventsPart(endpoints: readonly Endpoint[], work: ImportContext): DraftPart {
  const hooks = [...listMembers(findMember(work.spec.root, 'webhooks')), ...listMembers(findMember(work.spec.root, 'x-webhooks'))]
  const types = hooks.flatMap(([name, at]) => {
    const [operation] = readPathOperations(name, at, work.spec)
    if (operation !== undefined) listOmitted(operation, work)
    return operation === undefined ? [] : [draftTypeEntry(name, operation, work)]
  })
  const callbacks = draftCallbacks(endpoints, work)
  if (types.length === 0 && callbacks.length === 0)
    return { notes: [question('the source describes no event: are there none (`none`)?')], value: gap }
  return {
    notes: [],
    value: map(
      types.length === 0 ? undefined : draftEntry('types', map(...types)),
      types.length === 0
        ? undefined
        : draftEntry(
            'delivery',
            map(draftEntry('webhooks', gap, question('where do they go, how are they signed, and how often is each tried?'))),
          ),
      callbacks.length === 0 ? undefined : draftEntry('callbacks', map(...callbacks)),
    ),
  }
}

/** Headers, which part 6 signs and names in its own way, and statuses by which a receiver says more than that it has the event. */
function listOmitted({ parameters, responses }: SourceOperation, { leftOut }: ImportContext): void {
  for (const { name, at, in: place } of parameters)
    if (place !== 'path') leftOut.add(`The ${place} parameter \`${name}\` of deliveries`, at.pointer)
  for (const { status, at } of responses)
    if (!/^2|^default$/i.test(status)) leftOut.add(`The answer \`${status}\` of a receiver`, at.pointer)
}

function draftTypeEntry(name: string, operation: SourceOperation, work: ImportContext): DraftEntry {
  const description = readTextAt(operation.at, 'description') ?? readTextAt(operation.at, 'summary')
  return draftEntry(
    name,
    map(
      description === undefined ? undefined : draftEntry('description', draftText(description)),
      draftEntry('on', gap),
      draftEntry('data', gap),
    ),
    printSourceNote(operation.at.pointer),
    question('what causes it?'),
    question(`what does it carry? ${describeCarried(operation, work)}`),
  )
}

function describeCarried({ body }: SourceOperation, { spec }: ImportContext): string {
  const json = body === undefined ? undefined : findJsonContent(body.content)
  return json === undefined ? 'No body is described.' : describeSchema(json.schema, spec)
}

function draftCallbacks(endpoints: readonly Endpoint[], work: ImportContext): DraftEntry[] {
  const entries = new Map<string, DraftEntry>()
  for (const endpoint of endpoints) {
    for (const [name, callback] of listMembers(findMember(endpoint.operation.at, 'callbacks'))) {
      const [first] = listMembers(work.spec.follow(callback)).filter(([key]) => !key.startsWith('x-'))
      const [operation] = first === undefined ? [] : readPathOperations(first[0], first[1], work.spec)
      if (first === undefined || operation === undefined || entries.has(name)) continue
      listOmitted(operation, work)
      entries.set(name, draftCallbackEntry(name, first[0], operation, endpoint, work))
    }
  }
  return [...entries.values()]
}

function draftCallbackEntry(name: string, url: string, operation: SourceOperation, endpoint: Endpoint, work: ImportContext): DraftEntry {
  const description = readTextAt(operation.at, 'description') ?? readTextAt(operation.at, 'summary')
  const declaredUrl = findStoredUrl(url, endpoint, work)
  if (description !== undefined) work.leftOut.add('What a callback is for, in words', operation.at.pointer)
  return draftEntry(
    name,
    map(
      draftEntry('on', gap),
      draftEntry('url', declaredUrl === undefined ? gap : draftText(declaredUrl)),
      operation.method === 'POST' || !['PUT', 'PATCH'].includes(operation.method)
        ? undefined
        : draftEntry('method', draftText(operation.method)),
      draftEntry('body', gap),
    ),
    printSourceNote(operation.at.pointer),
    question(`what after \`${endpoint.operation.name}\` causes it?`),
    ...(declaredUrl === undefined ? [question(`to which address does it go? The source says \`${url}\`.`)] : []),
    question(`what does it carry? ${describeCarried(operation, work)}`),
  )
}

/** The address that the request contains, if the record stores it. */
function findStoredUrl(url: string, { action }: Endpoint, { spec }: ImportContext): string | undefined {
  const name = /^\{\$request\.body#\/([A-Za-z_]\w*)\}$/.exec(url)?.[1]
  const at: At | undefined = name === undefined ? undefined : action?.resource.fields.properties.get(name)
  return at !== undefined && isSingle(at, spec) && ['create', 'put'].includes(action!.kind) ? `\${this.${name!}}` : undefined
}
