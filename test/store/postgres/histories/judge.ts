// Judges a history: acknowledged data is present once, nothing else is, and every order that a client could see is kept.

import { type History, type Told, accounts, firstBalance } from './load.ts'

/** The final content of the database. */
export type Kept = {
  readonly accounts: readonly {
    readonly id: string
    readonly owner: string
    readonly balance: number
    readonly sent: number
    readonly settled: number
  }[]
  readonly transfers: readonly { readonly note: string; readonly from: string; readonly phase: string; readonly receipts: number }[]
  readonly register: { readonly value: number; readonly token: string | null }
  /** Jobs that are left, waiting or dead, as JSON. */
  readonly jobs: readonly string[]
  /** The ids of the delivered events, and the received requests. */
  readonly made: readonly string[]
  readonly delivered: readonly {
    readonly id: string
    readonly webhook: string
    readonly data: { readonly from?: string; readonly sent: number }
  }[]
}

export function judge(history: History, kept: Kept, streams: readonly (readonly Told[])[]): readonly string[] {
  return [
    ...conserved(history, kept),
    ...unique(history, kept),
    ...linear(history, kept, streams[0]!),
    ...paged(history),
    ...worked(kept),
    ...delivered(kept),
    ...streams.flatMap((told, index) => ordered(history, told).map((problem) => `stream ${index + 1}: ${problem}`)),
  ]
}

function conserved({ transfers }: History, kept: Kept): string[] {
  const own = kept.accounts.filter(({ id }) => accounts.includes(id))
  const sum = own.reduce((all, { balance }) => all + balance, 0)
  const made = transfers.filter(({ status }) => status === 201)
  const there = new Set(kept.transfers.map(({ note }) => note))
  const wrong = transfers.filter(({ status }) => status !== 201 && status !== 403)
  return [
    ...(sum === accounts.length * firstBalance ? [] : [`the accounts hold ${sum}, and began with ${accounts.length * firstBalance}`]),
    ...made.flatMap(({ note }) => (there.has(note) ? [] : [`transfer ${note} was acknowledged, and is lost`])),
    ...(there.size === kept.transfers.length && there.size === made.length
      ? []
      : [`${made.length} transfers were acknowledged, ${kept.transfers.length} are kept, with ${there.size} notes`]),
    ...own.flatMap(({ id, sent }) =>
      sent === made.filter(({ from }) => from === id).length ? [] : [`account ${id} counts ${sent} transfers`],
    ),
    ...wrong.map(({ note, status }) => `transfer ${note} was answered ${status}`),
  ]
}

function unique({ opened }: History, kept: Kept): string[] {
  const owners = Map.groupBy(kept.accounts, ({ owner }) => owner)
  const twins = Array.from(owners)
    .filter(([, all]) => all.length > 1)
    .map(([owner, all]) => `${all.length} accounts have the owner ${owner}`)
  const lost = opened.flatMap(({ id, owner, status }) =>
    status !== 201 || owners.get(owner)?.[0]?.id === id ? [] : [`account ${id} was acknowledged, and is lost`],
  )
  const nobody = opened.flatMap(({ owner }) => (owners.has(owner) ? [] : [`each request for the owner ${owner} was refused`]))
  return [...twins, ...lost, ...nobody]
}

/** Each change rests on the value that its client had read: the events give the order. */
function linear({ changes }: History, { register }: Kept, told: readonly Told[]): string[] {
  const order = told.filter(({ type }) => type === 'register.changed').map(({ data }) => data)
  const known = new Map(changes.map((change) => [change.token, change]))
  const seen = new Set(order.map(({ token }) => token))
  return [
    ...order.flatMap(({ value, token }, index) =>
      value === index + 1 ? [] : [`change ${index + 1} of the register made it ${value} (${token})`],
    ),
    ...order.flatMap(({ value, token }) => {
      const change = known.get(token)
      if (change === undefined) return []
      if (change.status !== 200 && change.status !== 'lost') return [`change ${token} was refused (${change.status}), and was made`]
      return change.read + 1 === value ? [] : [`change ${token} read ${change.read} and made it ${value}`]
    }),
    ...changes.flatMap(({ token, status }) => (status !== 200 || seen.has(token) ? [] : [`change ${token} was acknowledged, and is lost`])),
    ...(register.value === order.length ? [] : [`the register is ${register.value} after ${order.length} changes`]),
  ]
}

