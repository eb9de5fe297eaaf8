// Rules of part 8: permitted amounts, and lengths of retention.

import { type Json, isJsonObject } from '../../base/json.ts'
import type { Edition } from '../edition.ts'
import { type EffectOnSide, flipMotion } from '../law.ts'
import {
  type DiffFinding,
  type DocumentEdit,
  type DiffRule,
  atLeast,
  atMost,
  compareSets,
  makeEntriesRule,
  equalFacts,
  makeFinding,
  makeKeysRule,
  makeMotions,
  toObject,
  outcomes,
  readResponses,
  receivedEvents,
  rule,
  sentRequests,
  timeLimit,
  makeUnknownRule,
  compareBounds,
} from '../rule.ts'

/** An additional rate permits fewer requests. */
const rates: DiffRule = makeEntriesRule(
  makeKeysRule({
    quota: atMost(sentRequests),
    // The same number of requests in a longer window is less.
    window: atLeast(sentRequests),
    burst: atMost(sentRequests),
    partition: makeUnknownRule(sentRequests),
    operations: rule((edit) => {
      const way = flipMotion(compareSets(edit.a, edit.b, 'all'))
      return [makeFinding(edit, [...makeMotions(way, sentRequests), ...(way === 'narrower' ? [] : listMissingHeaders(edit))])]
    }),
  }),
  {
    added: rule((edit) => [isRepeated(edit, edit.b, edit.new) ? sameRate(edit) : makeFinding(edit, makeMotions('narrower', sentRequests))]),
    removed: rule((edit) => [
      isRepeated(edit, edit.a, edit.old)
        ? sameRate(edit)
        : makeFinding(edit, [...makeMotions('wider', sentRequests), ...listMissingHeaders(edit)]),
    ]),
  },
)

const sameRate = (edit: DocumentEdit): DiffFinding => makeFinding(edit, [], { note: 'Another rate counts the same.' })

function isRepeated({ path: [kind, name] }: DocumentEdit, rate: Json | undefined, edition: Edition): boolean {
  return Object.entries(toObject(toObject(edition.parts.limits)[kind!])).some(([each, other]) => each !== name && equalFacts(other, rate))
}

/** Headers of a removed rate are missing, unless another rate provides them. */
function listMissingHeaders({ new: newEdition }: DocumentEdit): EffectOnSide[] {
  const { headers: json, rates: remaining, quotas } = toObject(newEdition.parts.limits)
  const sendsHeaders = json === true || (Array.isArray(json) && json.length > 0) || isJsonObject(json)
  if (!sendsHeaders) return []
  return makeMotions(
    Object.keys(toObject(remaining)).length + Object.keys(toObject(quotas)).length > 1 ? 'unknown' : 'other',
    readResponses,
  )
}

/** Headers that clients may read: they ignore an added one, and miss a removed one. */
const headers: DiffRule = rule((edit) => {
  const way = compareSets(readHeaderNames(edit.a), readHeaderNames(edit.b), 'none')
  return way === 'same' ? [] : [makeFinding(edit, makeMotions(way === 'wider' ? 'narrower' : 'other', readResponses))]
})

function readHeaderNames(value: Json | undefined): Json | undefined {
  if (value === true) return ['RateLimit', 'RateLimit-Policy', 'Retry-After']
  if (value === false) return []
  return isJsonObject(value)
    ? Object.entries(value).map(([name, content]) => (content === 'standard' ? name : `${name}: ${JSON.stringify(content)}`))
    : value
}

/** If keys are kept longer, they are also refused longer for other requests; whether clients reuse keys is unknown. */
const idempotencyRetention: DiffRule = rule((edit) =>
  atLeast(outcomes)
    .judge(edit)
    .map((finding) => {
      const isLonger = finding.motions.length > 0 && finding.motions.every(({ way }) => way === 'narrower')
      return isLonger
        ? { ...finding, motions: makeMotions('unknown', outcomes), note: 'A key that was free again is taken for longer.' }
        : finding
    }),
)

/** Streams and feeds repeat events; without a retention time, events are kept forever. */
const eventRetention: DiffRule = rule((edit) => {
  if (![edit.old, edit.new].some(repeatsEvents)) return [makeFinding(edit, [], { note: 'No stream or feed repeats events.' })]
  const way = edit.a === undefined ? 'wider' : edit.b === undefined ? 'narrower' : compareBounds(edit.a, edit.b, 'least')
  return [makeFinding(edit, makeMotions(way, receivedEvents))]
})

function repeatsEvents({ compiled }: Edition): boolean {
  return compiled.operations.some(({ operation }) => operation.action === 'stream' || operation.action === 'feed')
}

export const limitsRules: { readonly [key: string]: DiffRule } = {
  rates,
  quotas: rates,
  sizes: makeKeysRule({ body: atMost(sentRequests), depth: atMost(sentRequests), field: atMost(sentRequests), page: atMost(sentRequests) }),
  timeout: timeLimit,
  concurrency: atMost(sentRequests),
  retention: makeKeysRule({ idempotency: idempotencyRetention, events: eventRetention, deleted: makeUnknownRule(outcomes, readResponses) }),
  headers,
  addresses: makeKeysRule({ ipv4: atMost(sentRequests), ipv6: atMost(sentRequests) }),
  connections: atMost(sentRequests),
}
