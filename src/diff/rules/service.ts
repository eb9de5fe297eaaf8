// Rules of part 1: settings of the operator, and code.

import {
  type DiffRule,
  atMost,
  makeEntriesRule,
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
import { effectsRule } from './effects.ts'
import { makeInputRule, settingSchema } from './schemas.ts'

/** A setting without a default must be set before the service runs. */
const settingAdded: DiffRule = rule((edit) => [
  makeFinding(edit, makeMotions(toObject(edit.b)['default'] !== undefined ? 'wider' : 'narrower', operatorSettings), {
    note: 'Operators have to set it, unless it has a default.',
  }),
])

const behaviour: DiffRule = makeKeysRule({
  file: makeUnknownRule(outcomes, readResponses),
  input: makeInputRule(outcomes),
  output: makeInputRule(readResponses),
  failures: makeNamesRule('none', outcomes),
  timeout: atMost(sentRequests, readResponses),
  when: makeCertainRule(outcomes, readResponses),
  onDone: effectsRule,
  onError: effectsRule,
})

/** Each call is compared with the function's value in its place (`calls.ts`). */
const namedFunction: DiffRule = makeKeysRule({
  parameters: makeInvisibleRule('The changes are listed where it is called.'),
  returns: makeUnknownRule(outcomes, readResponses),
  value: makeInvisibleRule('Its callers are compared with its body expanded.'),
})

export const serviceRules: { readonly [key: string]: DiffRule } = {
  name: makeInvisibleRule('Logs and exports use it.'),
  url: makeCertainRule(sentRequests, readResponses),
  basePath: makeCertainRule(sentRequests),
  settings: makeEntriesRule(settingSchema, {
    added: settingAdded,
    removed: rule((edit) => [makeFinding(edit, makeMotions('wider', operatorSettings))]),
  }),
  functions: makeEntriesRule(namedFunction, {
    added: makeInvisibleRule(),
    removed: makeInvisibleRule('The changes are listed where it was called.'),
  }),
  behaviours: makeEntriesRule(behaviour, {
    added: makeInvisibleRule(),
    removed: makeInvisibleRule('The changes are listed where it was called.'),
  }),
}
