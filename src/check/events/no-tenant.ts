// Webhooks to records that tenants keep apart, and events about records of no tenant: nobody knows whose destinations are meant.

import { diagnostic, quoted } from '../../diagnostic/voice.ts'
import { deliveredBy, destinationsOf, resourceOfCause } from '../../fact/delivered.ts'
import { each, shown } from '../../model/slot.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import type { Check } from '../check.ts'

const code = 'events/no-tenant'

export const check: Check = {
  code,
  run(facts) {
    const webhooks = deliveredBy(facts.typing).find(({ place }) => place.kind === 'webhooks')
    const to = shown(webhooks?.said.to ?? { state: 'unsaid' })
    const [apart] = webhooks === undefined ? [] : destinationsOf(webhooks, facts.typing).filter(({ tenant }) => tenant.length > 0)
    if (to === undefined || apart === undefined) return []
    return each(facts.model.events.value.types).flatMap(({ name, value: { on } }) => {
      const cause = (shown(on) ?? []).find(({ text }) => isApartFrom(apart, resourceOfCause(facts.typing, { text })))
      const resource = cause && resourceOfCause(facts.typing, cause)
      if (cause === undefined || resource === undefined) return []
      return [diagnostic('warning', code, `${quoted(name)} is about a ${quoted(resource.name)}, which is of no tenant, and is delivered to what tenants keep apart`, { span: cause.node.span, text: 'of no tenant' }, {
        others: [{ span: to.node.span, text: `${quoted(apart.name)} is kept apart by ${quoted(apart.tenant[0]!.property)}` }],
        reason: 'After a commit nobody calls any more: whose destinations are meant is known by the record that an event is about, so these are never delivered.',
        help: `Give ${quoted(resource.name)} the \`tenant\` of ${quoted(apart.name)}, or leave the event to a stream.`,
      })]
    })
  },
}

export function isApartFrom({ tenant }: ResourceInfo, about: ResourceInfo | undefined): boolean {
  return about !== undefined && !tenant.every(({ from }) => about.tenant.some((own) => own.from === from))
}
