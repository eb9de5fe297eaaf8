// Derives views from responses: the default view if a schema lists all properties of a resource, otherwise a separate view.

import { type DraftEntry, draftEntry, printSourceNote, gap, list, map, question, draftText } from '../draft.ts'
import { isAlike, isWriteOnly } from './fields.ts'
import { makeShapeName } from './shapes.ts'
import type { NameAllocator } from '../names.ts'
import type { SourceResource } from './resources.ts'
import type { Spec, SchemaFields } from './spec.ts'

export type Views = {
  /** The name of the resource's view with the members that the schema lists. */
  nameOf(resource: SourceResource, fields: SchemaFields): string
  /** True if the view has a member that no property of the resource gives. */
  isOpen(resource: SourceResource, fields: SchemaFields): boolean
  all(): readonly DraftEntry[]
}

export function collectViews(names: NameAllocator, spec: Spec): Views {
  const viewNames = new Map<string, string>()
  const openViews = new Set<string>()
  const entries: DraftEntry[] = []

  const write = (resource: SourceResource, fields: SchemaFields): string => {
    const readable = [...resource.fields.properties].filter(([, at]) => !isWriteOnly(at, spec)).map(([name]) => name)
    const listed = [...fields.properties].filter(([, at]) => !isWriteOnly(at, spec))
    const isOwn = fields.at.pointer === resource.fields.at.pointer
    const has = (name: string): boolean => {
      const [own, other] = [resource.fields.properties.get(name), fields.properties.get(name)]
      return isOwn || (own !== undefined && other !== undefined && isAlike(own, other, spec))
    }
    const isWhole = listed.length === readable.length && listed.every(([name]) => readable.includes(name) && has(name))
    if (isWhole && !hasPathKey(resource)) return resource.name
    const component = /^#\/(?:components\/schemas|definitions)\/[^/]+$/.test(fields.at.pointer)
    const name = names.take(component && !isOwn ? makeShapeName(fields.at.pointer) : `${resource.name}Shown`, 'View')
    const take = listed.filter(([each]) => has(each)).map(([each]) => each)
    const others = listed
      .filter(([each]) => !has(each))
      .map(([each, { pointer }]) => draftEntry(each, gap, printSourceNote(pointer), question(`what of a ${resource.name} is \`${each}\`?`)))
    if (others.length > 0) openViews.add(name)
    entries.push(
      draftEntry(
        name,
        map(
          draftEntry('of', draftText(resource.name)),
          take.length === 0 ? undefined : draftEntry('take', list(take)),
          others.length === 0 ? undefined : draftEntry('properties', map(...others)),
        ),
        printSourceNote(fields.at.pointer),
      ),
    )
    return name
  }

  const nameOf = (resource: SourceResource, fields: SchemaFields): string =>
    viewNames.getOrInsertComputed(`${resource.name} ${fields.at.pointer}`, () => write(resource, fields))
  return {
    nameOf,
    isOpen: (resource, fields) => openViews.has(nameOf(resource, fields)),
    all: () => entries,
  }
}

/** True if it has a property that occurs only in the path. */
function hasPathKey({ key, parents }: SourceResource): boolean {
  return parents.length > 0 || key.some((each) => each.isOfPath)
}
