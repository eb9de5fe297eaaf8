// Which of the records that an operation makes are drafts, found once for each operation; and those of one exchange.

import type { Bindings } from '../../cel/value.ts'
import { StoreFailure } from '../../exchange/store-failure.ts'
import type { Operation } from '../../model/model.ts'
import { shown } from '../../model/slot.ts'
import type { Effect } from '../../model/states.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import type { Act, Drafts } from '../act.ts'
import { showsOnly } from '../reading/fit.ts'
import type { Draft } from '../record/draft.ts'
import type { Service } from '../service.ts'
import type { Store } from '../store.ts'
import type { Taken } from '../taking.ts'
import { type Drafting, draftingOf, sentOf } from './drafting.ts'

/** Leaves the transaction: the request is answered once more, with each new record made property by property. */
export class NotDrafted extends StoreFailure {}

/** How records are drafted, by what makes them: the operation, or a step of its `do`. */
export type Draftings = ReadonlyMap<object, Drafting>

const ofMaking: ReadonlySet<string> = new Set<keyof Effect>(['create', 'set', 'as', 'description'])

export function draftingsOf(service: Service, store: Store, operation: Operation): Draftings {
  const all = new Map<object, Drafting>()
  const add = (of: object, name: string | undefined, set: Parameters<typeof sentOf>[2], from: 'body' | 'set'): void => {
    const info: ResourceInfo | undefined = service.facts.typing.domain.resources.get(name ?? '')
    const drafting = info === undefined || store.takesDrafts?.(info.name) !== true ? undefined : draftingOf(service, info, sentOf(service, operation, set, from))
    if (drafting !== undefined) all.set(of, drafting)
  }
  if (operation.action === 'create') add(operation, operation.subject?.text, operation.slots.set, 'body')
  for (const step of shown(operation.slots.do) ?? []) if (showsOnly(step, ofMaking)) add(step, shown(step.create)?.text, step.set, 'set')
  return all
}

/** `taken` gives what is sent, where that can be told quickly. */
export class DraftsOfExchange implements Drafts {
  readonly #draftings: Draftings
  readonly #taken: () => Taken | undefined
  #made = false

  constructor(draftings: Draftings, taken: () => Taken | undefined) {
    this.#draftings = draftings
    this.#taken = taken
  }

  get made(): boolean {
    return this.#made
  }

  make(of: object, act: Act, names: () => Bindings): Draft | undefined {
    const drafting = this.#draftings.get(of)
    const taken = drafting && this.#taken()
    if (drafting === undefined || taken === undefined) return undefined
    this.#made = true
    const draft = drafting({ taken, act, names })
    if (draft === undefined) throw new NotDrafted('a new record must be looked at property by property')
    return draft
  }
}
