// Reports a status that contradicts the action of its operation.

import { type Help, advise, paste, writeWord } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { OperationFacts } from '../../fact/fact.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { isAuthored } from '../unused.ts'
import { listStatusResults } from '../status.ts'

const code = 'endpoints/unusual-status'

/** A response computed from the request alone, or by code, may have any status: for example, 410 for a former address. */
const freeActions: ReadonlySet<string | undefined> = new Set([undefined, 'answer', 'call'])

/** Redirections (RFC 9110, section 15.4). */
const redirections: ReadonlySet<bigint> = new Set([301n, 302n, 303n, 307n, 308n])

export const check: Check = {
  code,
  run: ({ operations, typing }) =>
    operations.flatMap((facts) => {
      const {
        operation: { slots, action },
      } = facts
      return listStatusResults(slots.status, typing).flatMap(({ status, span }): Diagnostic[] => {
        const problem = status === undefined || !isAuthored(span) ? undefined : findProblem(status, facts, freeActions.has(action))
        return problem === undefined
          ? []
          : [
              createDiagnostic(
                'warning',
                code,
                problem.message,
                { span, text: problem.label },
                { reason: problem.reason, help: problem.help },
              ),
            ]
      })
    }),
}

type Problem = { readonly message: string; readonly label: string; readonly reason: string; readonly help: string | Help }

function findProblem(
  status: bigint,
  { operation: { name, action, slots }, creates }: OperationFacts,
  isFree: boolean,
): Problem | undefined {
  if (status >= 400n && !isFree) {
    return {
      message: `${quoteName(name)} answers with ${status} after a success`,
      label: 'the status of a refusal',
      reason: '`status` is the status after the effect; refusals are answered by part 7.',
      help: advise`Write ${writeWord(action === 'create' ? '201' : '200')}, and write the refusal as an entry of \`catalogue\`.`,
    }
  }
  if (status === 201n && !isFree && creates.length === 0) {
    return {
      message: `${quoteName(name)} answers with 201 and creates nothing`,
      label: 'says that something was created',
      reason: 'A client takes the response for a new resource (RFC 9110, section 15.3.2).',
      help: advise`Write ${writeWord(action === 'delete' && slots.output.state !== 'shown' ? '204' : '200')}.`,
    }
  }
  if (status === 202n && (action === 'read' || action === 'list')) {
    return {
      message: `${quoteName(name)} answers with 202 and only reads`,
      label: 'says that work goes on',
      reason: 'A client takes the response for a promise, and asks again (RFC 9110, section 15.3.3).',
      help: advise`Write ${writeWord('200')}.`,
    }
  }
  const hasLocation = (slotValueOf(slots.headers) ?? []).some((header) => header.name.toLowerCase() === 'location')
  return !redirections.has(status) || hasLocation
    ? undefined
    : {
        message: `${quoteName(name)} answers with ${status} without an address to go to`,
        label: 'sends the client elsewhere',
        reason: 'A redirection needs the header `Location` (RFC 9110, section 15.4).',
        help: advise`Write it:${paste(`headers: { Location: '/…' }`)}`,
      }
}
