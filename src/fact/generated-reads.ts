// Determines what a generated or computed value reads: the values that must be there before it.

import type { ExpressionText } from '../model/slot.ts'
import { expressionsOfPart } from './expressions.ts'
import type { World } from './world.ts'

/**
 * Properties of records, as `Resource.property`, that the expression reads itself or by the views that it calls; `*.property` where the
 * resource is not known. What computed properties read is not followed.
 */
export function propertiesReadBy(world: World, text: ExpressionText): ReadonlySet<string> {
  const found = new Set<string>()
  const seen = new Set<string>()
  const visit = (part: object): void => {
    const { expressions, texts } = expressionsOfPart(part)
    const all = [...expressions.map((each) => world.reading(each)), ...texts.flatMap((each) => world.readingOfText(each))]
    for (const { members, calls } of all) {
      for (const member of members) found.add(member)
      for (const call of calls) visitView(call)
    }
  }
  const visitView = (name: string): void => {
    const view = world.domain.views.get(name)
    if (view === undefined || seen.has(name)) return
    seen.add(name)
    for (const member of view.members) {
      if (member.kind === 'take') found.add(`${view.resource}.${member.name}`)
      else visit(member.template)
    }
  }
  visit(text)
  return found
}

/** Members of the object around it that a generated value of a nested schema reads: `this` is that object. */
export function membersReadBy(world: World, text: ExpressionText): ReadonlySet<string> {
  return world.reading(text).own
}
