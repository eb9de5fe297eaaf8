// Reports a look-up of the caller before its tenant is known, unless a claim contains the tenant.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Check } from '../check.ts'
import { type TenantCycle, findTenantCycles } from './look-ups.ts'

const code = 'authentication/tenant-look-up'

export const check: Check = {
  code,
  run(facts) {
    const reported = new Set<string>()
    return findTenantCycles(facts).flatMap((cycle): Diagnostic[] => {
      const { resource: { name }, member, span, isCaller } = cycle
      if (reported.has(name)) return []
      reported.add(name)
      return [
        diagnostic(
          'error',
          code,
          isCaller
            ? `${quoteName(name)} is who calls, and is kept apart by what only a caller tells`
            : `${quoteName(name)} is where callers are found, and is kept apart by what only they tell`,
          { span, text: 'looked for before anybody is known' },
          {
            others: [{ span: member.expression.node.span, text: 'reads the caller' }],
            reason: 'The tenant is that of the caller, and the caller would have to be found within it.',
            help: helpOf(cycle),
          },
        ),
      ]
    })
  },
}

function helpOf({ resource: { name }, member: { property, expression }, isCaller, hasClaims }: TenantCycle): string {
  if (!isCaller) return `Leave \`tenant\` and its \`${property}\` out of ${name}: its key is of nobody else.`
  if (hasClaims) return `Take the tenant from a claim, for example\n\n${name}:\n  tenant: { ${property}: claims.${property} }`
  return `Leave \`tenant\` out of ${name}, and let a rule say who sees whom:\n\nauthentication:\n  rules:\n    ${name}: { read: this.${property} == ${expression.text} }`
}
