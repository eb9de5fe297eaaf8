// The shapes of `$defs` by name, as schemas that refer to them are compiled with.

import type { Schema } from '../schema/schema.ts'
import type { Domain } from './domain.ts'

export function definitionsOf({ shapes }: Pick<Domain, 'shapes'>): ReadonlyMap<string, Schema> {
  return new Map(Array.from(shapes, ([name, { schema }]) => [name, schema]))
}
