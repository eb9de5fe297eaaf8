// Rules of part 4 about requests: their body, media types and parameters.

import type { Json } from '../../base/json.ts'
import { convertSchemaToJson } from '../../explain/schema-json.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Edition } from '../edition.ts'
import {
  type DocumentEdit,
  type DiffFinding,
  type DiffRule,
  compareSets,
  makeEntriesRule,
  makeInvisibleRule,
  makeFinding,
  makeMotions,
  toObject,
  readResponses,
  rule,
  sentRequests,
} from '../rule.ts'
import { compareSchemas } from '../schema/compare.ts'

/** The fields of a request body, or its schema. */
export const body: DiffRule = rule((edit) => {
  const [a, b] = [toObject(edit.a), toObject(edit.b)]
  if (a['kind'] === 'fields' && b['kind'] === 'fields')
    return diffFields(edit, a['fields'] as readonly string[], b['fields'] as readonly string[])
  // A resolved schema has the key of a record in place of the reference to it, which is another value for expressions.
  const isWritten = a['kind'] === 'schema' && b['kind'] === 'schema'
  const [before, after] = isWritten ? [a['schema'], b['schema']] : [findBody(edit.old, edit), findBody(edit.new, edit)]
  if (before === undefined || after === undefined)
    return [
      makeFinding(
        edit,
        makeMotions(before === undefined ? (isBodyRequired(edit.new, edit) ? 'narrower' : 'wider') : 'unknown', sentRequests),
      ),
    ]
  return compareSchemas(before, after, edit).map(({ path, old, new: newValue, sent: way }) => ({
    path: [...edit.path, ...path],
    old,
    new: newValue,
    motions: makeMotions(way, sentRequests, ...(way === 'unknown' ? [readResponses] : [])),
  }))
})

const isBodyRequired = (edition: Edition, { path }: DocumentEdit): boolean => inputOf(edition, path[0]!)?.body?.required === true

function inputOf(edition: Edition, name: string): ReturnType<Edition['compiled']['facts']['typing']['input']> | undefined {
  const operation = edition.operations.get(name)
  return operation && edition.compiled.facts.typing.input(operation)
}

function findBody(edition: Edition, { path }: DocumentEdit): Json | undefined {
  const input = inputOf(edition, edition.operations.has(path[0]!) ? path[0]! : '')
  return input?.body === undefined ? undefined : convertSchemaToJson(input.body.schema)
}

function diffFields(edit: DocumentEdit, a: readonly string[], b: readonly string[]): DiffFinding[] {
  const renamed = edit.new.membersBefore
  const before = a.map((name) => (b.includes(name) ? name : (renamed.get(name) ?? name)))
  const input = inputOf(edit.new, edit.path[0]!)
  // A merge patch requires no member.
  const required = new Set(input?.body?.patch === true || typeof input?.body?.schema !== 'object' ? [] : input.body.schema.required)
  return [
    ...b
      .filter((name) => !before.includes(name))
      .map((name): DiffFinding => ({
        path: [...edit.path, name],
        new: name,
        motions: makeMotions(required.has(name) ? 'narrower' : 'wider', sentRequests),
        ...(required.has(name) ? { note: 'A request has to bring it.' } : {}),
      })),
    ...before
      .filter((name) => !b.includes(name))
      .map((name): DiffFinding => ({
        path: [...edit.path, name],
        old: name,
        motions: makeMotions('other', sentRequests),
        note: 'Values of it in requests are dropped or refused.',
      })),
  ]
}

export const bodyRequired: DiffRule = rule((edit) => {
  const [a, b] = [edit.old, edit.new].map((edition) => isBodyRequired(edition, edit))
  return [makeFinding(edit, a === b ? [] : makeMotions(b === true ? 'narrower' : 'wider', sentRequests))]
})

const mediaTypes = (json: Json | undefined, defaultTypes: readonly string[]): readonly string[] => {
  if (typeof json === 'string') return [json]
  return Array.isArray(json) ? (json as readonly string[]) : defaultTypes
}

