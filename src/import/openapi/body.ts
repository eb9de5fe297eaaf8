// Reads a request body: properties of the resource if the schema adds nothing, otherwise the schema.

import { printCanonical } from '../../base/json.ts'
import { type DraftEntry, type DraftValue, draftEntry, gap, list, map, question, draftText } from '../draft.ts'
import { type OperationAction, readSentRecord } from './action.ts'
import { type MediaContent, type SourceOperation, findFormContent, isJsonMedia, findJsonContent } from './api.ts'
import { findOnlyValue } from './carried.ts'
import { printAdmitted, readFields, isAlike, isNullable, isReadOnly } from './fields.ts'
import { select } from '../names.ts'
import type { PathValues } from './path-values.ts'
import { type SourceResource, isStoredPart } from './resources.ts'
import { draftSchema } from './schema.ts'
import { type At, findMember, type SchemaFields } from './spec.ts'
import { sampleExpression } from './stand-in.ts'
import type { ImportContext } from './work.ts'

export type BodyReading = { readonly entries: readonly DraftEntry[]; readonly notes: readonly string[] }

export function convertRequestBody(
  operation: SourceOperation,
  action: OperationAction | undefined,
  work: ImportContext,
  path: PathValues,
): BodyReading {
  const { body } = operation
  const writes = action !== undefined && ['create', 'update', 'replace', 'put'].includes(action.kind)
  if (body === undefined) return writes ? writeBody(action, new Map(), work, path) : { entries: [], notes: [] }
  const withWritten = (carried: DraftEntry, written: readonly string[]): BodyReading => {
    const { entries, notes } = writes && action.kind !== 'update' ? writeBody(action, new Map(), work, path) : { entries: [], notes: [] }
    return { entries: [carried, ...entries], notes: [...written, ...notes] }
  }
  const json = isPatchOf(action) ? patchContent(body.content) : findJsonContent(body.content)
  const form = json === undefined ? findFormContent(body.content) : undefined
  const media = body.content.map((each) => each.media)
  if (form !== undefined) {
    const { entries, notes } = convertSchema(readBodySource(form.schema, operation, action, work), action, work, path, withWritten, writes)
    return { entries: [...entries, draftEntry('accepts', draftText(form.media))], notes }
  }
  if (json === undefined) {
    const notes =
      media.length === 0
        ? [question('what does its body carry?')]
        : [
            question(
              `it takes ${media
                .slice(0, 3)
                .map((each) => `\`${each}\``)
                .join(', ')}, and bodies are JSON or URL-encoded forms here: what replaces it?`,
            ),
          ]
    if (action === undefined && work.standsIn) return { entries: [], notes }
    return withWritten(draftEntry('body', gap), notes)
  }
  for (const other of media)
    if (!isJsonMedia(other)) work.leftOut.add(`The media type \`${other}\` of requests, beside JSON`, body.at.pointer)
  const source = readBodySource(json.schema, operation, action, work)
  const { entries, notes } = convertSchema(source, action, work, path, withWritten, writes)
  const patches = media.filter((each) => jsonPatch.test(each))
  const accepts =
    isPatchOf(action) && patches.length > 0 ? [draftEntry('accepts', list([...new Set([json.media, ...patches])].map(draftText)))] : []
  return { entries: [...entries, ...accepts], notes }
}

/** RFC 6902: the body is a list of operations, whose paths are those of the merge patch. */
const jsonPatch = /^application\/json-patch\+json\b/i

const isPatchOf = (action: OperationAction | undefined): boolean => action?.kind === 'update'

/** The content whose schema lists the members of the record, a merge patch (RFC 7396) first. */
function patchContent(content: readonly MediaContent[]): MediaContent | undefined {
  const members = content.filter(({ media }) => !jsonPatch.test(media))
  return (
    members.find(({ media }) => /^application\/merge-patch\+json\b/i.test(media)) ?? findJsonContent(members) ?? findJsonContent(content)
  )
}

type WithWritten = (carried: DraftEntry, names: readonly string[]) => BodyReading

/** The members that describe the record: those of the body, or of the object in its envelope. */
type BodySource = {
  readonly at: At
  readonly sent: SchemaFields | undefined
  /** The expression for the object with the members. */
  readonly value: string
  /** The member that is the whole envelope. */
  readonly envelope?: string
  readonly notes: readonly string[]
}

function readBodySource(at: At, { path }: SourceOperation, action: OperationAction | undefined, { spec }: ImportContext): BodySource {
  const whole = readFields(at, spec)
  const record = action?.property === undefined && action ? readSentRecord(at, path, action.resource, spec) : undefined
  if (record?.member === undefined) return { at, sent: whole, value: 'input.body', notes: [] }
  const { member, fields } = record
  return {
    at: fields.at,
    sent: fields,
    value: select('input.body', member),
    envelope: member,
    notes: whole!.required.has(member)
      ? []
      : [question(`may a request leave out \`${member}\`? Without it nothing is written, and the body here requires it.`)],
  }
}

