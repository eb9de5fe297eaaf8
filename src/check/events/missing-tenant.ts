// Reports events of tenant records that are delivered to shared records, which reveals one tenant's activity to others.

import { advise, paste } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { type Delivered, listEventResources, listDeliveries, listDestinationResources } from '../../fact/delivered.ts'
import type { Facts } from '../../fact/fact.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import type { Check } from '../check.ts'

const code = 'events/missing-tenant'

export const check: Check = {
  code,
  run: (facts) => listDeliveries(facts.typing).flatMap((delivered) => checkDelivery(delivered, facts)),
}

function checkDelivery(delivered: Delivered, { typing }: Facts): Diagnostic[] {
  const to = slotValueOf(delivered.destination.to)
  const eventResource = listEventResources(delivered, typing).find(({ tenant }) => tenant.length > 0)
  const destinationResource = listDestinationResources(delivered, typing).find(({ tenant }) => tenant.length === 0)
  if (to === undefined || eventResource === undefined || destinationResource === undefined) return []
  const [member] = eventResource.tenant
  return [
    createDiagnostic(
      'error',
      code,
      `Events about ${quoteName(eventResource.name)}, whose records belong to one tenant each, are delivered to ${quoteName(destinationResource.name)}, which has no tenant`,
      { span: to.node.span, text: 'destinations of all tenants' },
      {
        others: [
          {
            span: eventResource.properties.get(member!.property)?.at.span ?? eventResource.source.key.span,
            text: `${quoteName(eventResource.name)} is separated by ${quoteName(member!.property)}`,
          },
          { span: destinationResource.source.key.span, text: 'has no tenant' },
        ],
        reason: 'One tenant would receive events of another, and could change where they are sent.',
        help: advise`Keep ${quoteName(destinationResource.name)} apart as ${quoteName(eventResource.name)} is:${paste(`${printTenantExample(eventResource, destinationResource.name)}`)}`,
      },
    ),
  ]
}

/** A tenant expression for the destination's resource; for a resource of a convention, its missing keys go beside it. */
function printTenantExample(eventResource: ResourceInfo, name: string): string {
  const lines = eventResource.tenant.map(({ property, from }) => {
    const reference = eventResource.properties.get(property)?.reference?.resource
    return {
      tenant: `${property}: ${from}`,
      property: `${property}: ${reference === undefined ? '{ type: string, maxLength: 40 }' : `{ $ref: ${reference}, onDelete: cascade }`}`,
    }
  })
  return `${name}:\n  tenant: { ${lines.map(({ tenant }) => tenant).join(', ')} }\n  properties:\n${lines.map(({ property }) => `    ${property}`).join('\n')}`
}