/** Only clients that request an added media type receive it; all others receive the first. */
export const media: DiffRule = rule((edit) => {
  const [a, b] = [mediaTypes(edit.a, ['application/json']), mediaTypes(edit.b, ['application/json'])]
  if (a[0] !== b[0]) return [makeFinding(edit, makeMotions('other', readResponses))]
  const way = compareSets(a, b, 'none')
  return way === 'same'
    ? [makeFinding(edit, [], { note: 'Of equal preference another is chosen.' })]
    : [makeFinding(edit, makeMotions(way, sentRequests))]
})

export const accepts: DiffRule = rule((edit) => {
  const defaultTypes =
    inputOf(edit.new, edit.path[0]!)?.body?.patch === true ? ['application/merge-patch+json', 'application/json'] : ['application/json']
  const way = compareSets(mediaTypes(edit.a, defaultTypes), mediaTypes(edit.b, defaultTypes), 'none')
  return [makeFinding(edit, way === 'same' ? [] : makeMotions(way, sentRequests))]
})

const parameter: DiffRule = rule((edit) => {
  const [a, b] = [toObject(edit.a), toObject(edit.b)]
  const requirednessFindings =
    a['required'] === b['required']
      ? []
      : [
          {
            path: [...edit.path, 'required'],
            old: a['required'],
            new: b['required'],
            motions: makeMotions(b['required'] === true ? 'narrower' : 'wider', sentRequests),
          },
        ]
  const severalFindings =
    a['several'] === b['several']
      ? []
      : [{ path: [...edit.path, 'several'], old: a['several'], new: b['several'], motions: makeMotions('other', sentRequests) }]
  const isAlwaysSent = a['required'] === true && b['required'] === true
  const findings = compareSchemas(a['schema'], b['schema'], edit).map(({ path, old, new: newValue, sent: way, note }): DiffFinding => ({
    path: [...edit.path, ...path],
    old,
    new: newValue,
    ...(isAlwaysSent && path.length === 1 && path[0] === 'default'
      ? { motions: [], note: 'Each request brings the value.' }
      : { motions: makeMotions(way, sentRequests), ...(note === undefined ? {} : { note }) }),
  }))
  return [...requirednessFindings, ...severalFindings, ...findings]
})

export const parameters = makeEntriesRule(parameter, {
  added: rule((edit) => [makeFinding(edit, makeMotions(toObject(edit.b)['required'] === true ? 'narrower' : 'wider', sentRequests))]),
  removed: rule((edit) => [
    makeFinding(edit, makeMotions(isStrict(edit.new, edit) || edit.new.isElsewhere ? 'narrower' : 'unknown', sentRequests), {
      note: 'It is ignored, or refused where the operation is strict.',
    }),
  ]),
})

/** Parameters of the path, by their position: their names are not sent. */
export const pathParameters = makeEntriesRule(
  parameter,
  { added: makeInvisibleRule('The path has it.'), removed: makeInvisibleRule('The path has it.') },
  ({ path, old, new: newEdition }) => {
    const operation = newEdition.operations.get(path[0]!)
    const before =
      old.operations.get(path[0]!) ?? [...old.operations.values()].find(({ name }) => shapeOfPath(name) === shapeOfPath(path[0]!))
    const [formerNames, names] = [before, operation].map((each) => parametersIn(each?.name ?? ''))
    return new Map(names!.flatMap((name, index) => (formerNames![index] === undefined ? [] : [[name, formerNames![index]] as const])))
  },
)

const shapeOfPath = (name: string): string => name.replaceAll(/\{[^}]*\}/g, '{}')

const parametersIn = (name: string): string[] => Array.from(name.matchAll(/\{([^}]*)\}/g), ([, parameter]) => parameter!)

const isStrict = ({ operations }: Edition, { path }: DocumentEdit): boolean => {
  const operation = operations.get(path[0]!)
  return operation !== undefined && slotValueOf(operation.slots.strict) === true
}
