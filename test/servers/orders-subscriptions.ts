// The routes of those who are called when something happens to an order.

import type { ValidateFunction } from 'ajv'
import { uuid7 } from './checking.ts'
import { type OrderBody, type OrderForms, address, problem } from './orders-forms.ts'
import { type OrderTables, type SubscriptionRow, iso } from './orders-tables.ts'
import { type Context, type Routed, ajv } from './routed.ts'

export function mountSubscriptions(tables: OrderTables, routed: Routed, forms: OrderForms): void {
  const types = { type: 'array', minItems: 1, maxItems: 100, uniqueItems: true, items: { type: 'string', maxLength: 100 } }
  const secret = { type: 'string', pattern: '^whsec_[A-Za-z0-9+/]{32,86}={0,2}$', maxLength: 100 }
  const creates = ajv.compile({ type: 'object', required: ['url', 'types', 'secret'], properties: { url: address, types, secret } })
  const updates = ajv.compile({ type: 'object', properties: { url: address, types } })
  const secrets = ajv.compile({ type: 'object', properties: { secret } })
  const show = ({ id, url, types: own, created }: SubscriptionRow): object => ({
    id,
    url,
    types: JSON.parse(own) as string[],
    createdAt: iso(created),
  })
  const find = (id: string): SubscriptionRow => {
    const found = tables.one<SubscriptionRow>('SELECT * FROM subscription WHERE id = ?', id.toLowerCase())
    if (found === undefined) throw problem(404, 'no-subscription')
    return found
  }
  const own = (context: Context, validate?: ValidateFunction): { readonly found: SubscriptionRow; readonly body: OrderBody } => {
    const body = forms.checked(validate, context)
    return { found: find(context.params['id']!), body }
  }
  routed
    .on('GET', '/subscriptions', ({ query }) => {
      const page = forms.page(query)(tables.all<SubscriptionRow>('SELECT * FROM subscription ORDER BY id'))
      return { status: 200, body: { items: page.rows.map(show), next: page.next } }
    })
    .on('POST', '/subscriptions', (context) => {
      const body = forms.checked(creates, context)
      const id = uuid7(tables.now())
      tables.run(
        'INSERT INTO subscription VALUES (?, ?, ?, ?, NULL, ?)',
        id,
        body['url'],
        JSON.stringify(body['types']),
        body['secret'],
        tables.now(),
      )
      return { status: 201, body: show(find(id)), headers: { Location: `/subscriptions/${id}` } }
    })
    .on('GET', '/subscriptions/:id', (context) => ({ status: 200, body: show(own(context).found) }))
    .on('PATCH', '/subscriptions/:id', (context) => {
      const { found, body } = own(context, updates)
      tables.run(
        'UPDATE subscription SET url = ?, types = ? WHERE id = ?',
        body['url'] ?? found.url,
        body['types'] === undefined ? found.types : JSON.stringify(body['types']),
        found.id,
      )
      return { status: 200, body: show(find(found.id)) }
    })
    .on('DELETE', '/subscriptions/:id', (context) => {
      const { found } = own(context)
      if (tables.has('a deleted subscription is called')) tables.former.push(found)
      tables.run('DELETE FROM subscription WHERE id = ?', found.id)
      return { status: 204 }
    })
    .on('PUT', '/subscriptions/:id/secret', (context) => {
      const { found, body } = own(context, secrets)
      tables.run('UPDATE subscription SET previous = secret, secret = ? WHERE id = ?', body['secret'] ?? found.secret, found.id)
      return { status: 204 }
    })
    .on('DELETE', '/subscriptions/:id/previous-secret', (context) => {
      const { found } = own(context)
      if (!tables.has('the former secret stays')) tables.run('UPDATE subscription SET previous = NULL WHERE id = ?', found.id)
      return { status: 204 }
    })
}
