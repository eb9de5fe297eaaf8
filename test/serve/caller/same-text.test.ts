// A credential is valid if it is the same text as the secret, for all characters and lengths.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { makeTextComparison } from '../../../src/serve/caller/same-text.ts'

test('accepts no other text than the secret', () => {
  const secrets = [
    '',
    '\0',
    'a',
    'a\0',
    'aa',
    'é',
    'e\u0301',
    '\ud800',
    '\ud801',
    ...[99, 100, 101, 102, 500].flatMap((length) => [
      'x'.repeat(length),
      `${'x'.repeat(length - 1)}y`,
      `${'x'.repeat(length - 1)}\ud800`,
      `${'x'.repeat(length - 1)}\ud801`,
    ]),
  ]
  for (const secret of secrets) {
    const isSecret = makeTextComparison(secret)
    for (const said of [...secrets, ...secrets.toReversed()]) assert.equal(isSecret(said), said === secret, JSON.stringify([secret, said]))
  }
})

test('distinguishes texts of any kind', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 150 }),
      fc.array(fc.string({ unit: 'binary', maxLength: 150 })),
      (secret, others) => {
        const isSecret = makeTextComparison(secret)
        for (const said of [...others, secret, `${secret}\0`, secret.slice(1), secret.slice(0, -1)])
          assert.equal(isSecret(said), said === secret)
      },
    ),
  )
})
