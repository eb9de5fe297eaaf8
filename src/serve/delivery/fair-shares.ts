// Divides the simultaneous attempts fairly: no tenant, address or failing receiver uses up the share of others.

/** The groups of a destination: its tenant if the service has tenants, its address if known, and whether its last attempt failed. */
export type ShareGroups = { readonly tenant?: string; readonly address?: string; readonly failing: boolean }

type Queue = Map<string, Map<string, Set<string>>>

/**
 * Schedules destinations fairly. The tenant with the fewest running attempts is next; within it the address with the fewest, and then the
 * destination that waits longest. No group may use the last free slot, so that slow destinations cannot block all others.
 */
export class FairShares {
  readonly #maxRunning: number
  /** By tenant and address. */
  readonly #waiting: Queue = new Map()
  readonly #groups = new Map<string, ShareGroups>()
  readonly #runningByGroup = new Map<string, number>()
  #running = 0

  /** `maxRunning`: the most simultaneous attempts. */
  constructor(maxRunning: number) {
    this.#maxRunning = maxRunning
  }

  /** Adds a waiting destination; replaces its former groups. */
  add(destination: string, sharer: ShareGroups): void {
    this.#remove(destination)
    this.#groups.set(destination, sharer)
    this.#waiting
      .getOrInsertComputed(sharer.tenant ?? '', () => new Map())
      .getOrInsertComputed(sharer.address ?? '', () => new Set())
      .add(destination)
  }

  /** Removes and returns the next destination to try; undefined if none waits, or none may start. */
  next(): string | undefined {
    for (const [, addresses] of this.#sortByLoad(this.#waiting, (name) => `tenant ${name}`)) {
      for (const [, destinations] of this.#sortByLoad(addresses, (name) => `address ${name}`)) {
        const candidate = destinations.values().find((destination) => this.mayBegin(this.#groups.get(destination)!))
        if (candidate === undefined) continue
        this.#remove(candidate)
        return candidate
      }
    }
    return undefined
  }

  mayBegin(sharer: ShareGroups): boolean {
    const free = this.#maxRunning - this.#running
    return free > 0 && listGroups(sharer).every((group) => this.#load(group) < free)
  }

  /** Counts an attempt; the returned function ends it. */
  begin(sharer: ShareGroups): () => void {
    const groups = listGroups(sharer)
    const count = (step: 1 | -1): void => {
      this.#running += step
      for (const group of groups) {
        const now = this.#load(group) + step
        if (now === 0) this.#runningByGroup.delete(group)
        else this.#runningByGroup.set(group, now)
      }
    }
    count(1)
    return () => count(-1)
  }

  #load(group: string): number {
    return this.#runningByGroup.get(group) ?? 0
  }

  /** Sorts by the number of running deliveries, fewest first; the sort is stable. */
  #sortByLoad<T>(candidates: ReadonlyMap<string, T>, groupOf: (name: string) => string): readonly (readonly [string, T])[] {
    return [...candidates]
      .map(([name, value]) => ({ load: this.#load(groupOf(name)), entry: [name, value] as const }))
      .sort((a, b) => a.load - b.load)
      .map(({ entry }) => entry)
  }

  #remove(destination: string): void {
    const sharer = this.#groups.get(destination)
    if (sharer === undefined) return
    this.#groups.delete(destination)
    const [tenant, address] = [sharer.tenant ?? '', sharer.address ?? '']
    const addresses = this.#waiting.get(tenant)
    const destinations = addresses?.get(address)
    destinations?.delete(destination)
    if (destinations?.size === 0) addresses?.delete(address)
    if (addresses?.size === 0) this.#waiting.delete(tenant)
  }
}

/** The keys under which attempts are counted together. Without tenants, or with an unknown address, that group is omitted. */
function listGroups({ tenant, address, failing }: ShareGroups): readonly string[] {
  return [
    ...(tenant === undefined ? [] : [`tenant ${tenant}`]),
    ...(address === undefined ? [] : [`address ${address}`]),
    ...(failing ? ['failing'] : []),
  ]
}
