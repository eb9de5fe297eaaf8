// Two roles: one owns the tables and migrates them, the other only serves them.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { temporaryFolder } from '../../folder.ts'
import { ninefold } from '../../ninefold.ts'
import { type Schema, freshSchema, noPostgres } from '../../postgres.ts'
import { lamps } from '../../serve/killed/document.ts'
import { taker } from '../../serve/killed/taker.ts'
import { call } from '../killed.ts'
import { type Started, started } from '../process.ts'
import { until } from '../../until.ts'

const skip = noPostgres ?? false
const password = 'a-password'

/** Lamps that switch off by themselves; each caller may create one per hour. */
const document = lamps
  .replace('      bright: { on: {', '      bright: { after: { PT0.2S: { target: dark } }, on: {')
  .replace(
    'limits: none',
    'limits: { rates: { making: { quota: 4, window: PT1H, partition: request.address, operations: [POST /lamps] } } }',
  )

test('a role that only serves can write, deliver, fire timers and count, but not alter tables', { skip }, async (context) => {
  const [schema, receiver] = [await freshSchema(), await taker()]
  const file = join(temporaryFolder(), 'lamps.yaml')
  writeFileSync(file, document)
  const services: Started[] = []
  context.after(async () => {
    for (const service of services) await service.kill('SIGKILL')
    receiver.close()
    await schema.drop()
  })
  const { role, url } = await otherRole(context, schema)

  // Its rights are given before there is a table.
  const granted = await ninefold('migrate', file, '--store', schema.url, '--grant', role)
  assert.equal(granted.status, 0, granted.error)
  await schema.query(granted.out)
  await assert.rejects(started(file, url), /may create no tables.+ninefold migrate DOC --store/)
  const made = await ninefold('migrate', file, '--store', schema.url)
  assert.equal(made.status, 0, made.error)
  assert.match(made.out, /is the store of this document now/)

  const service = await started(file, url, ['--private-targets'])
  services.push(service)
  await call(service.url, 'POST', '/subscriptions', JSON.stringify({ url: receiver.url, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }))
  const house = (await call(service.url, 'POST', '/houses', '{}')).json.id as number
  const statuses: number[] = []
  for (let count = 0; count < 5; count++) statuses.push((await call(service.url, 'POST', '/lamps', JSON.stringify({ house }))).status)
  assert.deepEqual(statuses, [201, 201, 201, 201, 429])
  assert.equal((await call(service.url, 'POST', '/lamps/1/turn')).status, 200)
  await until(() => receiver.ids.size === 2)
  const isDark = async (): Promise<boolean> => /"light":"dark"/.test((await call(service.url, 'GET', '/lamps')).text.split('"id":2')[0]!)
  await until(isDark)
  assert.doesNotMatch(service.errors(), /permission denied/)

  await assert.rejects(schema.query(`SET ROLE ${role}; ALTER TABLE "Lamp" ADD COLUMN more int`), /must be owner of table Lamp/)
  const migrated = await ninefold('migrate', await withMore(), '--store', url)
  assert.equal(migrated.status, 2)
  assert.match(migrated.error, /must be owner of table/)
})

test('a role that only migrates gets the tables of their former owner', { skip }, async (context) => {
  const schema = await freshSchema()
  const file = join(temporaryFolder(), 'lamps.yaml')
  writeFileSync(file, document)
  const services: Started[] = []
  context.after(async () => {
    for (const service of services) await service.kill('SIGKILL')
    await schema.drop()
  })
  const made = await ninefold('migrate', file, '--store', schema.url)
  assert.equal(made.status, 0, made.error)
  const [migrates, serves] = [await otherRole(context, schema), await otherRole(context, schema)]
  const before = await ninefold('migrate', await withMore(), '--store', migrates.url)
  assert.match(before.error, /cannot be migrated/)

  const owning = await ninefold('migrate', file, '--store', schema.url, '--owner', migrates.role)
  assert.equal(owning.status, 0, owning.error)
  await schema.query(owning.out)
  const granted = await ninefold('migrate', file, '--store', migrates.url, '--grant', serves.role)
  await schema.query(`SET ROLE ${migrates.role}; ${granted.out}`)
  const next = await withMore()
  const migrated = await ninefold('migrate', next, '--store', migrates.url)
  assert.equal(migrated.status, 0, migrated.error)
  const service = await started(next, serves.url, ['--private-targets'])
  services.push(service)
  assert.equal((await call(service.url, 'POST', '/houses', '{}')).status, 201)
  const contracted = await ninefold('migrate', next, '--store', migrates.url, '--contract')
  assert.equal(contracted.status, 0, contracted.error)
})

test('a file has no roles', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'lamps.yaml')
  writeFileSync(file, document)
  const { status, error } = await ninefold('migrate', file, '--store', `sqlite:${folder}/store.db`, '--grant', 'other')
  assert.equal(status, 2)
  assert.match(error, /store\.db has no roles/)
})

/** The document with a further property. */
async function withMore(): Promise<string> {
  const file = join(temporaryFolder(), 'lamps.yaml')
  writeFileSync(
    file,
    document.replace('      house: {', '      more: { type: integer, minimum: 0, maximum: 9, default: 0 }\n      house: {'),
  )
  return file
}

async function otherRole(context: Pick<TestContext, 'after'>, schema: Schema): Promise<{ readonly role: string; readonly url: string }> {
  const role = `serves_${randomBytes(6).toString('hex')}`
  await schema.query(`CREATE ROLE ${role} LOGIN PASSWORD '${password}'`)
  // Hooks run in their order: the schema is dropped before, and the rights in it with it.
  context.after(() => schema.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`))
  const url = new URL(schema.url)
  url.username = role
  url.password = password
  return { role, url: url.href }
}
