// Runs scenarios: each against a separate service, its requests in order, up to the first failure.

import { Agent } from 'node:http'
import type { ReceivedAnswer } from '../hurl/evaluate/query.ts'
import {
  evaluatePlaceholder,
  fillTemplate,
  isTemplateProblem,
  type TemplateProblem,
  type EvaluationContext,
} from '../hurl/evaluate/template.ts'
import type { HurlValue } from '../hurl/evaluate/value.ts'
import type { Scenario } from '../hurl/scenario.ts'
import type { HurlEntry, NamedText, Option } from '../hurl/tree.ts'
import { CookieJar } from './cookies.ts'
import {
  notAnswered,
  notFilled,
  reportNoVersions,
  reportPastMoment,
  requestLabel,
  type ScenarioFailure,
  reportUnknownCaller,
} from './failure.ts'
import { judgeDelivery } from './judge-delivery.ts'
import { judgeAnswer } from './judge.ts'
import { buildRequest, hasFlag } from './outgoing.ts'
import { withoutSecrets } from './secrets.ts'
import { sendRequest } from './send.ts'
import type { CallerCredential, Observation, OwnWork, OpenService, ScenarioService } from './service.ts'

/** Common options of all scenarios of a run. */
export type ScenarioOptions = {
  readonly variables: ReadonlyMap<string, HurlValue>
  uuid(): string
  /** Reads a file beside the scenario's text; undefined if missing. */
  file(scenario: Scenario, name: string): Uint8Array | undefined
  /** The time limit of an answer, in milliseconds of real time. */
  readonly patience: number
}

export type EntryResult = {
  readonly entry: HurlEntry
  /** `POST /orders/{{id}}/place` */
  readonly name: string
  readonly outcome: 'passed' | 'failed' | 'skipped' | 'not run'
  readonly failures: readonly ScenarioFailure[]
  /** Milliseconds of real time. */
  readonly milliseconds: number
}

export type ScenarioResult = {
  readonly scenario: Scenario
  /** `unreadable`: its text has mistakes, so it was not run. */
  readonly outcome: 'passed' | 'failed' | 'unreadable'
  readonly entries: readonly EntryResult[]
  readonly observations: readonly Observation[]
  readonly ownWork: readonly OwnWork[]
  readonly milliseconds: number
}

/** Runs scenarios one after the other, so that each run has the same output. */
export async function runAll(scenarios: readonly Scenario[], open: OpenService, options: ScenarioOptions): Promise<ScenarioResult[]> {
  const results: ScenarioResult[] = []
  for (const scenario of scenarios) results.push(await runScenario(scenario, open, options))
  return results
}

export async function runScenario(scenario: Scenario, open: OpenService, options: ScenarioOptions): Promise<ScenarioResult> {
  if (scenario.diagnostics.length > 0)
    return { scenario, outcome: 'unreadable', entries: [], observations: [], ownWork: [], milliseconds: 0 }
  const observations: Observation[] = []
  const ownWork: OwnWork[] = []
  const started = performance.now()
  const service = await open(
    (observation) => observations.push(observation),
    scenario.entries[0]?.directives.at?.ms,
    (work) => ownWork.push(work),
  )
  const agent = new Agent({ keepAlive: true })
  try {
    const entries = await new Run(scenario, service, agent, options, observations).all()
    const outcome = entries.some((each) => each.outcome === 'failed') ? 'failed' : 'passed'
    return { scenario, outcome, entries, observations, ownWork, milliseconds: performance.now() - started }
  } finally {
    agent.destroy()
    await service.close()
  }
}

const anonymous: CallerCredential = { headers: [], query: [] }

/** The state of one running scenario: variables, cookies, and secrets, which no report shows. */
class Run {
  readonly #scenario: Scenario
  readonly #service: ScenarioService
  readonly #agent: Agent
  readonly #options: ScenarioOptions
  readonly #observations: readonly Observation[]
  readonly #variables: Map<string, HurlValue>
  readonly #jar = new CookieJar()
  readonly #secrets: string[] = []
  #version: NamedText | undefined

  constructor(
    scenario: Scenario,
    service: ScenarioService,
    agent: Agent,
    scenarioOptions: ScenarioOptions,
    observations: readonly Observation[],
  ) {
    this.#scenario = scenario
    this.#service = service
    this.#agent = agent
    this.#options = scenarioOptions
    this.#observations = observations
    this.#variables = new Map([['url', service.url], ['host', service.url], ['receiver', service.receiver], ...scenarioOptions.variables])
  }

