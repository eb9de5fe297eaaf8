// Defines what a layout says of a field, before it is read: each layout of part 2 becomes such data.

import type { Presence } from './presence.ts'
import type { Member } from '../code/remarked-samples.ts'

/** `many`: the value is a list of the type, with its bounds. */
export type Written = {
  name: string
  type: string
  must: string
  default: string
  setter: string
  flags: string
  meaning: string
  /** The presence that the table itself means where a cell is empty. */
  usual?: Presence | 'open'
  /** A column says that a database always has a value, which may be the default. */
  isStored?: boolean
  /** A column says that it cannot be changed. */
  isFixed?: boolean
  many?: Cardinality
  /** In a sample: the value, or its members. */
  shown?: string
  parts?: readonly Member[]
  isPartList?: boolean
}

export type Cardinality = { readonly least: string; readonly most: string }

/** Cardinalities such as `0..1` and `1..n` in data models. */
export function readCardinality(text: string): Cardinality | undefined {
  const plain = text.replaceAll(/[*`[\]()](?!$)|(?<=\d)[\])]$/g, '').trim()
  const [, least, most] =
    /^(\d+)\s*(?:\.\.\.?|…|-|–|:)\s*(\d+|[nmN*∞])$/.exec(plain) ??
    (/^[01]$/.test(plain) ? [plain, plain, plain] : plain === '*' ? ['*', '0', '*'] : [])
  return least === undefined || most === undefined || (least === '0' && most === '0') ? undefined : { least, most }
}

/** A list of the type, with the bounds of a cardinality. */
export function asList(type: string, { least, most }: Cardinality): string {
  const from = least === '0' ? '' : least
  const to = /^\d+$/.test(most) ? most : ''
  return type.startsWith('list of ')
    ? type.replace(/^list/, `list${from + to === '' ? '' : ` ${from}..${to}`}`)
    : type.startsWith('list')
      ? type
      : `list${from + to === '' ? '' : ` ${from}..${to}`} of ${type}`
}

/** A field that one text describes. */
export function makePlainField(name: string, type: string, flags = ''): Written {
  return { name, type, must: '', default: '', setter: '', flags, meaning: '' }
}

/** A member of a sample with remarks, as a field. */
export function makeMemberField({ name, spec, value, parts, isList }: Member): Written {
  return {
    ...makePlainField(name, spec),
    ...(value === undefined ? {} : { shown: value }),
    ...(parts === undefined ? {} : { parts }),
    ...(isList === true ? { isPartList: true } : {}),
  }
}

/** The member name for a label: `price_per_night` for `Price per night`; `firstName` stays. */
export function makeMemberName(label: string): string {
  const isLabel = /^\p{L}[\p{L}\d_'’-]*(?: [\p{L}\d_'’-]+)*$/u.test(label) && (/[ -]/.test(label) || /^\p{Lu}\p{Ll}+$/u.test(label))
  return isLabel ? label.toLowerCase().replaceAll(/['’]/g, '').replaceAll(/[ -]+/g, '_') : label
}
