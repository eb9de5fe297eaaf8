// Explains the input of an operation: path, query and header parameters, filters, sort, page, and the body.

import { printJson } from '../base/json.ts'
import { type StandardParameter, listStandardParameters } from '../fact/standard-parameters.ts'
import type { OperationContext } from '../fact/operation-context.ts'
import { slotValue } from '../model/slot.ts'
import { type LabelledRow, linesUnder, originFrom, slotFrom } from './labelled-lines.ts'
import type { Line } from './layout.ts'
import { originText, placeText } from './origin.ts'
import { schemaText } from './schema-text.ts'

/** The parameters, filters and body that a request may have. */
export function inputLines({ input, operation, body: origin }: OperationContext): Line[] {
  const { parameters } = operation.slots
  const place = parameters.state === 'shown' ? slotFrom(parameters) : { from: placeText(operation.key.span) }
  const rowsOf = (kind: string, declared: OperationContext['input']['path']): LabelledRow[] =>
    [...declared].map(([name, { schema, required }]) => ({
      text: `${kind} ${name}${required ? '' : '?'}: ${schemaText(schema)}`,
      ...place,
    }))
  const { filter, strict } = operation.slots
  const filters =
    filter.state === 'shown' && input.filters.size > 0 ? filterTexts(input).map((text) => ({ text, from: placeText(filter.at.span) })) : []
  const carried = listStandardParameters(operation, input)
  const carriedIn = (place: StandardParameter['in']): LabelledRow[] =>
    carried
      .filter((each) => each.in === place)
      .map(({ kind, name, required, schema, origin }) => ({
        text: `${place} ${name}${required ? '' : '?'}: ${kind === 'sort' ? `list of ${(slotValue(operation.slots.sort) ?? []).map(({ text }) => text).join(', ')}` : descriptionOf(kind, schema)}`,
        from: originText(origin),
      }))
  const queries = [...rowsOf('query', input.query), ...filters, ...carriedIn('query')]
  const others =
    slotValue(strict) === true
      ? [{ text: 'any other query parameter is refused', ...slotFrom(strict) }]
      : queries.length === 0
        ? []
        : [{ text: 'any other query parameter is ignored' }]
  const body =
    input.body === undefined
      ? []
      : [
          {
            text: `body${input.body.nullable ? '?' : ''}: ${schemaText(input.body.schema)}`,
            ...originFrom(origin === undefined ? [] : [origin]),
          },
        ]
  const { accepts } = operation.slots
  const media =
    input.body === undefined || accepts.state !== 'shown'
      ? []
      : [{ text: `Content-Type of the body: ${input.body.media.join(' or ')}`, ...slotFrom(accepts) }]
  return linesUnder('Takes', [
    ...rowsOf('path', input.path),
    ...queries,
    ...others,
    ...rowsOf('header', input.headers),
    ...carriedIn('header'),
    ...body,
    ...media,
  ])
}

/** The properties, with their query names if the document defines them. */
function filterTexts({ filters }: OperationContext['input']): readonly string[] {
  const filterList = [...filters.values()]
  if (filterList.every(({ isDeepObject }) => isDeepObject)) return [`filter by ${filterList.map(({ name }) => name).join(', ')}`]
  return filterList.map(
    ({ name, parameters }) =>
      `filter by ${name}: ${parameters.map((each) => `${each.name} (${each.operator}${each.operator !== 'in' && each.operator !== 'any' ? '' : each.several === 'commas' ? ', separated by commas' : ', repeated'})`).join(', ')}`,
  )
}

function descriptionOf(kind: Exclude<StandardParameter['kind'], 'sort'>, schema: StandardParameter['schema']): string {
  switch (kind) {
    case 'fields':
      return 'names of members of the answer, separated by commas'
    case 'page':
      return `${schemaText(schema)}${typeof schema === 'object' && schema.default !== undefined ? `, ${printJson(schema.default)} if left out` : ''}`
    case 'key':
      return 'an idempotency key'
    case 'condition':
      return 'an entity tag'
    case 'position':
      return 'a position of the stream'
  }
}
