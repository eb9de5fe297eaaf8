// Adopts a server's record state where it is known to differ from the document, so that one fault is reported once.

import { type Json, isJsonArray, isJsonObject, parseJsonText } from '../../base/json.ts'
import { valueOf } from '../../exchange/value-json.ts'
import type { Row } from '../../meaning/record/row.ts'
import { wordOf } from '../explore/sample-text.ts'
import { keyWords, rowLabel, readerOf } from './reading.ts'
import type { Session } from './session.ts'

/** Reads these records from the server and adopts the returned values. Returns the records that no operation reads. */
export async function adoptShown(session: Session, rows: readonly Row[]): Promise<readonly Row[]> {
  const unknown: Row[] = []
  const answers = new Map<string, { readonly status: number; readonly body: string }>()
  for (const row of new Map(rows.map((each) => [rowLabel(each), each])).values()) {
    const reader = readerOf(session, row)
    if (reader === undefined) {
      unknown.push(row)
      continue
    }
    const name = `${reader.target} ${reader.caller ?? ''}`
    const known = answers.get(name) ?? (await session.send(reader))
    answers.set(name, known)
    adoptFrom(session, row, known.status, known.body)
  }
  return unknown
}

function adoptFrom(session: Session, row: Row, status: number, body: string): void {
  const { interpreter, compiled } = session
  if (status === 404 || status === 410) return interpreter.abandon(row.resource, row.key)
  const parsed = parseJsonText(body, { depth: 200 })
  const info = compiled.facts.typing.domain.resources.get(row.resource)
  if (info === undefined || !('value' in parsed)) return
  const [key = ''] = info.key
  const [word] = keyWords(session, row)
  const shownObject = [...objectsIn(parsed.value)].find((object) => object[key] !== undefined && wordOf(object[key]!) === word)
  if (shownObject === undefined) return
  const values = new Map(row.values)
  for (const { name, type, compute, inverse } of info.properties.values()) {
    const json = shownObject[name]
    if (json === undefined || inverse !== undefined || (compute !== undefined && !compute.stored)) continue
    try {
      if (json === null) values.delete(name)
      else values.set(name, valueOf(json, type, interpreter.keys))
    } catch {
      // Another member of the response has this name.
    }
  }
  interpreter.adopt({ ...row, values })
}

function* objectsIn(json: Json): Iterable<{ readonly [name: string]: Json }> {
  if (isJsonArray(json)) for (const item of json) yield* objectsIn(item)
  else if (isJsonObject(json)) {
    const object = json as { readonly [name: string]: Json }
    yield object
    for (const member of Object.values(object)) yield* objectsIn(member)
  }
}
