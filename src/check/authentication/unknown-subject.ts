// Reports entries of `discloses` that name no look-up, resource or field, or that name a secret or a tenant property.

import { advise, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName, reportUnknownResource } from '../../diagnostic/voice.ts'
import { type Disclosure, collectDisclosures } from '../../fact/disclosures.ts'
import { listSpecifiedEntries } from '../../model/slot.ts'
import type { Domain } from '../../typing/domain.ts'
import type { Check } from '../check.ts'

const code = 'authentication/unknown-subject'

export const check: Check = {
  code,
  // Without part 2, any resource may exist.
  run: ({ model, typing: { domain } }) =>
    model.resources.state === 'not shown' ? [] : collectDisclosures(domain).all.flatMap((disclosure) => checkEntry(disclosure, domain)),
}

function checkEntry({ name, key, subject, place }: Disclosure, domain: Domain): Diagnostic[] {
  switch (subject.kind) {
    case 'look-up':
    case 'resource':
    case 'field':
      return []
    case 'never': {
      const reason = subject.reason === 'secret' ? 'is a secret' : 'keeps tenants apart'
      return [
        createDiagnostic(
          'error',
          code,
          `${quoteName(name)} ${reason}, and cannot be disclosed`,
          { span: key.span, text: 'is never disclosed' },
          { help: advise`${remove('Remove it')}.` },
        ),
      ]
    }
    case 'unknown': {
      const lookUps = place.kind === 'operation' ? listSpecifiedEntries(place.operation.slots.with).map((lookUp) => lookUp.name) : []
      const [resource = ''] = name.split('.')
      const members = [...(domain.resources.get(resource)?.properties.keys() ?? [])].map((member) => `${resource}.${member}`)
      const expected = place.kind === 'operation' ? 'look-up, resource or field of one' : 'resource or field of one'
      return [
        reportUnknownResource(code, expected, name, key.span, members.length > 0 ? members : [...lookUps, ...domain.resources.keys()]),
      ]
    }
    default:
      return subject satisfies never
  }
}
