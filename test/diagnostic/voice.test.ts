// The shared wordings of checks.

import { test } from 'node:test'
import { createSource, createSpan, type Span } from '../../src/base/text.ts'
import { render } from '../../src/diagnostic/render.ts'
import {
  reportCycle,
  reportDuplicateName,
  reportAbsentKey,
  notBuilt,
  reportUnknownKey,
  reportUnknownName,
  reportUnusedDeclaration,
} from '../../src/diagnostic/voice.ts'
import { golden } from '../golden.ts'

const text = createSource('orders.md', 'Order:\n  plurals: orders\n  customer: Custmer\nOrder: {}\nStock: []\n')
const at = (words: string, from = 0): Span => {
  const start = text.text.indexOf(words, from)
  return createSpan(text, start, start + words.length)
}

test('each shared wording reads as its golden text', () => {
  const all = [
    reportDuplicateName('resources/duplicate-resource', 'a resource', 'Order', at('Order'), at('Order', 3)),
    reportUnknownName('resources/unknown-resource', 'resource', 'Custmer', at('Custmer'), ['Customer', 'Order', 'Customers']),
    reportUnknownName('resources/unknown-resource', 'resource', 'Custmer', at('Custmer'), ['Order', 'Stock']),
    reportUnknownName(
      'resources/unknown-resource',
      'resource',
      'Custmer',
      at('Custmer'),
      Array.from({ length: 20 }, (_, n) => `Thing${n}`),
    ),
    reportUnknownName('resources/unknown-resource', 'resource', 'Custmer', at('Custmer'), ['Order']),
    reportUnknownName('resources/unknown-resource', 'resource', 'Custmer', at('Custmer'), []),
    reportUnknownKey('resources/unknown-key', 'plurals', 'a resource', at('plurals'), ['plural', 'key']),
    reportUnknownKey('resources/unknown-key', 'customer', 'a resource', at('customer'), ['plural', 'key']),
    reportAbsentKey('gap', 'endpoints/no-status', 'POST /orders', 'status', at('Order'), 'status: 201'),
    reportAbsentKey('error', 'resources/no-key', 'Order', 'key', at('Order')),
    reportCycle('states/cycle', '`always`', [
      { name: 'Order', span: at('Order') },
      { name: 'Stock', span: at('Stock') },
    ]),
    reportUnusedDeclaration('resources/unused-shape', 'a shape', 'Stock', at('Stock')),
    notBuilt('states/later', 'invoke', at('Stock'), 'Use `behaviours` in part 1.'),
  ]
  golden(new URL('voice.golden.txt', import.meta.url), all.map((each) => `${render(each, { colour: false, width: 100 })}\n`).join('\n'))
})
