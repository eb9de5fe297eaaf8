// `ninefold token`: a token for first requests, signed with the scheme's own secret.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../folder.ts'
import { ninefold } from '../ninefold.ts'

const authentication = `
  schemes:
    own: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: NINEFOLD_TEST_SECRET }, lifetime: PT1H }
    partner: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: RS256, keys: { env: KEYS } }
  security: [{ own: [] }]
  default: allow
  callers: { ann: { scheme: own, claims: { sub: ann, team: 7 } } }
`
process.env['NINEFOLD_TEST_SECRET'] = 'a secret of at least thirty-two bytes'

function document(): string {
  const file = join(temporaryFolder(), 'notes.yaml')
  writeFileSync(file, `ninefold: 1\nservice: { name: notes }\nresources: none\nauthentication:${authentication}`)
  return file
}

const claimsOf = (token: string): { readonly [name: string]: unknown } =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { readonly [name: string]: unknown }

test('a token has the given claims and the lifetime of its scheme', async () => {
  const { status, out } = await ninefold('token', document(), '--claim', 'sub=bob', '--claim', 'admin=true')
  assert.equal(status, 0)
  const { sub, admin, iat, exp } = claimsOf(out)
  assert.deepEqual([sub, admin, Number(exp) - Number(iat)], ['bob', true, 3600])
})

test('a test caller lends its claims', async () => {
  const { out } = await ninefold('token', document(), '--as', 'ann')
  assert.deepEqual([claimsOf(out)['sub'], claimsOf(out)['team']], ['ann', 7])
})

test('a scheme whose issuer signs is refused, as is an unknown caller', async () => {
  const partner = await ninefold('token', document(), '--scheme', 'partner')
  assert.deepEqual([partner.status, /no secret of the scheme `partner` signs tokens: those of `own` do/.test(partner.error)], [2, true])
  const nobody = await ninefold('token', document(), '--as', 'nobody')
  assert.match(nobody.error, /part 5 has no test caller `nobody`/)
})

test('refuses claims that the service would refuse, and names them', async () => {
  const file = document()
  const role = 'claimsSet: { type: object, required: [sub, role], properties: { sub: { type: string }, role: { enum: [staff, manager] } } }'
  writeFileSync(file, readFileSync(file, 'utf8').replace('lifetime: PT1H', `lifetime: PT1H, ${role}`))
  const sign = async (...claims: string[]): Promise<{ status: number; error: string }> =>
    ninefold('token', file, ...claims.flatMap((claim) => ['--claim', claim]))
  const without = await sign('sub=bob')
  assert.deepEqual([without.status, /the claim `role` is missing: add --claim role=…/.test(without.error)], [2, true], without.error)
  const boss = await sign('sub=bob', 'role=boss')
  assert.deepEqual([boss.status, /the claim `role` fails `enum` \["staff","manager"\]/.test(boss.error)], [2, true], boss.error)
  assert.equal((await sign('sub=bob', 'role=staff')).status, 0)
})

test('a name without an option says how to give it', async () => {
  const { status, error } = await ninefold('token', document(), 'ann')
  assert.equal(status, 2)
  assert.match(error, /--as ann for the claims of the test caller, or --claim sub=ann/)
})
