// Rules of part 4, by the keys of an operation: its action, effects and answer.

import type { JsonObject } from '../../base/json.ts'
import { actionNames } from '../../model/endpoints.ts'
import {
  type DiffRule,
  atLeast,
  atMost,
  compareSets,
  makeEntriesRule,
  equalFacts,
  makeExpressionRule,
  makeFinding,
  makeInvisibleRule,
  isNone,
  makeKeysRule,
  makeMotions,
  makeNamesRule,
  toObject,
  makeCertainRule,
  outcomes,
  makePresenceRule,
  readResponses,
  rule,
  sentRequests,
  timeLimit,
  makeUnknownRule,
  withFormerNames,
} from '../rule.ts'
import { makeTemplateRule } from '../template.ts'
import { makeConditionsRule, effectsRule, setsRule } from './effects.ts'
import { accepts, body, bodyRequired, media, parameters, pathParameters } from './requests.ts'
import { requirementsRule } from './security.ts'

/** Headers of the answer: clients ignore an added header, and miss a removed one. */
export const headers: DiffRule = makeEntriesRule(makeExpressionRule(readResponses), {
  added: rule((edit) => [makeFinding(edit, makeMotions('narrower', readResponses))]),
  removed: makeCertainRule(readResponses),
})

const statuses: DiffRule = rule((edit) => {
  const findings = makeExpressionRule(readResponses).judge(edit)
  return findings.map((each) => ({
    ...each,
    motions: each.motions.length === 0 ? each.motions : makeMotions(each.motions[0]!.way, outcomes, readResponses),
  }))
})

/** An added state permits more; without any state the operation is possible in all states. */
const inStates: DiffRule = makeNamesRule('all', sentRequests)

const lookups: DiffRule = makeEntriesRule(
  makeKeysRule({
    find: makeCertainRule(outcomes),
    by: makeEntriesRule(makeExpressionRule(outcomes), { added: makeCertainRule(outcomes), removed: makeCertainRule(outcomes) }),
    decides: makeUnknownRule(outcomes, readResponses),
  }),
  {
    added: rule((edit) => [makeFinding(edit, makeMotions('unknown', outcomes))]),
    removed: rule((edit) => [makeFinding(edit, makeMotions('unknown', outcomes))]),
  },
)

const idempotency: DiffRule = rule(
  (edit) => {
    const [a, b] = [toObject(edit.a), toObject(edit.b)]
    if (edit.a === undefined)
      return [makeFinding(edit, makeMotions(b['kind'] === 'key' && b['optional'] !== true ? 'narrower' : 'wider', sentRequests))]
    if (edit.b === undefined) return [makeFinding(edit, makeMotions('wider', outcomes))]
    if (a['kind'] !== b['kind']) return [makeFinding(edit, [...makeMotions('other', outcomes)])]
    return idempotencyKeys.judge(edit)
  },
  { key: makeInvisibleRule(), optional: makeInvisibleRule(), scope: makeInvisibleRule(), replayed: makeInvisibleRule() },
)

const idempotencyKeys: DiffRule = makeKeysRule({
  kind: makeInvisibleRule(),
  key: makeCertainRule(sentRequests, outcomes),
  optional: rule((edit) => [makeFinding(edit, makeMotions(edit.b === true ? 'wider' : 'narrower', sentRequests))]),
  scope: makeUnknownRule(outcomes),
  replayed: rule((edit) => [makeFinding(edit, makeMotions(edit.a === undefined ? 'narrower' : 'other', readResponses))]),
})

const conditional: DiffRule = rule((edit) => {
  const levels = ['none', 'optional', 'required']
  const [a, b] = [edit.a, edit.b].map((json) => levels.indexOf(typeof json === 'string' ? json : 'none')) as [number, number]
  return [
    makeFinding(
      edit,
      [
        ...(b === 2 || a === 2 ? makeMotions(b === 2 ? 'narrower' : 'wider', sentRequests) : []),
        ...(b === 0 ? makeMotions('wider', readResponses) : a === 0 ? makeMotions('narrower', readResponses) : []),
      ],
      b === 0 ? { note: 'Answers no longer have an entity tag.' } : {},
    ),
  ]
})

const cache: DiffRule = rule(
  (edit) => {
    const [a, b] = [edit.a, edit.b].map((json) => (typeof json === 'string' ? { control: json } : toObject(json))) as [
      JsonObject,
      JsonObject,
    ]
    return [
      makeFinding(
        edit,
        makeMotions(
          equalFacts(a['control'], b['control']) && (Array.isArray(b['vary']) || b['vary'] === undefined) && b['vary'] !== undefined
            ? 'narrower'
            : 'unknown',
          readResponses,
        ),
      ),
    ]
  },
  { control: makeInvisibleRule(), vary: makeInvisibleRule() },
)

const page: DiffRule = makeKeysRule(
  {
    style: makeCertainRule(outcomes, readResponses),
    size: makeExpressionRule(readResponses),
    max: atMost(sentRequests),
    min: atLeast(sentRequests),
    offset: makeUnknownRule(outcomes),
    cursor: makeUnknownRule(outcomes),
  },
  { added: makeCertainRule(readResponses), removed: rule((edit) => [makeFinding(edit, makeMotions('unknown', readResponses))]) },
)

