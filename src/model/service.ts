// Part 1: what the service is called, what its operator sets, and the code that no declaration can replace.

import { choice, listOf, mapOf, record } from './maps.ts'
import { schema } from './schema.ts'
import { duration, name, plainText, text, word } from './scalars.ts'
import { type Read, documentation, key } from './shape.ts'
import { effects } from './states.ts'

const contact = record('a contact', {
  name: documentation(plainText, 'Who answers for the service.'),
  url: documentation(plainText, 'Where to reach them.'),
  email: documentation(plainText, 'Their address.'),
})

const license = record('a license', {
  name: documentation(plainText, "The license's name."),
  identifier: documentation(plainText, 'Its SPDX expression.'),
  url: documentation(plainText, 'Where it stands.'),
})

const behaviourKeys = {
  file: key(name('a file name'), 'a hole', 'The module that holds the code; its default export is called.'),
  input: key(schema, 'none', 'What the code is given.'),
  output: key(schema, 'none', 'What it gives back.'),
  failures: key(listOf('a list of names', name('the name of a failure')), 'none', 'The refusals that it may answer with; each is the condition `fail NAME`.'),
  timeout: key(duration, 'none', 'How long it may take.'),
  when: key(word('before', 'after'), 'a hole', 'Before the transaction (may wait, may refuse) or after it (queued with the commit, retried).'),
  onDone: key(effects, 'none', 'Of code that runs `after`: what is done once it has ended well; `input` and `result` are in scope.'),
  onError: key(effects, 'it is tried again with back-off, and is then a dead job', 'Of code that runs `after`: what is done once it has failed; `input` and `error` are in scope.'),
  description: documentation(plainText, 'What it does.'),
}

export const serviceKeys = {
  name: key(name(), 'none', "The service's name, as logs and exports use it."),
  title: documentation(plainText, 'Its name for people.'),
  description: documentation(plainText, 'What it is for.'),
  summary: documentation(plainText, 'The same in one line.'),
  contact: documentation(choice('a contact', { scalar: plainText, map: contact }), 'Who answers for it.'),
  license: documentation(choice('a license', { scalar: plainText, map: license }), 'Under which terms it may be used.'),
  url: key(text, 'the address a request came to', "The service's public address, `service.url` in expressions."),
  settings: key(mapOf('a map of settings', schema), 'none', 'Typed values that the operator sets; unset is a hole.'),
  behaviours: key(mapOf('a map of behaviours', record('a behaviour', behaviourKeys)), 'none', 'Code for what no declaration says.'),
}

export type Service = Read<typeof serviceKeys>
export type Behaviour = Read<typeof behaviourKeys>
