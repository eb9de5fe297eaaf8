// The base path of part 1, which precedes the paths of all endpoints.

import type { Model, Operation, Segment } from './model.ts'
import { slotValueOf } from './slot.ts'

/** The operations with complete paths; their names stay as written in part 4. */
export function withBasePath(model: Model): Model {
  const base = slotValueOf(model.service.value.basePath)?.text
  if (base === undefined) return model
  const segments = base
    .split('/')
    .slice(1)
    .map((text): Segment => ({ kind: 'literal', text }))
  const operations = model.endpoints.value.operations.map((operation) => withBase(operation, base, segments))
  return { ...model, endpoints: { ...model.endpoints, value: { ...model.endpoints.value, operations } } }
}

/** A part that was reused from an earlier reading already has complete paths. */
function withBase(operation: Operation, base: string, segments: readonly Segment[]): Operation {
  const { path } = readWrittenAddress(operation)
  if (operation.path !== path) return operation
  return path === '/'
    ? { ...operation, path: base, segments }
    : { ...operation, path: `${base}${path}`, segments: [...segments, ...operation.segments] }
}

/** The address as part 4 writes it, without the base path. */
export function readWrittenAddress(operation: Operation): Pick<Operation, 'method' | 'path' | 'segments'> {
  return {
    method: operation.method,
    path: readWrittenPath(operation),
    segments: operation.segments.slice(countBasePathSegments(operation)),
  }
}

export function countBasePathSegments(operation: Operation): number {
  const path = readWrittenPath(operation)
  if (operation.path === path) return 0
  return path === '/' ? operation.segments.length : operation.segments.length - (path.split('/').length - 1)
}

function readWrittenPath({ name }: Operation): string {
  return name.slice(name.indexOf('/'))
}
