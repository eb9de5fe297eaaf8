// Converts the selection of a list (by records in the path, by parameters) and its order.

import { type DraftEntry, draftEntry, gap, draftText } from '../draft.ts'
import type { OperationAction } from './action.ts'
import type { SourceParameter } from './api.ts'
import { printAdmitted, readFields, isAlike, isNullable, isSingle, resolveItems, readTypes } from './fields.ts'
import { select, normaliseSpelling, singularize } from '../names.ts'
import { limitParameters } from './pages.ts'
import type { PathValues } from './path-values.ts'
import { type SourceResource, isStoredPart } from './resources.ts'
import { type At, type SchemaFields, type Spec, findMember, readTextAt } from './spec.ts'

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
    readTextAt(at, 'style') === 'deepObject' &&
    names.length > 0 &&
    names.every((each) => operators.has(each)) &&
    resource.fields.properties.has(name)
  )
}

/** The condition of a list: records of those earlier in the path, with the property values that parameters give. */
export function draftChoosingCondition(
  { resource, parts }: OperationAction,
  query: readonly SourceParameter[],
  spec: Spec,
  path: PathValues,
  questions: string[],
  commonQuestions: string[],
): DraftEntry | undefined {
  const conditions: string[] = []
  const [open, texts]: [string[], string[]] = [[], []]
  for (const { name } of query)
    if (others.has(normaliseSpelling(name))) commonQuestions.push(`what does \`${name}\` change in the answer? Nothing here reads it.`)
  for (const part of parts) {
    if (part === undefined) continue
    if (isStoredPart(part, resource)) conditions.push(`${select('this', part.property)} == ${path.valueOf(part)}`)
    else open.push(`\`${part.parameter}\``)
  }
  if (parts.includes(undefined)) open.push('the path')
  for (const parameter of query) {
    const { name } = parameter
    if (others.has(normaliseSpelling(name)) || limitParameters.has(normaliseSpelling(name))) continue
    const comparison = findComparison(parameter, resource, spec)
    const value = select('input.query', name)
    const condition =
      comparison === undefined || parameter.required ? comparison?.condition : `(${value} == null || ${comparison.condition})`
    if (condition === undefined || comparison?.isText === true) open.push(`\`${name}\``)
    if (condition !== undefined) (comparison?.isText === true ? texts : conditions).push(condition)
  }
  if (open.length > 0) {
    questions.push(
      `which records are listed, by ${open.join(', ')}?${texts.length === 0 ? '' : ` If a text is compared as a whole: ${texts.join(' && ')}`}${conditions.length === 0 ? '' : ` Besides: ${conditions.join(' && ')}`}`,
    )
    return draftEntry('where', gap)
  }
  return conditions.length === 0 ? undefined : draftEntry('where', draftText(conditions.join(' && ')))
}

type Comparison = { readonly condition: string; /** True for a text that a request could also search for. */ readonly isText: boolean }

/** `minPrice`, `price_lte`, `price[gt]`: a bound of a property, by the usual words for one. */
const bounds: readonly { readonly name: RegExp; readonly operator: string }[] = [
  { name: /^(.+?)(?:__|_|\.|-|\[)gte\]?$/i, operator: '>=' },
  { name: /^(.+?)(?:__|_|\.|-|\[)lte\]?$/i, operator: '<=' },
  { name: /^(.+?)(?:__|_|\.|-|\[)gt\]?$/i, operator: '>' },
  { name: /^(.+?)(?:__|_|\.|-|\[)lt\]?$/i, operator: '<' },
  { name: /^min(?:imum)?(?:[_.-](.+)|(?=[A-Z])(.+))$/, operator: '>=' },
  { name: /^max(?:imum)?(?:[_.-](.+)|(?=[A-Z])(.+))$/, operator: '<=' },
]

/** The condition that a parameter sets for a property of its name, in any spelling; undefined if it says something else. */
function findComparison({ name, schema }: SourceParameter, resource: SourceResource, spec: Spec): Comparison | undefined {
  const value = select('input.query', name)
  const { fields } = resource
  const own = findProperty(name, fields)
  if (own !== undefined && isSingle(schema, spec) && isSingle(own.at, spec) && isAlike(own.at, schema, spec))
    return {
      condition: `${select('this', own.name)} == ${value}`,
      isText: !isChoice(spec.follow(schema), spec) && !/(?:id|[ug]uid)$/i.test(name),
    }
  // A list of values: those of the property, by its name or by its plural.
  const item = resolveItems(schema, spec)
  const listed = own ?? findProperty(singularize(name.replace(/\[\]$/, '')), fields)
  if (item !== undefined && listed !== undefined)
    return isSingle(item, spec) && isSingle(listed.at, spec) && isAlike(listed.at, item, spec)
      ? { condition: ifThere(listed.name, resource, `in ${value}`, spec), isText: false }
      : undefined
  for (const { name: pattern, operator } of bounds) {
    const [, ...names] = pattern.exec(name) ?? []
    const of = names.find((each) => each !== undefined)
    const bounded = of === undefined ? undefined : findProperty(of, fields)
    if (bounded === undefined || !isOrdered(spec.follow(bounded.at), spec) || !isAlike(bounded.at, schema, spec)) continue
    return { condition: ifThere(bounded.name, resource, `${operator} ${value}`, spec), isText: false }
  }
  return undefined
}

/** The comparison; false for records without the property. */
function ifThere(name: string, { fields, key }: SourceResource, comparison: string, spec: Spec): string {
  const property = select('this', name)
  const at = fields.properties.get(name)
  const isThere = key.some((part) => part.property === name) || (fields.required.has(name) && at !== undefined && !isNullable(at, spec))
  return isThere ? `${property} ${comparison}` : `(${property} != null && ${property} ${comparison})`
}

/** The property of this name; without one, the only property that is spelt alike. */
export function findProperty(name: string, { properties }: SchemaFields): { readonly name: string; readonly at: At } | undefined {
  const own = properties.get(name)
  if (own !== undefined) return { name, at: own }
  const wanted = normaliseSpelling(name)
  const alike = [...properties].filter(([each]) => normaliseSpelling(each) === wanted)
  const [[found, at] = []] = alike
  return wanted === '' || alike.length !== 1 || found === undefined || at === undefined ? undefined : { name: found, at }
}

function isOrdered(at: At, spec: Spec): boolean {
  const types = isSingle(at, spec) ? readTypes(at) : []
  return (
    types.includes('integer') ||
    types.includes('number') ||
    (types.includes('string') && /^date(?:-time)?$/.test(readTextAt(at, 'format') ?? ''))
  )
}

const wholeFormats = new Set(['uuid', 'date', 'date-time', 'email', 'ipv4', 'ipv6'])

/**
 * True for a value that is compared as a whole: an enumerated value, a number, an identifier, a boolean. A free text may also be searched.
 */
function isChoice(at: At, spec: Spec): boolean {
  if (!isSingle(at, spec)) return false
  return (
    !readTypes(at).includes('string') ||
    printAdmitted(findMember(at, 'enum'), spec) !== 'null' ||
    wholeFormats.has(readTextAt(at, 'format') ?? '')
  )
}
