// Deliveries in memory. A transaction's changes apply at its commit.

import type { Delivery, DeliveryCursor, DeliveryReading, DeliveryWriting } from '../delivery/deliveries.ts'

type Due = { readonly due: number; readonly id: number }

/** The waiting deliveries of a lane in order, and how many of them have a due time: the first one, and those that the operator resent. */
type Lane = { readonly waiting: Set<number>; due: number }

export class MemoryDeliveries implements DeliveryReading {
  readonly #deliveries = new Map<number, Delivery>()
  /** By destination, sorted by due time. */
  readonly #due = new Map<string, Due[]>()
  readonly #lanes = new Map<string, Lane>()
  readonly #givenUp = new Map<string, string>()
  #cursor: DeliveryCursor | undefined
  /** The number of deliveries ever created. */
  added = 0

  get(id: number): Delivery | undefined {
    return this.#deliveries.get(id)
  }

  destinations(now: number): readonly string[] {
    return [...this.#due].filter(([, [first]]) => first !== undefined && first.due <= now).map(([destination]) => destination)
  }

  due(destination: string, now: number, limit: number): readonly Delivery[] {
    const waiting = this.#due.get(destination) ?? []
    return waiting
      .slice(0, limit)
      .filter(({ due }) => due <= now)
      .map(({ id }) => this.#deliveries.get(id)!)
  }

  next(now: number): number | undefined {
    let next: number | undefined
    for (const waiting of this.#due.values()) {
      const due = waiting.find((delivery) => delivery.due > now)?.due
      if (due !== undefined && (next === undefined || due < next)) next = due
    }
    return next
  }

  nextExpiry(): number | undefined {
    let next: number | undefined
    for (const { forget } of this.#deliveries.values()) if (forget !== undefined && (next === undefined || forget < next)) next = forget
    return next
  }

  list(after: number, limit: number, state?: Delivery['state']): readonly Delivery[] {
    return [...this.#deliveries.values()].filter((each) => each.id > after && (state === undefined || each.state === state)).slice(0, limit)
  }

  count(): ReturnType<DeliveryReading['count']> {
    const countState = (state: Delivery['state']): number => [...this.#deliveries.values()].filter((each) => each.state === state).length
    return { waiting: countState('waiting'), delivered: countState('delivered'), dead: countState('dead') }
  }

  cursor(): DeliveryCursor | undefined {
    return this.#cursor
  }

  givenUp(destination: string): string | undefined {
    return this.#givenUp.get(destination)
  }

  /** `nextId` numbers deliveries; `onCommit` receives work for the commit. */
  deliveryWriting(nextId: () => number, onCommit: (work: () => void) => void): DeliveryWriting {
    return {
      add: (delivery) => onCommit(() => this.#add({ ...delivery, id: nextId(), state: 'waiting', tries: 0, attempts: [] })),
      set: (delivery, now) => onCommit(() => this.#set(delivery, now)),
      setCursor: (cursor) => onCommit(() => (this.#cursor = cursor)),
      giveUp: (destination, stop) =>
        onCommit(() => (stop === undefined ? this.#givenUp.delete(destination) : this.#givenUp.set(destination, stop))),
      deleteExpired: (now, limit) => {
        const old = [...this.#deliveries.values()].filter(({ forget }) => forget !== undefined && forget <= now).slice(0, limit)
        onCommit(() => old.forEach(({ id }) => this.#deliveries.delete(id)))
        return old.length
      },
    }
  }

  /** Saves the deliveries; the returned function restores them and may be called repeatedly. */
  snapshot(): () => void {
    const before = {
      all: new Map(this.#deliveries),
      due: copyLists(this.#due),
      lanes: copyLanes(this.#lanes),
      givenUp: new Map(this.#givenUp),
      cursor: this.#cursor,
    }
    return () => {
      replaceAll(this.#deliveries, before.all)
      replaceAll(this.#due, copyLists(before.due))
      replaceAll(this.#lanes, copyLanes(before.lanes))
      replaceAll(this.#givenUp, before.givenUp)
      this.#cursor = before.cursor
    }
  }

  /** Removes and returns all deliveries, in order of creation. */
  takeAll(): readonly Delivery[] {
    const all = [...this.#deliveries.values()]
    for (const map of [this.#deliveries, this.#due, this.#lanes]) map.clear()
    return all
  }

  #add(delivery: Delivery): void {
    const lane = delivery.lane === undefined ? undefined : openLane(this.#lanes, delivery.lane)
    this.added++
    const waits = lane !== undefined && lane.waiting.size > 0
    lane?.waiting.add(delivery.id)
    this.#put(waits ? delivery : { ...delivery, due: delivery.made })
  }

  #set(delivery: Delivery, now: number): void {
    this.#put(delivery)
    if (delivery.lane === undefined) return
    const lane = openLane(this.#lanes, delivery.lane)
    if (delivery.state === 'waiting') {
      lane.waiting.add(delivery.id)
      return
    }
    lane.waiting.delete(delivery.id)
    const [next] = lane.waiting
    if (next === undefined) this.#lanes.delete(delivery.lane)
    else if (lane.due === 0) this.#put({ ...this.#deliveries.get(next)!, due: now })
  }

  #put(delivery: Delivery): void {
    const { id, destination, due, lane } = delivery
    const waiting = this.#due.get(destination) ?? []
    const before = this.#deliveries.get(id)?.due
    if (before !== undefined) waiting.splice(indexInOrder(waiting, { due: before, id }), 1)
    if (due !== undefined) waiting.splice(indexInOrder(waiting, { due, id }), 0, { due, id })
    if (waiting.length > 0) this.#due.set(destination, waiting)
    else this.#due.delete(destination)
    if (lane !== undefined) openLane(this.#lanes, lane).due += (due === undefined ? 0 : 1) - (before === undefined ? 0 : 1)
    this.#deliveries.set(id, delivery)
  }
}

function openLane(lanes: Map<string, Lane>, name: string): Lane {
  return lanes.getOrInsertComputed(name, () => ({ waiting: new Set<number>(), due: 0 }))
}

/** The index of a delivery in a sorted list, or where to insert it. */
function indexInOrder(sorted: readonly Due[], { due, id }: Due): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const other = sorted[middle]!
    if (other.due < due || (other.due === due && other.id < id)) low = middle + 1
    else high = middle
  }
  return low
}

function copyLists<T>(lists: ReadonlyMap<string, readonly T[]>): Map<string, T[]> {
  return new Map([...lists].map(([name, list]) => [name, [...list]]))
}

function copyLanes(lanes: ReadonlyMap<string, Lane>): Map<string, Lane> {
  return new Map([...lanes].map(([name, { waiting, due }]) => [name, { waiting: new Set(waiting), due }]))
}

function replaceAll<K, V>(map: Map<K, V>, replacement: ReadonlyMap<K, V>): void {
  map.clear()
  for (const [key, value] of replacement) map.set(key, value)
}
