// Faults of the hand-written hours, one at a time, each with the line of the document that it violates.

import type { Fault } from './fault.ts'

export const faults: readonly Fault[] = [
  // Fields.
  { name: 'hours are tenths too', line: /hours: \{ type: number/ },
  { name: 'a note may be longer by one', line: /note: \{ type: string/ },
  { name: 'a day that is none', line: /day: \{ type: string/ },
  { name: 'null does not clear', line: /note: \{ type: string|pay: \{ type: number|body: \[hours, note, pay\]/ },
  { name: 'a client chooses the id', line: /id: \{ type: string, format: uuid|body: \[day, hours, note\]/ },
  { name: 'a caller chooses the person', line: /set: \{ person: caller \}|person: \{ \$ref|body: \[day, hours, note\]/ },
  { name: 'a refused change is half kept', line: /hours: \{ type: number|pay: \{ read: manager/ },
  // Endpoints.
  { name: 'no Location', line: /Location/ },
  { name: 'If-None-Match is not asked', line: /conditional: optional/ },
  { name: 'a read changes the note', line: /note: \{ type: string|GET \/entries\/\{id\}:/ },
  { name: 'nothing is deleted', line: /DELETE \/(entries|api-keys)|delete: Entry/ },
  { name: 'a page drops the row at its border', line: /page: / },
  { name: 'a filter takes the first of several values', line: /filter: / },
  { name: 'sorts are ignored', line: /sort: / },
  { name: 'keys may be cached', line: /Cache-Control/ },
  // Who calls.
  { name: 'no challenge', line: /unknown-caller|security: / },
  { name: 'a token may be cut', line: /security: |sign-on:|unknown-caller/ },
  { name: 'unknown people are let in', line: /security: |caller: \{ sign-on|unknown-caller/ },
  { name: 'entries of others are read', line: /read: this\.person == caller/ },
  { name: 'lists show entries of others', line: /read: this\.person == caller/ },
  { name: 'what is unreadable is forbidden', line: /unreadable: not-found|read: this\.person == caller|absent: / },
  { name: 'managers delete', line: /delete: this\.person == caller/ },
  { name: 'everybody sees the pay', line: /pay: \{ read: manager/ },
  { name: 'everybody sets the pay', line: /pay: \{ read: manager/ },
  { name: 'keys of others are listed', line: /where: this\.owner == caller|read: this\.owner == caller/ },
  { name: 'keys of others are revoked', line: /read: this\.owner == caller|delete: this\.owner == caller/ },
  { name: 'keys are shown', line: /items: items\.map\(key, ApiKey\(key\)\)|writeOnly: true|hash:/ },
  { name: 'a revoked key is taken', line: /delete: ApiKey|DELETE \/api-keys|find: \{ find: ApiKey|security: |unknown-caller/ },
  { name: 'an expired key is taken', line: /expires: caller\.expiresAt|security: |expiresAt: \{/, needsClock: true },
  // Errors.
  { name: 'validation has another status', line: /^invalid: |invalid: \{ on: invalid/ },
  { name: 'pointers are missing', line: /errors: error\.errors/ },
  { name: 'an error has no title of its own', line: /not-allowed: / },
]

/** Further faults of the hours that are kept in maps. */
export const mapFaults: readonly Fault[] = [
  { name: 'no day is a leap day', line: /day: \{ type: string/ },
  { name: 'all keys are revoked', line: /DELETE \/api-keys|delete: ApiKey/ },
  { name: 'a change may set the day', line: /day: \{ type: string|body: \[hours, note, pay\]/ },
  { name: 'who asks for a person sees all of theirs', line: /read: this\.person == caller/ },
  { name: '304 has no ETag', line: /conditional: |GET \/entries\/\{id\}:|ETag/ },
  { name: 'any scheme will do', line: /security: |sign-on:|scheme: bearer|unknown-caller/ },
  { name: 'a charset is refused', line: /^on: unsupported|unsupported-media|body: \[|POST \/|PATCH \// },
  { name: '405 names no methods', line: /method-not-allowed|Allow/ },
]

/** Further faults of the hours that are routed. */
export const routedFaults: readonly Fault[] = [
  { name: 'a key may stand in the query', line: /security: |api-key:|unknown-caller/ },
  { name: 'an unsigned token is taken', line: /security: |sign-on:|unknown-caller/ },
  { name: 'an absent note is null', line: /note: \{ type: string/ },
  { name: 'a patch clears the note', line: /note: \{ type: string|body: \[hours, note, pay\]/ },
  { name: 'deleting again succeeds', line: /absent: |DELETE \/(entries|api-keys)/ },
  { name: 'hours may be none', line: /hours: \{ type: number/ },
  { name: 'a change needs hours', line: /body: \[hours, note, pay\]|PATCH \/entries|required: \[person, day, hours\]/ },
  { name: 'a key may have an empty name', line: /name: \{ type: string/ },
  { name: 'an empty note is none', line: /note: \{ type: string/ },
  { name: 'what is made is 200', line: /POST \/entries|create: Entry/ },
  { name: 'an expiry loses its offset', line: /expiresAt: \{/ },
  { name: 'no challenge for a wrong token', line: /unknown-caller|security: |sign-on:/ },
  { name: 'nobody is forbidden', line: /unknown-caller|security: / },
  { name: 'the pay is asked first', line: /absent: |pay: \{ read: manager|read: this\.person == caller/ },
  { name: 'a tag forgets the pay', line: /conditional|pay: \{|GET \/entries\/\{id\}:/ },
  { name: 'lists have no pay', line: /pay: \{|items\.map\(e, Entry\(e\)\)|GET \/entries:/ },
  { name: 'the oldest key is first', line: /order: / },
  { name: 'only the first mistake is named', line: /errors: error\.errors|invalid: |body: / },
  { name: 'pages of keys show those of others', line: /where: this\.owner == caller|read: this\.owner == caller|page: / },
  { name: 'a slash may follow', line: /no-such-path|(GET|POST|PATCH|DELETE) \// },
  { name: 'a change answers with the pay', line: /pay: \{ read: manager/ },
  { name: 'managers change only their own', line: /update: this\.person == caller/ },
  { name: 'everybody clears the pay', line: /pay: \{ read: manager/ },
  { name: 'a key may only read', line: /security: |api-key|delete: this\./ },
  { name: 'who changes an entry has it', line: /person: \{ \$ref|set: \{ person: caller \}|PATCH \/entries/ },
  { name: 'keys expire an hour late', line: /expires: caller\.expiresAt|security: |expiresAt: \{/, needsClock: true },
]
