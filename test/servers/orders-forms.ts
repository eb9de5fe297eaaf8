// Code that the routes of the orders share: bodies, pages, and problems.

import type { ValidateFunction } from 'ajv'
import { isEmail, isUri } from './checking.ts'
import { type Context, type Failure, HttpProblem, ajv } from './routed.ts'

export type OrderBody = { readonly [name: string]: any }
export type OrderPage = <T extends { readonly id: string }>(
  rows: readonly T[],
) => { readonly rows: readonly T[]; readonly next: string | null }

export type OrderForms = {
  /** The body of a request to a path whose key fits. */
  checked(validate: ValidateFunction | undefined, context: Context): OrderBody
  page(query: URLSearchParams, usual?: number, before?: readonly Failure[]): OrderPage
  located(path: string): { readonly [name: string]: string }
}

ajv.addFormat('email', isEmail)
ajv.addFormat('uri', isUri)

export const address = { type: 'string', format: 'uri', pattern: '^https?://', maxLength: 2000 }

const titles: { readonly [type: string]: string } = {
  'unknown-version': 'There are v1, v2',
  'version-ended': 'Version v0 is served no more',
  'too-many': 'That was too fast',
  'too-large': 'The request is too large',
  malformed: 'The request is not JSON',
  'not-valid': 'The request is not valid',
  'no-customer': 'No such customer',
  'no-product': 'No such product',
  'no-order': 'No such order',
  'no-subscription': 'No such subscription',
  'unknown-reference': 'It refers to something that does not exist',
  taken: 'There is one already',
  'unknown-caller': 'Sign on first',
  'not-a-buyer': 'Buyers decide what is on offer',
  'in-use': 'The customer has orders',
  'key-reused': 'This key was used for another request',
  changed: 'The order was changed in the meantime',
  'no-condition': 'If-Match is needed',
  'wrong-state': 'That is not possible now',
  'out-of-stock': 'There is not enough in stock',
  blocked: 'This customer cannot order',
  'wrong-amount': 'The amount is not what the order costs',
  free: 'Nothing is free',
}

export function problem(
  status: number,
  type: string,
  {
    errors = [],
    detail,
    headers = {},
  }: { readonly errors?: readonly Failure[]; readonly detail?: string; readonly headers?: { readonly [name: string]: string } } = {},
): HttpProblem {
  return new HttpProblem(
    status,
    type === '' ? undefined : { type, title: titles[type], status, ...(detail === undefined ? {} : { detail }), errors },
    headers,
  )
}
