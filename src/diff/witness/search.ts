// Searches for requests of old clients that the new edition answers differently: first the old edition's scenarios, then variations of their
// requests for each change that is breaking or to review.

import { readScenarios } from '../../hurl/scenario.ts'
import type { Operation } from '../../model/model.ts'
import type { Change } from '../change.ts'
import { type TraceBlock, toBlocks } from './block.ts'
import { BothEditions, type BothOptions, type FoundDifference } from './both-editions.ts'
import { findCauses, isAbout, isVisible } from './cause.ts'
import { fillList } from './crowd.ts'
import { type KnownPath, KnownPaths, keepNeeded } from './paths.ts'
import { listChains } from './reach.ts'
import { printSequence, repeats, shortenSequence } from './shorten.ts'
import { synthesiseChains } from './synthesise.ts'
import { listPreparations, listVariations } from './variations.ts'
import type { Searched, Witness } from './witness.ts'

export type WitnessSearch = BothOptions & {
  readonly changes: readonly Change[]
  /** The most requests to send to both editions. */
  readonly budget: number
  /** For measurements: also searches around changes that the law calls safe, and stops at the first witness, without shortening. */
  readonly isMeasured?: boolean
}

/** How often one chain continues after a difference. */
const maxDifferencesOfChain = 8

/** How many variations of one operation are sent before those of the next one. */
const variationsOfRound = 10

export async function searchWitnesses(options: WitnessSearch): Promise<Searched> {
  return new Search(options).run()
}

class Search {
  readonly #options: WitnessSearch
  readonly #operations: ReadonlyMap<string, Operation>
  readonly #witnesses: Witness[] = []
  readonly #paths: KnownPaths
  readonly #editions: BothEditions

  constructor(options: WitnessSearch) {
    this.#options = options
    this.#operations = options.old.operations
    this.#paths = new KnownPaths(options.old.operations, options.version)
    this.#editions = new BothEditions(options, this.#paths)
  }

