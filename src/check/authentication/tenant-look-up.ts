// Reports a look-up of the caller before its tenant is known, unless a claim contains the tenant.

import { type Help, advise, paste, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Check } from '../check.ts'
import { type TenantCycle, findTenantCycles } from './look-ups.ts'

const code = 'authentication/tenant-look-up'

export const check: Check = {
  code,
  run(facts) {
    const reported = new Set<string>()
    return findTenantCycles(facts).flatMap((cycle): Diagnostic[] => {
      const {
        resource: { name },
        member,
        span,
        isCaller,
      } = cycle
      if (reported.has(name)) return []
      reported.add(name)
      return [
        createDiagnostic(
          'error',
          code,
          isCaller
            ? `${quoteName(name)} is the caller's resource, and its tenant comes from the caller`
            : `${quoteName(name)} identifies callers, and its tenant comes from the caller`,
          { span, text: 'read before the caller is known' },
          {
            others: [{ span: member.expression.node.span, text: 'reads the caller' }],
            reason: 'The tenant is that of the caller, and the caller would have to be found within it.',
            help: writeHelp(cycle),
          },
        ),
      ]
    })
  },
}

function writeHelp({ resource: { name }, member: { property, expression }, isCaller, hasClaims }: TenantCycle): string | Help {
  if (!isCaller)
    return advise`${remove('Remove `tenant`', 'tenant')} and its \`${property}\` from ${name}: its key already belongs to one caller.`
  if (hasClaims) return advise`Take the tenant from a claim, for example${paste(`${name}:\n  tenant: { ${property}: claims.${property} }`)}`
  return advise`${remove('Remove `tenant`', 'tenant')} from ${name}, and restrict reading with a rule:${paste(`authentication:\n  rules:\n    ${name}: { read: this.${property} == ${expression.text} }`)}`
}
