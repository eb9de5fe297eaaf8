// Reports statuses that blame the wrong side, or that ask clients to do something useless.

import { advise, paste } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, joinWithAnd, quoteName } from '../../diagnostic/voice.ts'
import type { Condition, EntryFacts } from '../../fact/fact.ts'
import type { Check } from '../check.ts'
import { isAuthored } from '../unused.ts'
import { listStatusResults } from '../status.ts'
import { findUsualStatus } from './usual-status.ts'

const code = 'errors/unusual-status'

/** Failures that the client did not cause. */
const serverConditions: ReadonlySet<Condition> = new Set(['internal', 'unavailable', 'overloaded', 'timeout', 'contention'])
/** Failures that another credential would solve; a name or secret that was looked up without result counts, too. */
const credentialConditions: ReadonlySet<Condition> = new Set([
  'unauthenticated',
  'insufficient-scope',
  'require',
  'not-found',
  'gone',
  'fail',
])

/** Statuses with one meaning in HTTP (RFC 9110, section 15; RFC 6585), described in words, and the conditions with that meaning. */
const statusesOfHttp = new Map<number, { readonly meaning: string; readonly conditions: readonly Condition[] }>([
  [304, { meaning: 'what the client keeps is still valid', conditions: [] }],
  [405, { meaning: 'the address knows the method for nobody', conditions: ['illegal-transition', 'guard', 'require', 'fail', 'gone'] }],
  [411, { meaning: 'the request needs `Content-Length`', conditions: [] }],
  [412, { meaning: '`If-Match` or another condition of the request does not hold', conditions: ['precondition-failed'] }],
  [414, { meaning: 'the address is too long', conditions: [] }],
  [415, { meaning: 'the media type of the body is not supported', conditions: ['unsupported-media', 'malformed', 'invalid'] }],
  [417, { meaning: 'the header `Expect` cannot be met', conditions: [] }],
  [428, { meaning: 'the request needs `If-Match`', conditions: ['precondition-required', 'idempotency-required'] }],
  [431, { meaning: 'the headers are too large', conditions: ['too-large'] }],
])
/** Statuses that no condition of HTTP itself uses; a refusal by a rule of the document may use any status. */
const plainConditions: ReadonlySet<Condition> = new Set([
  'forbidden',
  'insufficient-scope',
  'not-found',
  'gone',
  'malformed',
  'invalid',
  'dangling',
  'in-use',
])

export const check: Check = {
  code,
  run: ({ entries, typing }) =>
    entries.flatMap((entry) => {
      if (!isAuthored(entry.key.span)) return []
      const conditions = [...new Set(entry.patterns.map(({ condition }) => condition))]
      return listStatusResults(entry.slots.status, typing).flatMap(({ status, span }): Diagnostic[] => {
        const problem = status === undefined ? undefined : findProblem(Number(status), conditions)
        return problem === undefined ? [] : [diagnose(entry, span, problem)]
      })
    }),
}

type Problem = { readonly text: string; readonly reason: string; readonly condition: Condition }

function findProblem(status: number, conditions: readonly Condition[]): Problem | undefined {
  // Some services use 503 for rate limits.
  const clientConditions = conditions.filter(
    (condition) =>
      !serverConditions.has(condition) &&
      condition !== 'fail' &&
      (status !== 503 || (condition !== 'rate-limited' && condition !== 'quota-exceeded')),
  )
  const [first] = clientConditions
  if (status >= 500 && status !== 501 && first !== undefined && clientConditions.length === conditions.length) {
    return {
      text: `tells the client that the service failed, and it answers ${joinWithAnd(clientConditions)}`,
      reason:
        'A 5xx says that the same request may do well later (RFC 9110, section 15.6): clients try it again, and operators are called.',
      condition: first,
    }
  }
  const [serverCondition] = conditions.filter(
    (condition) => condition === 'internal' || condition === 'unavailable' || condition === 'overloaded' || condition === 'contention',
  )
  if (status >= 400 && status < 500 && status !== 409 && status !== 429 && serverCondition !== undefined) {
    return {
      text: `blames the client for ${quoteName(serverCondition)}`,
      reason: 'A 4xx says that the request is wrong (RFC 9110, section 15.5): clients do not try it again.',
      condition: serverCondition,
    }
  }
  const special = statusesOfHttp.get(status)
  const misused = special && conditions.find((condition) => plainConditions.has(condition))
  if (special !== undefined && misused !== undefined && !conditions.some((condition) => special.conditions.includes(condition))) {
    return {
      text: `answers ${quoteName(misused)} with ${status}`,
      reason: `A ${status} says that ${special.meaning}: clients, caches and proxies act on that.`,
      condition: misused,
    }
  }
  if ((status === 404 || status === 410) && conditions.every((condition) => condition === 'duplicate')) {
    return {
      text: `says that there is nothing, and answers ${joinWithAnd(conditions)}`,
      reason: `A ${status} says that the address leads to no resource (RFC 9110, section 15.5), and \`duplicate\` that there is one already.`,
      condition: 'duplicate',
    }
  }
  const unrelated = conditions.find((condition) => !credentialConditions.has(condition))
  if (status === 401 && unrelated !== undefined && !conditions.some((condition) => credentialConditions.has(condition))) {
    return {
      text: `asks for credentials, which do not help against ${quoteName(unrelated)}`,
      reason:
        'A 401 says that the request lacks valid credentials, and carries a challenge (RFC 9110, section 15.5.2): clients have the user sign in again.',
      condition: unrelated,
    }
  }
  return undefined
}

function diagnose({ name }: EntryFacts, span: Diagnostic['primary']['span'], { text, reason, condition }: Problem): Diagnostic {
  const suggestedStatus = serverConditions.has(condition) ? (condition === 'internal' ? 500 : 503) : findUsualStatus(condition)
  return createDiagnostic(
    'warning',
    code,
    `${quoteName(name)} ${text}`,
    { span, text: 'read otherwise by clients' },
    { reason, help: advise`Write what is usual:${paste(`status: ${suggestedStatus}`)}` },
  )
}
