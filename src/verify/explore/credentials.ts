// Recognises credentials that the service issues: tokens, and keys by which it finds a record.

import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Scheme } from '../../model/authentication.ts'
import { type Model, type Operation } from '../../model/model.ts'
import { usesTokens, securityOf } from '../../model/security.ts'
import type { RequestHeader, ServerRequest } from '../oracle/request.ts'

/** Headers that use texts of earlier answers as credentials. `isOpaque` is true for texts that only the service can read. */
export function listIssuedCredentials(
  model: Model,
  operation: Operation,
  bodies: readonly string[],
  isOpaque: (text: string) => boolean,
): readonly RequestHeader[] {
  const schemeNames = new Set(
    (slotValueOf(securityOf(model, operation)) ?? []).flatMap((requirement) => requirement.map(({ name }) => name)),
  )
  const schemes = listSpecifiedEntries(model.authentication.value.schemes).filter(({ name }) => schemeNames.has(name))
  return bodies.flatMap((body) =>
    [...body.matchAll(/"([\w.-]{20,})"/g)].flatMap(([, text]): RequestHeader[] => {
      const [, issuer] = /^issued\.([^.]+)\./.exec(text!) ?? []
      return schemes.flatMap(({ name, value }) => {
        const isAccepted = issuer === undefined ? isOpaque(text!) && !usesTokens(value) && value.find.state === 'shown' : issuer === name
        const header = isAccepted ? buildCredentialHeader(value, text!) : undefined
        return header === undefined ? [] : [header]
      })
    }),
  )
}

function buildCredentialHeader(scheme: Scheme, text: string): RequestHeader | undefined {
  if (slotValueOf(scheme.type) !== 'apiKey') return ['Authorization', `${slotValueOf(scheme.scheme)?.text ?? 'Bearer'} ${text}`]
  const name = slotValueOf(scheme.name)?.text
  return name !== undefined && slotValueOf(scheme.in) === 'header' ? [name, text] : undefined
}

/** True if a request has a credential that belongs to no caller of part 5. */
export function bringsCredential(model: Model, { headers }: ServerRequest): boolean {
  const names = new Set([
    'authorization',
    ...listSpecifiedEntries(model.authentication.value.schemes).flatMap(({ value }) => slotValueOf(value.name)?.text.toLowerCase() ?? []),
  ])
  return headers.some(([name]) => names.has(name.toLowerCase()))
}