/** Parameters that clients may send: adding the first is wider, removing all of them is narrower. */
const offeredParameters = {
  added: rule((edit) => [makeFinding(edit, makeMotions('wider', sentRequests))]),
  removed: rule((edit) => [makeFinding(edit, makeMotions('narrower', sentRequests))]),
}

const filters: DiffRule = makeKeysRule(
  {
    properties: withFormerNames(makeNamesRule('none', sentRequests)),
    plain: makeCertainRule(sentRequests),
    spelling: makeCertainRule(sentRequests),
    operators: makeCertainRule(sentRequests),
    names: makeCertainRule(sentRequests),
    several: makePresenceRule({ added: 'wider', removed: 'narrower', changed: 'other' }, sentRequests),
  },
  offeredParameters,
)

const sortOrders: DiffRule = makeKeysRule(
  {
    properties: withFormerNames(makeNamesRule('none', sentRequests)),
    parameter: makeCertainRule(sentRequests),
    spelling: makeCertainRule(sentRequests),
    direction: makeCertainRule(sentRequests),
    words: makeCertainRule(sentRequests),
    names: makeCertainRule(sentRequests),
  },
  offeredParameters,
)

/** Members that answers have even if a request does not name them. */
const alwaysShown: DiffRule = rule((edit) => {
  const way = compareSets(edit.a, edit.b, 'none')
  return [makeFinding(edit, makeMotions(way === 'wider' ? 'narrower' : way === 'same' ? 'same' : 'other', readResponses))]
})

const sparseFields: DiffRule = makeKeysRule({ parameter: makeCertainRule(sentRequests), always: alwaysShown }, offeredParameters)

/** A condition that `never` occurs; if it does, the response is `internal`. */
const never: DiffRule = rule((edit) => {
  const [a, b] = [Object.keys(toObject(edit.a)).toSorted(), Object.keys(toObject(edit.b)).toSorted()]
  return equalFacts(a, b)
    ? [makeFinding(edit, [], { note: 'Only the reason is another.' })]
    : [makeFinding(edit, makeMotions('unknown', outcomes))]
})

const output: DiffRule = rule((edit) =>
  edit.a === undefined || edit.b === undefined || isNone(edit.a) || isNone(edit.b)
    ? [makeFinding(edit, makeMotions(edit.a === undefined || isNone(edit.a) ? 'unknown' : 'other', readResponses))]
    : makeTemplateRule(readResponses).judge(edit),
)

const lets: DiffRule = makeEntriesRule(makeExpressionRule(outcomes, readResponses), {
  added: makeInvisibleRule('The changes are listed where it is read.'),
  removed: makeInvisibleRule('The changes are listed where it was read.'),
})

/** Of another server the description may no longer show, or not yet, which action it is. */
const changedAction: DiffRule = rule((edit) => [
  makeFinding(
    edit,
    makeMotions(edit.new.isElsewhere && (edit.a === undefined || edit.b === undefined) ? 'unknown' : 'other', outcomes, readResponses),
  ),
])

export const operationRules: { readonly [key: string]: DiffRule } = {
  operationId: makeInvisibleRule('Names in generated code change; nothing on the wire does.'),
  ...Object.fromEntries(actionNames.map((name) => [name, name === 'do' ? effectsRule : changedAction])),
  to: makeUnknownRule(outcomes, readResponses),
  input: makePresenceRule({ added: 'unknown', removed: 'unknown', changed: 'unknown' }, outcomes, readResponses),
  with: lookups,
  by: makeEntriesRule(makeExpressionRule(outcomes), { added: makeUnknownRule(outcomes), removed: makeUnknownRule(outcomes) }),
  let: lets,
  where: makeExpressionRule(outcomes, readResponses),
  filter: filters,
  sort: sortOrders,
  order: withFormerNames(makeCertainRule(readResponses)),
  page,
  fields: sparseFields,
  body,
  bodyRequired,
  accepts,
  parameters: makeKeysRule({ query: parameters, header: parameters, path: pathParameters }),
  strict: rule((edit) => [makeFinding(edit, makeMotions(edit.b === true ? 'narrower' : 'wider', sentRequests))]),
  set: setsRule,
  require: makeConditionsRule(sentRequests),
  in: inStates,
  discloses: makeUnknownRule(readResponses),
  idempotency,
  conditional,
  never,
  status: statuses,
  headers,
  output,
  media,
  cache,
  security: requirementsRule,
  limits: rule((edit) => [makeFinding(edit, makeMotions('unknown', sentRequests))]),
  timeout: timeLimit,
  version: makeCertainRule(sentRequests),
  wait: makeKeysRule({
    read: makeCertainRule(readResponses),
    path: makeEntriesRule(makeExpressionRule(readResponses), {
      added: makeCertainRule(readResponses),
      removed: makeCertainRule(readResponses),
    }),
    until: makeExpressionRule(readResponses),
    for: rule((edit) => [makeFinding(edit, makeMotions('unknown', readResponses), { note: 'Either answer may come at any length.' })]),
  }),
  touch: makeKeysRule({
    record: makeUnknownRule(readResponses),
    property: makeCertainRule(readResponses),
    every: makeCertainRule(readResponses),
  }),
}
