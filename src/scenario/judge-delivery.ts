// Decides whether a delivery matches an expectation, and captures from it.

import type { ReceivedAnswer } from '../hurl/evaluate/query.ts'
import { fillTemplate, isTemplateProblem, type Surroundings } from '../hurl/evaluate/template.ts'
import type { Receive, HurlRequest } from '../hurl/tree.ts'
import { type ScenarioFailure, notDelivered, notFilled, wrongDelivery } from './failure.ts'
import { type JudgedAnswer, judgeContent } from './judge.ts'
import type { ReceivedDelivery } from './world.ts'

/** Takes the first matching delivery of a name, so that their order does not matter, and removes it from `left`. */
export function judgeDelivery(
  request: HurlRequest,
  wanted: Receive,
  left: ReceivedDelivery[],
  came: readonly ReceivedDelivery[],
  around: Surroundings,
): JudgedAnswer {
  const named = left.filter(({ name }) => name === wanted.name)
  const [first] = named
  if (first === undefined) return nothing([notDelivered(request, wanted, came)])
  const judged = named.map((delivery) => ({ delivery, judged: judgeOne(request, wanted, delivery, around) }))
  const found = judged.find(({ judged: { failures } }) => failures.length === 0) ?? judged[0]!
  left.splice(left.indexOf(found.delivery), 1)
  return found.judged
}

function judgeOne(request: HurlRequest, { name, expected }: Receive, delivery: ReceivedDelivery, around: Surroundings): JudgedAnswer {
  if (expected === undefined) return nothing([])
  const { method, url } = expected
  if (method !== undefined && method.name !== delivery.method)
    return nothing([wrongDelivery(request, name, method.span, 'method', method.name, delivery.method)])
  if (url !== undefined) {
    const address = fillTemplate(url, around)
    if (isTemplateProblem(address)) return nothing([notFilled(address, request)])
    if (address !== delivery.url) return nothing([wrongDelivery(request, name, url.span, 'address', address, delivery.url)])
  }
  return judgeContent(request, expected, toReceived(delivery), around, name)
}

/** A delivery as the subject of queries: a request, which has no status. */
function toReceived({ url, headers, body }: ReceivedDelivery): ReceivedAnswer {
  const bytes = Buffer.from(body)
  return { url, version: '1.1', status: 0, headers, body: bytes, rawBody: bytes, milliseconds: 0 }
}

function nothing(failures: readonly ScenarioFailure[]): JudgedAnswer {
  return { failures, captured: new Map(), secrets: [] }
}
