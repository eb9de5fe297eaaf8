// Webhooks to records that tenants keep apart, and events about records of no tenant: nobody knows whose destinations are meant.

import { reads } from '../../cel/reads.ts'
import { diagnostic, quoted } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { each, shown } from '../../model/slot.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import type { Check } from '../check.ts'
import { webhooksIn } from '../deliveries.ts'

const code = 'events/no-tenant'

export const check: Check = {
  code,
  run(facts) {
    const to = shown(webhooksIn(facts.model)?.to ?? { state: 'unsaid' })
    const [apart] = to === undefined ? [] : resourcesIn(facts, to).filter(({ tenant }) => tenant.length > 0)
    if (to === undefined || apart === undefined) return []
    return each(facts.model.events.value.types).flatMap(({ name, value: { on } }) => {
      const cause = (shown(on) ?? []).find(({ text }) => isApartFrom(apart, resourceOf(facts, text)))
      const resource = cause && resourceOf(facts, cause.text)
      if (cause === undefined || resource === undefined) return []
      return [diagnostic('warning', code, `${quoted(name)} is about a ${quoted(resource.name)}, which is of no tenant, and is delivered to what tenants keep apart`, { span: cause.node.span, text: 'of no tenant' }, {
        others: [{ span: to.node.span, text: `${quoted(apart.name)} is kept apart by ${quoted(apart.tenant[0]!.property)}` }],
        reason: 'After a commit nobody calls any more: whose destinations are meant is known by the record that an event is about, so these are never delivered.',
        help: `Give ${quoted(resource.name)} the \`tenant\` of ${quoted(apart.name)}, or leave the event to a stream.`,
      })]
    })
  },
}

/** What a cause is about: `Order.place`, `entry Order.paid`. */
export function resourceOf({ typing }: Facts, cause: string): ResourceInfo | undefined {
  return typing.domain.resources.get(cause.replace(/^entry\s+/, '').split('.')[0]!)
}

export function isApartFrom({ tenant }: ResourceInfo, about: ResourceInfo | undefined): boolean {
  return about !== undefined && !tenant.every(({ from }) => about.tenant.some((own) => own.from === from))
}

function resourcesIn({ typing }: Facts, text: Parameters<Facts['typing']['expression']>[0]): ResourceInfo[] {
  const expression = typing.expression(text)
  const names = expression === undefined ? [] : reads(expression).resources.map(({ resource }) => resource)
  return names.flatMap((name) => typing.domain.resources.get(name) ?? [])
}
