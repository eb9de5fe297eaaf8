// Reports a reference to a record of a tenant from a record without that tenant: the key alone does not identify the tenant.

import { advise, paste } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { type ModelIndex, indexModel } from '../../fact/model-index.ts'
import { listSpecifiedEntries } from '../../model/slot.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import { findTenantCycles } from '../authentication/look-ups.ts'
import type { Check } from '../check.ts'

const code = 'resources/foreign-tenant'

export const check: Check = {
  code,
  run(facts) {
    const modelIndex = indexModel(facts.model, facts.typing)
    // A tenant resource cannot contain the callers; another check reports that.
    const cyclicResources = new Set(findTenantCycles(facts).map(({ resource }) => resource.name))
    return [...facts.typing.domain.resources.values()].flatMap((resource) => checkReferences(resource, modelIndex, cyclicResources))
  },
}

function checkReferences(
  resource: ResourceInfo,
  { references, domain, typing }: ModelIndex,
  cyclicResources: ReadonlySet<string>,
): Diagnostic[] {
  return (references.get(resource.name) ?? []).flatMap(({ path, target, at }): Diagnostic[] => {
    const targetResource = domain.resources.get(target)
    const missingMember = targetResource?.tenant.find(({ from }) => !resource.tenant.some((member) => member.from === from))
    // A mistaken expression is reported elsewhere and may be intended as equal.
    if (
      targetResource === undefined ||
      missingMember === undefined ||
      cyclicResources.has(target) ||
      typing.expression(missingMember.expression) === undefined
    )
      return []
    const tenantEntry = listSpecifiedEntries(targetResource.source.slots.tenant).find(({ name }) => name === missingMember.property)
    return [
      createDiagnostic(
        'error',
        code,
        `${quoteName(`${resource.name}.${path}`)} refers to ${quoteName(target)}, whose records belong to one tenant each, but ${resource.name} does not have that tenant`,
        { span: at.span, text: 'identifies the record, but not its tenant' },
        {
          ...(tenantEntry === undefined ? {} : { others: [{ span: tenantEntry.key.span, text: 'keeps tenants apart' }] }),
          reason: 'Two tenants may have records with the same key: the reference would be ambiguous.',
          help: advise`Give ${resource.name} the same tenant:${paste(`${resource.name}:\n  tenant: { ${missingMember.property}: ${missingMember.expression.text} }`)}`,
        },
      ),
    ]
  })
}
