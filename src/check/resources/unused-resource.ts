// Reports resources that no operation, reference, expression, event or other rule names.

import { reportUnusedDeclaration } from '../../diagnostic/voice.ts'
import type { Node } from '../../document/node.ts'
import { partNames } from '../../document/part-name.ts'
import type { Check } from '../check.ts'
import { isAuthored } from '../unused.ts'

const code = 'resources/unused-resource'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run({ model, typing }) {
    const { document, endpoints } = model
    // A missing part may use it.
    if (endpoints.state === 'not shown') return []
    const names = new Set<string>()
    for (const part of partNames) collectNames(document.parts[part].node, part, names)
    return [...typing.domain.resources.values()].flatMap(({ name, source: { key } }) =>
      names.has(name) || !isAuthored(key.span) ? [] : [reportUnusedDeclaration(code, 'a resource', name, key.span)],
    )
  },
}

/** Every word of a part except those that belong to the resource itself: its name, its rows and its rules. */
function collectNames(node: Node | undefined, part: string, names: Set<string>): void {
  if (node?.kind !== 'map') return collectWords(node, names)
  for (const { key, value } of node.entries) {
    if (part === 'resources' && key.text === 'records') continue
    if (part === 'authentication' && key.text === 'rules' && value.kind === 'map') {
      for (const rules of value.entries) collectWords(rules.value, names)
      continue
    }
    if (part !== 'resources') for (const word of splitWords(key.text)) names.add(word)
    collectWords(value, names)
  }
}

function collectWords(node: Node | undefined, names: Set<string>): void {
  if (node === undefined) return
  if (node.kind === 'scalar') return names.has(node.text) ? undefined : splitWords(node.text).forEach((word) => names.add(word))
  if (node.kind === 'list') return node.items.forEach((item) => collectWords(item, names))
  for (const { key, value } of node.entries) {
    for (const word of splitWords(key.text)) names.add(word)
    collectWords(value, names)
  }
}

function splitWords(text: string): readonly string[] {
  return text.match(/[A-Za-z_]\w*/g) ?? []
}
