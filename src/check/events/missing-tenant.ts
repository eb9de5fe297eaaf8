// Reports events of tenant records that are delivered to shared records, which reveals one tenant's activity to others.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoteName } from '../../diagnostic/voice.ts'
import { type Delivered, aboutOf, deliveredBy, destinationResources } from '../../fact/delivered.ts'
import type { Facts } from '../../fact/fact.ts'
import { slotValue } from '../../model/slot.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import type { Check } from '../check.ts'

const code = 'events/missing-tenant'

export const check: Check = {
  code,
  run: (facts) => deliveredBy(facts.typing).flatMap((delivered) => ofDelivered(delivered, facts)),
}

function ofDelivered(delivered: Delivered, { typing }: Facts): Diagnostic[] {
  const to = slotValue(delivered.destination.to)
  const about = aboutOf(delivered, typing).find(({ tenant }) => tenant.length > 0)
  const open = destinationResources(delivered, typing).find(({ tenant }) => tenant.length === 0)
  if (to === undefined || about === undefined || open === undefined) return []
  const [member] = about.tenant
  return [
    diagnostic(
      'error',
      code,
      `Events about ${quoteName(about.name)}, which is of one tenant, are delivered to ${quoteName(open.name)}, which is of none`,
      { span: to.node.span, text: 'destinations of all tenants' },
      {
        others: [
          {
            span: about.properties.get(member!.property)?.at.span ?? about.source.key.span,
            text: `${quoteName(about.name)} is kept apart by ${quoteName(member!.property)}`,
          },
          { span: open.source.key.span, text: 'has no tenant' },
        ],
        reason: 'One tenant would receive events of another, and could change where they are sent.',
        help: `Keep ${quoteName(open.name)} apart as ${quoteName(about.name)} is:\n\n${tenantOf(about, open.name)}`,
      },
    ),
  ]
}

/** A tenant expression for the destination's resource; for a resource of a convention, its missing keys go beside it. */
function tenantOf(about: ResourceInfo, name: string): string {
  const lines = about.tenant.map(({ property, from }) => {
    const reference = about.properties.get(property)?.reference?.resource
    return {
      tenant: `${property}: ${from}`,
      property: `${property}: ${reference === undefined ? '{ type: string, maxLength: 40 }' : `{ $ref: ${reference}, onDelete: cascade }`}`,
    }
  })
  return `${name}:\n  tenant: { ${lines.map(({ tenant }) => tenant).join(', ')} }\n  properties:\n${lines.map(({ property }) => `    ${property}`).join('\n')}`
}
