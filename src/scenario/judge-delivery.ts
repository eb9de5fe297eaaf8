// Whether a delivery is the one that an entry expects, and what it captures.

import type { Received } from '../hurl/evaluate/query.ts'
import { fill, isStuck, type Surroundings } from '../hurl/evaluate/template.ts'
import type { Receive, Request } from '../hurl/tree.ts'
import { type Failure, notDelivered, notFilled, wrongDelivery } from './failure.ts'
import { type Judged, judgeContent } from './judge.ts'
import type { Delivery } from './world.ts'

/** Of several deliveries of one name the first that is as expected is taken, so that their order does not matter. `left` loses it. */
export function judgeDelivery(request: Request, wanted: Receive, left: Delivery[], came: readonly Delivery[], around: Surroundings): Judged {
  const named = left.filter(({ name }) => name === wanted.name)
  const [first] = named
  if (first === undefined) return nothing([notDelivered(request, wanted, came)])
  const judged = named.map((delivery) => ({ delivery, judged: judgeOne(request, wanted, delivery, around) }))
  const found = judged.find(({ judged: { failures } }) => failures.length === 0) ?? judged[0]!
  left.splice(left.indexOf(found.delivery), 1)
  return found.judged
}

function judgeOne(request: Request, { name, expected }: Receive, delivery: Delivery, around: Surroundings): Judged {
  if (expected === undefined) return nothing([])
  const { method, url } = expected
  if (method !== undefined && method.name !== delivery.method) return nothing([wrongDelivery(request, name, method.span, 'method', method.name, delivery.method)])
  if (url !== undefined) {
    const address = fill(url, around)
    if (isStuck(address)) return nothing([notFilled(address, request)])
    if (address !== delivery.url) return nothing([wrongDelivery(request, name, url.span, 'address', address, delivery.url)])
  }
  return judgeContent(request, expected, asReceived(delivery), around, name)
}

/** What queries look at: of a request, which has no status. */
function asReceived({ url, headers, body }: Delivery): Received {
  const bytes = Buffer.from(body)
  return { url, version: '1.1', status: 0, headers, body: bytes, rawBody: bytes, milliseconds: 0 }
}

function nothing(failures: readonly Failure[]): Judged {
  return { failures, captured: new Map(), secrets: [] }
}
