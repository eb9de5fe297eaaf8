// Redirects addresses in requests, to which the server will send, to the receiver of the run: a run never contacts a third party.

import type { Compiled } from '../../compile/compile.ts'
import { makeCallbackPlans, makeWebhooksPlan } from '../../meaning/delivery/plan.ts'
import { slotValueOf } from '../../model/slot.ts'

/** A port of this machine at which nothing listens: for runs without a receiver. */
export const closedAddress = 'http://127.0.0.1:9'

/** Names of the members from which the document builds addresses of webhooks and callbacks. */
export function listAddressMembers({ model, facts }: Compiled): ReadonlySet<string> {
  const plans = [makeWebhooksPlan(model), ...makeCallbackPlans(facts)].filter((plan) => plan !== undefined)
  return new Set(
    plans.flatMap(({ destination }) => [...(slotValueOf(destination.url)?.text ?? '').matchAll(/\.\??(\w+)/g)].map(([, name]) => name!)),
  )
}

/** Replaces the addresses in a body by the receiver's; all other bytes stay the same. */
export function redirectAddresses(body: string, members: ReadonlySet<string>, receiver: string): string {
  if (members.size === 0) return body
  return body.replaceAll(/"(\w+)"(\s*:\s*)("(?:[^"\\]|\\.)*")/g, (match: string, name: string, between: string, text: string) => {
    if (!members.has(name)) return match
    const address = JSON.parse(text) as string
    if (
      !/^https?:\/\//.test(address) ||
      (!URL.canParse(address) && address !== 'http://' && address !== 'https://') ||
      address.startsWith(`${receiver}/`)
    )
      return match
    const path = `${receiver}/${Buffer.from(address).toString('hex').slice(-12)}`
    return `"${name}"${between}${JSON.stringify(path.padEnd(address.length, 'x'))}`
  })
}
