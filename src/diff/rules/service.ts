// Rules of part 1: what the operator sets, and code.

import { type Rule, atMost, each, finding, keys, move, names, objectOf, operated, other, outcome, quiet, read, rule, sent, unknown } from '../rule.ts'
import { effects } from './effects.ts'
import { given, settingSchema } from './schemas.ts'

/** A setting without a default must be set before the service runs. */
const settingAdded: Rule = rule((edit) => [finding(edit, move(objectOf(edit.b)['default'] !== undefined ? 'wider' : 'narrower', operated), { note: 'Operators have to set it, unless it has a default.' })])

const behaviour: Rule = keys({
  file: unknown(outcome, read),
  input: given(outcome),
  output: given(read),
  failures: names('none', outcome),
  timeout: atMost(sent, read),
  when: other(outcome, read),
  onDone: effects,
  onError: effects,
})

export const serviceRules: { readonly [key: string]: Rule } = {
  name: quiet('Logs and exports use it.'),
  url: other(sent, read),
  settings: each(settingSchema, { added: settingAdded, removed: rule((edit) => [finding(edit, move('wider', operated))]) }),
  behaviours: each(behaviour, { added: quiet(), removed: quiet('What called it says what happens instead.') }),
}
