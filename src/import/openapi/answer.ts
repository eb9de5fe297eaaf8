// Converts the success response of an operation: its status, its headers, and the properties that it shows.

import { isConnectionHeader } from '../../base/connection-headers.ts'
import { type DraftEntry, type DraftValue, draftData, draftEntry, gap, hasGap, map, question, draftText, draftWord } from '../draft.ts'
import type { OperationAction } from './action.ts'
import { describeMembers } from './answer-members.ts'
import { type SourceOperation, type SourceResponse, isJsonMedia, findJsonContent, listSuccesses, withoutFormat } from './api.ts'
import { type RepresentedRecord, findOnlyValue } from './carried.ts'
import type { OpenValue } from './common.ts'
import { isAlike } from './fields.ts'
import { readPageMember } from './page-members.ts'
import { select } from '../names.ts'
import { type At, findMember, listMembers } from './spec.ts'
import { sampleOf, standIn } from './stand-in.ts'
import type { Views } from './views.ts'
import type { ImportContext } from './work.ts'

export type AnswerEntries = {
  readonly entries: readonly DraftEntry[]
  readonly notes: readonly string[]
  readonly openHeaders: readonly OpenValue[]
}

export function convertAnswer(
  operation: SourceOperation,
  action: OperationAction | undefined,
  work: ImportContext,
  views: Views,
): AnswerEntries {
  const all = listSuccesses(operation)
  const [answer] = all
  listOmittedAnswers(operation, all.length > 0, work)
  if (answer === undefined) return draftUnspecifiedAnswer(operation)
  const notes: string[] = []
  const status = draftStatus(all, action, notes)
  const shown = draftOutput(answer, operation, action, work, views, notes)
  const { entries: headers, openHeaders } = draftHeaders(answer, operation, action)
  if (work.standsIn) notes.push(...openHeaders.map((each) => question(each.question)))
  if (action === undefined && work.standsIn) return { entries: standIn(all, work.spec), notes, openHeaders: [] }
  return { entries: [...status, ...headers, ...shown], notes, openHeaders: work.standsIn ? [] : openHeaders }
}

/** Answers beside the one on success, and links from one answer to the next request. */
function listOmittedAnswers({ responses }: SourceOperation, succeeds: boolean, { leftOut }: ImportContext): void {
  for (const { status, at } of responses) {
    if (succeeds && /^(?:1|3(?!04))/.test(status)) leftOut.add(`The answer \`${status}\` of operations that also succeed`, at.pointer)
    for (const [name, link] of listMembers(findMember(at, 'links'))) leftOut.add(`The link \`${name}\` of an answer`, link.pointer)
  }
}

function draftUnspecifiedAnswer({ responses }: SourceOperation): AnswerEntries {
  const redirect = responses.find(({ status }) => /^3\d\d$/.test(status))
  if (redirect !== undefined)
    return { entries: [draftEntry('status', draftWord(redirect.status))], notes: [question('where does it lead to?')], openHeaders: [] }
  const statusList = responses.map(({ status }) => `\`${status}\``).join(', ')
  return {
    entries: [],
    openHeaders: [],
    notes: [
      question(
        `what does it answer on success? ${statusList === '' ? 'No answer is described.' : `Only ${statusList} ${responses.length === 1 ? 'is' : 'are'} described.`}`,
      ),
    ],
  }
}

function draftStatus(all: readonly SourceResponse[], action: OperationAction | undefined, notes: string[]): DraftEntry[] {
  const statuses = all.map(({ status }) => status)
  const [only, ...more] = statuses
  if (more.length === 0 && /^\d+$/.test(only!)) return [draftEntry('status', draftWord(only!))]
  const [createdStatus, other] = [statuses.find((each) => each === '201'), statuses.filter((each) => each !== '201')]
  if (action?.kind === 'put' && createdStatus !== undefined && other.length === 1)
    return [draftEntry('status', draftText(`old == null ? 201 : ${other[0]!}`))]
  // Any status of the range is right, so that conventions may choose one.
  if (more.length === 0) {
    notes.push(question(`which status of \`${only!}\` does it answer with?`))
    return []
  }
  notes.push(question(`when does it answer with ${statuses.map((each) => `\`${each}\``).join(', and when with ')}?`))
  return [draftEntry('status', gap)]
}

function draftOutput(
  answer: SourceResponse,
  operation: SourceOperation,
  action: OperationAction | undefined,
  work: ImportContext,
  views: Views,
  notes: string[],
): DraftEntry[] {
  if (answer.content.length === 0) return []
  const json = findJsonContent(answer.content)
  if (json === undefined) {
    const [{ media }] = answer.content as [SourceResponse['content'][number]]
    notes.push(question(`what does an answer of \`${media}\` hold?`))
    return [draftEntry('media', draftText(media)), draftEntry('output', gap)]
  }
  for (const { media } of answer.content)
    if (!isJsonMedia(media)) work.leftOut.add(`The media type \`${media}\` of answers, beside JSON`, answer.at.pointer)
  const media = /^application\/json$|\*/i.test(json.media) ? [] : [draftEntry('media', draftText(json.media))]
  if (json.schema.value === undefined) return [...media, draftEntry('output', gap)]
  const output = draftRecordOutput(json.schema, operation, action, work, views, notes)
  if (output !== undefined) return [...media, draftEntry('output', output)]
  const described = describeMembers(json.schema, work.spec)
  notes.push(
    question(`what does it show? Its answer is described at \`${work.spec.follow(json.schema).pointer}\`.${describeGaps(described)}`),
  )
  return [...media, draftEntry('output', described)]
}

