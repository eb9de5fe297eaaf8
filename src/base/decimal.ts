// Exact decimals: an integer and its number of fractional digits.

/** `digits` × 10^−`scale`; 12.50 is { digits: 1250n, scale: 2 }. */
export type Decimal = { readonly kind: 'decimal'; readonly digits: bigint; readonly scale: number }

/** Texts with more digits than this are not parsed: `1e-999999999` must not cost a gigabyte. */
const maxDigits = 1000

export function makeDecimal(digits: bigint, scale = 0): Decimal {
  return { kind: 'decimal', digits, scale }
}

/** Parses a number as JSON writes it (`-12.50`, `1e3`). Undefined if the text is not a number or is absurdly long. */
export function parseDecimal(text: string): Decimal | undefined {
  const match = /^([+-]?)([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]{1,6}))?$/.exec(text)
  if (!match) return undefined
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  if (whole + fraction === '') return undefined
  const scale = fraction.length - Number(exponent)
  if (Math.abs(scale) > maxDigits || whole.length + fraction.length > maxDigits) return undefined
  const digits = BigInt(whole + fraction) * (sign === '-' ? -1n : 1n)
  return scale < 0 ? makeDecimal(digits * computePower(-scale)) : makeDecimal(digits, scale)
}

/** The decimal that a double prints as: 0.1 is one tenth. Undefined for infinities and NaN. */
export function convertNumberToDecimal(number: number): Decimal | undefined {
  return Number.isFinite(number) ? parseDecimal(String(number)) : undefined
}

/** Negative, zero or positive, as `a` is less than, equal to or greater than `b`; 1.0 equals 1.00. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const [x, y] = alignScales(a, b)
  if (x < y) return -1
  return x > y ? 1 : 0
}

export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const [x, y, scale] = alignScales(a, b)
  return makeDecimal(x + y, scale)
}

export function subtractDecimals(a: Decimal, b: Decimal): Decimal {
  const [x, y, scale] = alignScales(a, b)
  return makeDecimal(x - y, scale)
}

export function multiplyDecimals(a: Decimal, b: Decimal): Decimal {
  return makeDecimal(a.digits * b.digits, a.scale + b.scale)
}

export function negateDecimal(a: Decimal): Decimal {
  return makeDecimal(-a.digits, a.scale)
}

/** Rounds half away from zero to exactly `scale` digits after the point, and adds zeros if necessary. */
export function roundDecimal(a: Decimal, scale: number): Decimal {
  if (scale >= a.scale) return makeDecimal(a.digits * computePower(scale - a.scale), scale)
  return makeDecimal(divideRounding(a.digits, computePower(a.scale - scale)), scale)
}

/** The quotient rounded half away from zero to `scale` digits after the point; undefined if `b` is zero. */
export function divideDecimals(a: Decimal, b: Decimal, scale: number): Decimal | undefined {
  if (b.digits === 0n) return undefined
  const shift = scale + b.scale - a.scale
  const dividend = shift > 0 ? a.digits * computePower(shift) : a.digits
  const divisor = shift < 0 ? b.digits * computePower(-shift) : b.digits
  return makeDecimal(divideRounding(dividend, divisor), scale)
}

export function isMultipleOf(a: Decimal, unit: Decimal): boolean {
  const [x, y] = alignScales(a, unit)
  return y !== 0n && x % y === 0n
}

/** Without exponent, with all `scale` digits: 12.50. */
export function printDecimal(a: Decimal): string {
  const sign = a.digits < 0n ? '-' : ''
  const digits = String(a.digits < 0n ? -a.digits : a.digits).padStart(a.scale + 1, '0')
  if (a.scale === 0) return sign + digits
  return `${sign}${digits.slice(0, -a.scale)}.${digits.slice(-a.scale)}`
}

/** The nearest double. */
export function roundToDouble(a: Decimal): number {
  return Number(printDecimal(a))
}

/** Rounds towards zero. */
export function truncateDecimal(a: Decimal): bigint {
  return a.digits / computePower(a.scale)
}

/** The smallest scale that represents the value: 1 for 12.500. */
export function computeNeededScale(a: Decimal): number {
  let { digits, scale } = a
  while (scale > 0 && digits % 10n === 0n) {
    digits /= 10n
    scale--
  }
  return scale
}

function alignScales(a: Decimal, b: Decimal): [bigint, bigint, number] {
  if (a.scale === b.scale) return [a.digits, b.digits, a.scale]
  const scale = Math.max(a.scale, b.scale)
  return [a.digits * computePower(scale - a.scale), b.digits * computePower(scale - b.scale), scale]
}

function divideRounding(dividend: bigint, divisor: bigint): bigint {
  const negative = dividend < 0n !== divisor < 0n
  const a = dividend < 0n ? -dividend : dividend
  const b = divisor < 0n ? -divisor : divisor
  const rounded = (2n * a + b) / (2n * b)
  return negative ? -rounded : rounded
}

function computePower(exponent: number): bigint {
  return 10n ** BigInt(exponent)
}
