// Lists all declarations of a model, by kind, and makes them readable for expressions.

import type { Model } from '../model/model.ts'
import { type Declaration, type Find, recordOf } from './declaration.ts'
import type { DeclarationKind } from './kinds.ts'
import { conditionDeclarations, deliveryDeclarations, eventDeclarations } from './of-messages.ts'
import { operationDeclarations } from './of-operations.ts'
import { propertyDeclarations, resourceDeclarations } from './of-resources.ts'
import { transitionDeclarations } from './of-states.ts'

export type Declarations = { readonly [K in DeclarationKind]: readonly Declaration[] }

export function listDeclarations(model: Model): Declarations {
  const resource = resourceDeclarations(model)
  const byName = new Map(resource.map((declaration) => [declaration.name, recordOf(declaration)]))
  const find: Find = (name) => byName.get(name)
  return {
    resource,
    property: propertyDeclarations(model, find),
    transition: transitionDeclarations(model, find),
    operation: operationDeclarations(model, find),
    event: eventDeclarations(model),
    delivery: deliveryDeclarations(model),
    condition: conditionDeclarations(model),
  }
}
