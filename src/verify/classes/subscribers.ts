// Subscribes the receiver of a run to webhooks, and changes its subscription between events.

import { type Json, isJsonArray, isJsonObject, createJsonObject, parseJsonText, printJson } from '../../base/json.ts'
import type { Compiled } from '../../compile/compile.ts'
import { makeWebhooksPlan } from '../../meaning/delivery/plan.ts'
import { resourceNameOf } from '../../model/model.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Case } from '../explore/case.ts'
import type { VerifyPlan } from '../plan.ts'
import { type RequestStep, joinSequences, parseMembers, withMember } from '../step.ts'
import { listAddressMembers } from '../server/addresses.ts'

/** Secrets in the form of Standard Webhooks: of the subscription, and of a change to it. */
const [firstSecret, otherSecret] = ['whsec_dmVyaWZ5IHNpZ25zIHdpdGggdGhpcyB0ZXh0', 'whsec_dmVyaWZ5IHNpZ25zIHdpdGggYW5vdGhlcg=='] as const

type Base = VerifyPlan['bases'][number]

export class Subscribers {
  readonly #compiled: Compiled
  readonly #bases: readonly Base[]
  readonly #creation: Base | undefined
  /** Body members that hold a secret which signs. */
  readonly #secretMembers: ReadonlySet<string>
  readonly #addressMembers: ReadonlySet<string>
  readonly #allTypes: readonly string[]
  /** The property of a subscription that chooses the version of its events. */
  readonly #versionProperty: string | undefined

  constructor(compiled: Compiled, { bases }: VerifyPlan) {
    this.#compiled = compiled
    this.#addressMembers = listAddressMembers(compiled)
    this.#allTypes = listSpecifiedEntries(compiled.model.events.value.types).map(({ name }) => name)
    const destination = makeWebhooksPlan(compiled.model)?.destination
    const [to, secret] = [destination && slotValueOf(destination.to), destination && slotValueOf(destination.secret)]
    const version = destination && slotValueOf(destination.version)
    this.#versionProperty = /^\s*to\.\??(\w+)/.exec(version?.text ?? '')?.[1]
    const names = [...compiled.facts.typing.domain.resources.keys()].filter((name) => new RegExp(`\\b${name}\\b`).test(to?.text ?? ''))
    this.#bases = bases.filter(
      ({ operation, steps }) => names.includes(resourceNameOf(operation) ?? '') && steps.every(({ wait }) => wait === undefined),
    )
    this.#creation = this.#bases.find(({ operation }) => operation.action === 'create')
    this.#secretMembers = new Set([...(secret?.text ?? '').matchAll(/\.\??(\w+)/g)].map(([, name]) => name!))
  }

  /**
   * The steps that subscribe the receiver, for all event types but the excluded ones; also by the caller who makes the last step of
   * `cause`, because a subscriber may receive only what it may read.
   */
  creation(excludedTypes: readonly string[] = [], cause: readonly RequestStep[] = []): readonly RequestStep[] {
    if (this.#creation === undefined) return []
    const { steps } = this.#creation
    const otherTypes = this.#allTypes.filter((name) => !excludedTypes.includes(name))
    const last = this.#adapt(this.#creation, otherTypes.length > 0 ? otherTypes : this.#allTypes, firstSecret)
    const caller = cause.at(-1)?.caller
    const own = steps.with(-1, last)
    return caller === undefined || caller === last.caller
      ? own
      : joinSequences(own, steps.with(-1, { ...this.#atOtherAddress(last), caller }))
  }

  /** The same subscription at an address of its own, which tells the deliveries of the two apart. */
  #atOtherAddress(step: RequestStep): RequestStep {
    const members = Object.entries(parseMembers(step.body)).map(([name, value]) =>
      this.#addressMembers.has(name) && typeof value === 'string' && !value.includes('{{')
        ? ([name, `${value}0`] as const)
        : ([name, value] as const),
    )
    return members.length === 0 ? step : { ...step, body: printJson(createJsonObject(members)) }
  }

  /** For each older version that a subscription can choose: the events as that version shows them. */
  inOlderVersions(causes: readonly Case[]): readonly (readonly RequestStep[])[] {
    const creation = this.#creation
    if (creation === undefined || this.#versionProperty === undefined) return []
    const writes = this.#compiled.facts.typing.input(creation.operation).body?.writes ?? []
    const member = writes.find(({ property, path }) => path.length === 1 && property === this.#versionProperty)?.path[0]
    if (member === undefined) return []
    const older = this.#compiled.facts.versions.filter(({ isNewest }) => !isNewest)
    return older.flatMap(({ name }) =>
      causes.map(({ steps }) => {
        const subscription = this.creation([], steps).map((step) =>
          step.target === creation.steps.at(-1)!.target && step.method === creation.steps.at(-1)!.method
            ? { ...step, body: printJson(withMember(createJsonObject(Object.entries(parseMembers(step.body))), member, name)) }
            : step,
        )
        return joinSequences(subscription, steps)
      }),
    )
  }

  /** Sequences with an event after each change of a subscription; its end comes last. */
  changes([cause]: readonly Case[]): readonly (readonly RequestStep[])[] {
    const creation = this.creation()
    if (creation.length === 0 || cause === undefined) return []
    const changing = this.#bases.filter(
      ({ operation: { action }, steps }) =>
        (action === 'update' || action === 'replace' || action === 'delete') &&
        steps.length === creation.length + 1 &&
        steps[0]!.target === creation[0]!.target,
    )
    const ordered = changing.toSorted((a, b) => Number(a.operation.action === 'delete') - Number(b.operation.action === 'delete'))
    if (ordered.length === 0) return []
    // By the usual caller, and by the one who causes the event and may read it.
    const callers = new Set([creation.at(-1)!.caller, cause.steps.at(-1)!.caller])
    return [...callers].map((caller) => {
      const by = (step: RequestStep): RequestStep => (caller === undefined ? step : { ...step, caller })
      // The changes name the subscription by its place at the beginning of the whole sequence.
      return ordered.reduce<readonly RequestStep[]>(
        (steps, change) => joinSequences([...steps, by(this.#adapt(change, this.#allTypes, otherSecret))], cause.steps),
        joinSequences(creation.map(by), cause.steps),
      )
    })
  }

  /** The last step of a sequence, with these types and this secret in its body. */
  #adapt({ operation, steps }: Base, types: readonly string[], secret: string): RequestStep {
    const last = steps.at(-1)!
    const parsed = parseJsonText(last.body ?? '', { depth: 100 })
    if (!('value' in parsed) || !isJsonObject(parsed.value)) return last
    // A list of texts in the body selects the event types.
    const typed = createJsonObject(
      Object.entries(parsed.value).map(
        ([name, value]) => [name, isJsonArray(value) && value.every((item) => typeof item === 'string') ? types : value] as const,
      ),
    )
    const writes = this.#compiled.facts.typing.input(operation).body?.writes ?? []
    const body = writes
      .filter(({ property, path }) => path.length === 1 && this.#secretMembers.has(property))
      .reduce<Json>((json, { path }) => withMember(json, path[0]!, secret), typed)
    return { ...last, body: printJson(body) }
  }
}
