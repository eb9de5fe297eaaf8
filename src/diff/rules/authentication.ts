// Rules of part 5: callers, credentials and permissions.

import type { JsonObject } from '../../base/json.ts'
import type { Edition } from '../edition.ts'
import { compareConditions } from '../condition.ts'
import {
  type DocumentEdit,
  type DiffFinding,
  type DiffRule,
  atLeast,
  atMost,
  makeEntriesRule,
  equalFacts,
  makeFinding,
  makeInvisibleRule,
  makeKeysRule,
  makeMotions,
  makeNamesRule,
  toObject,
  operatorSettings,
  makeCertainRule,
  outcomes,
  readResponses,
  rule,
  sentRequests,
  makeUnknownRule,
} from '../rule.ts'
import { makeInputRule } from './schemas.ts'
import { permitWay, requirementsRule } from './security.ts'

/** The operator's place of a secret. */
const secret: DiffRule = rule(
  (edit) => [makeFinding(edit, makeMotions('other', operatorSettings), { note: 'Operators have to keep it where the document says now.' })],
  { env: makeInvisibleRule(), file: makeInvisibleRule(), jwks: makeInvisibleRule() },
)

const scheme: DiffRule = makeKeysRule({
  type: makeCertainRule(sentRequests),
  scheme: makeCertainRule(sentRequests),
  in: makeCertainRule(sentRequests),
  name: makeCertainRule(sentRequests),
  bearerFormat: makeCertainRule(sentRequests),
  algorithm: makeNamesRule('none', sentRequests),
  secret,
  keys: secret,
  username: secret,
  password: secret,
  issuer: rule((edit) => [
    makeFinding(edit, makeMotions(edit.a === undefined ? 'narrower' : edit.b === undefined ? 'wider' : 'other', sentRequests)),
  ]),
  audience: makeNamesRule('all', sentRequests),
  lifetime: makeLifetimeRule(),
  skew: makeSkewRule(),
  signature: makeCertainRule(sentRequests),
  tolerance: rule((edit) => atMost(sentRequests).judge({ ...edit, a: edit.a ?? 300_000, b: edit.b ?? 300_000 })),
  find: makeCertainRule(sentRequests, outcomes),
  claims: makeUnknownRule(outcomes),
  claimsSet: makeInputRule(sentRequests),
  expires: makeUnknownRule(sentRequests),
  origin: rule((edit) => [makeFinding(edit, makeMotions(edit.b === undefined ? 'wider' : 'narrower', sentRequests))]),
  scopes: makeUnknownRule(sentRequests),
  flows: makeCertainRule(sentRequests),
  openIdConnectUrl: makeCertainRule(sentRequests),
  realm: makeInvisibleRule('Only the challenge tells it.'),
})

/** Clients miss a shorter lifetime of tokens; a token without a lifetime never expires. */
function makeLifetimeRule(): DiffRule {
  return rule((edit) => [
    makeFinding(
      edit,
      edit.b === undefined
        ? makeMotions('narrower', outcomes)
        : edit.a === undefined
          ? makeMotions('wider', outcomes)
          : atLeast(outcomes).judge(edit)[0]!.motions,
    ),
  ])
}

/** A greater clock skew admits more tokens. */
function makeSkewRule(): DiffRule {
  return rule((edit) => atMost(sentRequests).judge({ ...edit, a: edit.a ?? 0, b: edit.b ?? 0 }))
}

/** The condition of a resource without a rule. */
const conditionWithoutRule = ({ compiled }: Edition): 'true' | 'false' => {
  const { default: slot } = compiled.model.authentication.value
  return slot.state === 'shown' && slot.value === 'allow' ? 'true' : 'false'
}

/** Rules by resource, then by action, transition or property. A narrower read rule hides data that clients could read. */
const rules: DiffRule = rule((edit) => {
  const [a, b] = [toObject(edit.a), toObject(edit.b)]
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((resource) => {
    const [before, after] = [toObject(a[resource]), toObject(b[resource])]
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
      ruleFindings({ ...edit, a: before[name], b: after[name], path: [...edit.path, resource, name] }),
    )
  })
})

/** The actions that the rule of a property can restrict. */
const fieldActions = ['read', 'create', 'update'] as const

