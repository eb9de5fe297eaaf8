// Compares output templates: trees of members with expressions as leaves. Readers miss a removed member and ignore an added one.

import { type JsonObject, isJsonArray, isJsonObject } from '../base/json.ts'
import { compareExpressions } from './condition.ts'
import type { AffectedTarget } from './law.ts'
import { type DocumentEdit, type DiffFinding, type DiffRule, equalFacts, isOpenValue, makeFinding, makeMotions, rule } from './rule.ts'

export function makeTemplateRule(...targets: readonly AffectedTarget[]): DiffRule {
  return rule((edit) => diffTemplate(edit, targets))
}

function diffTemplate(edit: DocumentEdit, targets: readonly AffectedTarget[]): readonly DiffFinding[] {
  const { a, b } = edit
  if (equalFacts(a, b)) return []
  if (isMembers(a) && isMembers(b)) return diffMembers(edit, a, b, targets)
  if (isJsonArray(a) && isJsonArray(b) && a.length === b.length) {
    return a.flatMap((item, index) => diffTemplate({ ...edit, a: item, b: b[index], path: [...edit.path, String(index + 1)] }, targets))
  }
  const way = isOpenValue(a) || isOpenValue(b) || isImportedOtherwise(edit) ? 'unknown' : compareExpressions(a, b, edit)
  return way === 'same' ? [] : [makeFinding(edit, makeMotions(way, ...targets))]
}

/** Members and an expression may show the same: the import of another server's answer finds the record in it, or does not. */
function isImportedOtherwise({ a, b, new: newEdition }: DocumentEdit): boolean {
  return newEdition.isElsewhere && a !== undefined && b !== undefined && isMembers(a) !== isMembers(b)
}

const isMembers = (value: DocumentEdit['a']): value is JsonObject =>
  isJsonObject(value) && !('const' in value && Object.keys(value).length === 1) && !('state' in value && Object.keys(value).length === 1)

/** Members by name; `?` before it says that it may be left out. */
function diffMembers(edit: DocumentEdit, a: JsonObject, b: JsonObject, targets: readonly AffectedTarget[]): readonly DiffFinding[] {
  const [before, after] = [indexMembers(a), indexMembers(b)]
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name): readonly DiffFinding[] => {
    const [memberBefore, memberAfter] = [before.get(name), after.get(name)]
    const memberEdit = { ...edit, a: memberBefore?.value, b: memberAfter?.value, path: [...edit.path, name] }
    if (memberBefore === undefined) return [makeFinding(memberEdit, makeMotions('narrower', ...targets))]
    if (memberAfter === undefined) return [makeFinding(memberEdit, makeMotions('other', ...targets))]
    const presenceFindings =
      memberBefore.optional === memberAfter.optional
        ? []
        : [
            makeFinding(memberEdit, makeMotions(memberAfter.optional ? 'wider' : 'narrower', ...targets), {
              note: memberAfter.optional ? 'It may be left out now.' : 'It is always there now.',
            }),
          ]
    return [...presenceFindings, ...diffTemplate(memberEdit, targets)]
  })
}

function indexMembers(members: JsonObject): ReadonlyMap<string, { readonly value: DocumentEdit['a']; readonly optional: boolean }> {
  return new Map(Object.entries(members).map(([name, value]) => [name.replace(/^\?/, ''), { value, optional: name.startsWith('?') }]))
}
