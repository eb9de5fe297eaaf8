// Reads `wait`: an answer that is held after its commit until a condition about a record is true, or a time has passed.

import { mapOf, record } from './maps.ts'
import { duration, expression, name } from './scalars.ts'
import { key, requiredKey } from './shape.ts'

export const waitKeys = {
  read: requiredKey(name('the `operationId` of a read'), 'The read whose answer is sent if the condition becomes true in time.'),
  path: key(
    mapOf('a map of path parameters to expressions', expression),
    'none',
    'The path parameters of the read, from the names of the answer.',
  ),
  until: requiredKey(expression, "The condition for that, over the names of the read's answer, such as `this`."),
  for: requiredKey(duration, 'The longest wait; then the ordinary answer is sent.'),
}

export const wait = record('a wait', waitKeys)
