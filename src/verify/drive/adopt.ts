// Adopts a server's record state where it is known to differ from the document, so that one fault is reported once.

import { type Json, isJsonArray, isJsonObject, parseJsonText } from '../../base/json.ts'
import { convertJsonToValue } from '../../exchange/value-json.ts'
import type { Row } from '../../meaning/record/row.ts'
import { printWord } from '../sample-text.ts'
import { listKeyWords, printRowLabel, findReader } from '../server/reading.ts'
import type { Session } from '../server/session.ts'

/** Reads these records from the server and adopts the returned values. Returns the records that no operation reads. */
export async function adoptServerRecords(session: Session, rows: readonly Row[]): Promise<readonly Row[]> {
  const unreadable: Row[] = []
  const answers = new Map<string, { readonly status: number; readonly body: string }>()
  for (const row of new Map(rows.map((each) => [printRowLabel(each), each])).values()) {
    const reader = findReader(session, row)
    if (reader === undefined) {
      unreadable.push(row)
      continue
    }
    const name = `${reader.target} ${reader.caller ?? ''}`
    // The oracle judges the request too, because it counts against rates.
    const answer = answers.get(name) ?? (await session.exchange(reader)).observed
    answers.set(name, answer)
    adoptFrom(session, row, answer.status, answer.body)
  }
  return unreadable
}

function adoptFrom(session: Session, row: Row, status: number, body: string): void {
  const { interpreter, compiled } = session
  if (status === 404 || status === 410) return interpreter.abandon(row.resource, row.key)
  const parsed = parseJsonText(body, { depth: 200 })
  const info = compiled.facts.typing.domain.resources.get(row.resource)
  if (info === undefined || !('value' in parsed)) return
  const [key = ''] = info.key
  const [keyWord] = listKeyWords(session, row)
  const recordJson = [...listObjects(parsed.value)].find((object) => object[key] !== undefined && printWord(object[key]!) === keyWord)
  if (recordJson === undefined) return
  const values = new Map(row.values)
  for (const { name, type, compute, inverse } of info.properties.values()) {
    const json = recordJson[name]
    if (json === undefined || inverse !== undefined || (compute !== undefined && !compute.stored)) continue
    try {
      if (json === null) values.delete(name)
      else values.set(name, convertJsonToValue(json, type, interpreter.keys))
    } catch {
      // Another member of the response has this name.
    }
  }
  interpreter.adopt({ ...row, values })
}

function* listObjects(json: Json): Iterable<{ readonly [name: string]: Json }> {
  if (isJsonArray(json)) for (const item of json) yield* listObjects(item)
  else if (isJsonObject(json)) {
    const object = json as { readonly [name: string]: Json }
    yield object
    for (const member of Object.values(object)) yield* listObjects(member)
  }
}
