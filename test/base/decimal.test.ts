// Exact decimals, compared with integers and with results computed by hand.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  addDecimals,
  compareDecimals,
  makeDecimal,
  convertNumberToDecimal,
  printDecimal,
  truncateDecimal,
  roundToDouble,
  divideDecimals,
  isMultipleOf,
  multiplyDecimals,
  negateDecimal,
  computeNeededScale,
  parseDecimal,
  roundDecimal,
  subtractDecimals,
} from '../../src/base/decimal.ts'

const read = (text: string) => parseDecimal(text) ?? assert.fail(text)

test('parses a decimal as a JSON number, and prints all its digits', () => {
  const texts = {
    '12.50': '12.50',
    '-0.05': '-0.05',
    '1e3': '1000',
    '1.5e-3': '0.0015',
    '12.5e1': '125',
    '0': '0',
    '-7': '-7',
    '.5': '0.5',
    '5.': '5',
  }
  for (const [text, written] of Object.entries(texts)) assert.equal(printDecimal(read(text)), written)
})

test('refuses invalid and excessively long decimals', () => {
  for (const text of ['', '.', 'a', '1.2.3', '--1', '1e', '0x10', ' 1', 'NaN', '1e-999999999', '1e5000', '9'.repeat(2000)])
    assert.equal(parseDecimal(text), undefined, text)
})

test('tests multiples exactly', () => {
  for (const text of ['19.99', '4.35', '0.07', '299.97', '0', '-1.10']) assert.ok(isMultipleOf(read(text), read('0.01')), text)
  assert.ok(!isMultipleOf(read('0.075'), read('0.01')))
  assert.ok(!isMultipleOf(read('1'), read('0')))
})

test('rounds half away from zero', () => {
  const table = { '0.285 2': '0.29', '2.5 0': '3', '-2.5 0': '-3', '2.4999 0': '2', '1 2': '1.00', '-0.005 2': '-0.01', '0.0049 2': '0.00' }
  for (const [text, rounded] of Object.entries(table)) {
    const [number, scale] = text.split(' ')
    assert.equal(printDecimal(roundDecimal(read(number!), Number(scale))), rounded, text)
  }
  assert.equal(printDecimal(divideDecimals(read('20'), read('3'), 2)!), '6.67')
  assert.equal(printDecimal(divideDecimals(read('-0.5'), read('0.04'), 0)!), '-13')
  assert.equal(divideDecimals(read('1'), read('0.00'), 2), undefined)
})

const any = fc
  .record({ digits: fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), scale: fc.nat({ max: 12 }) })
  .map(({ digits, scale }) => makeDecimal(digits, scale))

/** Both as integers of one unit. */
const aligned = (a: { digits: bigint; scale: number }): bigint => a.digits * 10n ** BigInt(30 - a.scale)

test('adds, subtracts, multiplies and compares as integers do', () => {
  fc.assert(
    fc.property(any, any, (a, b) => {
      assert.equal(aligned(addDecimals(a, b)), aligned(a) + aligned(b))
      assert.equal(aligned(subtractDecimals(a, b)), aligned(a) - aligned(b))
      assert.equal(multiplyDecimals(a, b).digits, a.digits * b.digits)
      assert.equal(Math.sign(compareDecimals(a, b)), Number(aligned(a) > aligned(b)) - Number(aligned(a) < aligned(b)))
      assert.equal(compareDecimals(negateDecimal(negateDecimal(a)), a), 0)
      assert.equal(compareDecimals(read(printDecimal(a)), a), 0)
      assert.equal(compareDecimals(roundDecimal(a, computeNeededScale(a)), a), 0)
    }),
  )
})

test('a rounded quotient differs from the exact one by at most half a unit', () => {
  fc.assert(
    fc.property(
      any,
      any.filter(({ digits }) => digits !== 0n),
      fc.nat({ max: 6 }),
      (a, b, scale) => {
        const back = multiplyDecimals(divideDecimals(a, b, scale)!, b)
        const error = subtractDecimals(back, a)
        const half = multiplyDecimals(makeDecimal(5n, scale + 1), b)
        const magnitude = (x: typeof a) => (x.digits < 0n ? negateDecimal(x) : x)
        assert.ok(compareDecimals(magnitude(error), magnitude(half)) <= 0)
      },
    ),
  )
})

test('converts a double to the decimal that it prints, and back', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      assert.ok(roundToDouble(convertNumberToDecimal(number)!) === number)
    }),
  )
  assert.equal(convertNumberToDecimal(Infinity), undefined)
  assert.equal(truncateDecimal(read('-7.9')), -7n)
})
