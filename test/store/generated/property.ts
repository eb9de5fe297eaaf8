// Properties of every kind that a column can be, with values from pools so small that they meet again.

import type { RandomSource } from '../../../src/base/random-source.ts'

export type Kind =
  | 'text'
  | 'folded'
  | 'int'
  | 'wide'
  | 'money'
  | 'exact'
  | 'real'
  | 'flag'
  | 'at'
  | 'span'
  | 'day'
  | 'word'
  | 'tags'
  | 'ref'

/** How it is without value: never, absent, null. `to` is the resource that a reference leads to. */
export type Property = {
  readonly name: string
  readonly kind: Kind
  readonly absence: 'never' | 'absent' | 'null'
  readonly to?: string
  readonly onDelete?: string
}

type Plain = Exclude<Kind, 'ref'>

const schemas: { readonly [kind in Plain]: readonly [type: string, rest: string] } = {
  text: ['string', 'maxLength: 12'],
  folded: ['string', 'maxLength: 12, fold: true'],
  int: ['integer', 'minimum: -1000, maximum: 1000'],
  wide: ['integer', 'format: int64'],
  money: ['number', 'multipleOf: 0.01, minimum: -1000, maximum: 1000'],
  exact: ['number', 'format: decimal, multipleOf: 0.001'],
  real: ['number', ''],
  flag: ['boolean', ''],
  at: ['string', 'format: date-time'],
  span: ['string', 'format: duration'],
  day: ['string', 'format: date'],
  word: ['string', 'enum: [red, green, blue]'],
  tags: ['array', 'maxItems: 4, items: { type: string, maxLength: 6 }'],
}

/** JSON texts, so that no number loses digits on the way. */
const pools: { readonly [kind in Plain]: readonly string[] } = {
  text: ['""', '"a"', '"b"', '"ab"', '"B"', '"é"', '"𝒳"', '"ﬀ"', '"a b"', '"%"', '"_"', '"\'"'],
  folded: ['"a"', '"A"', '"Ab"', '"aB"', '"É"', '"é"', '"z"', '"ß"'],
  int: ['-1000', '-1', '0', '1', '2', '3', '1000'],
  wide: ['-9223372036854775808', '-1', '0', '9007199254740993', '9007199254740992', '9223372036854775807'],
  money: ['-1000', '-0.01', '0', '0.01', '1.10', '1.1', '2', '999.99'],
  exact: ['0', '0.001', '-0.001', '1.5', '12345678901234567.891', '-98765432109876543210.5'],
  real: ['-1.5', '0', '0.1', '1', '1e300', '9007199254740993', '2.5'],
  flag: ['true', 'false'],
  at: [
    '"2026-01-01T00:00:00Z"',
    '"2026-01-01T00:00:00.001Z"',
    '"2025-12-31T23:00:00-01:00"',
    '"0001-01-01T00:00:00Z"',
    '"9999-12-31T23:59:59.999Z"',
  ],
  span: ['"PT0S"', '"PT1H"', '"P1D"', '"PT24H"', '"PT0.5S"'],
  day: ['"2026-01-01"', '"2026-02-28"', '"1999-12-31"'],
  word: ['"red"', '"green"', '"blue"'],
  tags: ['[]', '["a"]', '["a","b"]', '["b","a"]', '["é","a","a"]'],
}

export const plainKinds = Object.keys(schemas) as Plain[]

/** As part 2 has it. */
export function declaration({ kind, absence, to, onDelete }: Property): string {
  if (kind === 'ref') return `{ $ref: ${to}, onDelete: ${onDelete} }`
  const [type, rest] = schemas[kind]
  const word = absence === 'null' ? `[${type}, 'null']` : type
  const members = kind === 'word' && absence === 'null' ? 'enum: [red, green, blue, null]' : rest
  return `{ type: ${word}${members === '' ? '' : `, ${members}`} }`
}

/** A value of it as JSON text. */
export function valueOf({ kind }: Property, dice: RandomSource, known: readonly string[]): string {
  if (kind !== 'ref') return dice.pick(pools[kind])
  return known.length > 0 && !dice.once(8) ? dice.pick(known) : '"nobody"'
}
