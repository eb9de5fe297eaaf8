// The context of an answer whose members the request chooses.

import type { Context } from '../../exchange/context.ts'
import type { RequestState } from '../request-state.ts'

export function withOutput(context: Context, requestState: RequestState): Context {
  const output = requestState.output()
  return output === undefined ? context : { ...context, output }
}
