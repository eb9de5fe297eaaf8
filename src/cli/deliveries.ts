// `ninefold deliveries DOC`: lists waiting and dead deliveries with their attempts, and resends dead ones.

import type { Attempt, Delivery } from '../meaning/delivery/deliveries.ts'
import { describeDelivery } from '../serve/admin-deliveries.ts'
import type { DeliveryStore } from '../store/kind.ts'
import { type Command, type Console, Misuse, type Status, readFlag, formatOption, readTextOption } from './command.ts'
import { type CommandAudit, makeCommandAudit, auditFlag } from './auditing.ts'
import { storeFromOption, withStore, storeFlag } from './store-option.ts'

/** The most live deliveries printed, and the page size for dead ones. */
const maxListed = 50
const pageSize = 1000

export const deliveriesCommand: Command = {
  name: 'deliveries',
  arguments: `DOC ${storeFlag}`,
  about: 'Lists the deliveries of a store with their attempts, and resends dead ones.',
  options: [
    { flag: storeFlag, about: "the store; for one in memory, the operator's listener has /deliveries" },
    { flag: '--dead', about: 'only dead ones; exit 1 if there are any' },
    { flag: '--redeliver ID|all', about: 'resends a dead delivery, or all of them, through the serving process' },
    auditFlag,
    { flag: '--format text|json', about: 'the output' },
  ],
  parse: {
    store: { type: 'string' },
    dead: { type: 'boolean' },
    redeliver: { type: 'string' },
    audit: { type: 'string' },
    format: { type: 'string' },
  },
  words: [1, 1],
  async run([path], values, console) {
    const form = formatOption(values, 'text', 'json')
    const store = await storeFromOption(values)
    const resentId = readTextOption(values, 'redeliver')
    if (resentId !== undefined && !/^(all|\d{1,15})$/.test(resentId))
      throw new Misuse(`--redeliver takes the id of a dead delivery, or all, not ${resentId}`)
    return withStore(
      path!,
      console,
      (facts) => store.deliveries(facts, () => Date.now()),
      (deliveries) =>
        resentId === undefined
          ? list(deliveries, readFlag(values, 'dead'), form, console)
          : redeliver(deliveries, resentId, form, console, makeCommandAudit(values, 'deliveries --redeliver')),
    )
  },
}

async function list(deliveries: DeliveryStore, onlyDead: boolean, form: 'text' | 'json', console: Console): Promise<Status> {
  const counts = await deliveries.count()
  const dead = await listAllDead(deliveries)
  const waiting = onlyDead ? [] : await deliveries.list(0, maxListed, 'waiting')
  const delivered = onlyDead ? [] : await deliveries.list(0, maxListed, 'delivered')
  if (form === 'json') {
    const listed = onlyDead ? {} : { next: waiting.map(describeDelivery), done: delivered.map(describeDelivery) }
    console.out(`${JSON.stringify({ ...counts, ...listed, gone: dead.map(describeDelivery) }, null, 2)}\n`)
  } else {
    console.out(`${counts.waiting} wait, ${counts.delivered} were delivered, ${counts.dead} ${counts.dead === 1 ? 'is' : 'are'} dead\n`)
    for (const each of [...waiting, ...delivered, ...dead]) for (const line of printDelivery(each)) console.out(`${line}\n`)
    if (!onlyDead)
      for (const [verb, count, listedCount] of [
        ['wait', counts.waiting, waiting.length],
        ['were delivered', counts.delivered, delivered.length],
      ] as const) {
        if (count > listedCount) console.out(`  … and ${count - listedCount} more that ${verb}\n`)
      }
    if (dead.length > 0) console.out('\n`--redeliver ID` has a dead one sent again.\n')
  }
  return onlyDead && dead.length > 0 ? 1 : 0
}

async function listAllDead(deliveries: DeliveryStore): Promise<readonly Delivery[]> {
  const deadDeliveries: Delivery[] = []
  for (;;) {
    const next = await deliveries.list(deadDeliveries.at(-1)?.id ?? 0, pageSize, 'dead')
    deadDeliveries.push(...next)
    if (next.length < pageSize) return deadDeliveries
  }
}

function printDelivery({ id, name, destination, state, due, attempts, reason }: Delivery): readonly string[] {
  const waiting = due === undefined ? 'waits for the one before' : `due ${new Date(due).toISOString()}`
  const when = state === 'waiting' ? waiting : state
  return [
    `  ${id}  ${name} to ${destination}: ${when}`,
    ...attempts.map(attemptText),
    ...(reason === undefined ? [] : [`    dead: ${reason}`]),
  ]
}

function attemptText({ at, ms, url, status, error }: Attempt): string {
  return `    ${new Date(at).toISOString()}  ${url}  ${status ?? error ?? ''}, ${ms} ms`
}

async function redeliver(
  deliveries: DeliveryStore,
  id: string,
  form: 'text' | 'json',
  console: Console,
  audit: CommandAudit,
): Promise<Status> {
  const ids = id === 'all' ? (await listAllDead(deliveries)).map(({ id }) => id) : [Number(id)]
  const resent = await deliveries.redeliver(ids)
  if (resent.length > 0) audit.record(resent)
  if (resent.length < ids.length) throw new Misuse(`no dead delivery is called ${id}`)
  console.out(
    form === 'json'
      ? `${JSON.stringify({ redelivered: resent })}\n`
      : `${resent.length === 1 ? 'It is' : `${resent.length} are`} due now.\n`,
  )
  return 0
}
