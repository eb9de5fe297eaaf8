// Rules of part 5: callers, credentials and permissions.

import type { Edition } from '../edition.ts'
import { wayOfCondition } from '../condition.ts'
import {
  type DocumentEdit,
  type DiffFinding,
  type DiffRule,
  atLeast,
  atMost,
  eachEntry,
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

function ruleFindings(edit: DocumentEdit): DiffFinding[] {
  const actions = [edit.a, edit.b].map((json) => (typeof json === 'object' && json !== null ? objectOf(json) : undefined))
  if (actions.some((each) => each !== undefined)) {
    const [before, after] = [edit.a, edit.b].map(
      (json, index) => actions[index] ?? (json === undefined ? {} : { read: json, write: json }),
    ) as [ReturnType<typeof objectOf>, ReturnType<typeof objectOf>]
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
      ruleFindings({ ...edit, a: before[name], b: after[name], path: [...edit.path, name] }),
    )
  }
  const way = wayOfCondition(edit.a ?? conditionWithoutRule(edit.old), edit.b ?? conditionWithoutRule(edit.new), edit)
  if (way === 'same') return []
  return [
    makeFinding(edit, [
      ...permitWay(way),
      ...(way === 'narrower' ? motionsOf('other', readResponses) : way === 'unknown' ? motionsOf('unknown', readResponses) : []),
    ]),
  ]
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
