// Reports webhooks to tenant records for events about records without a tenant: the destination's tenant is unknown.

import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { listDeliveries, listDestinationResources, findCauseResource } from '../../fact/delivered.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import type { Check } from '../check.ts'

const code = 'events/no-tenant'

export const check: Check = {
  code,
  run(facts) {
    const webhooks = listDeliveries(facts.typing).find(({ place }) => place.kind === 'webhooks')
    const to = slotValueOf(webhooks?.destination.to ?? { state: 'unsaid' })
    const [tenantDestination] =
      webhooks === undefined ? [] : listDestinationResources(webhooks, facts.typing).filter(({ tenant }) => tenant.length > 0)
    if (to === undefined || tenantDestination === undefined) return []
    return listSpecifiedEntries(facts.model.events.value.types).flatMap(({ name, value: { on } }) => {
      const cause = (slotValueOf(on) ?? []).find(({ text }) =>
        isInOtherTenant(tenantDestination, findCauseResource(facts.typing, { text })),
      )
      const resource = cause && findCauseResource(facts.typing, cause)
      if (cause === undefined || resource === undefined) return []
      return [
        createDiagnostic(
          'warning',
          code,
          `${quoteName(name)} is about a ${quoteName(resource.name)}, which has no tenant, but is delivered to destinations that belong to one tenant each`,
          { span: cause.node.span, text: 'of no tenant' },
          {
            others: [
              {
                span: to.node.span,
                text: `${quoteName(tenantDestination.name)} is separated by ${quoteName(tenantDestination.tenant[0]!.property)}`,
              },
            ],
            reason:
              "After a commit there is no caller: the tenant of the event's record determines the destinations, so these events are never delivered.",
            help: `Give ${quoteName(resource.name)} the \`tenant\` of ${quoteName(tenantDestination.name)}, or leave the event to a stream.`,
          },
        ),
      ]
    })
  },
}

export function isInOtherTenant({ tenant }: ResourceInfo, about: ResourceInfo | undefined): boolean {
  return about !== undefined && !tenant.every(({ from }) => about.tenant.some((member) => member.from === from))
}
