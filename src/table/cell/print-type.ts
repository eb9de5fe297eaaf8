// Prints a schema as a cell that parses back to it, if possible.

import type { MapNode, Node, Scalar } from '../../document/node.ts'
import { parseAbsenceWord } from '../../model/shape.ts'
import { printExpression } from './expression.ts'
import { formats } from './type.ts'

/** Keywords that a type cell can express. */
export const typeKeywords: ReadonlySet<string> = new Set([
  'type',
  'enum',
  'format',
  'minLength',
  'maxLength',
  'pattern',
  'minimum',
  'maximum',
  'multipleOf',
  'items',
  'minItems',
  'maxItems',
  '$ref',
  'onDelete',
  'inverse',
])

/** `isResource` tells references from shapes. */
export function printTypeCell(schema: MapNode, isResource: (name: string) => boolean): string | undefined {
  const keywords = new Map(schema.entries.filter(({ key }) => typeKeywords.has(key.text)).map(({ key, value }) => [key.text, value]))
  const text = (key: string): string | undefined => {
    const value = keywords.get(key)
    return value?.kind === 'scalar' ? value.text : undefined
  }
  if (keywords.has('inverse')) return keywords.size === 1 ? `← ${text('inverse')}` : undefined
  const ref = text('$ref')
  if (ref !== undefined) {
    const deletion = text('onDelete')
    if (keywords.size > (deletion === undefined ? 1 : 2)) return undefined
    if (deletion !== undefined || isResource(ref)) return `→ ${ref}${deletion === undefined ? '' : `, ${deletion}`}`
    return /^[A-Z]\w*$/.test(ref) ? ref : `shape ${ref}`
  }
  const types = keywords.get('type')
  const typeNodes = types?.kind === 'list' ? types.items : [types]
  const names = typeNodes.filter((each) => each !== undefined).map(scalarText)
  const isNullable = names.length === 2 && names[1] === 'null'
  if (names.length > 1 && !isNullable) return undefined
  const orNull = isNullable ? ' or null' : ''
  const base = printBase(names[0], keywords, text, orNull !== '', isResource)
  return base === undefined ? undefined : `${base}${orNull}`
}

const scalarText = (node: Node): string => (node.kind === 'scalar' ? node.text : '')

function printBase(
  type: string | undefined,
  keywords: ReadonlyMap<string, Node>,
  text: (key: string) => string | undefined,
  orNull: boolean,
  isResource: (name: string) => boolean,
): string | undefined {
  const bounds = (least: string, most: string): string =>
    keywords.has(least) || keywords.has(most) ? ` ${text(least) ?? ''}..${text(most) ?? ''}` : ''
  const hasOnly = (...keys: readonly string[]): boolean => [...keywords.keys()].every((key) => key === 'type' || keys.includes(key))
  const format = text('format')
  const choices = keywords.get('enum')
  if (choices?.kind === 'list') return hasOnly('enum') ? printChoices(type, choices.items, orNull) : undefined
  switch (type) {
    case 'string': {
      const pattern = keywords.get('pattern')
      const code = pattern?.kind === 'scalar' && parseAbsenceWord(pattern) === undefined ? printExpression(pattern) : undefined
      if (!hasOnly('format', 'minLength', 'maxLength', 'pattern') || (pattern !== undefined && code === undefined)) return undefined
      if (format !== undefined && !(formats as readonly string[]).includes(format)) return undefined
      return `${format ?? 'text'}${bounds('minLength', 'maxLength')}${code === undefined ? '' : ` like ${code}`}`
    }
    case 'integer':
      return hasOnly('minimum', 'maximum') ? `whole number${bounds('minimum', 'maximum')}` : undefined
    case 'number': {
      if (format === undefined) return hasOnly('minimum', 'maximum') ? `number${bounds('minimum', 'maximum')}` : undefined
      const range = bounds('minimum', 'maximum')
      return format === 'decimal' && keywords.has('multipleOf') && hasOnly('format', 'multipleOf', 'minimum', 'maximum')
        ? `decimal ${text('multipleOf')}${range === '' ? '' : `,${range}`}`
        : undefined
    }
    case 'boolean':
      return hasOnly() ? 'yes/no' : undefined
    case 'array': {
      const items = keywords.get('items')
      if (
        items?.kind !== 'map' ||
        !hasOnly('items', 'minItems', 'maxItems') ||
        items.entries.some(({ key }) => !typeKeywords.has(key.text))
      )
        return undefined
      const itemType = printTypeCell(items, isResource)
      return itemType === undefined ? undefined : `list${bounds('minItems', 'maxItems')} of ${itemType}`
    }
    default:
      return undefined
  }
}

function printChoices(type: string | undefined, items: readonly Node[], orNull: boolean): string | undefined {
  const values = orNull && items.at(-1)?.kind === 'scalar' && (items.at(-1) as Scalar).value === null ? items.slice(0, -1) : items
  if (orNull && values === items) return undefined
  const scalars = values.filter((item): item is Scalar => item.kind === 'scalar')
  if (scalars.length < values.length || values.length === 0) return undefined
  if (type === 'integer')
    return scalars.every(({ value }) => typeof value === 'number')
      ? `whole number, one of ${scalars.map((each) => each.text).join(', ')}`
      : undefined
  if (type !== undefined && type !== 'string') return undefined
  const texts = scalars.map((each) => {
    if (typeof each.value !== 'string') return undefined
    return /^[A-Za-z0-9][\w.:+/-]*$/.test(each.text) && !['or', 'null', 'required', 'unique', 'key'].includes(each.text)
      ? each.text
      : printExpression(each)
  })
  return texts.includes(undefined) ? undefined : `one of ${texts.join(', ')}`
}
