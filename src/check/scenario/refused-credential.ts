// Reports a test caller whose `credential` or `claims` no run accepts, where a scenario expects that it is accepted.

import { advise, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { isLookedUp } from '../../fact/missing/conditional.ts'
import type { HurlRequest } from '../../hurl/tree.ts'
import type { Authentication, Scheme } from '../../model/authentication.ts'
import type { Model } from '../../model/model.ts'
import { usesTokens, securityOf } from '../../model/security.ts'
import { type Data, listSpecifiedEntries, findNamedEntry, slotValueOf } from '../../model/slot.ts'
import type { Typing } from '../../typing/domain.ts'
import type { Check } from '../check.ts'
import { findConstantFailure } from '../constants.ts'
import { readScenariosOf } from '../scenarios.ts'
import { matchOperations } from './unknown-route.ts'

const code = 'scenario/refused-credential'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run({ model, typing }) {
    const { state, value: authentication } = model.authentication
    if (state !== 'shown') return []
    const requests = readScenariosOf(model.document).flatMap(({ entries }) => entries)
    return listSpecifiedEntries(authentication.callers).flatMap(({ name, value: { scheme, credential, claims } }): Diagnostic[] => {
      const slot = findNamedEntry(authentication.schemes, slotValueOf(scheme)?.text ?? '')?.slot
      const acceptedText = slot?.state === 'shown' ? describeAccepted(slot.value, slotValueOf(scheme)!.text, authentication) : undefined
      const expected = requests.find(
        (entry) =>
          entry.directives.as?.name === name &&
          isSuccess(entry.response?.status.value) &&
          isVerified(entry.request, slotValueOf(scheme)?.text ?? '', model),
      )
      if (expected === undefined) return []
      const others = [{ span: expected.response!.status.span, text: 'expected here' }]
      const isToken = slot?.state === 'shown' && credential.state !== 'shown'
      const refusalText = isToken ? findRefusedClaim(slot.value, slotValueOf(claims), typing) : undefined
      if (refusalText !== undefined && claims.state === 'shown')
        return [
          createDiagnostic(
            'warning',
            code,
            `The claims of ${quoteName(name)} are refused, and a scenario expects that they are accepted`,
            { span: claims.at.span, text: refusalText },
            {
              others,
              reason: 'A token whose claims violate `claimsSet` is `unauthenticated`.',
              help: 'Change the claims, or `claimsSet` of the scheme.',
            },
          ),
        ]
      if (credential.state !== 'shown' || acceptedText === undefined) return []
      return [
        createDiagnostic(
          'warning',
          code,
          `No run accepts the credential of ${quoteName(name)}, and a scenario expects that it does`,
          { span: credential.at.span, text: `is not ${acceptedText}` },
          {
            others,
            reason: 'Secrets that the environment does not provide are generated for each run.',
            help: advise`${remove('Leave `credential` out', 'credential')}: the caller then presents ${acceptedText}.`,
          },
        ),
      ]
    })
  },
}

/** Why the claims are refused. A claim that is not written may be added to the token of a run. */
function findRefusedClaim({ claimsSet }: Scheme, claims: Data | undefined, typing: Typing): string | undefined {
  const source = slotValueOf(claimsSet)
  const failure = source && claims && findConstantFailure(claims.value, typing.schema(source).schema, typing.domain)
  if (failure === undefined || failure.keyword === 'required') return undefined
  return `${quoteName(failure.pointer)} fails ${quoteName(failure.keyword)}`
}

function isSuccess(status: number | 'any' | undefined): boolean {
  return typeof status === 'number' && status < 400
}

/** True if the request has this credential alone, and each operation that it can mean verifies it. */
function isVerified(request: HurlRequest, scheme: string, model: Model): boolean {
  const operations = matchOperations(request, model.endpoints.value.operations)
  const hasOtherCredentials = request.headers.length + request.cookies.length > 0 || request.basicAuth !== undefined
  return (
    !hasOtherCredentials &&
    operations.length > 0 &&
    operations.every((operation) =>
      (slotValueOf(securityOf(model, operation)) ?? []).some((requirement) => requirement.some(({ name }) => name === scheme)),
    )
  )
}

/** Describes the credential that the scheme accepts; undefined if a text in the document can be that credential. */
function describeAccepted(scheme: Scheme, name: string, { caller }: Authentication): string | undefined {
  if (usesTokens(scheme)) return 'a token that is signed for the run'
  if (slotValueOf(scheme.scheme)?.text.toLowerCase() === 'basic') return 'the name and password of the scheme'
  return scheme.secret.state === 'shown' && !isLookedUp(caller, name, scheme) ? 'the key of the scheme' : undefined
}
