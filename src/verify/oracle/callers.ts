// Builds the credentials of test callers for each scheme, without waiting, and uses tokens that the document's service issued.

import { type Json, isJsonObject } from '../../base/json.ts'
import { readBasicCredential } from '../../serve/caller/basic.ts'
import type { Carrier } from '../../serve/caller/credential.ts'
import { createCredentialReader } from '../../serve/caller/credential.ts'
import { openCallers } from '../../serve/caller/callers.ts'
import { generateSecrets } from '../../serve/caller/generated-secrets.ts'
import type { SecretSources } from '../../serve/caller/secrets.ts'
import { testCallers, type TestCredential } from '../../serve/caller/test-callers.ts'
import type { Credential } from '../../exchange/credential.ts'
import type { Scheme } from '../../model/authentication.ts'
import type { Model, Operation } from '../../model/model.ts'
import { usesTokens, securityOf } from '../../model/security.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'

export type OracleCallers = {
  readonly names: readonly string[]
  /** The credential that a request of this caller carries. */
  credential(name: string): TestCredential
  present(operation: Operation, request: Carrier, caller: string | undefined): ReadonlyMap<string, Credential> | undefined
  /** Issues a token of the service, and recognises it in later requests. */
  issue(scheme: string, subject: string): string
}

type Claims = { readonly [name: string]: Json }
type Issued = { readonly scheme: string; readonly claims: Claims }

function readClaims(scheme: Scheme | undefined): Claims {
  const json = scheme && slotValueOf(scheme.claims)?.value
  return json !== undefined && isJsonObject(json) ? json : {}
}

const noCredential: TestCredential = { headers: [], query: [] }

/** Uses invented secrets, not the operator's. `problems` says why a caller has no credential. */
export async function openOracleCallers(
  model: Model,
  now: () => number,
): Promise<OracleCallers | { readonly problems: readonly string[] }> {
  const noSecrets: SecretSources = { variable: () => undefined, file: () => undefined }
  const authentication = model.authentication.value
  const secrets = generateSecrets(authentication, noSecrets)
  const [serviceCallers, tests] = [await openCallers(model, secrets, now), testCallers(authentication, secrets)]
  if ('problems' in serviceCallers) return serviceCallers
  if ('problems' in tests) return tests
  const schemes = new Map<string, Scheme>(listSpecifiedEntries(authentication.schemes).map(({ name, value }) => [name, value]))
  const sentCredentials = new Map(tests.names.map((name) => [name, tests.credential(name, now())]))
  const credentialsByOperation = new Map<Operation, Map<string, ReadonlyMap<string, Credential> | undefined>>()
  for (const operation of model.endpoints.value.operations) {
    const byCaller = new Map<string, ReadonlyMap<string, Credential> | undefined>()
    for (const [name, { headers, query }] of sentCredentials) {
      byCaller.set(
        name,
        await serviceCallers.present(operation, {
          method: operation.method,
          headers: new Map(headers.map(([key, value]) => [key.toLowerCase(), value])),
          query,
          body: new Uint8Array(0),
        }),
      )
    }
    credentialsByOperation.set(operation, byCaller)
  }
  const issued = new Map<string, Issued>()
  return {
    names: tests.names,
    credential: (name) => sentCredentials.get(name) ?? noCredential,
    present(operation, request, caller) {
      if (caller !== undefined) return credentialsByOperation.get(operation)?.get(caller)
      if (model.authentication.state !== 'shown') return undefined
      const names = new Set((slotValueOf(securityOf(model, operation)) ?? []).flatMap((requirement) => requirement.map(({ name }) => name)))
      if (names.size === 0) return undefined
      return new Map([...names].map((name) => [name, readPresented(name, schemes.get(name), request, issued)] as const))
    },
    issue(scheme, subject) {
      const text = `issued.${scheme}.${Buffer.from(subject).toString('base64url')}`
      issued.set(text, { scheme, claims: { ...readClaims(schemes.get(scheme)), sub: subject } })
      return text
    },
  }
}

function readPresented(name: string, scheme: Scheme | undefined, request: Carrier, issued: ReadonlyMap<string, Issued>): Credential {
  const credential = scheme && createCredentialReader(scheme)(request)
  if (scheme === undefined || credential === undefined) return { kind: 'missing' }
  const token = issued.get(credential)
  if (token !== undefined && token.scheme === name) return { kind: 'valid', claims: token.claims, scopes: [] }
  const isLookedUp = scheme.secret.state !== 'shown' && scheme.username.state !== 'shown'
  if (isLookedUp && slotValueOf(scheme.scheme)?.text.toLowerCase() === 'basic') return readBasicCredential(credential)
  const isKey = !usesTokens(scheme) && isLookedUp && credential !== ''
  return isKey ? { kind: 'valid', credential, scopes: [] } : { kind: 'invalid' }
}
