// Headers of webhooks and callbacks have names that HTTP can carry.

import { shown } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { declaredDeliveries } from '../deliveries.ts'
import { wrongHeaders } from '../header-names.ts'

const code = 'events/header-name'

export const check: Check = { code, run: ({ model }) => wrongHeaders(code, declaredDeliveries(model).flatMap(({ said }) => (shown(said.headers) ?? []).map(({ key }) => key))) }
