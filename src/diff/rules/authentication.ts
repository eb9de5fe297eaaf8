// Rules of part 5: callers, credentials and permissions.

import type { Edition } from '../edition.ts'
import { wayOfCondition } from '../condition.ts'
import { type DocumentEdit, type DiffFinding, type DiffRule, atLeast, atMost, eachEntry, finding, keys, move, namesRule, objectOf, operated, other, outcome, invisibleChange, read, rule, sent, unknownRule } from '../rule.ts'
import { schemaOfInput } from './schemas.ts'
import { permitWay, requirementsRule } from './security.ts'

/** The operator's place of a secret. */
const secret: DiffRule = rule((edit) => [finding(edit, move('other', operated), { note: 'Operators have to keep it where the document says now.' })], { env: invisibleChange(), file: invisibleChange(), jwks: invisibleChange() })

const scheme: DiffRule = keys({
  type: other(sent),
  scheme: other(sent),
  in: other(sent),
  name: other(sent),
  bearerFormat: other(sent),
  algorithm: namesRule('none', sent),
  secret,
  keys: secret,
  username: secret,
  password: secret,
  issuer: rule((edit) => [finding(edit, move(edit.a === undefined ? 'narrower' : edit.b === undefined ? 'wider' : 'other', sent))]),
  audience: namesRule('all', sent),
  lifetime: atLeastPromised(),
  skew: atMostPermitted(),
  signature: other(sent),
  tolerance: rule((edit) => atMost(sent).judge({ ...edit, a: edit.a ?? 300_000, b: edit.b ?? 300_000 })),
  find: other(sent, outcome),
  claims: unknownRule(outcome),
  claimsSet: schemaOfInput(sent),
  expires: unknownRule(sent),
  origin: rule((edit) => [finding(edit, move(edit.b === undefined ? 'wider' : 'narrower', sent))]),
  scopes: unknownRule(sent),
  flows: other(sent),
  openIdConnectUrl: other(sent),
  realm: invisibleChange('Only the challenge tells it.'),
})

/** Clients miss a shorter lifetime of tokens; a token without a lifetime never expires. */
function atLeastPromised(): DiffRule {
  return rule((edit) => [finding(edit, edit.b === undefined ? move('narrower', outcome) : edit.a === undefined ? move('wider', outcome) : atLeast(outcome).judge(edit)[0]!.motions)])
}

/** A greater clock skew admits more tokens. */
function atMostPermitted(): DiffRule {
  return rule((edit) => atMost(sent).judge({ ...edit, a: edit.a ?? 0, b: edit.b ?? 0 }))
}

/** The condition of a resource without a rule. */
const absent = ({ compiled }: Edition): 'true' | 'false' => {
  const { default: slot } = compiled.model.authentication.value
  return slot.state === 'shown' && slot.value === 'allow' ? 'true' : 'false'
}

/** Rules by resource, then by action, transition or property. A narrower read rule hides data that clients could read. */
const rules: DiffRule = rule((edit) => {
  const [a, b] = [objectOf(edit.a), objectOf(edit.b)]
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((resource) => {
    const [before, after] = [objectOf(a[resource]), objectOf(b[resource])]
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => ruleFindings({ ...edit, a: before[name], b: after[name], path: [...edit.path, resource, name] }))
  })
})

function ruleFindings(edit: DocumentEdit): DiffFinding[] {
  const actions = [edit.a, edit.b].map((json) => (typeof json === 'object' && json !== null ? objectOf(json) : undefined))
  if (actions.some((each) => each !== undefined)) {
    const [before, after] = [edit.a, edit.b].map((json, index) => actions[index] ?? (json === undefined ? {} : { read: json, write: json })) as [ReturnType<typeof objectOf>, ReturnType<typeof objectOf>]
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => ruleFindings({ ...edit, a: before[name], b: after[name], path: [...edit.path, name] }))
  }
  const way = wayOfCondition(edit.a ?? absent(edit.old), edit.b ?? absent(edit.new), edit)
  if (way === 'same') return []
  return [finding(edit, [...permitWay(way), ...(way === 'narrower' ? move('other', read) : way === 'unknown' ? move('unknown', read) : [])])]
}

export const authenticationRules: { readonly [key: string]: DiffRule } = {
  schemes: eachEntry(scheme, { added: invisibleChange('Requirements say where it lets somebody in.'), removed: invisibleChange('Requirements say where it let somebody in.') }),
  security: requirementsRule,
  caller: unknownRule(outcome, read),
  roles: invisibleChange('Rules that name it say what it comes to.'),
  rules,
  default: rule((edit) => [finding(edit, permitWay(edit.b === 'allow' ? 'wider' : 'narrower'))]),
  unreadable: other(read),
  origins: rule((edit) => namesRule('none', sent).judge(edit).map((finding) => ({ ...finding, motions: permitWay(finding.motions[0]!.way) }))),
  callers: invisibleChange('They call in scenarios only.'),
  credentials: rule((edit) => [finding(edit, permitWay(edit.b === true ? 'wider' : 'narrower'))]),
}
