// Converts the selection of a list (by records in the path, by parameters) and its order.

import { type DraftEntry, draftEntry, gap, draftText } from '../draft.ts'
import type { OperationAction } from './action.ts'
import type { SourceParameter } from './api.ts'
import { admittedText, readFields, isAlike, isSingle, resolveItems, readTypes } from './fields.ts'
import { select, normaliseSpelling } from '../names.ts'
import { limitParameters } from './pages.ts'
import type { PathValues } from './path-values.ts'
import { isStoredPart } from './resources.ts'
import { type At, type Spec, items, member, textAt } from './spec.ts'

/** Parameters that do not select records: they choose the representation or the order. */
const others = new Set([
  'sort',
  'sortby',
  'sortorder',
  'order',
  'orderby',
  'orderdir',
  'direction',
  'fields',
  'field',
  'include',
  'includes',
  'expand',
  'embed',
  'format',
  'pretty',
  'prettyprint',
  'callback',
  'lang',
  'language',
  'locale',
  'count',
  'includecount',
  'includetotal',
  'select',
  'view',
])

const operators = new Set(['eq', 'ne', 'in', 'gt', 'gte', 'lt', 'lte', 'contains', 'exists'])

/** `?createdAt[gte]=…`: a comparison of a property under the language's operator names. */
export function isFilter({ name, at, schema }: SourceParameter, { resource }: OperationAction, spec: Spec): boolean {
  const names = [...(readFields(schema, spec)?.properties.keys() ?? [])]
  return (
    textAt(at, 'style') === 'deepObject' &&
    names.length > 0 &&
    names.every((each) => operators.has(each)) &&
    resource.fields.properties.has(name)
  )
}

/** `?sort=-createdAt,name`: names of properties, each with an optional minus. */
export function sortedBy({ name, schema }: SourceParameter, { resource }: OperationAction, spec: Spec): string[] | undefined {
  const inner = resolveItems(schema, spec)
  const values =
    inner === undefined ? [] : items(member(spec.follow(inner), 'enum')).flatMap(({ value }) => (typeof value === 'string' ? [value] : []))
  const named = [...new Set(values.map((each) => each.replace(/^-/, '')))]
  return name === 'sort' &&
    named.length > 0 &&
    named.every((each) => resource.fields.properties.has(each) && values.includes(each) && values.includes(`-${each}`))
    ? named
    : undefined
}

/** The condition of a list: records of those earlier in the path, with the property values that parameters give. */
export function choosingCondition(
  { resource, parts }: OperationAction,
  query: readonly SourceParameter[],
  spec: Spec,
  path: PathValues,
  questions: string[],
): DraftEntry | undefined {
  const conditions: string[] = []
  const open: string[] = []
  const ignored = query.flatMap(({ name }) => (others.has(normaliseSpelling(name)) ? [`\`${name}\``] : []))
  if (ignored.length > 0) questions.push(`what does ${ignored.join(', ')} change in the answer? Nothing here reads it.`)
  for (const part of parts) {
    if (part === undefined) continue
    if (isStoredPart(part, resource)) conditions.push(`${select('this', part.property)} == ${path.valueOf(part)}`)
    else open.push(`\`${part.parameter}\``)
  }
  if (parts.includes(undefined)) open.push('the path')
  for (const parameter of query) {
    const { name, schema } = parameter
    if (others.has(normaliseSpelling(name)) || limitParameters.has(normaliseSpelling(name))) continue
    const property = resource.fields.properties.get(name)
    if (property !== undefined && isChoice(spec.follow(schema), spec) && isSingle(property, spec) && isAlike(property, schema, spec)) {
      const value = select('input.query', name)
      conditions.push(
        parameter.required ? `${select('this', name)} == ${value}` : `(${value} == null || ${select('this', name)} == ${value})`,
      )
    } else open.push(`\`${name}\``)
  }
  if (open.length > 0) {
    questions.push(
      `which records are listed, by ${open.join(', ')}?${conditions.length === 0 ? '' : ` Besides: ${conditions.join(' && ')}`}`,
    )
    return draftEntry('where', gap)
  }
  return conditions.length === 0 ? undefined : draftEntry('where', draftText(conditions.join(' && ')))
}

/**
 * True for a value that is compared as a whole: an enumerated value, a number, an identifier, a boolean. A free text may also be searched.
 */
function isChoice(at: At, spec: Spec): boolean {
  if (!isSingle(at, spec)) return false
  return !readTypes(at).includes('string') || admittedText(member(at, 'enum'), spec) !== 'null' || textAt(at, 'format') === 'uuid'
}
