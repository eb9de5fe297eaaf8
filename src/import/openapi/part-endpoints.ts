// Part 4: converts each operation with its address, action (if it is certain), input and response.

import { methods } from '../../model/methods.ts'
import type { DraftPart } from '../print.ts'
import { type DraftEntry, draftEntry, printSourceNote, gap, list, map, hasGap, question, draftText, draftWord } from '../draft.ts'
import type { Doing, OperationAction } from './action.ts'
import { convertAnswer } from './answer.ts'
import { type SourceOperation, findPathParameter, splitPath, readTags } from './api.ts'
import { convertRequestBody } from './body.ts'
import { gatherCommon, type OpenValue } from './common.ts'
import { select } from '../names.ts'
import { readParameters } from './parameters.ts'
import { draftParentLookup } from './parent.ts'
import { type PathValues, readPathValues } from './path-values.ts'
import { draftResourceEntry } from './part-resources.ts'
import { type SourceResource, isStoredPart } from './resources.ts'
import { convertRequirements } from './security.ts'
import { isTrue, findMember, readTextAt } from './spec.ts'
import { listOwnRefusals } from './status-conditions.ts'
import type { Views } from './views.ts'
import type { ImportContext } from './work.ts'

export type Endpoint = {
  readonly operation: SourceOperation
  readonly action?: OperationAction
  readonly id?: string
  readonly findsParent: boolean
  readonly entry: DraftEntry
  readonly openValues: readonly OpenValue[]
  readonly commonQuestions: readonly string[]
}

/** Addresses that the language cannot express are listed in the notes. */
export function convertEndpoints(work: ImportContext, views: Views): { readonly part: DraftPart; readonly endpoints: readonly Endpoint[] } {
  const notes: string[] = []
  const shapes = new Map<string, string>()
  const ids = new Set<string>()
  const open = new Map<SourceResource, boolean>()
  const isOpen = (resource: SourceResource): boolean =>
    open.getOrInsertComputed(resource, () => resource.key.length === 0 || hasGap(draftResourceEntry(resource, work).value))
  const endpoints = work.api.operations.flatMap((operation): Endpoint[] => {
    const problem = describeAddressProblem(operation)
    const shape = `${operation.method} ${splitPath(operation.path)
      .map((each) => each.replace(/^\{[^{}]+\}/, '{}'))
      .join('/')}`
    const before = shapes.get(shape)
    if (problem !== undefined || before !== undefined) {
      notes.push(
        `${operation.name}, ${printSourceNote(operation.at.pointer)}`,
        question(problem ?? `a request to it is one to \`${before!}\` too: which of the two answers?`),
      )
      return []
    }
    shapes.set(shape, operation.name)
    return [draftEndpoint(operation, work, views, ids, isOpen)]
  })
  const common = gatherCommon(endpoints)
  notes.push(...common.notes)
  const entries = [...(common.each === undefined ? [] : [common.each]), ...endpoints.map((each) => each.entry)]
  if (entries.length === 0 && notes.length === 0) notes.push(question('the source describes no operation: which are there?'))
  return { endpoints, part: { notes, value: entries.length === 0 ? gap : { kind: 'map', entries } } }
}

