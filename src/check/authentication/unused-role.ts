// Reports roles that no rule, no other condition and no other role names.

import { reportUnusedDeclaration } from '../../diagnostic/voice.ts'
import type { Node } from '../../document/node.ts'
import { findEntryOf } from '../../document/node.ts'
import { listConditionScalars, findFreeNames } from '../../model/roles.ts'
import type { Check } from '../check.ts'

const code = 'authentication/unused-role'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run({ model }) {
    const { node } = model.document.parts.authentication
    const roles = findEntryOf(node, 'roles')?.value
    if (roles?.kind !== 'map') return []
    const { states, endpoints } = model.document.parts
    const conditions = [...listConditionScalars(states.node), ...listConditionScalars(endpoints.node)]
    const used = new Set([...listNames(findEntryOf(node, 'rules')?.value), ...listNames(roles), ...conditions.flatMap(listNames)])
    return roles.entries.flatMap(({ key }) =>
      used.has(key.text) || key.span.source.convention !== undefined ? [] : [reportUnusedDeclaration(code, 'a role', key.text, key.span)],
    )
  },
}

function listNames(node: Node | undefined): readonly string[] {
  if (node === undefined) return []
  if (node.kind === 'scalar') return findFreeNames(node.text).map(({ name }) => name)
  return (node.kind === 'list' ? node.items : node.entries.map(({ value }) => value)).flatMap(listNames)
}
