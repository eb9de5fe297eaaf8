// One credential for several schemes: where they all read the same place of a request, what is sent there is meant for one of them.

import type { Presented } from '../../exchange/presented.ts'

/** A scheme, and what a request carries in the place of its credential. */
export type Claimant = {
  readonly name: string
  /** `look-up`: only a record can tell whether the credential is good. `far`: its keys may have to be fetched. */
  readonly kind: 'near' | 'far' | 'look-up'
  readonly place: string
  /** Whether a credential can be meant for it, from what it says of itself: an issuer, an algorithm. */
  aims(credential: string): boolean
  check(credential: string): Presented | Promise<Presented>
}

export type Sent = { readonly claimant: Claimant; /** Undefined where nothing may be taken from there. */ readonly credential: string | undefined }

type Results = Map<Claimant, Presented>

const missing: Presented = { kind: 'missing' }
const invalid: Presented = { kind: 'invalid' }

/**
 * What is presented to each. The scheme that accepts a credential is the one it was meant for, and to the others nothing is presented. `all`:
 * some requirement wants several of them at once, so that none is left out once another accepts.
 */
export async function presentShared(sent: readonly Sent[], all: boolean): Promise<ReadonlyMap<string, Presented>> {
  const results: Results = new Map(sent.map(({ claimant }) => [claimant, invalid]))
  const asked = (kind: Claimant['kind']): [Claimant, string][] =>
    sent.flatMap(({ claimant, credential }): [Claimant, string][] => (claimant.kind === kind && credential !== undefined && claimant.aims(credential) ? [[claimant, credential]] : []))
  const near = asked('near')
  for (const [claimant, credential] of near) results.set(claimant, await claimant.check(credential))
  const far = asked('far')
  if (all || !hasValid(results)) await checkFar(far, results, all)
  const aimed = new Set([...near, ...far].map(([claimant]) => claimant))
  const lookUps = new Set(asked('look-up').map(([claimant]) => claimant))
  for (const claimant of lookUps) results.set(claimant, await claimant.check(sent.find((each) => each.claimant === claimant)!.credential!))
  const chosen = choose(results, aimed, lookUps)
  return new Map([...results].map(([claimant, presented]) => [claimant.name, !chosen.has(claimant) ? missing : presented.kind === 'valid' ? { ...presented, place: claimant.place } : presented]))
}

/** Keys are fetched at the same time, and nobody waits for one issuer that is slow once another's key has fitted. */
async function checkFar(far: readonly (readonly [Claimant, string])[], results: Results, all: boolean): Promise<void> {
  const checks = far.map(async ([claimant, credential]) => {
    const presented = await claimant.check(credential)
    results.set(claimant, presented)
    if (presented.kind !== 'valid') throw new Error('not this one')
  })
  const done = Promise.allSettled(checks)
  await (all ? done : Promise.any(checks).catch(() => done))
}

function hasValid(results: Results): boolean {
  return [...results.values()].some(({ kind }) => kind === 'valid')
}

/** Those whose result counts: of what is best known, everything. A look-up is asked only where nothing else says anything of the credential. */
function choose(results: Results, aimed: ReadonlySet<Claimant>, lookUps: ReadonlySet<Claimant>): ReadonlySet<Claimant> {
  const verified = [...results].filter(([claimant]) => claimant.kind !== 'look-up')
  for (const kind of ['valid', 'expired', 'unavailable'] as const) {
    const found = verified.filter(([, presented]) => presented.kind === kind)
    if (found.length > 0) return new Set(found.map(([claimant]) => claimant))
  }
  if (lookUps.size > 0) return lookUps
  return aimed.size > 0 ? aimed : new Set(results.keys())
}
