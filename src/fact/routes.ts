// The requests that each operation answers: its method and the shape of its path.

import type { Model, Operation } from '../model/model.ts'
import { printSegmentShape } from '../model/segment.ts'
import type { Route } from './fact.ts'

/** In document order. A parameter's name takes no part in matching, so it is not in the shape. */
export function listRoutes(model: Model): Route[] {
  return model.endpoints.value.operations.map((operation) => ({ operation, shape: routeShape(operation) }))
}

/** `GET /orders/{}`. */
export function routeShape({ method, segments }: Pick<Operation, 'method' | 'segments'>): string {
  return `${method} /${segments.map(printSegmentShape).join('/')}`
}
