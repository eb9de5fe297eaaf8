// Rules of part 4, by the keys of an operation: its action, effects and answer.

import type { JsonObject } from '../../base/json.ts'
import { actionNames } from '../../model/endpoints.ts'
import {
  type DiffRule,
  atLeast,
  atMost,
  compareSets,
  eachEntry,
  equalFacts,
  expressionRule,
  makeFinding,
  invisibleChange,
  isNone,
  keys,
  motionsOf,
  namesRule,
  objectOf,
  other,
  outcomes,
  presence,
  readResponses,
  rule,
  sentRequests,
  timeLimit,
  unknownRule,
  withFormerNames,
} from '../rule.ts'
import { templateRule } from '../template.ts'
import { conditionsRule, effectsRule, setsRule } from './effects.ts'
import { accepts, body, bodyRequired, media, parameters, pathParameters } from './requests.ts'
import { requirementsRule } from './security.ts'

/** Headers of the answer: clients ignore an added header, and miss a removed one. */
export const headers: DiffRule = eachEntry(expressionRule(readResponses), {
  added: rule((edit) => [makeFinding(edit, motionsOf('narrower', readResponses))]),
  removed: other(readResponses),
})

const statuses: DiffRule = rule((edit) => {
  const findings = expressionRule(readResponses).judge(edit)
  return findings.map((each) => ({
    ...each,
    motions: each.motions.length === 0 ? each.motions : motionsOf(each.motions[0]!.way, outcomes, readResponses),
  }))
})

/** An added state permits more; without any state the operation is possible in all states. */
const inStates: DiffRule = namesRule('all', sentRequests)

const lookups: DiffRule = eachEntry(
  keys({
    find: other(outcomes),
    by: eachEntry(expressionRule(outcomes), { added: other(outcomes), removed: other(outcomes) }),
    decides: unknownRule(outcomes, readResponses),
  }),
  {
    added: rule((edit) => [makeFinding(edit, motionsOf('unknown', outcomes))]),
    removed: rule((edit) => [makeFinding(edit, motionsOf('unknown', outcomes))]),
  },
)

const idempotency: DiffRule = rule(
  (edit) => {
    const [a, b] = [objectOf(edit.a), objectOf(edit.b)]
    if (edit.a === undefined)
      return [makeFinding(edit, motionsOf(b['kind'] === 'key' && b['optional'] !== true ? 'narrower' : 'wider', sentRequests))]
    if (edit.b === undefined) return [makeFinding(edit, motionsOf('wider', outcomes))]
    if (a['kind'] !== b['kind']) return [makeFinding(edit, [...motionsOf('other', outcomes)])]
    return idempotencyKeys.judge(edit)
  },
  { key: invisibleChange(), optional: invisibleChange(), scope: invisibleChange(), replayed: invisibleChange() },
)

const idempotencyKeys: DiffRule = keys({
  kind: invisibleChange(),
  key: other(sentRequests, outcomes),
  optional: rule((edit) => [makeFinding(edit, motionsOf(edit.b === true ? 'wider' : 'narrower', sentRequests))]),
  scope: unknownRule(outcomes),
  replayed: rule((edit) => [makeFinding(edit, motionsOf(edit.a === undefined ? 'narrower' : 'other', readResponses))]),
})

const conditional: DiffRule = rule((edit) => {
  const levels = ['none', 'optional', 'required']
  const [a, b] = [edit.a, edit.b].map((json) => levels.indexOf(typeof json === 'string' ? json : 'none')) as [number, number]
  return [
    makeFinding(
      edit,
      [
        ...(b === 2 || a === 2 ? motionsOf(b === 2 ? 'narrower' : 'wider', sentRequests) : []),
        ...(b === 0 ? motionsOf('wider', readResponses) : a === 0 ? motionsOf('narrower', readResponses) : []),
      ],
      b === 0 ? { note: 'Answers no longer have an entity tag.' } : {},
    ),
  ]
})

const cache: DiffRule = rule(
  (edit) => {
    const [a, b] = [edit.a, edit.b].map((json) => (typeof json === 'string' ? { control: json } : objectOf(json))) as [
      JsonObject,
      JsonObject,
    ]
    return [
      makeFinding(
        edit,
        motionsOf(
          equalFacts(a['control'], b['control']) && (Array.isArray(b['vary']) || b['vary'] === undefined) && b['vary'] !== undefined
            ? 'narrower'
            : 'unknown',
          readResponses,
        ),
      ),
    ]
  },
  { control: invisibleChange(), vary: invisibleChange() },
)

