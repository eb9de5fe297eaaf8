import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textFormats } from '../../src/schema/format.ts'

const cases: { readonly [format: string]: { readonly fits: readonly string[]; readonly not: readonly string[] } } = {
  email: {
    fits: ['a@b', 'joe.bloggs@example.com', 'te~st+x@example.co.uk', '"joe bloggs"@example.com', 'a@[127.0.0.1]', 'a@[IPv6:::1]'],
    not: ['', 'a', '@b', 'a@', '.a@b.c', 'a..b@c.d', 'a b@c.d', 'a@b@c', 'a@-b', 'å@b.c', 'a@[127.0.0]', `${'a'.repeat(65)}@b.c`],
  },
  hostname: {
    fits: ['a', 'www.example.com', 'xn--4gbwdl', '1.2.3'],
    not: ['', '.', 'a.', '-a', 'a-', 'a_b', `${'a'.repeat(64)}.b`, 'a..b', 'å'],
  },
  ipv4: { fits: ['0.0.0.0', '255.255.255.255'], not: ['256.0.0.1', '1.2.3', '1.2.3.4.', '01.2.3.4', '1.2.3.4/8', '1.2.3.4\n'] },
  ipv6: {
    fits: ['::', '::1', '1::', '1:2:3:4:5:6:7:8', '::ffff:192.168.0.1', '1::8'],
    not: [':', '1:2:3:4:5:6:7', '1::2::3', ':::1', '12345::', '::1%eth0', '1.2.3.4', '::1.2.3', '1:2:3:4:5:6:7:8:9', '1.2.3.4::'],
  },
  uri: {
    fits: ['http://a/b?c#d', 'urn:isbn:1', 'mailto:a@b', 'http://[::1]:80/', 'https://u:p@h/', 'a:'],
    not: ['', '/a', '//a/b', 'a b:c', 'http://a b', 'http://a/\\b', 'http://[1', '1a:b', 'http://a/%zz', ':a', 'http://h:x/'],
  },
  'uri-reference': { fits: ['', '/a', '//a/b', '#f', '?q', 'a/b:c', './a:b'], not: ['a b', '\\', '#a#b', 'å', '1:b'] },
  uuid: {
    fits: ['2eb8aa08-aa98-11ea-b4aa-73b441d16380', '2EB8AA08-AA98-11EA-B4AA-73B441D16380'],
    not: ['', '2eb8aa08aa9811eab4aa73b441d16380', '2eb8aa08-aa98-11ea-b4aa-73b441d1638g', '{2eb8aa08-aa98-11ea-b4aa-73b441d16380}'],
  },
  regex: { fits: ['^a+$', '(?<n>a)', '\\p{L}'], not: ['(', '^(?=a)', '(a)\\1', '\\Z', '(?P<n>a)', '(?i)a'] },
  'json-pointer': { fits: ['', '/', '/a~0b~1c', '/0'], not: ['a', '#/a', '/~', '/~2'] },
  'time-zone': {
    fits: ['UTC', 'Europe/Lisbon', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'],
    not: ['', 'Mars/Base', '+02:00', 'Europe/', 'Europe/Lisbon\\n'],
  },
  decimal: { fits: ['0', '-1.50', '12345678901234567890.123'], not: ['', '1.', '.5', '1e3', '+1', '1,5'] },
  byte: { fits: ['', 'YQ==', 'YWI=', 'YWJj'], not: ['Y', 'YQ=', 'YQ', 'Y-_=', 'YQ==\n'] },
  date: { fits: ['2024-02-29'], not: ['2023-02-29', '2023-2-1'] },
  time: { fits: ['12:00:00Z', '12:00:00.5+01:00'], not: ['12:00:00', '12:00Z', '23:59:60Z'] },
  duration: { fits: ['PT1H', 'P7D', 'P2W', 'PT0.5S'], not: ['P1M', 'P1Y', '-PT1H', '1h', 'P'] },
  'date-time': {
    fits: ['2026-11-21T15:00:00Z', '2026-11-21T15:00:00.123456+05:30'],
    not: ['2026-11-21', '2026-11-21T23:59:60Z', '2026-11-21T15:00:00'],
  },
  password: { fits: ['', 'anything'], not: [] },
}

test('every format has examples', () => {
  assert.deepEqual([...textFormats.keys()].toSorted(), Object.keys(cases).toSorted())
})

for (const [name, { fits, not }] of Object.entries(cases)) {
  test(`format: ${name}`, () => {
    const format = textFormats.get(name)!
    for (const text of fits) assert.notEqual(format(text), undefined, text)
    for (const text of not) assert.equal(format(text), undefined, text)
    // A text that a format has normalised keeps its form.
    for (const text of fits) assert.equal(format(format(text)!), format(text))
  })
}
