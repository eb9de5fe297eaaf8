// Rules for writes: `set`, effects, and conditions that refuse a write.

import { type Json, type JsonObject, isJsonArray, isJsonObject } from '../../base/json.ts'
import { convertSchemaToJson } from '../../explain/schema-json.ts'
import { type Operation, resourceNameOf } from '../../model/model.ts'
import { compareNamedConditions } from '../condition.ts'
import type { Edition } from '../edition.ts'
import type { EffectOnSide, AffectedTarget, SetMotion } from '../law.ts'
import {
  type DocumentEdit,
  type DiffFinding,
  type DiffRule,
  makeEntriesRule,
  equalFacts,
  printFact,
  isOpenValue,
  makeFinding,
  makeMotions,
  toObject,
  outcomes,
  readResponses,
  rule,
  sentRequests,
} from '../rule.ts'
import { makeTemplateRule } from '../template.ts'

/** Fields and their new values: an added or removed field is another outcome, unless the field itself is new, or gone. */
export const setsRule: DiffRule = makeEntriesRule(makeTemplateRule(outcomes, readResponses), {
  added: rule((edit) => [reportAddedValue(edit)]),
  removed: rule((edit) => [
    hasProperty(edit.new, edit)
      ? makeFinding(edit, makeMotions(edit.new.isElsewhere ? 'unknown' : 'other', outcomes, readResponses))
      : makeFinding(edit, [], { note: 'The change is listed at the property.' }),
  ]),
})

function reportAddedValue(edit: DocumentEdit): DiffFinding {
  if (!hasProperty(edit.old, edit)) return makeFinding(edit, [], { note: 'The change is listed at the property.' })
  if (isOpenValue(edit.b)) return makeFinding(edit, makeMotions('unknown', outcomes, readResponses), { note: 'It is not specified.' })
  return isLeftOutByOldClients(edit)
    ? makeFinding(edit, [], { note: 'A request without the new member changes nothing.' })
    : makeFinding(edit, makeMotions(edit.new.isElsewhere ? 'unknown' : 'other', outcomes, readResponses))
}

/** True if the record of the operation's own `set` has the property. */
function hasProperty(edition: Edition, { path }: DocumentEdit): boolean {
  const [name, key, property] = path as [string, string, string]
  const operation = edition.operations.get(name)
  const resource = operation && resourceNameOf(operation)
  return (
    key !== 'set' ||
    resource === undefined ||
    edition.compiled.facts.typing.domain.resources.get(resource)?.properties.has(property) !== false
  )
}

/** True if the value is a body member that is new and optional, and a record without it is as before. */
function isLeftOutByOldClients({ path, b, old, new: newEdition }: DocumentEdit): boolean {
  const [name, key] = path as [string, string]
  const [before, after] = [old.operations.get(name), newEdition.operations.get(name)]
  const [, member] = /^input\.body\.\??(\w+)$/.exec(printFact(b)) ?? []
  if (key !== 'set' || member === undefined || before === undefined || after === undefined) return false
  if (after.action !== 'create' && after.action !== 'update') return false
  const [bodyBefore, bodyAfter] = [findBodySchema(old, before), findBodySchema(newEdition, after)]
  return (
    toObject(bodyBefore?.['properties'])[member] === undefined &&
    bodyAfter !== undefined &&
    !(isJsonArray(bodyAfter['required']) && bodyAfter['required'].includes(member))
  )
}

/** The schema of the body; its reference to a shape is followed. */
function findBodySchema({ compiled, shapes }: Edition, operation: Operation): JsonObject | undefined {
  const body = compiled.facts.typing.input(operation).body
  const schema = body === undefined ? undefined : asObject(convertSchemaToJson(body.schema))
  const reference = schema?.['$ref']
  return typeof reference === 'string' ? asObject(shapes[reference]) : schema
}

/** Named conditions that must all hold; each changes the permission. */
export function makeConditionsRule(...targets: readonly AffectedTarget[]): DiffRule {
  return rule((edit) => diffConditions(edit, (way) => makeMotions(way, ...targets)))
}

export function diffConditions(edit: DocumentEdit, motions: (way: SetMotion) => readonly EffectOnSide[]): DiffFinding[] {
  const [a, b] = [asObject(edit.a), asObject(edit.b)]
  return [...compareNamedConditions(a, b, edit)].map(([name, way]) => ({
    path: [...edit.path, name],
    old: a[name],
    new: b[name],
    motions: motions(way),
  }))
}

function asObject(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}

const verbs = ['call', 'transition', 'create', 'update', 'delete'] as const

/** Effects in their order: another verb is another outcome; another expression may be. */
export const effectsRule: DiffRule = rule((edit) => {
  const [a, b] = [edit.a, edit.b].map((value) => (isJsonArray(value) ? value : [])) as [readonly Json[], readonly Json[]]
  if (a.length !== b.length || a.some((effect, index) => printVerb(effect) !== printVerb(b[index])))
    return [makeFinding(edit, makeMotions('other', outcomes, readResponses))]
  return a.flatMap((effect, index): readonly DiffFinding[] =>
    equalFacts(effect, b[index]) ? [] : diffEffect({ ...edit, a: effect, b: b[index], path: [...edit.path, String(index + 1)] }),
  )
})

function printVerb(effect: Json | undefined): string {
  const declared = asObject(effect)
  return verbs.map((verb) => `${verb} ${printFact(declared[verb])}`).join(' ')
}

function diffEffect(edit: DocumentEdit): DiffFinding[] {
  const [a, b] = [asObject(edit.a), asObject(edit.b)]
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => !equalFacts(a[name], b[name]))
  return names.flatMap((name): readonly DiffFinding[] => {
    const inner = { ...edit, a: a[name], b: b[name], path: [...edit.path, name] }
    if (name === 'require') return diffConditions(inner, (way) => makeMotions(way, sentRequests))
    if (name === 'set') return setsRule.judge(inner)
    if (name === 'input') return makeTemplateRule(outcomes, readResponses).judge(inner)
    return [
      makeFinding(
        inner,
        makeMotions(
          name === 'as' ? 'unknown' : name === 'onConflict' || inner.a === undefined || inner.b === undefined ? 'other' : 'unknown',
          outcomes,
          readResponses,
        ),
      ),
    ]
  })
}