/** A rule of a record's action or transition, or of a property, for all actions or by action. */
function ruleFindings(edit: DocumentEdit): DiffFinding[] {
  const [, resource, name] = edit.path as [string, string, string]
  if (!isProperty(edit, resource, name)) {
    const isUsed = [edit.old, edit.new].some((edition) => usesRule(edition, resource, name))
    return diffPermission(edit, [conditionWithoutRule(edit.old), conditionWithoutRule(edit.new)], name, isUsed)
  }
  const [before, after] = [edit.a, edit.b].map((value) =>
    typeof value === 'string' ? Object.fromEntries(fieldActions.map((action) => [action, value])) : toObject(value),
  ) as [JsonObject, JsonObject]
  const isForAll = typeof edit.a === 'string' && typeof edit.b === 'string'
  return fieldActions.flatMap((action) => {
    const isUsed = action === 'read' || [edit.old, edit.new].some((edition) => sendsField(edition, resource, name, action))
    const inner = { ...edit, a: before[action], b: after[action], path: isForAll ? edit.path : [...edit.path, action] }
    return equalFacts(inner.a, inner.b) ? [] : diffPermission(inner, ['true', 'true'], action, isUsed)
  })
}

function isProperty({ old, new: newEdition }: DocumentEdit, resource: string, name: string): boolean {
  return [old, newEdition].some(({ compiled }) => compiled.facts.typing.domain.resources.get(resource)?.properties.has(name) === true)
}

/** True if an operation may perform what the rule restricts. */
function usesRule({ compiled }: Edition, resource: string, name: string): boolean {
  return compiled.facts.operations.some(({ creates, deletes, writes, transitions }) => {
    if (name === 'create') return creates.includes(resource)
    if (name === 'delete') return deletes.includes(resource)
    if (name === 'update') return writes.some((each) => each.startsWith(`${resource}.`))
    return name === 'read' || transitions.includes(`${resource}.${name}`)
  })
}

/** True if a request can send the property for the action; a `replace` or `put` that omits it removes its value. */
function sendsField({ compiled }: Edition, resource: string, property: string, action: 'create' | 'update'): boolean {
  return compiled.facts.operations.some(({ operation, creates }) => {
    if (operation.subject?.text.split('.')[0] !== resource) return false
    const isSent = compiled.facts.typing.input(operation).body?.writes.some((write) => write.property === property) === true
    if (action === 'create') return isSent && creates.includes(resource)
    return operation.action === 'replace' || operation.action === 'put' || (isSent && operation.action !== 'create')
  })
}

function diffPermission(edit: DocumentEdit, [before, after]: readonly [string, string], action: string, isUsed: boolean): DiffFinding[] {
  const way = compareConditions(edit.a ?? before, edit.b ?? after, edit)
  if (way === 'same') return []
  if (!isUsed) return [makeFinding(edit, [], { note: 'No operation does what it restricts.' })]
  const hidden = way === 'narrower' ? 'other' : way === 'wider' ? 'same' : way
  return [makeFinding(edit, [...permitWay(way), ...(action === 'read' ? makeMotions(hidden, readResponses) : [])])]
}

export const authenticationRules: { readonly [key: string]: DiffRule } = {
  schemes: makeEntriesRule(scheme, {
    added: makeInvisibleRule('Requirements list the operations that accept it.'),
    removed: makeInvisibleRule('Requirements listed the operations that accepted it.'),
  }),
  security: requirementsRule,
  caller: makeUnknownRule(outcomes, readResponses),
  roles: makeInvisibleRule('The changes of the rules that use it are listed there.'),
  rules,
  default: rule((edit) => [makeFinding(edit, permitWay(edit.b === 'allow' ? 'wider' : 'narrower'))]),
  unreadable: makeCertainRule(readResponses),
  origins: rule((edit) =>
    makeNamesRule('none', sentRequests)
      .judge(edit)
      .map((finding) => ({ ...finding, motions: permitWay(finding.motions[0]!.way) })),
  ),
  callers: makeInvisibleRule('They call in scenarios only.'),
  credentials: rule((edit) => [makeFinding(edit, permitWay(edit.b === true ? 'wider' : 'narrower'))]),
}