function convertSchema(
  source: BodySource,
  action: OperationAction | undefined,
  work: ImportContext,
  path: PathValues,
  withWritten: WithWritten,
  writes: boolean,
): BodyReading {
  const { at, sent, envelope } = source
  if (action?.kind === 'update' && action.property !== undefined)
    return {
      entries: [
        draftEntry('body', draftBodySchema(at, work)),
        draftEntry('set', map(draftEntry(action.property, draftText('input.body')))),
      ],
      notes: [],
    }
  if (!writes || action === undefined) return { entries: [draftEntry('body', draftBodySchema(at, work))], notes: [] }
  if (sent === undefined)
    return withWritten(draftEntry('body', draftBodySchema(at, work)), [
      question(`which properties of a ${action.resource.name} does its body give?`),
    ])
  const { entries, notes } =
    action.kind === 'update' ? convertPatch(action, sent, work) : convertWholeBody(action, source, sent, work, path)
  if (envelope === undefined) return { entries, notes }
  const inEnvelope = (entry: DraftEntry): DraftEntry =>
    entry.key === 'body' && entry.value !== gap ? draftEntry('body', map(draftEntry(envelope, entry.value))) : entry
  return { entries: entries.map(inEnvelope), notes: [...source.notes, ...notes] }
}

/** A body is a schema if it has a type or a reference; otherwise its members would be those of an envelope. */
function draftBodySchema(at: At, work: ImportContext): DraftValue {
  const declared = draftSchema(at, work, [])
  if (
    declared.kind !== 'map' ||
    declared.entries.some(({ key }) => ['$ref', 'type', 'oneOf', 'anyOf', 'allOf', 'enum', 'const'].includes(key))
  )
    return declared
  return declared.entries.some(({ key }) => key === 'properties')
    ? map(draftEntry('type', draftText('object')), ...declared.entries)
    : map(draftEntry('allOf', list([declared])))
}

/** Properties that the resource has with the same type. */
function listCommonFields({ resource }: OperationAction, sent: SchemaFields, work: ImportContext): string[] {
  return [...sent.properties].flatMap(([name, at]) => {
    const own = resource.fields.properties.get(name)
    return own !== undefined && isAlike(own, at, work.spec) && !isReadOnly(own, work.spec) && !isReadOnly(at, work.spec) ? [name] : []
  })
}

/** A merge patch requires nothing, and leaves omitted members unchanged. */
function convertPatch(action: OperationAction, sent: SchemaFields, work: ImportContext): BodyReading {
  const { resource } = action
  const keys = new Set(resource.key.map(({ property }) => property))
  const names = listCommonFields(action, sent, work).filter((name) => !keys.has(name))
  const others = [...sent.properties]
    .filter(([name, at]) => !names.includes(name) && !keys.has(name) && !isReadOnly(at, work.spec))
    .map(([name]) => `\`${name}\``)
  const changedKeys = [...sent.properties]
    .filter(([name, at]) => keys.has(name) && !isReadOnly(at, work.spec))
    .map(([name]) => `\`${name}\``)
  const required = [...sent.required].filter((name) => names.includes(name)).map((name) => `\`${name}\``)
  const notes = [
    ...(others.length === 0 ? [] : [question(`what does ${others.join(', ')} of its body change?`)]),
    ...(changedKeys.length === 0 ? [] : [question(`may a request change ${changedKeys.join(', ')}, by which a record is found?`)]),
    ...(required.length === 0 ? [] : [question(`must a request bring ${required.join(', ')}? In a merge patch nothing is required.`)]),
  ]
  return { entries: [draftEntry('body', names.length === 0 ? gap : list(names))], notes }
}

/** `body: [a, b]` if that is sufficient; otherwise the schema, with assignments to the properties of the same names. */
function convertWholeBody(
  action: OperationAction,
  { at, value }: BodySource,
  sent: SchemaFields,
  work: ImportContext,
  path: PathValues,
): BodyReading {
  const { resource } = action
  const names = listCommonFields(action, sent, work)
  const isAddressed = (name: string): boolean => action.kind !== 'create' && resource.key.some(({ property }) => property === name)
  const sentNames = [...sent.properties].filter(([, each]) => !isReadOnly(each, work.spec)).map(([name]) => name)
  const isPlain = sentNames.every((name) => names.includes(name) && isSame(name, resource, sent, work)) && !sentNames.some(isAddressed)
  if (isPlain && names.length > 0) return writeBody(action, new Map(names.map((name) => [name, undefined])), work, path, names)
  const set = new Map(names.filter((name) => !isAddressed(name)).map((name): [string, string | undefined] => [name, select(value, name)]))
  const isLost = (name: string): boolean =>
    (!sent.required.has(name) && isAlwaysThere(name, resource) && !hasDefault(sent, name, work)) ||
    (isNullable(sent.properties.get(name)!, work.spec) && !isNullable(resource.fields.properties.get(name)!, work.spec))
  const lost = [...set.keys()].filter(isLost)
  for (const name of lost) set.delete(name)
  const others = sentNames
    .filter((name) => !set.has(name) && !lost.includes(name) && !resource.key.some(({ property }) => property === name))
    .map((name) => `\`${name}\``)
  const { entries, notes } = writeBody(action, set, work, path)
  const questions =
    others.length === 0
      ? []
      : [
          question(
            `what becomes of ${others.join(', ')} of its body? No ${others.length === 1 ? 'property' : 'properties'} of \`${resource.name}\` with that name and type.`,
          ),
        ]
  return { entries: [draftEntry('body', draftBodySchema(at, work)), ...entries], notes: [...questions, ...notes] }
}

