// Reads part 1: the service's name, its settings, the functions of its expressions, and the code that declarations cannot replace.

import { listOf, mapOf, record } from './maps.ts'
import { choice } from './shape-combinators.ts'
import { schema } from './schema.ts'
import { basePath, duration, expression, name, plainText, text, oneOfWords } from './scalars.ts'
import { type Read, documentation, key, requiredKey } from './shape.ts'
import { effects } from './states.ts'
import { typeName } from './type-name.ts'

const contact = record('a contact', {
  name: documentation(plainText, 'The contact of the service.'),
  url: documentation(plainText, 'Their address.'),
  email: documentation(plainText, 'Their address.'),
})

const license = record('a license', {
  name: documentation(plainText, "The license's name."),
  identifier: documentation(plainText, 'Its SPDX expression.'),
  url: documentation(plainText, 'Its address.'),
})

const behaviourKeys = {
  file: requiredKey(name('a file name'), 'The module that holds the code; its default export is called.'),
  input: key(schema, 'none', 'The input of the code.'),
  output: key(schema, 'none', 'The result of the code.'),
  failures: key(
    listOf('a list of names', name('the name of a failure')),
    'none',
    'The refusals that it may answer with; each is the condition `fail NAME`.',
  ),
  timeout: key(duration, 'none', 'How long it may take.'),
  when: requiredKey(
    oneOfWords('before', 'after'),
    'Before the transaction (may wait, may refuse) or after it (queued with the commit, retried).',
  ),
  onDone: key(effects, 'none', 'For `after`: effects of a successful run, which read `input` and `result`.'),
  onError: key(
    effects,
    'it is tried again with back-off, and is then a dead job',
    'For `after`: effects of a failed run, which read `input` and `error`.',
  ),
  description: documentation(plainText, 'A description.'),
}

const functionKeys = {
  parameters: key(mapOf('a map of types', typeName), 'none', 'The type of each parameter, in the order of the call.'),
  returns: requiredKey(typeName, 'The type of the result.'),
  value: requiredKey(expression, 'The result, from the parameters.'),
  description: documentation(plainText, 'A description.'),
}

export const serviceKeys = {
  name: key(name(), 'none', "The service's name, as logs and exports use it."),
  title: documentation(plainText, 'Its name for people.'),
  description: documentation(plainText, 'Its purpose.'),
  summary: documentation(plainText, 'The same in one line.'),
  contact: documentation(choice('a contact', { scalar: plainText, map: contact }), 'The person or team responsible for the service.'),
  license: documentation(choice('a license', { scalar: plainText, map: license }), 'Under which terms it may be used.'),
  url: key(text, 'the address a request came to', "The service's public address, `service.url` in expressions."),
  basePath: key(basePath, 'none', 'Precedes the paths of all endpoints.'),
  settings: key(mapOf('a map of settings', schema), 'none', 'Typed values that the operator sets; an unset one is a gap.'),
  functions: key(
    mapOf('a map of functions', record('a function', functionKeys)),
    'none',
    'Named expressions, which any expression can call.',
  ),
  behaviours: key(mapOf('a map of behaviours', record('a behaviour', behaviourKeys)), 'none', 'Code for what no declaration says.'),
}

export type ServiceKeys = Read<typeof serviceKeys>
export type FunctionSlots = Read<typeof functionKeys>
export type Behaviour = Read<typeof behaviourKeys>
