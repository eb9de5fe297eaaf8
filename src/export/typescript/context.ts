// Defines the shared context for all pieces of a TypeScript client, and their names.

import type { Facts } from '../../fact/fact.ts'
import type { ModelIndex } from '../../fact/model-index.ts'
import type { OpenApiNames } from '../openapi/names.ts'
import type { Components } from '../schema/components.ts'
import type { LeftOut } from '../target.ts'
import { makeTypeName } from './type-text.ts'

export const prefix = '#/$defs/'

export type ClientContext = {
  readonly facts: Facts
  readonly modelIndex: ModelIndex
  readonly names: OpenApiNames
  readonly components: Components
  readonly leftOut: LeftOut
}

/** Names that the client or TypeScript itself uses. */
const reserved = new Set([
  'Answer',
  'Array',
  'AsyncGenerator',
  'Call',
  'Client',
  'Date',
  'Error',
  'Headers',
  'JSON',
  'Map',
  'Number',
  'Object',
  'Operation',
  'Options',
  'Promise',
  'ReadableStream',
  'Record',
  'Refused',
  'RequestInit',
  'Response',
  'Result',
  'Scheme',
  'Secret',
  'Sent',
  'Set',
  'Settings',
  'StreamEvent',
  'String',
  'TypeError',
  'Uint8Array',
  'Unexpected',
  'URLSearchParams',
])

/** The type name of a referenced schema. */
export function nameTypeOfRef(ref: string): string {
  const name = makeTypeName(ref.slice(prefix.length))
  return reserved.has(name) || /(?:Request|Value|Failure|Refusal)$/.test(name) ? `${name}Body` : name
}

/** The type name of a catalogue entry. */
export function nameRefusal(entry: string): string {
  return `${makeTypeName(entry)}Refusal`
}
