// Varies the query of a request: each parameter with other values and without it, filters, orders and pages.

import { type Json, printJson } from '../../base/json.ts'
import { printSort } from '../../typing/sorts.ts'
import type { TraceBlock } from './block.ts'
import { listValues } from './values.ts'
import { type VariationContext, findPairedOperation, getDefinitions, inputOf } from './variation-context.ts'

export function varyQuery({ old, new: newEdition, operation, base, change }: VariationContext): TraceBlock[] {
  const [before, after] = [inputOf(old, operation), inputOf(newEdition, findPairedOperation(newEdition, operation))]
  if (before === undefined) return []
  const declared = [...before.query].flatMap(([name, { schema }]) =>
    listValues(
      [
        [schema, getDefinitions(old)],
        [after?.query.get(name)?.schema, getDefinitions(newEdition)],
      ],
      name,
    ).map((value) => [name, value] as const),
  )
  const filters = [...before.filters.values()].flatMap(({ property, parameters, isDeepObject }) =>
    (isDeepObject ? parameters.filter(({ name }) => !name.endsWith('[eq]')) : parameters).flatMap(({ name, schema }) =>
      listValues([[schema, getDefinitions(old)]], property)
        .slice(0, 6)
        .map((value) => [name, value] as const),
    ),
  )
  const sorts = (before.sort?.properties ?? []).flatMap((name) =>
    [name, `-${name}`].flatMap((word) => printSort(before.sort!, [word]).slice(-1)),
  )
  const page =
    before.page === undefined
      ? []
      : Object.entries(before.page).flatMap(([name, parameter]) =>
          name === 'cursor' || parameter === undefined
            ? []
            : listValues([[parameter.schema, getDefinitions(old)]], name).map((value) => [parameter.name, value] as const),
        )
  // Without a parameter, its default applies.
  const left = [...before.query.keys()]
    .filter((name) => readQuery(base.target).some(([each]) => each === name))
    .map((name) => [name, undefined] as const)
  const affectedParameter = change.path[3] ?? change.path.at(-1)
  const choices: readonly (readonly [string, Json | undefined])[] = [...left, ...declared, ...page, ...sorts, ...filters]
  const first = choices.filter(([name]) => name === affectedParameter)
  return [...first, ...choices.filter(([name]) => name !== affectedParameter)].map(([name, value]) => ({
    ...base,
    target: withQuery(base.target, name, value === undefined || typeof value === 'string' ? value : printJson(value)),
  }))
}

function readQuery(target: string): (readonly [name: string, pair: string])[] {
  const [, query = ''] = target.split(/\?(.*)/s)
  return query.split('&').flatMap((pair) => (pair === '' ? [] : [[pair.split('=')[0]!, pair] as const]))
}

/** Undefined removes the parameter. */
export function withQuery(target: string, name: string, value: string | undefined): string {
  const others = readQuery(target).flatMap(([each, pair]) => (each === name ? [] : [pair]))
  const pairs = value === undefined ? others : [...others, `${encodeURIComponent(name)}=${encodeURIComponent(value)}`]
  return [target.split('?')[0]!, ...(pairs.length === 0 ? [] : [pairs.join('&')])].join('?')
}