const page: DiffRule = keys(
  {
    style: other(outcomes, readResponses),
    size: expressionRule(readResponses),
    max: atMost(sentRequests),
    min: atLeast(sentRequests),
    offset: unknownRule(outcomes),
    cursor: unknownRule(outcomes),
  },
  { added: other(readResponses), removed: rule((edit) => [makeFinding(edit, motionsOf('unknown', readResponses))]) },
)

const filters: DiffRule = keys(
  {
    properties: withFormerNames(namesRule('none', sentRequests)),
    plain: other(sentRequests),
    spelling: other(sentRequests),
    operators: other(sentRequests),
    names: other(sentRequests),
    several: presence({ added: 'wider', removed: 'narrower', changed: 'other' }, sentRequests),
  },
  {
    added: rule((edit) => [makeFinding(edit, motionsOf('wider', sentRequests))]),
    removed: rule((edit) => [makeFinding(edit, motionsOf('narrower', sentRequests))]),
  },
)

/** Members that answers have even if a request does not name them. */
const alwaysShown: DiffRule = rule((edit) => {
  const way = compareSets(edit.a, edit.b, 'none')
  return [makeFinding(edit, motionsOf(way === 'wider' ? 'narrower' : way === 'same' ? 'same' : 'other', readResponses))]
})

const sparseFields: DiffRule = keys(
  { parameter: other(sentRequests), always: alwaysShown },
  {
    added: rule((edit) => [makeFinding(edit, motionsOf('wider', sentRequests))]),
    removed: rule((edit) => [makeFinding(edit, motionsOf('narrower', sentRequests))]),
  },
)

/** A condition that `never` occurs; if it does, the response is `internal`. */
const never: DiffRule = rule((edit) => {
  const [a, b] = [Object.keys(objectOf(edit.a)).toSorted(), Object.keys(objectOf(edit.b)).toSorted()]
  return equalFacts(a, b)
    ? [makeFinding(edit, [], { note: 'Only the reason is another.' })]
    : [makeFinding(edit, motionsOf('unknown', outcomes))]
})

const output: DiffRule = rule((edit) =>
  edit.a === undefined || edit.b === undefined || isNone(edit.a) || isNone(edit.b)
    ? [makeFinding(edit, motionsOf(edit.a === undefined || isNone(edit.a) ? 'unknown' : 'other', readResponses))]
    : templateRule(readResponses).judge(edit),
)

const lets: DiffRule = eachEntry(expressionRule(outcomes, readResponses), {
  added: invisibleChange('The changes are listed where it is read.'),
  removed: invisibleChange('The changes are listed where it was read.'),
})

/** Of another server the description may no longer show, or not yet, which action it is. */
const changedAction: DiffRule = rule((edit) => [
  makeFinding(
    edit,
    motionsOf(edit.new.isElsewhere && (edit.a === undefined || edit.b === undefined) ? 'unknown' : 'other', outcomes, readResponses),
  ),
])

export const operationRules: { readonly [key: string]: DiffRule } = {
  operationId: invisibleChange('Names in generated code change; nothing on the wire does.'),
  ...Object.fromEntries(actionNames.map((name) => [name, name === 'do' ? effectsRule : changedAction])),
  to: unknownRule(outcomes, readResponses),
  input: presence({ added: 'unknown', removed: 'unknown', changed: 'unknown' }, outcomes, readResponses),
  with: lookups,
  by: eachEntry(expressionRule(outcomes), { added: unknownRule(outcomes), removed: unknownRule(outcomes) }),
  let: lets,
  where: expressionRule(outcomes, readResponses),
  filter: filters,
  sort: withFormerNames(namesRule('none', sentRequests)),
  order: withFormerNames(other(readResponses)),
  page,
  fields: sparseFields,
  body,
  bodyRequired,
  accepts,
  parameters: keys({ query: parameters, header: parameters, path: pathParameters }),
  strict: rule((edit) => [makeFinding(edit, motionsOf(edit.b === true ? 'narrower' : 'wider', sentRequests))]),
  set: setsRule,
  require: conditionsRule(sentRequests),
  in: inStates,
  discloses: unknownRule(readResponses),
  idempotency,
  conditional,
  never,
  status: statuses,
  headers,
  output,
  media,
  cache,
  security: requirementsRule,
  limits: rule((edit) => [makeFinding(edit, motionsOf('unknown', sentRequests))]),
  timeout: timeLimit,
  version: other(sentRequests),
  wait: keys({
    read: other(readResponses),
    path: eachEntry(expressionRule(readResponses), { added: other(readResponses), removed: other(readResponses) }),
    until: expressionRule(readResponses),
    for: rule((edit) => [makeFinding(edit, motionsOf('unknown', readResponses), { note: 'Either answer may come at any length.' })]),
  }),
  touch: keys({ record: unknownRule(readResponses), property: other(readResponses), every: other(readResponses) }),
}
