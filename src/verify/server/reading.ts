// Finds the operations that read a record back: a read, or a list that shows it.

import { convertValueToJson } from '../../exchange/value-json.ts'
import type { Row } from '../../meaning/record/row.ts'
import type { OperationFacts } from '../../fact/fact.ts'
import { type Operation, resourceNameOf } from '../../model/model.ts'
import { fillSegment } from '../../model/segment.ts'
import { printWord } from '../sample-text.ts'
import type { ServerRequest } from '../oracle/request.ts'
import type { Session } from './session.ts'

/** A sequence, and the text in which its records' keys occur. */
export type SequenceText = { readonly session: Session; readonly text: string }

/** Also with the labels of the records that it changed. */
export type SequenceRecords = SequenceText & { readonly changed: ReadonlySet<string> }

/** Records that a step changed, and others that it names or that its effects may have written. */
export function listTouchedRows(
  instance: SequenceRecords,
  before: ReadonlyMap<string, Row>,
  request: ServerRequest,
  writes: ReadonlySet<string>,
): { readonly changed: readonly Row[]; readonly others: readonly Row[] } {
  const { session } = instance
  const after = readRows(session)
  const text = `${decodeURIComponent(request.target)} ${request.body ?? ''}`
  const changed = [...after.values()].filter((row) => before.get(printRowLabel(row))?.version !== row.version)
  const removed = [...before.values()].filter((row) => !after.has(printRowLabel(row)))
  const named = [...after.values()].filter((row) => listKeyWords(session, row).some((word) => word.length > 1 && text.includes(word)))
  // Records that effects may have written, if the sequence mentions or changed them.
  const mentioned = listSequenceRows(instance).filter(({ resource }) => writes.has(resource))
  const all = [...changed, ...removed]
  const labels = new Set(all.map(printRowLabel))
  const others = new Map([...named, ...mentioned].map((row) => [printRowLabel(row), row]))
  return { changed: all, others: [...others.values()].filter((row) => !labels.has(printRowLabel(row))) }
}

/** Records that the sequence mentions or changed. */
export function listSequenceRows({ session, text, changed }: SequenceRecords): readonly Row[] {
  return [...readRows(session).values()].filter(
    (row) => changed.has(printRowLabel(row)) || listKeyWords(session, row).some((word) => word.length > 1 && text.includes(word)),
  )
}

export function readRows({ interpreter, compiled }: Session): ReadonlyMap<string, Row> {
  const rows = [...compiled.facts.typing.domain.resources.keys()].flatMap((resource) => interpreter.rows(resource))
  return new Map(rows.map((row) => [printRowLabel(row), row]))
}

export function printRowLabel({ resource, key }: Pick<Row, 'resource' | 'key'>): string {
  return `${resource} ${key}`
}

export function listKeyWords({ interpreter, compiled }: Session, row: Row): readonly string[] {
  const info = compiled.facts.typing.domain.resources.get(row.resource)!
  return info.key.map((name) => {
    const value = row.values.get(name)
    return value === undefined ? '' : printWord(convertValueToJson(value, interpreter.keys))
  })
}

/** Requests whose responses contain these records, without duplicates. */
export function listReaders(session: Session, rows: readonly Row[], maxReaders: number): readonly ServerRequest[] {
  const requests = new Map<string, ServerRequest>()
  for (const row of rows) {
    if (requests.size >= maxReaders) break
    for (const reader of [findReader(session, row), listWithout(session, row)])
      if (reader !== undefined) requests.set(`${reader.target} ${reader.caller ?? ''}`, reader)
  }
  return [...requests.values()]
}

