// Addresses in requests to which the server will send: they lead to the receiver of the run, and never to a stranger.

import type { Compiled } from '../../compile/compile.ts'
import { callbackPlans, webhooksPlan } from '../../meaning/delivery/plan.ts'
import { slotValue } from '../../model/slot.ts'

/** A port of this machine at which nothing listens: for runs without a receiver. */
export const closedAddress = 'http://127.0.0.1:9'

/** Names of the members that an address of a webhook or a callback is made of. */
export function addressMembers({ model, facts }: Compiled): ReadonlySet<string> {
  const plans = [webhooksPlan(model), ...callbackPlans(facts)].filter((plan) => plan !== undefined)
  return new Set(
    plans.flatMap(({ destination }) => [...(slotValue(destination.url)?.text ?? '').matchAll(/\.\??(\w+)/g)].map(([, name]) => name!)),
  )
}

/** A body whose addresses lead to the receiver; everything else stays as it is, byte by byte. */
export function redirectAddresses(body: string, members: ReadonlySet<string>, receiver: string): string {
  if (members.size === 0) return body
  return body.replaceAll(/"(\w+)"(\s*:\s*)("(?:[^"\\]|\\.)*")/g, (whole: string, name: string, between: string, text: string) => {
    if (!members.has(name)) return whole
    const address = JSON.parse(text) as string
    if (
      !/^https?:\/\//.test(address) ||
      (!URL.canParse(address) && address !== 'http://' && address !== 'https://') ||
      address.startsWith(`${receiver}/`)
    )
      return whole
    const path = `${receiver}/${Buffer.from(address).toString('hex').slice(-12)}`
    return `"${name}"${between}${JSON.stringify(path.padEnd(address.length, 'x'))}`
  })
}
