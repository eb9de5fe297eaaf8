// Defines the shared context for all pieces of an OpenAPI document.

import type { Facts } from '../../fact/fact.ts'
import type { ModelIndex } from '../../fact/model-index.ts'
import type { Components } from '../schema/components.ts'
import type { LeftOut } from '../target.ts'

export type OpenApiContext = {
  readonly facts: Facts
  readonly modelIndex: ModelIndex
  readonly components: Components
  readonly leftOut: LeftOut
}
