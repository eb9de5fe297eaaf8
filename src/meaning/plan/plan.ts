// What a plan is: see `plans.ts`.

import type { Answer, Exchange } from '../../exchange/exchange.ts'

/** Undefined: the interpreter answers. Nothing was done then, but that part 8 counted the request, which it does once. */
export type Plan = (exchange: Exchange) => Answer | undefined
