// The shapes of `$defs` by name, for the compilation of schemas that refer to them.

import type { Schema } from '../schema/schema.ts'
import type { Domain } from './domain.ts'

export function definitionsOf({ shapes }: Pick<Domain, 'shapes'>): ReadonlyMap<string, Schema> {
  return new Map(Array.from(shapes, ([name, { schema }]) => [name, schema]))
}