/** Finds a request whose response contains the record, or contained it before its deletion. Undefined if none does. */
export function findReader(session: Session, row: Row): ServerRequest | undefined {
  const { operations } = session.compiled.facts
  const [word = ''] = listKeyWords(session, row)
  const isStored = session.interpreter.rows(row.resource).some(({ key }) => key === row.key)
  const readsAndLists = operations.filter(
    ({ operation, complete }) => complete && operation.method === 'GET' && resourceNameOf(operation) === row.resource,
  )
  for (const { operation } of readsAndLists.filter(({ operation: { action } }) => action === 'read')) {
    const target = findPathTo(session, operation, row)
    if (target === undefined) continue
    const reader: ServerRequest = { method: 'GET', target, headers: [] }
    if (session.replica.convertToSent(reader) === undefined) continue
    const answers = asCallers(session, reader).map((request) => ({ request, ...session.predict(request) }))
    const absent = isStored ? undefined : answers.find(({ status }) => status === 404 || status === 410)
    // The answer that shows the most: others may hide what a step changed.
    const [fullest] = answers
      .filter(({ status }) => status === 200)
      .toSorted((a, b) => String(b.body ?? '').length - String(a.body ?? '').length)
    const chosen = absent ?? fullest
    if (chosen !== undefined) return chosen.request
  }
  const lists = collectLists(session)
  for (const { operation } of lists.toSorted(
    (a, b) => Number(resourceNameOf(b.operation) === row.resource) - Number(resourceNameOf(a.operation) === row.resource),
  )) {
    const request = listShowing(session, operation, row, word, isStored)
    if (request !== undefined) return request
  }
  return undefined
}

/** For a record that was deleted: a list that may not show it any more. */
function listWithout(session: Session, row: Row): ServerRequest | undefined {
  if (session.interpreter.rows(row.resource).some(({ key }) => key === row.key)) return undefined
  const [word = ''] = listKeyWords(session, row)
  for (const { operation } of collectLists(session).filter((each) => resourceNameOf(each.operation) === row.resource)) {
    const request = listShowing(session, operation, row, word, false)
    if (request !== undefined) return request
  }
  return undefined
}

function collectLists({ compiled }: Session): readonly OperationFacts[] {
  return compiled.facts.operations.filter(
    ({ operation, complete }) => complete && operation.method === 'GET' && operation.action === 'list',
  )
}

function listShowing(session: Session, operation: Operation, row: Row, word: string, isStored: boolean): ServerRequest | undefined {
  const targets = operation.segments.some(({ kind }) => kind === 'parameter') ? listPathsBy(session, operation, row) : [operation.path]
  const { page, query } = session.compiled.facts.typing.input(operation)
  const size = page?.size?.name ?? [...query.keys()].find((name) => /limit|size/i.test(name))
  for (const target of targets) {
    for (const more of ['', ...(size === undefined ? [] : [`?${size}=100`])]) {
      for (const request of asCallers(session, { method: 'GET', target: target + more, headers: [] })) {
        const { status, body } = session.predict(request)
        if (status === 200 && showsWord(String(body ?? ''), word) === isStored && (isStored || resourceNameOf(operation) === row.resource))
          return request
      }
    }
  }
  return undefined
}

/** True if a JSON text contains the word as a text, or as a number. */
function showsWord(body: string, word: string): boolean {
  return body.includes(JSON.stringify(word)) || (/^\d+$/.test(word) && new RegExp(`[:,[]${word}[,\\]}]`).test(body))
}

/** Paths whose parameter is the key of a record that `row` refers to. */
function listPathsBy(session: Session, operation: Operation, row: Row): readonly string[] {
  const { keys } = session.interpreter
  const words = [...row.values.values()].flatMap((value) =>
    typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'record' ? [printWord(keys.keyOf(value))] : [],
  )
  return words.map((word) => `/${operation.segments.map((segment) => fillSegment(segment, encodeURIComponent(word))).join('/')}`)
}

function findPathTo({ interpreter }: Session, operation: Operation, row: Row): string | undefined {
  const parts = operation.segments.map((segment) => {
    if (segment.kind === 'literal') return segment.text
    const value = row.values.get(segment.name)
    return value === undefined
      ? undefined
      : fillSegment(segment, encodeURIComponent(printWord(convertValueToJson(value, interpreter.keys))))
  })
  return parts.includes(undefined) ? undefined : `/${parts.join('/')}`
}

/** The request without a credential, then with that of each caller that the server accepts. */
export function asCallers(session: Session, request: ServerRequest): readonly ServerRequest[] {
  return [request, ...session.names.map((caller) => ({ ...request, caller }))]
}
