import type { Charge } from './orders.types.ts'
import { charged } from './world.ts'

const charge: Charge = ({ order, total }, { fail }) => {
  charged.push(order)
  if (total === 13) return fail('declined')
  if (total === 99 && charged.filter((each) => each === order).length < 3) throw new Error('the bank is closed')
  return { receipt: `r-${order}` }
}

export default charge
