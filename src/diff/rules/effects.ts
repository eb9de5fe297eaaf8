// Rules for writes: `set`, effects, and conditions that refuse a write.

import { type Json, type JsonObject, isJsonArray, isJsonObject } from '../../base/json.ts'
import { wayOfConditions } from '../condition.ts'
import type { EffectOnSide, AffectedTarget, SetMotion } from '../law.ts'
import {
  type DocumentEdit,
  type DiffFinding,
  type DiffRule,
  eachEntry,
  equalFacts,
  factText,
  makeFinding,
  motionsOf,
  outcomes,
  readResponses,
  rule,
  sentRequests,
} from '../rule.ts'
import { templateRule } from '../template.ts'

/** Fields and their new values: an added or removed field is another outcome. */
export const setsRule: DiffRule = eachEntry(templateRule(outcomes, readResponses), {
  added: rule((edit) => [makeFinding(edit, motionsOf('other', outcomes, readResponses))]),
  removed: rule((edit) => [makeFinding(edit, motionsOf('other', outcomes, readResponses))]),
})

/** Named conditions that must all hold; each changes the permission. */
export function conditionsRule(...targets: readonly AffectedTarget[]): DiffRule {
  return rule((edit) => conditionFindings(edit, (way) => motionsOf(way, ...targets)))
}

export function conditionFindings(edit: DocumentEdit, motions: (way: SetMotion) => readonly EffectOnSide[]): DiffFinding[] {
  const [a, b] = [objects(edit.a), objects(edit.b)]
  return [...wayOfConditions(a, b, edit)].map(([name, way]) => ({
    path: [...edit.path, name],
    old: a[name],
    new: b[name],
    motions: motions(way),
  }))
}

function objects(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}

const verbs = ['call', 'transition', 'create', 'update', 'delete'] as const

/** Effects in their order: another verb is another outcome; another expression may be. */
export const effectsRule: DiffRule = rule((edit) => {
  const [a, b] = [edit.a, edit.b].map((value) => (isJsonArray(value) ? value : [])) as [readonly Json[], readonly Json[]]
  if (a.length !== b.length || a.some((effect, index) => verbText(effect) !== verbText(b[index])))
    return [makeFinding(edit, motionsOf('other', outcomes, readResponses))]
  return a.flatMap((effect, index): readonly DiffFinding[] =>
    equalFacts(effect, b[index]) ? [] : effectFindings({ ...edit, a: effect, b: b[index], path: [...edit.path, String(index + 1)] }),
  )
})

function verbText(effect: Json | undefined): string {
  const declared = objects(effect)
  return verbs.map((verb) => `${verb} ${factText(declared[verb])}`).join(' ')
}

function effectFindings(edit: DocumentEdit): DiffFinding[] {
  const [a, b] = [objects(edit.a), objects(edit.b)]
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => !equalFacts(a[name], b[name]))
  return names.flatMap((name): readonly DiffFinding[] => {
    const inner = { ...edit, a: a[name], b: b[name], path: [...edit.path, name] }
    if (name === 'require') return conditionFindings(inner, (way) => motionsOf(way, sentRequests))
    if (name === 'set') return setsRule.judge(inner)
    if (name === 'input') return templateRule(outcomes, readResponses).judge(inner)
    return [
      makeFinding(
        inner,
        motionsOf(
          name === 'as' ? 'unknown' : name === 'onConflict' || inner.a === undefined || inner.b === undefined ? 'other' : 'unknown',
          outcomes,
          readResponses,
        ),
      ),
    ]
  })
}
