// Reports a unique over one property that is a boolean, a state or a constant: it allows only as many records as the property has values.

import { advise, paste, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic } from '../../diagnostic/voice.ts'
import type { Property, ResourceInfo } from '../../typing/domain.ts'
import type { Check } from '../check.ts'
import { isAuthored } from '../unused.ts'

const code = 'resources/narrow-unique'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run: ({ typing }) => [...typing.domain.resources.values()].flatMap(checkUniques),
}

/** Excludes nullable properties: any number of records may lack the value. */
function checkUniques({ name, uniques, properties, tenant }: ResourceInfo): Diagnostic[] {
  return uniques.flatMap(({ members, at }): Diagnostic[] => {
    const [member, ...more] = members
    const property = more.length === 0 && member !== undefined ? properties.get(member) : undefined
    const count = property && countValues(property)
    if (count === undefined || !isAuthored(at.span)) return []
    const [records, values] = count === 1 ? ['one record', 'one value'] : [`${count} records`, `${count} values`]
    const [tenantScope, ofTenant] = tenant.length === 0 ? ['', ''] : [' in each tenant', ' of one tenant']
    const message = `There can be only ${records} of ${name}${tenantScope}, because \`${member}\` is unique`
    return [
      createDiagnostic(
        'warning',
        code,
        message,
        { span: at.span, text: 'has a few values' },
        {
          reason: `\`${member}\` has ${values}, and no two records${ofTenant} may have the same.`,
          help: advise`${remove('Remove it')}, or add what it is unique within, for example${paste(`unique: [[${member!}, …]]`)}`,
        },
      ),
    ]
  })
}

/** An `enum` may be unique on purpose: one record of each kind. A unique state would prevent other records from entering it. */
function countValues({ type, machine }: Property): number | undefined {
  if (type.kind === 'bool') return 2
  return type.kind === 'enum' && (machine !== undefined || type.values.length === 1) ? type.values.length : undefined
}