  async all(): Promise<EntryResult[]> {
    const results: EntryResult[] = []
    let failed = false
    for (const entry of this.#scenario.entries) {
      const result = (outcome: EntryResult['outcome'], failures: readonly ScenarioFailure[], milliseconds: number): EntryResult => ({
        entry,
        name: requestLabel(entry.request),
        outcome,
        failures,
        milliseconds,
      })
      if (failed) {
        results.push(result('not run', [], 0))
        continue
      }
      const variableProblem = this.#setVariables(entry.request.options)
      if (variableProblem === undefined && hasFlag(entry.request.options, 'skip', this.#context)) {
        results.push(result('skipped', [], 0))
        continue
      }
      const times = this.#times(entry.request.options)
      for (let repetition = 0; repetition < times && !failed; repetition++) {
        const started = performance.now()
        const failures =
          variableProblem === undefined ? await this.#runEntry(entry, repetition > 0) : [notFilled(variableProblem, entry.request)]
        failed = failures.length > 0
        results.push(
          result(
            failed ? 'failed' : 'passed',
            failures.map((each) => withoutSecrets(each, this.#secrets)),
            performance.now() - started,
          ),
        )
      }
    }
    return results
  }

  get #context(): EvaluationContext {
    return {
      variables: this.#variables,
      now: () => this.#service.now(),
      uuid: () => this.#options.uuid(),
      file: (name) => this.#options.file(this.#scenario, name),
    }
  }

  #setVariables(options: readonly Option[]): TemplateProblem | undefined {
    for (const option of options) {
      if (option.kind !== 'variable') continue
      const value = 'parts' in option.value ? fillTemplate(option.value, this.#context) : option.value.value
      if (typeof value === 'object' && value !== null) return value
      this.#variables.set(option.name, value)
    }
    return undefined
  }

  #times(options: readonly Option[]): number {
    const option = options.findLast((each) => each.kind === 'repeat')
    if (option?.kind !== 'repeat') return 1
    if (typeof option.times === 'number') return option.times
    const result = evaluatePlaceholder(option.times.expression, this.#context)
    return result.kind === 'value' && typeof result.value === 'bigint' ? Number(result.value) : 1
  }

  /** Sends one request and judges its answer; empty without failures. A repeated request keeps the time that `# at:` gave the first. */
  async #runEntry(entry: HurlEntry, isRepeated: boolean): Promise<readonly ScenarioFailure[]> {
    const { request, response, directives } = entry
    // Discards earlier deliveries; those that the clock's move causes belong to this request.
    await this.#service.deliveries()
    const { advance } = directives
    const at = isRepeated ? undefined : directives.at
    if (at !== undefined && at.ms < this.#service.now()) return [reportPastMoment(at, this.#service.now())]
    if (at !== undefined) await this.#service.advance(at.ms - this.#service.now())
    if (advance !== undefined) await this.#service.advance(advance.ms)
    const caller = await this.#caller(entry)
    if ('diagnostic' in caller) return [caller]
    this.#version = directives.version ?? this.#version
    const versionFields = this.#version && this.#service.version(this.#version.name)
    if (this.#version !== undefined && versionFields === undefined) return [reportNoVersions(this.#version)]
    const outgoing = buildRequest(request, this.#context, {
      caller,
      jar: this.#jar,
      service: this.#service,
      ...(versionFields === undefined ? {} : { versionFields }),
    })
    if (isTemplateProblem(outgoing)) return [notFilled(outgoing, request)]

    const before = this.#observations.length
    const received = await sendRequest(
      outgoing,
      this.#agent,
      this.#options.patience,
      (text) => this.#service.isStreamComplete?.(text) ?? false,
    )
    if ('problem' in received) return [notAnswered(request, received.problem)]
    this.#jar.store(outgoing.url, received.headers, this.#service.now())
    const failures = response === undefined ? [] : await this.#judge(entry, received, before)
    return [...failures, ...(await this.#deliveries(entry))]
  }

  async #judge({ request, response }: HurlEntry, received: ReceivedAnswer, before: number): Promise<readonly ScenarioFailure[]> {
    // The service reports an answer after sending it, so the report may arrive slightly later.
    if (this.#observations.length === before) await new Promise(setImmediate)
    const judged = judgeAnswer(request, response!, received, this.#context, this.#observations[before])
    for (const [name, value] of judged.captured) this.#variables.set(name, value)
    this.#secrets.push(...judged.secrets)
    return judged.failures
  }

  async #caller({ directives: { as } }: HurlEntry): Promise<CallerCredential | ScenarioFailure> {
    if (as === undefined) return anonymous
    const { callers } = this.#service
    return callers.includes(as.name) ? this.#service.credential(as.name) : reportUnknownCaller(as, callers)
  }

  async #deliveries({ request, directives: { receive } }: HurlEntry): Promise<readonly ScenarioFailure[]> {
    if (receive.length === 0) return []
    const received = await this.#service.deliveries()
    const unmatched = [...received]
    return receive.flatMap((expectation) => {
      const judged = judgeDelivery(request, expectation, unmatched, received, this.#context)
      for (const [name, value] of judged.captured) this.#variables.set(name, value)
      this.#secrets.push(...judged.secrets)
      return judged.failures
    })
  }
}