/** True if the request and the record require the member alike, allow the same values, and fill in the same one. */
function isSame(name: string, resource: SourceResource, sent: SchemaFields, { spec }: ImportContext): boolean {
  const [a, b] = [resource.fields.properties.get(name), sent.properties.get(name)]
  return (
    a !== undefined &&
    b !== undefined &&
    isAlwaysThere(name, resource) === sent.required.has(name) &&
    printAdmitted(a, spec) === printAdmitted(b, spec) &&
    defaultText(b) === defaultText(a)
  )

  function defaultText(at: At): string {
    return printCanonical(findMember(spec.follow(at), 'default').value ?? null)
  }
}

/** A record always has its key, even if its schema does not require it. */
function isAlwaysThere(name: string, { fields, key }: SourceResource): boolean {
  return fields.required.has(name) || key.some(({ property }) => property === name)
}

function hasDefault(fields: SchemaFields, name: string, { spec }: ImportContext): boolean {
  const at = fields.properties.get(name)
  return at !== undefined && findMember(spec.follow(at), 'default').value !== undefined
}

/** Adds questions about values that the service must provide, but for which the source gives no rule. */
function writeBody(
  action: OperationAction,
  properties: ReadonlyMap<string, string | undefined>,
  work: ImportContext,
  path: PathValues,
  fields?: readonly string[],
): BodyReading {
  const { resource, parts, kind } = action
  const set: DraftEntry[] = [...properties].flatMap(([name, value]) => (value === undefined ? [] : [draftEntry(name, draftText(value))]))
  // A new record belongs to the collection of its path: it has the values by which that is listed.
  const addressed =
    kind === 'create'
      ? parts.flatMap((part) => (part !== undefined && isStoredPart(part, resource) && !properties.has(part.property) ? [part] : []))
      : []
  for (const part of addressed) set.push(draftEntry(part.property, draftText(path.valueOf(part))))
  const has = new Set([
    ...properties.keys(),
    ...addressed.map(({ property }) => property),
    ...(kind === 'create' ? [] : resource.key.map(({ property }) => property)),
  ])
  const needed = [...new Set([...resource.key.map(({ property }) => property), ...resource.fields.required])]
  const open = needed.filter(
    (name) =>
      (resource.fields.properties.has(name) || resource.key.some(({ property }) => property === name)) &&
      !has.has(name) &&
      !hasDefault(resource.fields, name, work) &&
      work.made.of(resource, name) === undefined,
  )
  // A replacement keeps properties that only the service writes.
  const lacking = open.filter((name) => {
    const at = resource.fields.properties.get(name)
    return kind !== 'replace' || at === undefined || !isReadOnly(at, work.spec)
  })
  const constants = new Map(
    lacking.flatMap((name) => {
      const at = resource.fields.properties.get(name)
      const only = at === undefined ? undefined : findOnlyValue(at, work.spec)
      return only === undefined ? [] : [[name, draftText(JSON.stringify(only.value))] as const]
    }),
  )
  for (const name of lacking) {
    const at = resource.fields.properties.get(name)
    const sample = work.standsIn && at !== undefined ? sampleExpression(at, work.spec) : undefined
    set.push(draftEntry(name, constants.get(name) ?? (sample === undefined ? gap : draftText(sample))))
  }
  const asked = lacking.filter((name) => !constants.has(name))
  const notes =
    asked.length === 0
      ? []
      : [
          question(
            `what is ${asked.map((name) => `\`${name}\``).join(', ')} of a \`${resource.name}\`? A record always has a value there, and a request need not bring one. Write it in \`set\`; or remove it from \`set\`, and let the service make it (\`generate\` or \`default\` in part 2)${fields === undefined ? '' : ' or the request bring it (`body`)'}.`,
          ),
        ]
  return {
    entries: [
      ...(fields === undefined ? [] : [draftEntry('body', list(fields))]),
      ...(set.length === 0 ? [] : [draftEntry('set', map(...set))]),
    ],
    notes,
  }
}
