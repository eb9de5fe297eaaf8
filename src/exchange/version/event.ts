// Converts an event to an older version.

import type { Json } from '../../base/json.ts'
import type { VersionFacts } from '../../fact/fact.ts'
import type { EventRow } from '../event.ts'
import { downgradeJson } from './rewrite.ts'

export function downgradeEvent(event: EventRow, version: VersionFacts | undefined): EventRow {
  const tree = version?.events.get(event.type)
  return tree === undefined || event.data === undefined ? event : { ...event, data: downgradeJson(tree, event.data) }
}

/** The body of a callback, by its name. */
export function downgradeCallback(name: string, body: Json, version: VersionFacts | undefined): Json {
  const tree = version?.callbacks.get(name)
  return tree === undefined ? body : downgradeJson(tree, body)
}
