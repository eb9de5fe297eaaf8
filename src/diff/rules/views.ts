// Rules for views, by the operations and events that show them.

import {
  type DocumentEdit,
  type DiffFinding,
  type DiffRule,
  makeInvisibleRule,
  makeKeysRule,
  makeMotions,
  makeNamesRule,
  makeCertainRule,
  readResponses,
  receivedEvents,
  rule,
  makeUnknownRule,
} from '../rule.ts'
import { makeTemplateRule } from '../template.ts'
import { listOf } from './constraints.ts'
import { useOf } from './edit-uses.ts'

/** Compares views, by the operations and events that show them. */
export const view: DiffRule = rule(
  (edit) => {
    const [, name] = edit.path as [string, string]
    const use = useOf(edit, edit.new.viewsBefore?.get(name) ?? name, name, 'view')
    const targets = [...(use.shownIn.length > 0 ? [readResponses] : []), ...(use.publishedIn.length > 0 ? [receivedEvents] : [])]
    const inner = makeKeysRule({
      of: edit.new.isElsewhere ? makeUnknownRule(...targets) : makeCertainRule(...targets),
      properties: makeTemplateRule(...targets),
      take: rule((each) => diffInput(each, targets)),
      allOf: makeNamesRule('none', ...targets),
      except: rule((each) => diffInput({ ...each, a: each.b, b: each.a }, targets)),
      discloses: makeUnknownRule(...targets),
    })
    return inner.judge(edit).map((each) => ({ ...each, operations: use.shownIn }))
  },
  {
    of: makeInvisibleRule(),
    properties: makeInvisibleRule(),
    take: makeInvisibleRule(),
    allOf: makeInvisibleRule(),
    except: makeInvisibleRule(),
    discloses: makeInvisibleRule(),
  },
)

function diffInput(edit: DocumentEdit, targets: Parameters<typeof makeMotions>[1][]): DiffFinding[] {
  const [a, b] = [listOf(edit.a), listOf(edit.b)]
  return [
    ...b
      .filter((name) => !a.includes(name))
      .map((name): DiffFinding => ({ path: [...edit.path, name], new: name, motions: makeMotions('narrower', ...targets) })),
    ...a
      .filter((name) => !b.includes(name))
      .map((name): DiffFinding => ({ path: [...edit.path, name], old: name, motions: makeMotions('other', ...targets) })),
  ]
}
