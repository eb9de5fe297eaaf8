// Chooses the names of operations and paths in OpenAPI: a unique identifier for each, and one template for paths of one shape.

import { camelCase } from '../../base/names.ts'
import type { Facts } from '../../fact/fact.ts'
import type { Operation } from '../../model/model.ts'
import { printSegmentShape } from '../../model/segment.ts'

export type OpenApiNames = {
  readonly path: (operation: Operation) => string
  readonly operationId: (operation: Operation) => string
  /** The name of a path parameter in `path`. */
  readonly parameter: (operation: Operation, name: string) => string
}

/** Paths that differ only in parameter names are one path in OpenAPI: the first spelling is used. */
export function openApiNames({ model }: Facts): OpenApiNames {
  const firstByShape = new Map<string, Operation>()
  const ids = new Map<Operation, string>()
  const usedIds = new Set(model.endpoints.value.operations.flatMap(({ id, name }) => (id === name ? [] : [id])))
  for (const operation of model.endpoints.value.operations) {
    const shape = printShape(operation)
    firstByShape.getOrInsert(shape, operation)
    ids.set(operation, operation.id === operation.name ? makeId(operation, usedIds) : operation.id)
  }
  const findFirstOfShape = (operation: Operation): Operation => firstByShape.get(printShape(operation)) ?? operation
  return {
    path: (operation) => findFirstOfShape(operation).path,
    operationId: (operation) => ids.get(operation) ?? operation.id,
    parameter(operation, name) {
      const index = operation.segments.findIndex((segment) => segment.kind === 'parameter' && segment.name === name)
      const segment = findFirstOfShape(operation).segments[index]
      return segment?.kind === 'parameter' ? segment.name : name
    },
  }
}

function printShape({ segments }: Operation): string {
  return segments.map(printSegmentShape).join('/')
}

/** `GET /articles/{slug}/comments` → `getArticlesSlugComments`; repeated names are numbered. */
function makeId({ name }: Operation, usedIds: Set<string>): string {
  const unnumbered = camelCase(name)
  let id = unnumbered
  for (let count = 2; usedIds.has(id); count++) id = `${unnumbered}${count}`
  usedIds.add(id)
  return id
}
