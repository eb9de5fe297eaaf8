// What every piece of an OpenAPI document is made with.

import type { Facts } from '../../fact/fact.ts'
import type { World } from '../../fact/world.ts'
import type { Components } from '../schema/components.ts'
import type { LeftOut } from '../target.ts'

export type Making = { readonly facts: Facts; readonly world: World; readonly components: Components; readonly leftOut: LeftOut }
