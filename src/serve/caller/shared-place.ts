// One credential for several schemes: if they read the same place of a request, the credential belongs to one of them.

import type { Credential } from '../../exchange/credential.ts'

/** A scheme, and the request's content at the place of its credential. */
export type SchemeCredential = {
  readonly name: string
  /** `look-up`: only a record can confirm the credential. `far`: its keys may have to be fetched. */
  readonly kind: 'near' | 'far' | 'look-up'
  readonly place: string
  /** True if the credential may belong to the scheme, by its unverified issuer and algorithm. */
  aims(credential: string): boolean
  check(credential: string): Credential | Promise<Credential>
}

export type SentCredential = {
  readonly claimant: SchemeCredential
  /** Undefined if no scheme may use the credential. */
  readonly credential: string | undefined
}

type Results = Map<SchemeCredential, Credential>

const missing: Credential = { kind: 'missing' }
const invalid: Credential = { kind: 'invalid' }

/**
 * Presents the credentials to each scheme. The scheme that accepts a credential owns it, and the others receive nothing. `checksAll`: some
 * requirement needs several schemes together, so none is skipped when another accepts.
 */
export async function presentShared(sent: readonly SentCredential[], checksAll: boolean): Promise<ReadonlyMap<string, Credential>> {
  const results: Results = new Map(sent.map(({ claimant }) => [claimant, invalid]))
  const read = (kind: SchemeCredential['kind']): [SchemeCredential, string][] =>
    sent.flatMap(({ claimant, credential }): [SchemeCredential, string][] =>
      claimant.kind === kind && credential !== undefined && claimant.aims(credential) ? [[claimant, credential]] : [],
    )
  const localChecks = read('near')
  for (const [claimant, credential] of localChecks) results.set(claimant, await claimant.check(credential))
  const remoteChecks = read('far')
  if (checksAll || !hasValid(results)) await checkRemotely(remoteChecks, results, checksAll)
  const aimed = new Set([...localChecks, ...remoteChecks].map(([claimant]) => claimant))
  const lookUps = new Set(read('look-up').map(([claimant]) => claimant))
  for (const claimant of lookUps) results.set(claimant, await claimant.check(sent.find((each) => each.claimant === claimant)!.credential!))
  const chosen = choose(results, aimed, lookUps)
  return new Map(
    [...results].map(([claimant, result]) => {
      if (!chosen.has(claimant)) return [claimant.name, missing]
      return [claimant.name, result.kind === 'valid' ? { ...result, place: claimant.place } : result]
    }),
  )
}

/** Fetches keys in parallel; a slow issuer does not delay a request once another issuer's key fits. */
async function checkRemotely(
  remoteChecks: readonly (readonly [SchemeCredential, string])[],
  results: Results,
  checksAll: boolean,
): Promise<void> {
  const checks = remoteChecks.map(async ([claimant, credential]) => {
    const result = await claimant.check(credential)
    results.set(claimant, result)
    if (result.kind !== 'valid') throw new Error('not this one')
  })
  const allSettled = Promise.allSettled(checks)
  await (checksAll ? allSettled : Promise.any(checks).catch(() => allSettled))
}

function hasValid(results: Results): boolean {
  return [...results.values()].some(({ kind }) => kind === 'valid')
}

/**
 * Chooses the results that count: all results of the schemes that certainly match. A look-up is used only if no other scheme claims
 * the credential.
 */
function choose(
  results: Results,
  aimed: ReadonlySet<SchemeCredential>,
  lookUps: ReadonlySet<SchemeCredential>,
): ReadonlySet<SchemeCredential> {
  const verified = [...results].filter(([claimant]) => claimant.kind !== 'look-up')
  for (const kind of ['valid', 'expired', 'unavailable'] as const) {
    const ofKind = verified.filter(([, result]) => result.kind === kind)
    if (ofKind.length > 0) return new Set(ofKind.map(([claimant]) => claimant))
  }
  if (lookUps.size > 0) return lookUps
  return aimed.size > 0 ? aimed : new Set(results.keys())
}
