// Finds the lines of views that a difference concerns.

import type { Span } from '../../base/text.ts'
import type { Compiled } from '../../compile/compile.ts'
import { findNamedEntry, type Template } from '../../model/slot.ts'

/** The declarations of members, named at a pointer, in the views that an output or an event's data shows. */
export function* viewMemberSpans({ facts }: Compiled, shown: Template | undefined, pointer: string): Iterable<Span> {
  const { views } = facts.typing.domain
  const names = new Set(pointer.split('/').filter((name) => name !== ''))
  const queue = shown === undefined ? [] : listViewsNamedIn(shown)
  const visited = new Set<string>()
  for (let view = queue.shift(); view !== undefined; view = queue.shift()) {
    if (visited.has(view)) continue
    visited.add(view)
    const source = views.get(view)?.source
    if (source === undefined) continue
    for (const name of names) {
      const member = findNamedEntry(source.properties, name)
      if (member === undefined) continue
      yield member.key.span
      if (member.slot.state === 'shown') queue.push(...listViewsNamedIn(member.slot.value))
    }
    if (source.allOf.state === 'shown') queue.push(...source.allOf.value.map(({ text }) => text))
  }
}

/** Names of views that a template calls. */
function listViewsNamedIn(template: Template): string[] {
  switch (template.kind) {
    case 'map':
      return template.entries.flatMap(({ value }) => listViewsNamedIn(value))
    case 'list':
      return template.items.flatMap(listViewsNamedIn)
    case 'literal':
      return []
    default:
      return [...template.text.matchAll(/\b([A-Z]\w*)\(/g)].map(([, name]) => name!)
  }
}
