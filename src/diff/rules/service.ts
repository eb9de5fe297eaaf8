// Rules of part 1: settings of the operator, and code.

import {
  type DiffRule,
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
import { effectsRule } from './effects.ts'
import { schemaOfInput, settingSchema } from './schemas.ts'

/** A setting without a default must be set before the service runs. */
const settingAdded: DiffRule = rule((edit) => [
  makeFinding(edit, motionsOf(objectOf(edit.b)['default'] !== undefined ? 'wider' : 'narrower', operatorSettings), {
    note: 'Operators have to set it, unless it has a default.',
  }),
])

const behaviour: DiffRule = keys({
  file: unknownRule(outcomes, readResponses),
  input: schemaOfInput(outcomes),
  output: schemaOfInput(readResponses),
  failures: namesRule('none', outcomes),
  timeout: atMost(sentRequests, readResponses),
  when: other(outcomes, readResponses),
  onDone: effectsRule,
  onError: effectsRule,
})

/** Each call is compared with the function's value in its place (`calls.ts`). */
const namedFunction: DiffRule = keys({
  parameters: invisibleChange('The changes are listed where it is called.'),
  returns: unknownRule(outcomes, readResponses),
  value: invisibleChange('Its callers are compared with its body expanded.'),
})

export const serviceRules: { readonly [key: string]: DiffRule } = {
  name: invisibleChange('Logs and exports use it.'),
  url: other(sentRequests, readResponses),
  basePath: other(sentRequests),
  settings: eachEntry(settingSchema, {
    added: settingAdded,
    removed: rule((edit) => [makeFinding(edit, motionsOf('wider', operatorSettings))]),
  }),
  functions: eachEntry(namedFunction, {
    added: invisibleChange(),
    removed: invisibleChange('The changes are listed where it was called.'),
  }),
  behaviours: eachEntry(behaviour, { added: invisibleChange(), removed: invisibleChange('The changes are listed where it was called.') }),
}
