// Reports a reference to a record of a tenant from a record without that tenant: the key alone does not identify the tenant.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoteName } from '../../diagnostic/voice.ts'
import { type World, world } from '../../fact/world.ts'
import { specifiedEntries } from '../../model/slot.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import { circlesIn } from '../authentication/look-ups.ts'
import type { Check } from '../check.ts'

const code = 'resources/foreign-tenant'

export const check: Check = {
  code,
  run(facts) {
    const known = world(facts.model, facts.typing)
    // A tenant resource cannot contain the callers; another check reports that.
    const circles = new Set(circlesIn(facts).map(({ resource }) => resource.name))
    return [...facts.typing.domain.resources.values()].flatMap((resource) => ofResource(resource, known, circles))
  },
}

function ofResource(resource: ResourceInfo, { references, domain, typing }: World, circles: ReadonlySet<string>): Diagnostic[] {
  return (references.get(resource.name) ?? []).flatMap(({ path, target, at }): Diagnostic[] => {
    const other = domain.resources.get(target)
    const lacking = other?.tenant.find(({ from }) => !resource.tenant.some((member) => member.from === from))
    // A mistaken expression is reported elsewhere and may be intended as equal.
    if (other === undefined || lacking === undefined || circles.has(target) || typing.expression(lacking.expression) === undefined)
      return []
    const declared = specifiedEntries(other.source.slots.tenant).find(({ name }) => name === lacking.property)
    return [
      diagnostic(
        'error',
        code,
        `${quoteName(`${resource.name}.${path}`)} refers to ${quoteName(target)}, whose records are each of one tenant, and ${resource.name} is not of it`,
        { span: at.span, text: 'says which, and not whose' },
        {
          ...(declared === undefined ? {} : { others: [{ span: declared.key.span, text: 'keeps tenants apart' }] }),
          reason: 'Two tenants may have records with the same key: the reference would be ambiguous.',
          help: `Keep ${resource.name} apart in the same way:\n\n${resource.name}:\n  tenant: { ${lacking.property}: ${lacking.expression.text} }`,
        },
      ),
    ]
  })
}
