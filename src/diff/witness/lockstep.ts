// Runs two services side by side: sends each request to both, each with its own variables, cookies and credentials.

import { Agent } from 'node:http'
import type { HurlValue } from '../../hurl/evaluate/value.ts'
import { isTemplateProblem, type EvaluationContext } from '../../hurl/evaluate/template.ts'
import type { HurlEntry } from '../../hurl/tree.ts'
import { CookieJar } from '../../scenario/cookies.ts'
import { judgeDelivery } from '../../scenario/judge-delivery.ts'
import { judgeAnswer } from '../../scenario/judge.ts'
import { buildRequest } from '../../scenario/outgoing.ts'
import { sendRequest } from '../../scenario/send.ts'
import type { Observation, OpenService, ScenarioService } from '../../scenario/service.ts'
import type { ServiceAnswer } from './answer.ts'
import { type TraceBlock, parseBlock } from './block.ts'

/** No response arrived in time: the effect of the request is unknown, so nothing after it may be compared. */
export const unanswered = 'unanswered'

/** Milliseconds to wait for an answer. */
const usualPatience = 5000

/** One of the two services, as one client sees it. */
export class LockstepService {
  readonly #service: ScenarioService
  readonly #patience: number
  readonly #observations: readonly Observation[]
  readonly #agent = new Agent({ keepAlive: true })
  readonly #jar = new CookieJar()
  readonly #variables: Map<string, HurlValue>
  #version: string | undefined
  #uuids = 0

  constructor(service: ScenarioService, observations: readonly Observation[], patience: number) {
    this.#service = service
    this.#patience = patience
    this.#observations = observations
    this.#variables = new Map([
      ['url', service.url],
      ['host', service.url],
      ['receiver', service.receiver],
      ['uid', '1'],
    ])
  }

  static async open(open: OpenService, patience = usualPatience): Promise<LockstepService> {
    const observations: Observation[] = []
    return new LockstepService(await open((observation) => observations.push(observation)), observations, patience)
  }

  get variables(): readonly string[] {
    return [...this.#variables.keys()]
  }

  get #context(): EvaluationContext {
    return {
      variables: this.#variables,
      now: () => this.#service.now(),
      uuid: () => `00000000-0000-4000-8000-${String(++this.#uuids).padStart(12, '0')}`,
      file: () => undefined,
    }
  }

  /** Undefined if the request cannot be made: a variable was never captured, or the caller is unknown. */
  async send(block: TraceBlock): Promise<ServiceAnswer | typeof unanswered | undefined> {
    const entry = parseBlock(block, this.variables)
    if (entry === undefined) return undefined
    await this.#service.deliveries()
    if (block.at !== undefined) await this.#service.advance(Math.max(0, block.at - this.#service.now()))
    if (block.advance !== undefined) await this.#service.advance(block.advance)
    if (block.as !== undefined && !this.#service.callers.includes(block.as)) return undefined
    const caller = block.as === undefined ? { headers: [], query: [] } : await this.#service.credential(block.as)
    this.#version = block.version ?? this.#version
    const versionFields = this.#version === undefined ? undefined : this.#service.version(this.#version)
    return this.#sendEntry(entry, {
      caller,
      jar: this.#jar,
      service: this.#service,
      ...(versionFields === undefined ? {} : { versionFields }),
    })
  }

  async #sendEntry(entry: HurlEntry, sender: Parameters<typeof buildRequest>[2]): Promise<ServiceAnswer | typeof unanswered | undefined> {
    const outgoing = buildRequest(entry.request, this.#context, sender)
    if (isTemplateProblem(outgoing)) return undefined
    const before = this.#observations.length
    const received = await sendRequest(outgoing, this.#agent, this.#patience, (text) => this.#service.isStreamComplete?.(text) ?? false)
    if ('problem' in received) return unanswered
    this.#jar.store(outgoing.url, received.headers, this.#service.now())
    if (this.#observations.length === before) await new Promise(setImmediate)
    const observation = this.#observations[before]
    if (entry.response !== undefined)
      for (const [name, value] of judgeAnswer(entry.request, entry.response, received, this.#context, observation).captured)
        this.#variables.set(name, value)
    const deliveries = await this.#service.deliveries()
    const unmatched = [...deliveries]
    for (const expectation of entry.directives.receive)
      for (const [name, value] of judgeDelivery(entry.request, expectation, unmatched, deliveries, this.#context).captured)
        this.#variables.set(name, value)
    return { received, observation, deliveries }
  }

  async close(): Promise<void> {
    this.#agent.destroy()
    await this.#service.close()
  }
}
