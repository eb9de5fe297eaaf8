// The content of a request: refuses media types that cannot be served, and parses the body.

import type { Json } from '../base/json.ts'
import { spendText } from '../base/turn.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { findAcceptedMedia, choosePreferredMedia } from '../exchange/negotiate.ts'
import { type Failed, refuse } from '../exchange/refusal.ts'
import { refuseDepth } from './limits/sizes.ts'
import type { PreparedOperation } from './prepared-operation.ts'
import type { Interpreter, OperationSubject } from './service.ts'

/** Refuses a request whose `Accept` allows none of the operation's media types. */
export function refuseUnacceptable({ headers }: Exchange, { media }: PreparedOperation): void {
  if (media !== undefined && choosePreferredMedia(headers.get('accept'), media) === undefined)
    refuse({ condition: 'not-acceptable', details: new Map([['media', media.join(', ')]]) })
}

/** The body's JSON; undefined without a body. Refuses other media types, JSON that is too deep, and text that is not JSON. */
export function parseContent(
  service: Interpreter,
  exchange: Exchange,
  { declared, decoder }: Pick<OperationSubject, 'declared' | 'decoder'>,
): Json | undefined {
  if (!exchange.hasBody) return undefined
  const media = exchange.headers.get('content-type')
  if (findAcceptedMedia(media, declared.body?.media ?? []) === undefined)
    refuse({ condition: 'unsupported-media', details: new Map([['media', media ?? null]]) })
  const { depth } = service.environment
  spendText(exchange.body.length)
  const parsed = decoder.parse(exchange, Math.min(depth, service.sizes.depth ?? depth))
  if ('value' in parsed) return parsed.value
  const { kind, line, column } = parsed.problem
  if (kind === 'depth') refuseDepth(service)
  return refuse({
    condition: 'malformed',
    details: new Map([
      ['line', BigInt(line)],
      ['column', BigInt(column)],
    ]),
  })
}

export function refuseInvalid(name: string, failures: readonly Failed[]): never {
  return refuse({ condition: 'invalid', name, failures })
}
