// Lists all declarations of a model, by kind, and makes them readable for expressions.

import type { Model } from '../model/model.ts'
import { type Declaration, type Find, recordOf } from './declaration.ts'
import type { DeclarationKind } from './kinds.ts'
import { declareConditions, declareDeliveries, declareEvents } from './of-messages.ts'
import { declareOperations } from './of-operations.ts'
import { declareProperties, declareResources } from './of-resources.ts'
import { declareTransitions } from './of-states.ts'

export type Declarations = { readonly [K in DeclarationKind]: readonly Declaration[] }

export function listDeclarations(model: Model): Declarations {
  const resource = declareResources(model)
  const byName = new Map(resource.map((declaration) => [declaration.name, recordOf(declaration)]))
  const find: Find = (name) => byName.get(name)
  return {
    resource,
    property: declareProperties(model, find),
    transition: declareTransitions(model, find),
    operation: declareOperations(model, find),
    event: declareEvents(model),
    delivery: declareDeliveries(model),
    condition: declareConditions(model),
  }
}
