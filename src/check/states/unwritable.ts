// Reports writes to properties that only a machine, a computation or the creation may write.

import { type Help, advise, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Property, ResourceInfo } from '../../typing/domain.ts'
import type { Check } from '../check.ts'
import { type PropertyWrite, listWrites } from './writes.ts'

const code = 'states/unwritable'

export const check: Check = {
  code,
  run: (facts) => listWrites(facts).flatMap(checkWrite),
}

function checkWrite({ resource, property: name, key, kind }: PropertyWrite): Diagnostic[] {
  const property = resource.properties.get(name)
  const refusal = property && findRefusal(property, resource, kind)
  if (property === undefined || refusal === undefined) return []
  return [
    createDiagnostic(
      'error',
      code,
      `${quoteName(`${resource.name}.${name}`)} ${refusal.clause}`,
      { span: key.span, text: 'written here' },
      {
        others: [{ span: (property.machine?.key ?? property.at).span, text: refusal.label }],
        help: refusal.help,
      },
    ),
  ]
}

type Refusal = { readonly clause: string; readonly label: string; readonly help: string | Help }

function findRefusal(
  { name, machine, compute, inverse, immutable }: Property,
  resource: ResourceInfo,
  kind: PropertyWrite['kind'],
): Refusal | undefined {
  if (machine !== undefined) {
    const help =
      kind === 'body'
        ? advise`${remove('Remove it')} from the body. A client changes the state with a transition: by its name, or by the machine and \`to\` with the state.`
        : advise`${remove('Leave it out')}: make a transition, whose \`target\` is the state.`
    return { clause: `is the field of the machine ${quoteName(machine.name)}, which alone writes it`, label: 'the machine', help }
  }
  if (resource.tenant.some(({ property }) => property === name) && kind !== 'body') {
    return {
      clause: 'keeps tenants apart, and is written by the service alone',
      label: 'declared here',
      help: advise`${remove('Leave it out')}: it is the tenant of the caller, or of the record that started it. For callers without a tenant, as at a sign-up, no record of ${resource.name} can be created: leave out its \`tenant\`, and protect it with a rule.`,
    }
  }
  // Other read-only fields in a body are dropped if sent.
  if (kind === 'body') return undefined
  if (compute !== undefined)
    return {
      clause: 'is computed, and never written',
      label: 'computed here',
      help: advise`${remove('Leave it out')}, or write what it is computed from.`,
    }
  if (inverse !== undefined)
    return {
      clause: `is an inverse, which is not stored`,
      label: 'declared here',
      help: `Write ${quoteName(`${inverse.resource}.${inverse.property}`)} of those records.`,
    }
  if (kind !== 'change') return undefined
  if (resource.key.includes(name))
    return {
      clause: 'is the key, which never changes',
      label: 'declared here',
      help: advise`${remove('Leave it out')}; another key is another record.`,
    }
  return immutable
    ? {
        clause: 'is immutable, and this changes a record',
        label: 'declared here',
        help: advise`${remove('Leave it out')}, or take \`immutable\` away.`,
      }
    : undefined
}
