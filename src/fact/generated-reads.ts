// Determines what a generated or computed value reads: the values that must be there before it.

import type { ExpressionText } from '../model/slot.ts'
import { collectPartExpressions } from './expressions.ts'
import type { ModelIndex } from './model-index.ts'

/**
 * Properties of records, as `Resource.property`, that the expression reads itself or by the views that it calls; `*.property` where the
 * resource is not known. What computed properties read is not followed.
 */
export function listPropertiesRead(modelIndex: ModelIndex, text: ExpressionText): ReadonlySet<string> {
  const properties = new Set<string>()
  const visitedViews = new Set<string>()
  const visit = (part: object): void => {
    const { expressions, texts } = collectPartExpressions(part)
    const readings = [...expressions.map((each) => modelIndex.readsOf(each)), ...texts.flatMap((each) => modelIndex.readingOfText(each))]
    for (const { members, calls } of readings) {
      for (const member of members) properties.add(member)
      for (const call of calls) visitView(call)
    }
  }
  const visitView = (name: string): void => {
    const view = modelIndex.domain.views.get(name)
    if (view === undefined || visitedViews.has(name)) return
    visitedViews.add(name)
    for (const member of view.members) {
      if (member.kind === 'take') properties.add(`${view.resource}.${member.name}`)
      else visit(member.template)
    }
  }
  visit(text)
  return properties
}

/** Members of the object around it that a generated value of a nested schema reads: `this` is that object. */
export function listObjectMembersRead(modelIndex: ModelIndex, text: ExpressionText): ReadonlySet<string> {
  return modelIndex.readsOf(text).own
}
