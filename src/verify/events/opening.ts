// Finds the streams that a sequence can follow: of all records, and of the records that it created.

import { type SequenceText, asCallers, listKeyWords, readRows } from '../server/reading.ts'
import type { ServerRequest } from '../oracle/request.ts'
import { fillSegment } from '../../model/segment.ts'

/** The most records of a sequence whose streams are opened. */
const maxRecords = 2

export function streamRequests({ session, text }: SequenceText): readonly ServerRequest[] {
  const streams = session.compiled.facts.operations.filter(({ operation, complete }) => complete && operation.action === 'stream')
  const words = [
    ...new Set(
      [...readRows(session).values()].flatMap((row) => listKeyWords(session, row)).filter((word) => word.length > 8 && text.includes(word)),
    ),
  ].slice(0, 6)
  return streams.flatMap(({ operation }) => {
    const targets = operation.segments.some(({ kind }) => kind === 'parameter')
      ? words.map((word) => `/${operation.segments.map((segment) => fillSegment(segment, encodeURIComponent(word))).join('/')}`)
      : [operation.path]
    return targets
      .map((target) =>
        asCallers(session, { method: 'GET', target, headers: [] }).filter((request) => session.predict(request).stream !== undefined),
      )
      .filter((admitted) => admitted.length > 0)
      .slice(0, maxRecords)
      .flatMap(keepFirstAndLast)
  })
}

/** Another caller may have to receive fewer events. */
function keepFirstAndLast(admitted: readonly ServerRequest[]): readonly ServerRequest[] {
  return admitted.length > 1 && admitted[0]!.caller !== undefined ? [admitted[0]!, admitted.at(-1)!] : admitted.slice(0, 1)
}