  get #remaining(): number {
    return this.#options.budget - this.#editions.requests
  }

  get #isOver(): boolean {
    return this.#options.isMeasured === true && this.#witnesses.length > 0
  }

  async run(): Promise<Searched> {
    const { old, changes, budget, isMeasured = false } = this.#options
    const suspects = changes.flatMap((change, index) =>
      (change.severity === 'safe' || !isVisible(change)) && !isMeasured ? [] : [{ change, index }],
    )
    const chains = [
      ...readScenarios(old.compiled.document.scenarios, ['uid']).map((scenario) => toBlocks(scenario, old.operations.values())),
      ...synthesiseChains(old),
    ]
    const indexes = suspects.map(({ index }) => index)
    const near = chains.filter((chain) =>
      chain.some(
        ({ operation }) =>
          operation !== undefined &&
          this.#isSuspected(
            operation,
            suspects.map(({ change }) => change),
          ),
      ),
    )
    await this.#playAll(near, indexes, budget / 2)
    await this.#reach(
      suspects.map(({ change }) => change),
      indexes,
    )
    for (const [at, { change, index }] of suspects.entries()) {
      if (this.#witnesses.some((witness) => witness.changes.includes(index)) || this.#remaining <= 0 || this.#isOver) continue
      await this.#searchAround(change, index, {
        suspects: indexes,
        share: Math.max(60, Math.floor(this.#remaining / (suspects.length - at))),
      })
    }
    await this.#playAll(
      chains.filter((chain) => !near.includes(chain)),
      indexes,
      budget,
    )
    return { witnesses: this.#witnesses, requests: Math.min(this.#editions.requests, budget), budget }
  }

  #isSuspected(operation: string, changes: readonly Change[]): boolean {
    return changes.some((change) => isAbout(change, operation, this.#operations))
  }

  /** `limit`: the number of requests after which no further chain is sent. */
  async #playAll(chains: readonly (readonly TraceBlock[])[], suspects: readonly number[], limit: number): Promise<void> {
    for (const chain of chains) {
      if (this.#editions.requests >= limit || this.#isOver) return
      await this.#play(chain, suspects)
    }
  }

  /** Finds paths to the operations of the changes that no chain has reached in the current version. */
  async #reach(changes: readonly Change[], suspects: readonly number[]): Promise<void> {
    for (const { operation, complete } of this.#options.old.compiled.facts.operations) {
      if (!complete || operation.until !== undefined || !this.#isSuspected(operation.name, changes)) continue
      for (const chain of listChains(operation, this.#paths.current(), this.#options.old)) {
        if (this.#remaining <= 0 || this.#isOver) return
        if (this.#paths.current().some((path) => path.operation === operation)) break
        await this.#play(chain, suspects)
      }
    }
  }

  /** Sends a chain, and continues after a difference as long as both editions agree. */
  async #play(chain: readonly TraceBlock[], suspects: readonly number[]): Promise<void> {
    for (let times = 0; times < maxDifferencesOfChain && this.#remaining > 0; times++) {
      const difference = await this.#editions.send(chain, true)
      if (difference === undefined || this.#isOver) return
      await this.#addWitness(difference, findCauses(difference, suspects, this.#options))
    }
  }

  /** Variations of requests to the operations that a change is about. */
  async #searchAround(
    change: Change,
    index: number,
    { suspects, share }: { readonly suspects: readonly number[]; readonly share: number },
  ): Promise<void> {
    const stop = this.#editions.requests + share
    for (const chain of await this.#chainsAround(change)) {
      if (this.#remaining <= 0 || this.#editions.requests > stop || this.#isOver) return
      const difference = await this.#editions.send(chain)
      if (difference === undefined) continue
      const causes = findCauses(difference, suspects, this.#options)
      await this.#addWitness(difference, causes.includes(index) ? [index] : causes)
      if (causes.includes(index)) return
    }
  }

  /** Variations of the paths to each operation that the change is about: the likelier ones of all operations come first. */
  async #chainsAround(change: Change): Promise<readonly (readonly TraceBlock[])[]> {
    const isAffected = ({ operation }: KnownPath): boolean => isAbout(change, operation.name, this.#operations)
    for (const { operation, requests } of this.#paths.all().filter(isAffected)) {
      // A list shows what the other requests wrote.
      if (operation.action === 'list') continue
      const needed = keepNeeded(requests)
      // If this succeeds, it is the path from then on.
      if (needed.length < requests.length && this.#remaining > 0) await this.#editions.send(needed, true)
    }
    const lists = (change.part === 'versioning' ? [this.#readsInOtherVersions()] : []).concat(
      this.#paths
        .all()
        .filter(isAffected)
        .map((path) =>
          this.#variations(path, change).map((blocks) => [...blocks, ...this.#paths.readsAfter(path, change.part === 'states')]),
        ),
    )
    const rounds = Math.ceil(Math.max(0, ...lists.map(({ length }) => length)) / variationsOfRound)
    return Array.from({ length: rounds }, (_, round) =>
      lists.flatMap((list) => list.slice(round * variationsOfRound, (round + 1) * variationsOfRound)),
    ).flat()
  }

  /** Requests of the current version, after which clients of other versions read the records. */
  #readsInOtherVersions(): readonly (readonly TraceBlock[])[] {
    return this.#paths.current().flatMap((path) => {
      const reads = this.#paths.readsInOtherVersions(path)
      return path.operation.method === 'GET' || reads.length === 0 ? [] : [[...path.requests, ...reads]]
    })
  }

  /** The sequence with another last request, or with other values in the earlier requests. */
  #variations(path: KnownPath, change: Change): readonly (readonly TraceBlock[])[] {
    const { operation } = path
    const creating = operation.action === 'list' && path.requests.length === 1 ? (this.#paths.pathCreating(path) ?? []) : []
    const sequence = [...creating, ...path.requests]
    const { old, new: newEdition } = this.#options
    const lastVariations = listVariations({ old, new: newEdition, operation, base: sequence.at(-1)!, change }).map((blocks) => [
      ...sequence.slice(0, -1),
      ...blocks,
    ])
    const preparations = sequence
      .slice(0, -1)
      .map((block, at) => ({ block, at }))
      .toReversed()
      .flatMap(({ block, at }) => {
        const earlierOperation = this.#operations.get(block.operation ?? '')
        if (earlierOperation === undefined || earlierOperation.subject?.text.split('.')[0] !== operation.subject?.text.split('.')[0])
          return []
        return listPreparations({ old, new: newEdition, operation: earlierOperation, base: block, change }).map((other) =>
          sequence.with(at, other),
        )
      })
    const crowded = operation.action === 'list' ? this.#fillList(path, sequence.at(-1)!, change) : undefined
    if (crowded !== undefined) return [crowded, ...lastVariations]
    // Conditions read data that earlier requests wrote.
    return change.part === 'states' || change.part === 'authentication' || change.part === 'events'
      ? [...lastVariations.slice(0, 3), ...preparations, ...lastVariations.slice(3)]
      : [...lastVariations, ...preparations]
  }

  #fillList(path: KnownPath, list: TraceBlock, change: Change): readonly TraceBlock[] | undefined {
    const { old, new: newEdition } = this.#options
    const creating = this.#paths.pathCreating(path)
    const base = creating?.at(-1)
    const operation = this.#operations.get(base?.operation ?? '')
    const others = base === undefined || operation === undefined ? [] : listPreparations({ old, new: newEdition, operation, base, change })
    return fillList(creating, list, change, others)
  }

  async #addWitness(found: FoundDifference, changes: readonly number[]): Promise<void> {
    // One witness for each change is enough.
    if (changes.length > 0 && changes.every((index) => this.#witnesses.some((witness) => witness.changes.includes(index)))) {
      this.#editions.addKnown(found)
      return
    }
    const { isMeasured = false } = this.#options
    const shortest = isMeasured ? found : await shortenSequence(found, this.#editions, this.#options)
    for (const difference of [found, shortest]) this.#editions.addKnown(difference)
    const { blocks, index, deviation, answers } = shortest
    const operation = blocks[index]!.operation
    const hurl = printSequence(blocks.slice(0, index + 1), answers, deviation)
    const isRepeated = !isMeasured && (await repeats(hurl, this.#options.openers))
    this.#witnesses.push({
      ...(operation === undefined ? {} : { operation }),
      side: deviation.side,
      says: deviation.says,
      hurl,
      isRepeated,
      changes,
    })
  }
}
