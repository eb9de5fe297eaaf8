// Rules of part 5: callers, credentials and permissions.

import type { JsonObject } from '../../base/json.ts'
import type { Edition } from '../edition.ts'
import { wayOfCondition } from '../condition.ts'
import {
  type DocumentEdit,
  type DiffFinding,
  type DiffRule,
  atLeast,
  atMost,
  eachEntry,
  equalFacts,
  makeFinding,
  invisibleChange,
  keys,
  motionsOf,
  namesRule,
  objectOf,
  operatorSettings,
  other,
  outcomes,
  readResponses,
  rule,
  sentRequests,
  unknownRule,
} from '../rule.ts'
import { schemaOfInput } from './schemas.ts'
import { permitWay, requirementsRule } from './security.ts'

/** The operator's place of a secret. */
const secret: DiffRule = rule(
  (edit) => [makeFinding(edit, motionsOf('other', operatorSettings), { note: 'Operators have to keep it where the document says now.' })],
  { env: invisibleChange(), file: invisibleChange(), jwks: invisibleChange() },
)

const scheme: DiffRule = keys({
  type: other(sentRequests),
  scheme: other(sentRequests),
  in: other(sentRequests),
  name: other(sentRequests),
  bearerFormat: other(sentRequests),
  algorithm: namesRule('none', sentRequests),
  secret,
  keys: secret,
  username: secret,
  password: secret,
  issuer: rule((edit) => [
    makeFinding(edit, motionsOf(edit.a === undefined ? 'narrower' : edit.b === undefined ? 'wider' : 'other', sentRequests)),
  ]),
  audience: namesRule('all', sentRequests),
  lifetime: lifetimeRule(),
  skew: skewRule(),
  signature: other(sentRequests),
  tolerance: rule((edit) => atMost(sentRequests).judge({ ...edit, a: edit.a ?? 300_000, b: edit.b ?? 300_000 })),
  find: other(sentRequests, outcomes),
  claims: unknownRule(outcomes),
  claimsSet: schemaOfInput(sentRequests),
  expires: unknownRule(sentRequests),
  origin: rule((edit) => [makeFinding(edit, motionsOf(edit.b === undefined ? 'wider' : 'narrower', sentRequests))]),
  scopes: unknownRule(sentRequests),
  flows: other(sentRequests),
  openIdConnectUrl: other(sentRequests),
  realm: invisibleChange('Only the challenge tells it.'),
})

/** Clients miss a shorter lifetime of tokens; a token without a lifetime never expires. */
function lifetimeRule(): DiffRule {
  return rule((edit) => [
    makeFinding(
      edit,
      edit.b === undefined
        ? motionsOf('narrower', outcomes)
        : edit.a === undefined
          ? motionsOf('wider', outcomes)
          : atLeast(outcomes).judge(edit)[0]!.motions,
    ),
  ])
}

/** A greater clock skew admits more tokens. */
function skewRule(): DiffRule {
  return rule((edit) => atMost(sentRequests).judge({ ...edit, a: edit.a ?? 0, b: edit.b ?? 0 }))
}

/** The condition of a resource without a rule. */
const conditionWithoutRule = ({ compiled }: Edition): 'true' | 'false' => {
  const { default: slot } = compiled.model.authentication.value
  return slot.state === 'shown' && slot.value === 'allow' ? 'true' : 'false'
}

/** Rules by resource, then by action, transition or property. A narrower read rule hides data that clients could read. */
const rules: DiffRule = rule((edit) => {
  const [a, b] = [objectOf(edit.a), objectOf(edit.b)]
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((resource) => {
    const [before, after] = [objectOf(a[resource]), objectOf(b[resource])]
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
    return permissionFindings(edit, [conditionWithoutRule(edit.old), conditionWithoutRule(edit.new)], name, isUsed)
  }
  const [before, after] = [edit.a, edit.b].map((value) =>
    typeof value === 'string' ? Object.fromEntries(fieldActions.map((action) => [action, value])) : objectOf(value),
  ) as [JsonObject, JsonObject]
  const isForAll = typeof edit.a === 'string' && typeof edit.b === 'string'
  return fieldActions.flatMap((action) => {
    const isUsed = action === 'read' || [edit.old, edit.new].some((edition) => sendsField(edition, resource, name, action))
    const inner = { ...edit, a: before[action], b: after[action], path: isForAll ? edit.path : [...edit.path, action] }
    return equalFacts(inner.a, inner.b) ? [] : permissionFindings(inner, ['true', 'true'], action, isUsed)
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

function permissionFindings(
  edit: DocumentEdit,
  [before, after]: readonly [string, string],
  action: string,
  isUsed: boolean,
): DiffFinding[] {
  const way = wayOfCondition(edit.a ?? before, edit.b ?? after, edit)
  if (way === 'same') return []
  if (!isUsed) return [makeFinding(edit, [], { note: 'No operation does what it restricts.' })]
  const hidden = way === 'narrower' ? 'other' : way === 'wider' ? 'same' : way
  return [makeFinding(edit, [...permitWay(way), ...(action === 'read' ? motionsOf(hidden, readResponses) : [])])]
}

export const authenticationRules: { readonly [key: string]: DiffRule } = {
  schemes: eachEntry(scheme, {
    added: invisibleChange('Requirements list the operations that accept it.'),
    removed: invisibleChange('Requirements listed the operations that accepted it.'),
  }),
  security: requirementsRule,
  caller: unknownRule(outcomes, readResponses),
  roles: invisibleChange('The changes of the rules that use it are listed there.'),
  rules,
  default: rule((edit) => [makeFinding(edit, permitWay(edit.b === 'allow' ? 'wider' : 'narrower'))]),
  unreadable: other(readResponses),
  origins: rule((edit) =>
    namesRule('none', sentRequests)
      .judge(edit)
      .map((finding) => ({ ...finding, motions: permitWay(finding.motions[0]!.way) })),
  ),
  callers: invisibleChange('They call in scenarios only.'),
  credentials: rule((edit) => [makeFinding(edit, permitWay(edit.b === true ? 'wider' : 'narrower'))]),
}
