// Structured fields of HTTP (RFC 9651): parses them to maps with `value`, `type` and `parameters`, and prints values or such maps.

import { convertNumberToDecimal } from '../../base/decimal.ts'
import { type BareItem, type FieldItem, type FieldMember, type Parameters, parseField, printField } from '../../base/structured-field.ts'
import { spendText } from '../../base/turn.ts'
import type { Optional, Value } from '../value.ts'
import { valueKindOf } from '../values/kind.ts'
import { makeOverload } from './signature.ts'

function makeOptional(value: Value | undefined): Optional {
  return { kind: 'optional', value }
}

function parseItem(text: string): Optional {
  spendText(text.length)
  const parsed = parseField(text, 'item')
  return makeOptional(parsed && convertMember(parsed))
}

function parseList(text: string): Optional {
  spendText(text.length)
  return makeOptional(parseField(text, 'list')?.map(convertMember))
}

function parseDictionary(text: string): Optional {
  spendText(text.length)
  const parsed = parseField(text, 'dictionary')
  return makeOptional(parsed && new Map(Array.from(parsed, ([key, member]) => [key, convertMember(member)] as const)))
}

function convertMember(member: FieldMember): Value {
  const [value, type] = 'list' in member ? [member.list.map(convertMember), 'list'] : [convertBareItem(member.item), member.item.type]
  const parameters: Value = new Map(Array.from(member.parameters, ([key, item]) => [key, convertBareItem(item)] as const))
  return new Map<string, Value>([
    ['value', value],
    ['type', type],
    ['parameters', parameters],
  ])
}

function convertBareItem({ type, value }: BareItem): Value {
  return type === 'date' ? { kind: 'timestamp', ms: Number(value) * 1000 } : value
}

type Printable = FieldMember | readonly FieldMember[] | ReadonlyMap<string, FieldMember>

/** Thrown if a value has no form; caught in this file. */
const unprintable = new Error('no form in a structured field')

/** Empty if one of the values has no form. */
function printOptional(field: () => Printable): Optional {
  try {
    return makeOptional(printField(field()))
  } catch (error) {
    if (error === unprintable) return makeOptional(undefined)
    throw error
  }
}

function printItem(value: Value): Optional {
  return printOptional(() => toFieldItem(value))
}

function printList(values: readonly Value[]): Optional {
  return printOptional(() => values.map(toFieldMember))
}

function printDictionary(members: ReadonlyMap<unknown, Value>): Optional {
  return printOptional(() => new Map(Array.from(members, ([key, value]) => [String(key), toFieldMember(value)] as const)))
}

function toFieldMember(value: Value): FieldMember {
  const { value: content, parameters } = splitParts(value)
  return Array.isArray(content) ? { list: (content as readonly Value[]).map(toFieldItem), parameters } : toFieldItem(value)
}

function toFieldItem(value: Value): FieldItem {
  const { value: content, type, parameters } = splitParts(value)
  return { item: toBareItem(content, type), parameters }
}

type Parts = { readonly value: Value; readonly type?: unknown; readonly parameters: Parameters }

/** A map is an item with its type and parameters; any other value is one without. */
function splitParts(value: Value): Parts {
  if (!(value instanceof Map)) return { value, parameters: new Map() }
  const map = value as ReadonlyMap<unknown, Value>
  const parameters = map.get('parameters')
  return {
    value: map.get('value') ?? null,
    type: map.get('type'),
    parameters: new Map(
      parameters instanceof Map
        ? Array.from(parameters as ReadonlyMap<unknown, Value>, ([key, item]) => [String(key), toFieldItem(item).item] as const)
        : [],
    ),
  }
}

function toBareItem(value: Value, type: unknown): BareItem {
  switch (valueKindOf(value)) {
    case 'bool':
      return { type: 'boolean', value: value as boolean }
    case 'int':
      return { type: 'integer', value: value as bigint }
    case 'double': {
      const exact = convertNumberToDecimal(value as number)
      return exact === undefined ? throwUnprintable() : { type: 'decimal', value: exact }
    }
    case 'decimal':
      return { type: 'decimal', value: value as Extract<BareItem, { type: 'decimal' }>['value'] }
    case 'string':
      return { type: type === 'token' || type === 'display' ? type : 'string', value: value as string }
    case 'bytes':
      return { type: 'bytes', value: value as Uint8Array }
    case 'timestamp':
      return { type: 'date', value: BigInt(Math.floor((value as { readonly ms: number }).ms / 1000)) }
    default:
      return throwUnprintable()
  }
}

function throwUnprintable(): never {
  throw unprintable
}

export const fieldFunctions = [
  makeOverload('fields.parseItem(string): optional<dyn>', parseItem),
  makeOverload('fields.parseList(string): optional<list<dyn>>', parseList),
  makeOverload('fields.parseDictionary(string): optional<map<string, dyn>>', parseDictionary),
  makeOverload('fields.printItem(dyn): optional<string>', printItem),
  makeOverload('fields.printList(list<dyn>): optional<string>', printList),
  makeOverload('fields.printDictionary(map<string, dyn>): optional<string>', printDictionary),
]
