// Sends requests to both editions until they answer differently. Counts the requests, and knows the differences that were found before.

import type { OpenService } from '../../scenario/service.ts'
import type { Operation } from '../../model/model.ts'
import type { Edition } from '../edition.ts'
import { type ServiceAnswer, isRefusal, parseJsonBody } from './answer.ts'
import type { Differs } from './answer-difference.ts'
import type { TraceBlock } from './block.ts'
import { compareEditionAnswers } from './compare.ts'
import type { GeneratedValues } from './json-difference.ts'
import { LockstepService, unanswered } from './lockstep.ts'
import type { KnownPaths } from './paths.ts'
import { type Promises, makePromises } from './promise.ts'
import { listTextMembers } from './text-members.ts'

export type FoundDifference = {
  readonly blocks: readonly TraceBlock[]
  readonly index: number
  readonly deviation: Differs
  readonly answers: readonly ServiceAnswer[]
  readonly newAnswer: ServiceAnswer
}

export type BothOptions = {
  readonly old: Edition
  readonly new: Edition
  readonly openers: { readonly old: OpenService; readonly new: OpenService }
  /** The version that old clients request. */
  readonly version?: string | undefined
  /** Milliseconds to wait for each answer. */
  readonly patience?: number | undefined
}

export class BothEditions {
  readonly #options: BothOptions
  readonly #promises: Promises
  readonly #texts: ReadonlySet<string>
  readonly #operations: ReadonlyMap<string, Operation>
  readonly #paths: KnownPaths
  readonly #known = new Set<string>()
  #requests = 0

  /** `paths` records the sequences that succeed. */
  constructor(options: BothOptions, paths: KnownPaths) {
    this.#options = options
    this.#promises = makePromises(options.old)
    this.#texts = listTextMembers(options.old, options.new)
    this.#operations = options.old.operations
    this.#paths = paths
  }

  /** The number of requests sent. */
  get requests(): number {
    return this.#requests
  }

  /** From now on, such a difference at such a request does not stop a sequence. */
  addKnown({ blocks, index, deviation }: FoundDifference): void {
    this.#known.add(makeDifferenceKey(blocks[index]!, deviation))
  }

  /** Sends requests to both editions until they differ. `recordsSequences`: stores the sequence for each successful operation. */
  async send(chain: readonly TraceBlock[], recordsSequences = false): Promise<FoundDifference | undefined> {
    const { openers, version, patience } = this.#options
    const [first] = chain
    const blocks =
      version === undefined || first === undefined || first.version !== undefined ? chain : chain.with(0, { ...first, version })
    const oldService = await LockstepService.open(openers.old, patience)
    const newService = await LockstepService.open(openers.new, patience)
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
        if (difference.kind === 'differs' && difference.weak !== true && !this.#known.has(makeDifferenceKey(named, difference)))
          return { blocks: blocks.with(index, named), index, deviation: difference, answers, newAnswer: after }
        // A known difference that leaves equal states does not stop the run.
        if (difference.kind === 'same' || (difference.kind === 'differs' && isRefusal(before) === isRefusal(after))) continue
        if (difference.kind === 'differs') return undefined
        const broken = this.#brokenPromise(named, after)
        if (broken !== undefined && !this.#known.has(makeDifferenceKey(named, broken)))
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
      if (broken !== undefined && !this.#known.has(makeDifferenceKey(block, broken)))
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
}

/** Each kind of difference is reported once per operation, regardless of values. */
export function makeDifferenceKey({ operation = '' }: TraceBlock, { says, side }: Differs): string {
  return `${operation} ${side} ${says.replaceAll(/`[^`]*`|"[^"]*"|\d+/g, (value) => (value.startsWith('`$') || /^\d{3}$/.test(value) ? value : '*'))}`
}
