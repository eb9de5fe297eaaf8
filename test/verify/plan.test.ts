// What a plan reaches before anything is sent.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openOracleCallers } from '../../src/verify/oracle/callers.ts'
import { type VerifyPlan, planRun, listVerifiable } from '../../src/verify/plan.ts'
import { documentOf } from './by-hand.ts'

async function planOf(seed: string): Promise<VerifyPlan> {
  const compiled = documentOf('orders')
  const callers = await openOracleCallers(compiled.model, () => Date.now())
  assert(!('problems' in callers))
  return planRun(compiled, callers, {
    seed,
    effort: 3000,
    tag: 'verify',
    callers: callers.names,
    settings: new Map(),
    fixtures: false,
    canWait: true,
    host: '127.0.0.1',
    now: Date.UTC(2026, 10, 1),
  })
}

const plan = await planOf('s1')

test('finds a sequence to the success of each operation, also where most requests leave no room for it', () => {
  const reached = new Set(plan.bases.map(({ operation }) => operation.id))
  assert.deepEqual(
    listVerifiable(documentOf('orders'))
      .map(({ operation }) => operation.id)
      .filter((id) => !reached.has(id)),
    [],
  )
})

test('takes both sides of the boundary of a guard', () => {
  const quantities = (outcome: string): readonly number[] =>
    plan.cases
      .filter((each) => each.operation.id === 'placeOrder' && each.outcome.startsWith(outcome) && each.variant !== undefined)
      .flatMap(({ steps }) =>
        [
          ...steps
            .map(({ body }) => body ?? '')
            .join()
            .matchAll(/"quantity":(\d+)/g),
        ].map(([, digits]) => Number(digits)),
      )
  const [sold, refused] = [quantities('ok'), quantities('guard Product.take enough')]
  assert(
    sold.some((quantity) => refused.includes(quantity + 1)),
    `${sold.join()} and ${refused.join()}`,
  )
})

test('repeats an item so often that only all of them together are refused', () => {
  const stock: { readonly [sku: string]: number } = { 'TEA-0001': 100, 'CUP-0002': 3 }
  const refused = plan.cases.filter(
    ({ operation, outcome, variant = '' }) =>
      operation.id === 'placeOrder' && outcome === 'guard Product.take enough' && variant.endsWith('with lines twice'),
  )
  assert(
    refused.some(({ steps }) =>
      steps
        .flatMap(({ body = '{}' }) => (JSON.parse(body).lines ?? []) as { readonly product: string; readonly quantity: number }[])
        .every(({ product, quantity }) => quantity <= stock[product]!),
    ),
  )
})

test('tells an event once, and causes it again where the document tells it no more', () => {
  const again = plan.cases.filter(({ variant }) => variant?.includes('without product.scarce'))
  assert(again.length > 0)
  assert(
    again.every(
      ({ eventNames, steps }) =>
        !eventNames.includes('product.scarce') && steps.filter(({ target }) => target.endsWith('/place')).length === 2,
    ),
  )
})

test('tries every transition of an order in every state that it reached', () => {
  const tried = new Set(
    plan.cases
      .filter(({ operation }) => operation.action === 'transition')
      .map(({ operation, signature }) => `${operation.id} ${signature.split(' | ')[2] ?? ''}`),
  )
  for (const state of ['draft', 'placed', 'paid', 'shipped', 'cancelled', 'expired'])
    for (const id of ['placeOrder', 'payOrder', 'cancelOrder']) assert(tried.has(`${id} ${state}`), `${id} in ${state}`)
})
