import type { Score } from './orders.types.ts'
import { waiting } from './world.ts'

const score: Score = async ({ customer, total }, { fail, signal }) => {
  if (customer === 'nobody') return fail('unknown-customer', { customer })
  // @ts-expect-error -- it is not declared, which the service has to notice too
  if (customer === 'strange') return fail('never-heard-of')
  if (customer === 'crash') throw new Error('out of paper')
  if (customer === 'odd') return { score: 1000 }
  if (customer === 'slow') await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  if (customer === 'waits') await new Promise<void>((resolve) => waiting.push(resolve))
  return { score: Math.min(total, 100) }
}

export default score
