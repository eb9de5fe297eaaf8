// Structured fields of HTTP (RFC 9651): parses them to maps with `value`, `type` and `parameters`, and prints values or such maps.

import { convertNumberToDecimal } from '../../base/decimal.ts'
import { type BareItem, type FieldItem, type FieldMember, type Parameters, parseField, printField } from '../../base/structured-field.ts'
import { spendText } from '../../base/turn.ts'
import type { Optional, Value } from '../value.ts'
import { kindOf } from '../values/kind.ts'
import { overload } from './signature.ts'

function optional(value: Value | undefined): Optional {
  return { kind: 'optional', value }
}

function parseItem(text: string): Optional {
  spendText(text.length)
  const parsed = parseField(text, 'item')
  return optional(parsed && memberValue(parsed))
}

function parseList(text: string): Optional {
  spendText(text.length)
  return optional(parseField(text, 'list')?.map(memberValue))
}

function parseDictionary(text: string): Optional {
  spendText(text.length)
  const parsed = parseField(text, 'dictionary')
  return optional(parsed && new Map(Array.from(parsed, ([key, member]) => [key, memberValue(member)] as const)))
}

function memberValue(member: FieldMember): Value {
  const [value, type] = 'list' in member ? [member.list.map(memberValue), 'list'] : [bareValue(member.item), member.item.type]
  const parameters: Value = new Map(Array.from(member.parameters, ([key, item]) => [key, bareValue(item)] as const))
  return new Map<string, Value>([
    ['value', value],
    ['type', type],
    ['parameters', parameters],
  ])
}

function bareValue({ type, value }: BareItem): Value {
  return type === 'date' ? { kind: 'timestamp', ms: Number(value) * 1000 } : value
}

type Printable = FieldMember | readonly FieldMember[] | ReadonlyMap<string, FieldMember>

/** Thrown if a value has no form; caught in this file. */
const unprintable = new Error('no form in a structured field')

/** Empty if one of the values has no form. */
function printOptional(field: () => Printable): Optional {
  try {
    return optional(printField(field()))
  } catch (error) {
    if (error === unprintable) return optional(undefined)
    throw error
  }
}

function printItem(value: Value): Optional {
  return printOptional(() => itemOf(value))
}

function printList(values: readonly Value[]): Optional {
  return printOptional(() => values.map(memberOf))
}

function printDictionary(members: ReadonlyMap<unknown, Value>): Optional {
  return printOptional(() => new Map(Array.from(members, ([key, value]) => [String(key), memberOf(value)] as const)))
}

function memberOf(value: Value): FieldMember {
  const { value: content, parameters } = partsOf(value)
  return Array.isArray(content) ? { list: (content as readonly Value[]).map(itemOf), parameters } : itemOf(value)
}

function itemOf(value: Value): FieldItem {
  const { value: content, type, parameters } = partsOf(value)
  return { item: bareOf(content, type), parameters }
}

type Parts = { readonly value: Value; readonly type?: unknown; readonly parameters: Parameters }

/** A map is an item with its type and parameters; any other value is one without. */
function partsOf(value: Value): Parts {
  if (!(value instanceof Map)) return { value, parameters: new Map() }
  const map = value as ReadonlyMap<unknown, Value>
  const parameters = map.get('parameters')
  return {
    value: map.get('value') ?? null,
    type: map.get('type'),
    parameters: new Map(
      parameters instanceof Map
        ? Array.from(parameters as ReadonlyMap<unknown, Value>, ([key, item]) => [String(key), itemOf(item).item] as const)
        : [],
    ),
  }
}

function bareOf(value: Value, type: unknown): BareItem {
  switch (kindOf(value)) {
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
  overload('fields.parseItem(string): optional<dyn>', parseItem),
  overload('fields.parseList(string): optional<list<dyn>>', parseList),
  overload('fields.parseDictionary(string): optional<map<string, dyn>>', parseDictionary),
  overload('fields.printItem(dyn): optional<string>', printItem),
  overload('fields.printList(list<dyn>): optional<string>', printList),
  overload('fields.printDictionary(map<string, dyn>): optional<string>', printDictionary),
]