/** Completes a question; undefined if the language can express the address. */
function describeAddressProblem({ method, path }: SourceOperation): string | undefined {
  if (!methods.includes(method)) return `there is no method \`${method}\` here: is it needed?`
  if (!path.startsWith('/') || /\s/.test(path)) return 'it is not a path: at which address is it?'
  const odd = splitPath(path).find(isOdd)
  // RFC 6570's reserved expansion, and lists: they may contain slashes.
  const wide = splitPath(path).find((each) => /^\{[+/*#;?&]|\*\}$/.test(each))
  if (wide !== undefined) return `\`${wide}\` matches several segments, and a parameter is one segment here: which address replaces it?`
  if (odd === undefined) return undefined
  return /[?#]/.test(odd)
    ? 'its path has a query or a fragment, which choose no operation here: which address does it have?'
    : `a parameter is a whole segment here, and \`${odd}\` is not: which address replaces it?`
}

/** A verb or a format follows only the parameter at the end. */
function isOdd(segment: string, index: number, { length }: readonly string[]): boolean {
  return /[{}?#]/.test(segment) && (findPathParameter(segment) === undefined || (!segment.endsWith('}') && index < length - 1))
}

/** With `stub@1`, an operation that lacks a value answers like an operation with an unknown action; its questions stay. */
function draftEndpoint(
  operation: SourceOperation,
  work: ImportContext,
  views: Views,
  ids: Set<string>,
  isOpen: (resource: SourceResource) => boolean,
): Endpoint {
  const id = chooseId(operation, ids, work)
  const doing = work.doings.get(operation)!
  const endpoint = convertEndpoint(operation, doing, id, work, views)
  const { action } = doing
  const showsOpenView = action?.carried !== undefined && views.isOpen(action.resource, action.carried.fields)
  if (!work.standsIn || action === undefined || !(isOpen(action.resource) || showsOpenView || lacksValue(endpoint.entry))) return endpoint
  const doubt = `what is open here keeps it from \`${action.kind}: ${action.resource.name}\`: it answers an example until then.`
  const standIn = convertEndpoint(operation, { doubt }, id, work, views)
  return { ...standIn, entry: { ...standIn.entry, notes: [...endpoint.entry.notes, question(doubt)] } }
}

/** True if it has a gap that keeps it from running. Requirements of security have their own answers. */
function lacksValue({ value }: DraftEntry): boolean {
  const own = value.kind === 'map' ? value.entries.filter(({ key }) => key !== 'security') : []
  return own.some((each) => hasGap(each.value))
}

function convertEndpoint(operation: SourceOperation, doing: Doing, id: string | undefined, work: ImportContext, views: Views): Endpoint {
  const { at } = operation
  const notes = [printSourceNote(at.pointer)]
  const commonQuestions = doing.action !== undefined && doing.doubt !== undefined ? [doing.doubt] : []
  if (doing.action === undefined) notes.push(question(doing.doubt))
  const { action } = doing
  const values = readPathValues(operation, action?.kind === 'put', work.spec)
  const carried = convertRequestBody(operation, action, work, values)
  const parameters = readParameters(operation, action, work, values)
  const parent = action && draftParentLookup(operation, action, values, work)
  const answering = convertAnswer(operation, action, work, views)
  notes.push(...carried.notes, ...parameters.questions.map(question), ...answering.notes)
  commonQuestions.push(...parameters.commonQuestions)
  const tags = readTags(operation)
  const words = (['summary', 'description'] as const).flatMap((name) => {
    const text = readTextAt(at, name)
    return text === undefined ? [] : [draftEntry(name, draftText(text))]
  })
  const security = convertRequirements(findMember(at, 'security'), work)
  const path = operation.path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => `{${values.nameOf(name)}}`)
  const endpoint: Endpoint = {
    operation,
    ...(action === undefined ? {} : { action }),
    ...(id === undefined ? {} : { id }),
    findsParent: parent !== undefined,
    openValues: answering.openHeaders,
    commonQuestions,
    entry: draftEntry(
      `${operation.method} ${path}`,
      map(
        id === undefined ? undefined : draftEntry('operationId', draftText(id)),
        ...words,
        tags.length === 0 ? undefined : draftEntry('tags', list(tags)),
        action === undefined ? undefined : draftEntry(action.kind, draftText(action.resource.name)),
        action === undefined ? undefined : byOf(action, values, notes),
        parent,
        ...carried.entries,
        ...parameters.entries,
        ...answering.entries,
        security,
        isTrue(at, 'deprecated') ? draftEntry('deprecated', draftWord(true)) : undefined,
      ),
      ...notes,
    ),
  }
  return { ...endpoint, openValues: [...endpoint.openValues, ...listOwnRefusals(endpoint, work)] }
}

/** The look-up of the record, if the parameters have other names than its key. */
function byOf({ kind, resource, parts }: OperationAction, path: PathValues, notes: string[]): DraftEntry | undefined {
  if (kind === 'list' || kind === 'create') return undefined
  if (resource.only !== undefined)
    return draftEntry('by', map(draftEntry(resource.key[0]!.property, draftText(JSON.stringify(resource.only)))))
  const key = new Set(resource.key.map(({ property }) => property))
  const last = parts.at(-1)
  if (resource.key.length === 0 || last === undefined || !isStoredPart(last, resource)) {
    notes.push(question(`which ${resource.name} does it find by its path?`))
    return draftEntry('by', gap)
  }
  const isKey = parts.every((each) => each !== undefined && key.has(each.property)) && parts.length === key.size
  const finding = isKey ? parts : [last]
  if (!isKey && parts.length > 1) {
    const others = parts
      .slice(0, -1)
      .map((each) => (each === undefined ? 'the path before it' : `\`${each.parameter}\``))
      .join(', ')
    notes.push(question(`must the ${resource.name} be one of ${others}? Elsewhere it is found without.`))
    return draftEntry('by', gap)
  }
  if (finding.every((each) => each !== undefined && path.valueOf(each) === select('input.path', each.property))) return undefined
  return draftEntry(
    'by',
    map(...finding.flatMap((each) => (each === undefined ? [] : [draftEntry(each.property, draftText(path.valueOf(each)))]))),
  )
}

/** A unique operation id; text with blanks is not an id. */
function chooseId({ id, at }: SourceOperation, ids: Set<string>, work: ImportContext): string | undefined {
  if (id === undefined) return undefined
  if (ids.has(id) || !/^[^\s`]+$/.test(id)) {
    work.leftOut.add(
      ids.has(id) ? `The \`operationId\` \`${id}\` of a second operation` : `The \`operationId\` \`${id}\`, which is no word`,
      at.pointer,
    )
    return undefined
  }
  ids.add(id)
  return id
}
