// The servers that were written by hand: each with its document, its callers and the faults that it can have.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { Bookshop } from '../servers/bookshop.ts'
import { faults as ofBookshop, mapFaults as ofBookshopMaps, routedFaults as ofBookshopRouted } from '../servers/bookshop-faults.ts'
import type { Fault } from '../servers/fault.ts'
import { BookshopRouted } from '../servers/bookshop-routed.ts'
import { HoursRouted, tokenOf } from '../servers/hours-routed.ts'
import { Hours } from '../servers/hours.ts'
import { faults as ofHours, mapFaults as ofHoursMaps, routedFaults as ofHoursRouted } from '../servers/hours-faults.ts'
import { Grants } from '../servers/grants.ts'
import { faults as ofGrants } from '../servers/grants-faults.ts'
import { faults as ofLending, fresh as ofLendingFresh, known as ofLendingKnown } from '../servers/lending-faults.ts'
import { Lending } from '../servers/lending.ts'
import { Orders } from '../servers/orders.ts'
import { OrdersRouted } from '../servers/orders-routed.ts'
import {
  faults as ofOrders,
  mapFaults as ofOrdersMaps,
  races as ofOrdersAtOnce,
  routedFaults as ofOrdersRouted,
} from '../servers/orders-faults.ts'

export type Handler = (request: IncomingMessage, response: ServerResponse) => void

export type Subject = {
  readonly name: string
  readonly example: string
  readonly tokens: { readonly [caller: string]: string }
  readonly faults: readonly Fault[]
  open(fault: string | undefined): Handler
}

const handlerOf =
  (server: { handle: Handler }): Handler =>
  (request, response) =>
    server.handle(request, response)
const ofShop = { bea: 'token-of-bea', carl: 'token-of-carl', forger: 'nobody' }
const ofFirm = { ann: 'token-of-ann', ben: 'token-of-ben', cid: 'token-of-cid', nobody: 'token-of-zoe', forger: 'nobody' }
const ofSchool = { ada: 'token-of-ada', ben: 'token-of-ben', cleo: 'token-of-cleo', dan: 'token-of-dan', stranger: 'token-of-zoe' }
const ofFoundation = { ona: 'token-of-ona', pau: 'token-of-pau', qi: 'token-of-qi', stranger: 'token-of-zoe' }
const ofSignOn = { ann: tokenOf('ann'), ben: tokenOf('ben'), cid: tokenOf('cid'), nobody: tokenOf('zoe'), forger: 'no-token' }

export const subjects: readonly Subject[] = [
  {
    name: 'orders',
    example: 'orders',
    tokens: ofShop,
    faults: [...ofOrders, ...ofOrdersMaps],
    open: (fault) => handlerOf(new Orders(fault)),
  },
  { name: 'hours', example: 'hours', tokens: ofFirm, faults: [...ofHours, ...ofHoursMaps], open: (fault) => handlerOf(new Hours(fault)) },
  {
    name: 'bookshop',
    example: 'bookshop',
    tokens: {},
    faults: [...ofBookshop, ...ofBookshopMaps],
    open: (fault) => handlerOf(new Bookshop(fault)),
  },
  {
    name: 'orders, routed',
    example: 'orders',
    tokens: ofShop,
    faults: [...ofOrders, ...ofOrdersAtOnce, ...ofOrdersRouted],
    open: (fault) => handlerOf(new OrdersRouted(fault)),
  },
  {
    name: 'hours, routed',
    example: 'hours',
    tokens: ofSignOn,
    faults: [...ofHours, ...ofHoursRouted],
    open: (fault) => handlerOf(new HoursRouted(fault)),
  },
  {
    name: 'bookshop, routed',
    example: 'bookshop',
    tokens: {},
    faults: [...ofBookshop, ...ofBookshopRouted],
    open: (fault) => handlerOf(new BookshopRouted(fault)),
  },
  {
    name: 'lending',
    example: 'lending',
    tokens: ofSchool,
    faults: [...ofLending, ...ofLendingKnown, ...ofLendingFresh],
    open: (fault) => handlerOf(new Lending(fault)),
  },
  {
    name: 'grants',
    example: 'grants',
    tokens: ofFoundation,
    faults: ofGrants,
    open: (fault) => handlerOf(new Grants(fault)),
  },
]

export function subjectNamed(name: string): Subject {
  const found = subjects.find((each) => each.name === name)
  if (found === undefined) throw new Error(`there is no server ${name}`)
  return found
}
