// Faults of the hand-written bookshops, one at a time, each with the line of the document that it violates.

import type { Fault } from './fault.ts'

export const faults: readonly Fault[] = [
  // Fields.
  { name: 'a title may be longer by one', line: /title: \{ type: string/ },
  { name: 'a default is another', line: /binding: \{ type|default: \{ Book\.binding/ },
  {
    name: 'a replacement keeps what is left out',
    line: /body: \[title, price, binding\]|PUT \/books|binding: \{ type|default: \{ Book\.binding/,
  },
  { name: 'a reference is not asked', line: /book: \{ \$ref: Book|items: \{/ },
  { name: 'a key may be there twice', line: /key: isbn|POST \/books/ },
  // States.
  { name: 'a transition is not saved', line: /send: \{ target: sent \}/ },
  { name: 'a final state is left', line: /cancelled: \{ type: final \}|POST \/orders\/\{id\}\/send|send: \{ target: sent \}/ },
  { name: 'cancelling sends', line: /cancel: \{ target: cancelled \}/ },
  // Endpoints.
  { name: 'no Location', line: /Location/ },
  { name: 'Location is of the newest version', line: /Location|scheme: path/ },
  { name: 'a page drops the row at its border', line: /page: / },
  { name: 'a filter takes the first of several values', line: /filter: / },
  { name: 'prices are sorted as texts', line: /sort: / },
  { name: 'the newest is first', line: /order: \[createdAt, id\]/ },
  { name: 'an ETag stays', line: /conditional: optional|GET \/(books|orders)\/\{/ },
  { name: 'a read changes the gift', line: /gift: \{|GET \/orders\/\{id\}:/ },
  // Errors.
  { name: 'validation has another type', line: /not-valid: / },
  { name: 'the body has another status', line: /^status: 409|status: error\.status/ },
  // Versions.
  { name: 'v1 is not deprecated', line: /v1: \{ deprecated/ },
  { name: 'v1 is shown cents', line: /down: |Book\.price:|retype:/ },
  { name: 'v1 is shown cancelled', line: /Order\.status\.cancelled: sent/ },
  { name: 'v1 may cancel', line: /version: v2|POST \/orders\/\{id\}\/cancel/ },
  { name: 'v2 is shown gifts', line: /Order\.gift: false/ },
  { name: 'v2 is shown ebooks', line: /Book\.binding\.ebook: paperback/ },
  { name: 'v0 is served', line: /v0: \{ retired/ },
  { name: 'bestsellers are in v3', line: /GET \/bestsellers|restore:/ },
]

/** Further faults of the bookshop that is kept in maps. */
export const mapFaults: readonly Fault[] = [
  { name: 'v1 finds cancelled ones as sent', line: /Order\.status\.cancelled: sent|filter: \[customer/ },
  { name: 'what v2 orders is a gift', line: /Order\.gift: false|gift: \{/ },
  { name: 'known comes before valid', line: /precedence: |known-book|not-valid|POST \/books/ },
  { name: 'a title is measured in UTF-16', line: /title: \{ type: string/ },
  { name: 'lists shorten titles', line: /title: \{ type: string|items\.map\(b, Book\(b\)\)|GET \/books:/ },
  { name: 'problems are plain JSON', line: /^media: / },
  { name: 'an older client drops the gift', line: /gift: \{|Order\.gift: false|send: \{ target|cancel: \{ target/ },
  { name: 'v1 is shown whole prices without cents', line: /down: |Book\.price:|retype:/ },
]

/** Further faults of the bookshop that is routed. */
export const routedFaults: readonly Fault[] = [
  { name: 'prices of v1 are cut', line: /up: |retype:|Book\.price:/ },
  { name: 'titles lose outer blanks', line: /title: \{ type: string/ },
  { name: 'a sort has one direction', line: /sort: / },
  { name: 'gte leaves out its bound', line: /filter: / },
  { name: 'no Sunset', line: /v1: \{ deprecated/ },
  { name: 'items are sorted', line: /items: \{/ },
  { name: 'a price may be higher by one', line: /price: \{ type: integer/ },
  { name: 'a count may be none', line: /count: \{ type: integer/ },
  { name: 'items may be one more', line: /items: \{ type: array/ },
  { name: 'titles are composed', line: /title: \{ type: string/ },
  { name: 'lt takes its bound', line: /filter: / },
  { name: 'titles are sorted without case', line: /sort: / },
  { name: 'Location has no version', line: /Location|scheme: path/ },
  { name: 'Sunset is another day', line: /v1: \{ deprecated/ },
  { name: 'moving again succeeds', line: /(sent|cancelled): \{ type: final|POST \/orders\/\{id\}/ },
  { name: 'a page may be larger by one', line: /page: / },
  { name: 'the last page has a next one', line: /page: |next: page\.next/ },
  { name: 'customers are found without case', line: /filter: / },
  { name: 'older versions know the newer error', line: /unknown-book: not-valid/ },
  { name: 'only the first item is asked', line: /book: \{ \$ref: Book|items: \{/ },
  { name: 'a gift may be null', line: /gift: \{/ },
  { name: 'v2 keeps an old address', line: /renameEndpoint/ },
  { name: 'v1 is told what is cancelled', line: /Order\.status\.cancelled: sent|title: 'It is/ },
  { name: 'a replacement may cost more', line: /price: \{ type: integer/ },
  { name: 'a count may be a text', line: /count: \{ type: integer/ },
  { name: 'gifts are sent at once', line: /initial: placed/ },
  { name: 'a page has ten by default', line: /page: / },
  { name: 'pointers have no index', line: /errors: error\.errors/ },
  { name: 'v1 needs two decimals', line: /up: int|Book\.price:|retype:/ },
  { name: 'what is replaced may be new', line: /no-book|PUT \/books/ },
]
