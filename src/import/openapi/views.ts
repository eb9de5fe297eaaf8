// What answers show of a record: the default view where a schema lists all that a resource has, otherwise a view of its own.

import { type Entry, entry, from, hole, list, map, question, text } from '../said.ts'
import { isAlike, isWriteOnly } from './fields.ts'
import { lastNames } from './shapes.ts'
import type { Names } from './names.ts'
import type { Resource } from './resources.ts'
import type { Spec, Fields } from './spec.ts'

export type Views = {
  /** The name of the view that shows of the resource what the schema lists. */
  nameOf(resource: Resource, fields: Fields): string
  all(): readonly Entry[]
}

export function viewsOf(names: Names, spec: Spec): Views {
  const known = new Map<string, string>()
  const entries: Entry[] = []

  const write = (resource: Resource, fields: Fields): string => {
    const shown = [...resource.fields.properties].filter(([, at]) => !isWriteOnly(at, spec)).map(([name]) => name)
    const listed = [...fields.properties].filter(([, at]) => !isWriteOnly(at, spec))
    const isOwn = fields.at.pointer === resource.fields.at.pointer
    const has = (name: string): boolean => {
      const [own, other] = [resource.fields.properties.get(name), fields.properties.get(name)]
      return isOwn || (own !== undefined && other !== undefined && isAlike(own, other, spec))
    }
    const isWhole = listed.length === shown.length && listed.every(([name]) => shown.includes(name) && has(name))
    if (isWhole && !ofPath(resource)) return resource.name
    const component = /^#\/(?:components\/schemas|definitions)\/[^/]+$/.test(fields.at.pointer)
    const name = names.take(component && !isOwn ? lastNames(fields.at.pointer) : `${resource.name}Shown`, 'View')
    const take = listed.filter(([each]) => has(each)).map(([each]) => each)
    const others = listed.filter(([each]) => !has(each)).map(([each, { pointer }]) =>
      entry(each, hole, from(pointer), question(`what of a ${resource.name} is \`${each}\`?`)))
    entries.push(entry(name, map(
      entry('of', text(resource.name)),
      take.length === 0 ? undefined : entry('take', list(take)),
      others.length === 0 ? undefined : entry('properties', map(...others)),
    ), from(fields.at.pointer)))
    return name
  }

  return {
    nameOf: (resource, fields) => known.getOrInsertComputed(`${resource.name} ${fields.at.pointer}`, () => write(resource, fields)),
    all: () => entries,
  }
}

/** Whether only the path has some of its key. */
function ofPath({ key }: Resource): boolean {
  return key.some((each) => each.isOfPath)
}
