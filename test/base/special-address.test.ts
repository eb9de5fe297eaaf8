// Addresses outside the public internet, in every notation.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { classifyAddress } from '../../src/base/special-address.ts'

const specialAddresses = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '198.18.0.1',
  '192.0.2.1',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fe80::1%eth0',
  'fc00::1',
  'fd12:3456::1',
  'fec0::1',
  'ff02::1',
  '2001:db8::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.1',
  '::ffff:0:10.0.0.1',
  '::127.0.0.1',
  '64:ff9b::10.0.0.1',
  '64:ff9b:1::1',
  '2002:7f00:1::',
  '2002:c0a8:101::1',
  '2001::1',
  '100::1',
]
const publicAddresses = [
  '1.1.1.1',
  '8.8.8.8',
  '172.15.255.255',
  '172.32.0.0',
  '100.128.0.1',
  '192.0.3.1',
  '2606:4700::1111',
  '2a00:1450::1',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
  '2002:808:808::1',
]

test('private, loopback, link-local and reserved addresses are special, also embedded in other addresses', () => {
  assert.deepEqual(
    specialAddresses.filter((address) => classifyAddress(address) === undefined),
    [],
  )
})

test('public addresses are not special', () => {
  assert.deepEqual(
    publicAddresses.flatMap((address) => classifyAddress(address) ?? []),
    [],
  )
})

test('does not treat an invalid address as public', () => {
  assert.deepEqual(
    ['', 'localhost', '1.2.3', '01.2.3.4', ':::', '1::2::3'].map(classifyAddress),
    Array.from({ length: 6 }, () => 'no address'),
  )
})
