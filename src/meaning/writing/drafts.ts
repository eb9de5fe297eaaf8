// Drafts: new records that go to the store as JSON, without a value for each property in between.

import type { Bindings } from '../../cel/value.ts'
import { StoreFailure } from '../../exchange/store-failure.ts'
import type { Operation } from '../../model/model.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Effect } from '../../model/states.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import type { TransactionContext, Drafts } from '../transaction-context.ts'
import { usesOnlySlots } from '../reading/printable.ts'
import type { Draft } from '../record/draft.ts'
import type { Interpreter } from '../service.ts'
import type { Store } from '../store.ts'
import { type DraftInput, type MakeDraft, compileDraft, findSentFields } from './drafting.ts'

/** Thrown to answer the request again without drafts, property by property. */
export class NotDrafted extends StoreFailure {}

/** Draft functions by their origin: the operation, or a step of its `do`. */
export type DraftMakers = ReadonlyMap<object, MakeDraft>

const draftSlots: ReadonlySet<string> = new Set<keyof Effect>(['create', 'set', 'as', 'description'])

/** Compiles the draft functions of an operation; records that the store cannot check on insert get none. */
export function compileDrafts(service: Interpreter, store: Store, operation: Operation): DraftMakers {
  const all = new Map<object, MakeDraft>()
  // Members without a property of their own are gathered into one, property by property.
  if (service.facts.typing.input(operation).body?.writes.some(({ sent }) => sent !== undefined) === true) return all
  const add = (origin: object, name: string | undefined, set: Parameters<typeof findSentFields>[2], from: 'body' | 'set'): void => {
    const info: ResourceInfo | undefined = service.facts.typing.domain.resources.get(name ?? '')
    const makeDraft =
      info === undefined || store.acceptsDrafts?.(info.name) !== true
        ? undefined
        : compileDraft(service, info, findSentFields(service, operation, set, from))
    if (makeDraft !== undefined) all.set(origin, makeDraft)
  }
  if (operation.action === 'create') add(operation, operation.subject?.text, operation.slots.set, 'body')
  for (const step of slotValueOf(operation.slots.do) ?? [])
    if (usesOnlySlots(step, draftSlots)) add(step, slotValueOf(step.create)?.text, step.set, 'set')
  return all
}

/** The drafts of one request, whose input is valid. */
export class RequestDrafts implements Drafts {
  readonly #draftMakers: DraftMakers
  readonly #request: DraftInput['request']
  #isCreated = false

  constructor(draftMakers: DraftMakers, request: DraftInput['request']) {
    this.#draftMakers = draftMakers
    this.#request = request
  }

  get hasDraft(): boolean {
    return this.#isCreated
  }

  make(origin: object, transaction: TransactionContext, names: () => Bindings): Draft | undefined {
    const makeDraft = this.#draftMakers.get(origin)
    if (makeDraft === undefined) return undefined
    this.#isCreated = true
    const draft = makeDraft({ request: this.#request, body: this.#request.decodedBody(), transaction, names })
    if (draft === undefined) throw new NotDrafted('the draft is incomplete')
    return draft
  }
}
