// Rules for views, by the operations and events that show them.

import {
  type DocumentEdit,
  type DiffFinding,
  type DiffRule,
  invisibleChange,
  keys,
  motionsOf,
  namesRule,
  other,
  readResponses,
  receivedEvents,
  rule,
  unknownRule,
} from '../rule.ts'
import { templateRule } from '../template.ts'
import { listOf } from './constraints.ts'
import { useOf } from './edit-uses.ts'

/** Compares views, by the operations and events that show them. */
export const view: DiffRule = rule(
  (edit) => {
    const [, name] = edit.path as [string, string]
    const use = useOf(edit, edit.new.viewsBefore?.get(name) ?? name, name, 'view')
    const targets = [...(use.shownIn.length > 0 ? [readResponses] : []), ...(use.publishedIn.length > 0 ? [receivedEvents] : [])]
    const inner = keys({
      of: edit.new.isElsewhere ? unknownRule(...targets) : other(...targets),
      properties: templateRule(...targets),
      take: rule((each) => findingsOfInput(each, targets)),
      allOf: namesRule('none', ...targets),
      except: rule((each) => findingsOfInput({ ...each, a: each.b, b: each.a }, targets)),
      discloses: unknownRule(...targets),
    })
    return inner.judge(edit).map((each) => ({ ...each, operations: use.shownIn }))
  },
  {
    of: invisibleChange(),
    properties: invisibleChange(),
    take: invisibleChange(),
    allOf: invisibleChange(),
    except: invisibleChange(),
    discloses: invisibleChange(),
  },
)

function findingsOfInput(edit: DocumentEdit, targets: Parameters<typeof motionsOf>[1][]): DiffFinding[] {
  const [a, b] = [listOf(edit.a), listOf(edit.b)]
  return [
    ...b
      .filter((name) => !a.includes(name))
      .map((name): DiffFinding => ({ path: [...edit.path, name], new: name, motions: motionsOf('narrower', ...targets) })),
    ...a
      .filter((name) => !b.includes(name))
      .map((name): DiffFinding => ({ path: [...edit.path, name], old: name, motions: motionsOf('other', ...targets) })),
  ]
}
