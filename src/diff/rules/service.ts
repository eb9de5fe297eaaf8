// Rules of part 1: settings of the operator, and code.

import { type DiffRule, atMost, eachEntry, finding, keys, move, namesRule, objectOf, operated, other, outcome, invisibleChange, read, rule, sent, unknownRule } from '../rule.ts'
import { effectsRule } from './effects.ts'
import { schemaOfInput, settingSchema } from './schemas.ts'

/** A setting without a default must be set before the service runs. */
const settingAdded: DiffRule = rule((edit) => [finding(edit, move(objectOf(edit.b)['default'] !== undefined ? 'wider' : 'narrower', operated), { note: 'Operators have to set it, unless it has a default.' })])

const behaviour: DiffRule = keys({
  file: unknownRule(outcome, read),
  input: schemaOfInput(outcome),
  output: schemaOfInput(read),
  failures: namesRule('none', outcome),
  timeout: atMost(sent, read),
  when: other(outcome, read),
  onDone: effectsRule,
  onError: effectsRule,
})

/** Each call is compared with the function's value in its place (`calls.ts`). */
const namedFunction: DiffRule = keys({
  parameters: invisibleChange('What calls it says what it comes to.'),
  returns: unknownRule(outcome, read),
  value: invisibleChange('What calls it is judged with it written out.'),
})

export const serviceRules: { readonly [key: string]: DiffRule } = {
  name: invisibleChange('Logs and exports use it.'),
  url: other(sent, read),
  basePath: other(sent),
  settings: eachEntry(settingSchema, { added: settingAdded, removed: rule((edit) => [finding(edit, move('wider', operated))]) }),
  functions: eachEntry(namedFunction, { added: invisibleChange(), removed: invisibleChange('What called it says what happens instead.') }),
  behaviours: eachEntry(behaviour, { added: invisibleChange(), removed: invisibleChange('What called it says what happens instead.') }),
}
