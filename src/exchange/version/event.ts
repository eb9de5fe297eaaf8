// Converts an event to an older version.

import type { Json } from '../../base/json.ts'
import type { VersionFacts } from '../../fact/fact.ts'
import type { EventRow } from '../event.ts'
import { bringDown } from './rewrite.ts'

export function eventDown(event: EventRow, version: VersionFacts | undefined): EventRow {
  const tree = version?.events.get(event.type)
  return tree === undefined || event.data === undefined ? event : { ...event, data: bringDown(tree, event.data) }
}

/** The body of a callback, by its name. */
export function callbackDown(name: string, body: Json, version: VersionFacts | undefined): Json {
  const tree = version?.callbacks.get(name)
  return tree === undefined ? body : bringDown(tree, body)
}
