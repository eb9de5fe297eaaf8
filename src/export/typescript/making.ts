// What each piece of a client is made with, and what the pieces call each other.

import type { Facts } from '../../fact/fact.ts'
import type { World } from '../../fact/world.ts'
import type { Names } from '../openapi/names.ts'
import type { Components } from '../schema/components.ts'
import type { LeftOut } from '../target.ts'
import { typeName } from './type-text.ts'

export const prefix = '#/$defs/'

export type Making = { readonly facts: Facts; readonly world: World; readonly names: Names; readonly components: Components; readonly leftOut: LeftOut }

/** Names that the client has of its own, or that its code means by the language's. */
const reserved = new Set([
  'Answer', 'Array', 'AsyncGenerator', 'Call', 'Client', 'Date', 'Error', 'Headers', 'JSON', 'Map', 'Number', 'Object', 'Operation', 'Options', 'Promise',
  'ReadableStream', 'Record', 'Refused', 'RequestInit', 'Response', 'Result', 'Scheme', 'Secret', 'Sent', 'Set', 'Settings', 'StreamEvent', 'String',
  'TypeError', 'Uint8Array', 'Unexpected', 'URLSearchParams',
])

/** What a schema that others refer to is called. */
export function named(ref: string): string {
  const name = typeName(ref.slice(prefix.length))
  return reserved.has(name) || /(?:Request|Value|Failure|Refusal)$/.test(name) ? `${name}Body` : name
}

/** What is called like an entry of the catalogue. */
export function refusalName(entry: string): string {
  return `${typeName(entry)}Refusal`
}
