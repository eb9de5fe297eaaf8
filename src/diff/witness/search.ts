// Searches for requests of old clients that the new edition answers differently: first the old edition's scenarios, then variations of their
// requests for each change that is breaking or to review.

import { createSource } from '../../base/text.ts'
import { readScenario, readScenarios } from '../../hurl/scenario.ts'
import type { Operation } from '../../model/model.ts'
import { runScenario } from '../../scenario/run.ts'
import type { OpenService } from '../../scenario/service.ts'
import type { Change } from '../change.ts'
import type { Edition } from '../edition.ts'
import { severityOf } from '../law.ts'
import { type TraceBlock, type ExpectedAnswer, toBlocks, printBlock, listCapturedVariables, withoutCaptures } from './block.ts'
import { isAbout, isOfMember, isVisible, mayCause } from './cause.ts'
import {
  type ServiceAnswer,
  type GeneratedValues,
  type AnswerDifference,
  compareEditionAnswers,
  isRefusal,
  parseJsonBody,
  listTextMembers,
} from './compare.ts'
import { fillList } from './crowd.ts'
import { LockstepService, unanswered } from './lockstep.ts'
import { type KnownPath, KnownPaths, keepNeeded, usesVariable } from './paths.ts'
import { type Promises, makePromises } from './promise.ts'
import { listChains } from './reach.ts'
import { synthesiseChains } from './synthesise.ts'
import { listPreparations, listVariations } from './variations.ts'
import type { Searched, Witness } from './witness.ts'

export type WitnessSearch = {
  readonly old: Edition
  readonly new: Edition
  readonly changes: readonly Change[]
  readonly openers: { readonly old: OpenService; readonly new: OpenService }
  /** The most requests to send to both editions. */
  readonly budget: number
  /** For measurements: also searches around changes that the law calls safe, and stops at the first witness, without shortening. */
  readonly isMeasured?: boolean
  /** The version that old clients request. */
  readonly version?: string | undefined
}

