// Decides whether a delivery matches an expectation, and captures from it.

import type { ReceivedAnswer } from '../hurl/evaluate/query.ts'
import { fillTemplate, isTemplateProblem, type EvaluationContext } from '../hurl/evaluate/template.ts'
import type { Receive, HurlRequest } from '../hurl/tree.ts'
import { type ScenarioFailure, notDelivered, notFilled, reportWrongDelivery } from './failure.ts'
import { type JudgedAnswer, judgeContent } from './judge.ts'
import type { ReceivedDelivery } from './service.ts'

/** Takes the first matching delivery of a name, so that their order does not matter, and removes it from `unmatched`. */
export function judgeDelivery(
  request: HurlRequest,
  expectation: Receive,
  unmatched: ReceivedDelivery[],
  deliveries: readonly ReceivedDelivery[],
  context: EvaluationContext,
): JudgedAnswer {
  const candidates = unmatched.filter(({ name }) => name === expectation.name)
  const [first] = candidates
  if (first === undefined) return withoutCaptures([notDelivered(request, expectation, deliveries)])
  const judgements = candidates.map((delivery) => ({ delivery, judged: judgeOne(request, expectation, delivery, context) }))
  const best = judgements.find(({ judged: { failures } }) => failures.length === 0) ?? judgements[0]!
  unmatched.splice(unmatched.indexOf(best.delivery), 1)
  return best.judged
}

function judgeOne(request: HurlRequest, { name, expected }: Receive, delivery: ReceivedDelivery, context: EvaluationContext): JudgedAnswer {
  if (expected === undefined) return withoutCaptures([])
  const { method, url } = expected
  if (method !== undefined && method.name !== delivery.method)
    return withoutCaptures([reportWrongDelivery(request, name, method.span, 'method', method.name, delivery.method)])
  if (url !== undefined) {
    const address = fillTemplate(url, context)
    if (isTemplateProblem(address)) return withoutCaptures([notFilled(address, request)])
    if (address !== delivery.url) return withoutCaptures([reportWrongDelivery(request, name, url.span, 'address', address, delivery.url)])
  }
  return judgeContent(request, expected, toReceived(delivery), context, name)
}

/** A delivery as the subject of queries: a request, which has no status. */
function toReceived({ url, headers, body }: ReceivedDelivery): ReceivedAnswer {
  const bytes = Buffer.from(body)
  return { url, version: '1.1', status: 0, headers, body: bytes, rawBody: bytes, milliseconds: 0 }
}

function withoutCaptures(failures: readonly ScenarioFailure[]): JudgedAnswer {
  return { failures, captured: new Map(), secrets: [] }
}