/** Undefined if the answer shows neither a record nor a property of one. */
function draftRecordOutput(
  answer: At,
  operation: SourceOperation,
  action: OperationAction | undefined,
  work: ImportContext,
  views: Views,
  notes: string[],
): DraftValue | undefined {
  if (action?.carried !== undefined) return draftActionOutput(operation, action, work, views, notes)
  const { property, resource } = action ?? {}
  const at = property === undefined ? undefined : resource?.fields.properties.get(property)
  return property !== undefined && at !== undefined && isAlike(at, answer, work.spec) ? draftText(select('this', property)) : undefined
}

function draftActionOutput(
  operation: SourceOperation,
  { kind, resource, carried }: OperationAction,
  work: ImportContext,
  views: Views,
  notes: string[],
): DraftValue {
  const view = views.nameOf(resource, carried!.fields)
  const record = draftText(kind === 'list' ? `items.map(each, ${view}(each))` : `${view}(this)`)
  const open: string[] = []
  const draftContent = ({ member, envelope, inside }: RepresentedRecord, around = ''): DraftValue =>
    member === undefined || envelope === undefined
      ? record
      : map(
          ...[...envelope.properties].flatMap(([name, at]): DraftEntry[] => {
            if (name === member) return [draftEntry(name, inside === undefined ? record : draftContent(inside, `${around}${name}.`))]
            const only = findOnlyValue(at, work.spec)
            if (only !== undefined)
              return [
                draftEntry(name, map(draftEntry('const', typeof only.value === 'string' ? draftText(only.value) : draftWord(only.value)))),
              ]
            const { entry, open: openMembers } =
              kind === 'list' ? readPageMember(name, envelope, operation, work) : { entry: draftEntry(name, gap), open: [name] }
            open.push(...openMembers.map((each) => `\`${around}${each}\``))
            if (hasGap(entry.value) && work.standsIn)
              return envelope.required.has(name) ? [draftEntry(name, map(draftEntry('const', draftData(sampleOf(at, work.spec)))))] : []
            return [entry.value === gap && !envelope.required.has(name) ? { ...entry, optional: true } : entry]
          }),
        )
  const output = draftContent(carried!)
  if (open.length > 0) notes.push(question(`what does the answer say as ${open.join(', ')}?${describeGaps(output)}`))
  return output
}

/** Says how to complete members with `?`, if the output has any. */
function describeGaps(template: DraftValue): string {
  return hasOptional(template) ? ' A member with `?` may be missing: write `optional.of(…)` there, or delete the `?`.' : ''
}

function hasOptional(value: DraftValue): boolean {
  if (value.kind === 'list') return value.items.some(hasOptional)
  return value.kind === 'map' && value.entries.some((entry) => entry.optional === true || hasOptional(entry.value))
}

/** Headers that other parts and keys specify: entity tags, and the limits of part 8. */
const ownHeaders = /^(?:content-type|date|etag|retry-after|x-?rate-?limit.*|ratelimit.*|rate-limit.*)$/i

function draftHeaders(
  answer: SourceResponse,
  operation: SourceOperation,
  action: OperationAction | undefined,
): { readonly entries: readonly DraftEntry[]; readonly openHeaders: readonly OpenValue[] } {
  const own = answer.headers.filter(([name]) => !ownHeaders.test(name) && !isConnectionHeader(name))
  const tagged =
    answer.headers.some(([name]) => /^etag$/i.test(name)) &&
    !operation.parameters.some(({ in: place, name }) => place === 'header' && /^if-(?:none-)?match$/i.test(name))
  const conditional = tagged && action !== undefined && action.kind !== 'delete' ? [draftEntry('conditional', draftText('optional'))] : []
  const openHeaders: OpenValue[] = []
  const entries = own.flatMap(([name]): DraftEntry[] => {
    const location = /^location$/i.test(name) && action?.kind === 'create' ? findLocation(action, operation) : undefined
    if (location !== undefined) return [draftEntry(name, draftText(location))]
    openHeaders.push({ key: 'headers', name, question: `what does the header \`${name}\` say?` })
    return []
  })
  return { entries: [...conditional, ...(entries.length === 0 ? [] : [draftEntry('headers', map(...entries))])], openHeaders }
}

/** RFC 9110, section 10.2.2: for a 201 response it is the new record's address, if a path reads it by key. */
function findLocation({ resource }: OperationAction, { path }: SourceOperation): string | undefined {
  const [itemPath] = [...resource.items].find(([item]) => item.slice(0, item.lastIndexOf('/')) === withoutFormat(path)) ?? []
  const parts = itemPath === undefined ? undefined : resource.items.get(itemPath)
  if (
    itemPath === undefined ||
    parts === undefined ||
    parts.some(
      (each) => each === undefined || !/^[A-Za-z_]\w*$/.test(each.property) || !resource.key.some((own) => own.property === each.property),
    )
  )
    return undefined
  let index = 0
  return itemPath.replaceAll(/\{[^{}]+\}/g, () => `\${${select('this', parts[index++]!.property)}}`)
}