type Differs = Extract<AnswerDifference, { kind: 'differs' }>
type FoundDifference = {
  readonly blocks: readonly TraceBlock[]
  readonly index: number
  readonly deviation: Differs
  readonly answers: readonly ServiceAnswer[]
  readonly newAnswer: ServiceAnswer
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
  readonly #promises: Promises
  readonly #texts: ReadonlySet<string>
  readonly #operations: ReadonlyMap<string, Operation>
  readonly #witnesses: Witness[] = []
  readonly #paths: KnownPaths
  readonly #known = new Set<string>()
  #requests = 0

  constructor(options: WitnessSearch) {
    this.#options = options
    this.#promises = makePromises(options.old)
    this.#texts = listTextMembers(options.old, options.new)
    this.#operations = options.old.operations
    this.#paths = new KnownPaths(options.old.operations, options.version)
  }

  get #remaining(): number {
    return this.#options.budget - this.#requests
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
    return { witnesses: this.#witnesses, requests: Math.min(this.#requests, budget), budget }
  }

  #isSuspected(operation: string, changes: readonly Change[]): boolean {
    return changes.some((change) => isAbout(change, operation, this.#operations))
  }

  /** `limit`: the number of requests after which no further chain is sent. */
  async #playAll(chains: readonly (readonly TraceBlock[])[], suspects: readonly number[], limit: number): Promise<void> {
    for (const chain of chains) {
      if (this.#requests >= limit || this.#isOver) return
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
      const difference = await this.#sendToBoth(chain, true)
      if (difference === undefined || this.#isOver) return
      await this.#addWitness(difference, this.#causes(difference, suspects))
    }
  }

  /** Candidate causes: changes that affect the operation and can make such a difference; otherwise all that affect it. */
  #causes({ blocks, index: at, deviation, answers, newAnswer }: FoundDifference, suspects: readonly number[]): readonly number[] {
    const { changes } = this.#options
    const likely = suspects.filter((index) => mayCause(changes[index]!, { old: answers[at]!, new: newAnswer, side: deviation.side }))
    const affected = likely.filter((index) => isAbout(changes[index]!, blocks[at]!.operation, this.#operations))
    // An earlier request of the chain may have written the member.
    const sameMember = likely.filter((index) => isOfMember(changes[index]!, deviation.says))
    if (sameMember.length > 0) return sameMember
    // Changes that break the side of the difference are the likelier causes.
    const matchingSide = affected.filter((index) =>
      changes[index]!.motions.some((motion) => motion.side === deviation.side && severityOf(motion) !== 'safe'),
    )
    const likeliest = matchingSide.length > 0 ? matchingSide : affected
    if (likeliest.length > 0) return likeliest
    return likely.length > 0 ? likely : suspects
  }

  /** Variations of requests to the operations that a change is about. */
  async #searchAround(
    change: Change,
    index: number,
    { suspects, share }: { readonly suspects: readonly number[]; readonly share: number },
  ): Promise<void> {
    const stop = this.#requests + share
    for (const chain of await this.#chainsAround(change)) {
      if (this.#remaining <= 0 || this.#requests > stop || this.#isOver) return
      const difference = await this.#sendToBoth(chain)
      if (difference === undefined) continue
      const causes = this.#causes(difference, suspects)
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
      if (needed.length < requests.length && this.#remaining > 0) await this.#sendToBoth(needed, true)
    }
    const lists = (change.part === 'versioning' ? [this.#readsInOtherVersions()] : []).concat(
      this.#paths
        .all()
        .filter(isAffected)
        .map((path) => this.#variations(path, change).map((blocks) => [...blocks, ...this.#paths.readsAfter(path)])),
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
    const crowded = operation.action === 'list' ? fillList(this.#paths.pathCreating(path), sequence.at(-1)!, change) : undefined
    if (crowded !== undefined) return [crowded, ...lastVariations]
    // Conditions read data that earlier requests wrote.
    return change.part === 'states' || change.part === 'authentication' || change.part === 'events'
      ? [...lastVariations.slice(0, 3), ...preparations, ...lastVariations.slice(3)]
      : [...lastVariations, ...preparations]
  }

  /** Sends requests to both editions until they differ. `recordsSequences`: stores the sequence for each successful operation. */
  async #sendToBoth(chain: readonly TraceBlock[], recordsSequences = false): Promise<FoundDifference | undefined> {
    const { openers, version } = this.#options
    const [first] = chain
    const blocks =
      version === undefined || first === undefined || first.version !== undefined ? chain : chain.with(0, { ...first, version })
    const oldService = await LockstepService.open(openers.old)
    const newService = await LockstepService.open(openers.new)
    const generated: GeneratedValues = { newByOld: new Map(), oldByNew: new Map() }
    const answers: ServiceAnswer[] = []
    try {
      for (const [index, block] of blocks.entries()) {
        this.#requests++
        const [before, after] = [await oldService.send(block), await newService.send(block)]
        if (before === unanswered || after === unanswered) return undefined
        if (before === undefined || after === undefined) continue
        answers[index] = before
        const named = { ...block, ...(before.observation?.operation === undefined ? {} : { operation: before.observation.operation }) }
        if (recordsSequences && before.received.status < 300 && !isRefusal(before) && named.operation !== undefined)
          this.#paths.record(named.operation, before.observation?.version, [...blocks.slice(0, index), named])
        const difference = compareEditionAnswers(before, after, { generated, texts: this.#texts })
        if (difference.kind === 'differs' && difference.weak !== true && !this.#known.has(makeKey(named, difference)))
          return { blocks: blocks.with(index, named), index, deviation: difference, answers, newAnswer: after }
        // A known difference that leaves equal states does not stop the run.
        if (difference.kind === 'same' || (difference.kind === 'differs' && isRefusal(before) === isRefusal(after))) continue
        if (difference.kind === 'differs') return undefined
        const broken = this.#brokenPromise(named, after)
        if (broken !== undefined && !this.#known.has(makeKey(named, broken)))
          return { blocks: blocks.with(index, named), index, deviation: broken, answers, newAnswer: after }
        return this.#readAfter(blocks, index, newService, answers)
      }
      return undefined
    } finally {
      await Promise.all([oldService.close(), newService.close()])
    }
  }

  /** After a request that only the new edition accepts: sends the remaining reads to it. */
  async #readAfter(
    blocks: readonly TraceBlock[],
    from: number,
    newService: LockstepService,
    answers: readonly ServiceAnswer[],
  ): Promise<FoundDifference | undefined> {
    for (const [index, block] of blocks.entries()) {
      if (index <= from || block.method !== 'GET') continue
      this.#requests++
      const after = await newService.send(block)
      if (after === unanswered) return undefined
      const broken = after && this.#brokenPromise(block, after)
      if (broken !== undefined && !this.#known.has(makeKey(block, broken)))
        return { blocks, index, deviation: broken, answers, newAnswer: after! }
    }
    return undefined
  }

  #brokenPromise({ operation }: TraceBlock, { received, observation }: ServiceAnswer): Differs | undefined {
    const declared = operation === undefined ? undefined : this.#operations.get(operation)
    const body = parseJsonBody(received)
    const says =
      declared === undefined || body === undefined
        ? undefined
        : this.#promises.findBroken(declared, { status: received.status, body, version: observation?.version })
    return says === undefined ? undefined : { kind: 'differs', side: 'readers', says }
  }

  async #addWitness(found: FoundDifference, changes: readonly number[]): Promise<void> {
    // One witness for each change is enough.
    if (changes.length > 0 && changes.every((index) => this.#witnesses.some((witness) => witness.changes.includes(index)))) {
      this.#known.add(makeKey(found.blocks[found.index]!, found.deviation))
      return
    }
    const { isMeasured = false } = this.#options
    const { blocks, index, deviation, answers } = isMeasured ? found : await this.#shorten(found)
    this.#known.add(makeKey(found.blocks[found.index]!, found.deviation)).add(makeKey(blocks[index]!, deviation))
    const operation = blocks[index]!.operation
    const hurl = printSequence(blocks.slice(0, index + 1), answers, deviation)
    const isRepeated = !isMeasured && (await this.#isRepeated(hurl))
    this.#witnesses.push({
      ...(operation === undefined ? {} : { operation }),
      side: deviation.side,
      says: deviation.says,
      hurl,
      isRepeated,
      changes,
    })
  }

  /** Removes requests that the difference does not need. */
  async #shorten(found: FoundDifference): Promise<FoundDifference> {
    let best: FoundDifference = { ...found, blocks: found.blocks.slice(0, found.index + 1) }
    for (let at = best.index - 1; at >= 0 && this.#remaining > 0; at--) {
      const [block, rest] = [best.blocks[at]!, best.blocks.filter((_, index) => index !== at)]
      const needed = listCapturedVariables(block).some((name) => rest.slice(at).some((each) => usesVariable(each, name)))
      if (needed || (block.version !== undefined && block.version !== this.#options.version)) continue
      const shorter = await this.#sendToBoth(rest)
      if (
        shorter !== undefined &&
        shorter.index === rest.length - 1 &&
        makeKey(shorter.blocks[shorter.index]!, shorter.deviation) === makeKey(best.blocks[best.index]!, best.deviation)
      )
        best = shorter
    }
    return best
  }

  /** True if the printed scenario passes on the old edition and fails on the new one. */
  async #isRepeated(hurl: string): Promise<boolean> {
    const { openers } = this.#options
    const scenario = readScenario(createSource('witness', hurl), ['uid'])
    const context = {
      variables: new Map([['uid', '1']]),
      uuid: () => '00000000-0000-4000-8000-000000000001',
      file: () => undefined,
      patience: 5000,
    }
    const [oldResult, newResult] = [await runScenario(scenario, openers.old, context), await runScenario(scenario, openers.new, context)]
    return oldResult.outcome === 'passed' && newResult.outcome === 'failed'
  }
}

/** Each kind of difference is reported once per operation, regardless of values. */
function makeKey({ operation = '' }: TraceBlock, { says, side }: Differs): string {
  return `${operation} ${side} ${says.replaceAll(/`[^`]*`|"[^"]*"|\d+/g, (value) => (value.startsWith('`$') || /^\d{3}$/.test(value) ? value : '*'))}`
}

/** Prints the requests with the old edition's answers; the last one also asserts the difference. */
function printSequence(blocks: readonly TraceBlock[], answers: readonly ServiceAnswer[], deviation: Differs): string {
  return blocks
    .map((block, index) => {
      const answer = answers[index]
      const isLast = index === blocks.length - 1
      const expected: ExpectedAnswer | undefined = answer && {
        status: answer.received.status,
        asserts: isLast && deviation.assert !== undefined ? [deviation.assert] : [],
        ...(isLast && deviation.receive !== undefined ? { received: [deviation.receive] } : {}),
      }
      return printBlock(answer === undefined || !isRefusal(answer) ? block : withoutCaptures(block), expected)
    })
    .join('\n')
}
