// A sequence while it runs: its steps with their responses, and the new values that it was given.

import type { Json } from '../../base/json.ts'
import { definitionsOf } from '../../typing/definitions.ts'
import { jsonOf } from '../../exchange/value-json.ts'
import { sampler } from '../../schema/sample.ts'
import { namespaceText, wordOf } from '../explore/candidates.ts'
import { outcomeOf } from '../explore/outcome.ts'
import type { Difference } from '../oracle/comparison.ts'
import type { Expected, ObservedAnswer, ServerRequest } from '../oracle/request.ts'
import { type Fresh, type RequestStep, fillStep, symbolize } from '../step.ts'
import type { Session } from './session.ts'

/** An answer that the document does not permit, with the sequence that led to it. */
export type StepFailure = {
  readonly steps: readonly RequestStep[]
  readonly requests: readonly ServerRequest[]
  readonly expected: Expected
  readonly observed: ObservedAnswer
  readonly differences: readonly Difference[]
}

/** Records by name, with the version that each has. */
export type RecordVersions = ReadonlyMap<string, number>

export class Instance {
  readonly session: Session
  readonly steps: RequestStep[] = []
  readonly requests: ServerRequest[] = []
  readonly answers: ObservedAnswer[] = []
  readonly #fresh = new Map<number, { readonly value: Json; readonly property: string }>()

  constructor(session: Session) {
    this.session = session
  }

  /** The request that a step is here; undefined where an earlier answer lacks what it needs. */
  fill(step: RequestStep): ServerRequest | undefined {
    return fillStep(step, { answers: this.answers, fresh: (number, property, variant) => this.#freshValue(number, property, variant) })
  }

  /** Predicts the response to a step; sends nothing. */
  predict(step: RequestStep): Expected | undefined {
    const request = this.fill(step)
    return request && this.session.predict(request)
  }

  /** Undefined where the answer is as the document says. `stuck`: the step cannot be made here. */
  async play(step: RequestStep): Promise<StepFailure | 'stuck' | undefined> {
    const request = this.fill(step)
    if (request === undefined) return 'stuck'
    const { observed, verdict } = await this.session.exchange(request)
    this.steps.push(step)
    this.requests.push(request)
    this.answers.push(observed)
    if (verdict.differences.length === 0) return undefined
    return { steps: [...this.steps], requests: [...this.requests], expected: verdict.expected, observed, differences: verdict.differences }
  }

  async send(request: ServerRequest): Promise<StepFailure | undefined> {
    const failure = await this.play(this.symbolized(request))
    return failure === 'stuck' ? undefined : failure
  }

  /** Values of a request that no record had before it: played again, they are others. */
  know(fresh: readonly Fresh[]): void {
    const from = Math.max(-1, ...this.#fresh.keys()) + 1
    for (const [index, { value, property }] of fresh.entries()) this.#fresh.set(from + index, { value, property })
  }

  /** A request as a step of this sequence. */
  symbolized(request: ServerRequest): RequestStep {
    const most = Math.max(-1, ...this.#fresh.keys())
    const fresh = Array.from({ length: most + 1 }, (_, number): Fresh => {
      const { value, property } = this.#fresh.get(number) ?? { value: '\u0000', property: '' }
      return { value: wordOf(value), property }
    })
    return symbolize(request, this.answers, fresh)
  }

  /** Text by which records of this sequence are known. */
  get text(): string {
    return [...this.requests.map(({ target, body }) => `${decodeURIComponent(target)} ${body ?? ''}`), ...this.answers.map(({ body }) => body)].join('\n')
  }

  #freshValue(number: number, property: string, variant: string): Json | undefined {
    const made = this.#fresh.getOrInsertComputed(number, () => ({ value: this.#make(property, number), property })).value
    return variant === 'swapped' && typeof made === 'string' ? swap(made) : made
  }

  /** A value that fits the property and that no record has. */
  #make(name: string, number: number): Json {
    const { interpreter, options, compiled } = this.session
    const { domain } = compiled.facts.typing
    const [resource, property] = name.split('.') as [string, string]
    const { schema } = domain.resources.get(resource)!.properties.get(property)!
    const randomness = this.session.randomness(`fresh ${name} ${number} ${this.session.count}`)
    const values = sampler(schema, { definitions: definitionsOf(domain), readOnly: 'keep' })
    const taken = new Set(interpreter.rows(resource).map(({ values: row }) => {
      const value = row.get(property)
      return value === undefined ? '' : wordOf(jsonOf(value, interpreter.keys)).toLowerCase()
    }))
    for (let tries = 0; tries < 50; tries++) {
      const sampled = values.fitting(randomness)
      const made = typeof sampled === 'string' ? namespaceText(sampled, schema, tagOf(options.seed)) : sampled
      if (made !== undefined && !taken.has(wordOf(made).toLowerCase())) return made
    }
    return `${tagOf(options.seed)}-${this.session.count}`
  }
}

/** The tag that identifies the records of a run. */
export function tagOf(seed: string): string {
  return `verify${seed.replaceAll(/[^a-z0-9]/gi, '').slice(0, 6)}`
}

function swap(text: string): string {
  return Array.from(text).map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())).join('')
}

export function recordVersions({ interpreter, compiled }: Session): RecordVersions {
  const rows = [...compiled.facts.typing.domain.resources.keys()].flatMap((resource) => interpreter.rows(resource))
  return new Map(rows.map(({ resource, key, version }) => [`${resource} ${key}`, version]))
}

export { outcomeOf }