/** The timer of each transfer fired once, and the outcome of its job counted once. */
function worked({ accounts: all, transfers, jobs }: Kept): string[] {
  return [
    ...jobs.map((job) => `a job is left: ${job}`),
    ...transfers.flatMap(({ note, phase, receipts }) =>
      phase === 'settled' && receipts === 1 ? [] : [`transfer ${note} is ${phase}, with ${receipts} receipts`],
    ),
    ...all.flatMap(({ id, settled }) => {
      const { length } = transfers.filter(({ from }) => from === id)
      return settled === length ? [] : [`account ${id} has ${settled} settled transfers of ${length}`]
    }),
  ]
}

/** At least once, under one id, and in order for each account. */
function delivered({ made, delivered: taken }: Kept): string[] {
  const first = new Map(taken.toReversed().map((each) => [each.id, each]))
  const known = new Set(made)
  const inOrder = Map.groupBy(
    taken.filter((each) => first.get(each.id) === each && each.data.from !== undefined),
    ({ data }) => data.from,
  )
  return [
    ...made.flatMap((id) => (first.has(id) ? [] : [`event ${id} was not delivered`])),
    ...Array.from(first.keys()).flatMap((id) => (known.has(id) ? [] : [`event ${id} was delivered, and is not there`])),
    ...Array.from(inOrder).flatMap(([from, all]) =>
      all.flatMap(({ data }, index) =>
        index === 0 || data.sent > all[index - 1]!.data.sent
          ? []
          : [`transfer ${data.sent} of ${from} was delivered after ${all[index - 1]!.data.sent}`],
      ),
    ),
  ]
}

function paged({ walks }: History): string[] {
  return walks.flatMap(({ before, found }, index) => {
    const there = new Set(found)
    const missing = before.filter((note) => !there.has(note))
    return [
      ...(there.size === found.length ? [] : [`walk ${index} found ${found.length - there.size} twice`]),
      ...missing.slice(0, 3).map((note) => `walk ${index} missed ${note}`),
    ]
  })
}

/** Once each, in the order of each account, and never before one that was answered before it was sent. */
function ordered({ transfers }: History, told: readonly Told[]): string[] {
  const notes = told.filter(({ type }) => type === 'transfer.made').map(({ data }) => data)
  const place = new Map(notes.map(({ note }, index) => [note, index]))
  const made = transfers.filter(({ status }) => status === 201)
  const problems: string[] = []
  if (place.size !== notes.length) problems.push(`${notes.length - place.size} events were told twice`)
  if (notes.length !== made.length) problems.push(`${made.length} transfers were made, and ${notes.length} told`)
  const counts = new Map<string, number>()
  for (const { from, sent, note } of notes) {
    const next = (counts.get(from) ?? 0) + 1
    counts.set(from, next)
    if (sent !== next) problems.push(`${note} is transfer ${sent} of ${from}, and was told as ${next}`)
  }
  // In the order of their events: each request was sent no later than the earliest answer of the later events.
  const inOrder = made.toSorted((a, b) => (place.get(a.note) ?? 0) - (place.get(b.note) ?? 0))
  let earliest = Number.POSITIVE_INFINITY
  for (const { note, sentAt, answeredAt } of inOrder.toReversed()) {
    if (earliest < sentAt) problems.push(`${note} was asked after the answer to one that was told later`)
    earliest = Math.min(earliest, answeredAt)
  }
  return problems
}
