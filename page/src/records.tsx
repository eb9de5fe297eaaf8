// Renders records page by page, filtered and sorted by their stored properties.

import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { ViewedPage, DescribedProperty, DescribedResource } from '../../src/serve/page/types.ts'
import { type Problem, api } from './api.ts'
import { to, toRecords } from './route.ts'
import { countText, resourceNamed, usePageState } from './service.ts'
import { Cell, Short, ownKeyText } from './values.tsx'

/** The most columns of the table, so that it stays readable. */
const maxColumns = 7

export function RecordsView({ resource: name, query }: { resource: string | undefined; query: URLSearchParams }): VNode {
  const { service, counts } = usePageState()
  const resource = resourceNamed(service, name ?? service.resources[0]?.name ?? '')
  const [page, setPage] = useState<ViewedPage | Problem>()
  const total = resource === undefined ? undefined : counts?.resources[resource.name]
  useEffect(() => {
    if (resource !== undefined) api.records(resource.name, query).then(setPage, (error: unknown) => setPage(error as Problem))
  }, [resource?.name, total, counts === undefined ? '' : JSON.stringify(counts.machines)])
  if (resource === undefined) return <p>There is no resource {name}.</p>
  const where = query.getAll('where').map((pair): [string, string] => [pair.slice(0, pair.indexOf(':')), pair.slice(pair.indexOf(':') + 1)])
  return (
    <>
      <header class="head">
        <h1>{resource.name}</h1>
        <p class="soft">
          {countText(total)} {total === 1 ? 'record' : 'records'}; read with the operator's authority.
        </p>
      </header>
      <Filters resource={resource} where={where} sort={query.get('sort') ?? ''} />
      {page !== undefined && 'message' in page ? (
        <p class="banner" role="alert">
          {page.message}
        </p>
      ) : null}
      {page === undefined || 'message' in page ? null : <Table resource={resource} page={page} query={query} where={where} />}
    </>
  )
}

type FilterProps = {
  resource: DescribedResource
  /** Pairs of a property and its value, as text. */
  where: readonly (readonly [string, string])[]
  /** The property by which the records are sorted, after `-` if descending; empty for the key. */
  sort: string
}

function Filters(props: FilterProps): VNode {
  return (
    <div class="filters">
      {props.resource.properties
        .filter(({ states }) => states !== undefined)
        .map((property) => (
          <StateTabs key={property.name} property={property} {...props} />
        ))}
      <FilterForm {...props} />
      <ChosenFilters {...props} />
    </div>
  )
}

function otherParameters(sort: string): { readonly [name: string]: string } {
  return sort === '' ? {} : { sort }
}

/** A link for each state of a machine, and one for all. */
function StateTabs({ property, resource, where, sort }: FilterProps & { property: DescribedProperty }): VNode {
  const others = where.filter(([each]) => each !== property.name)
  const chosen = where.find(([each]) => each === property.name)?.[1] ?? ''
  return (
    <div class="tabs" role="group" aria-label={property.name}>
      {['', ...(property.states ?? [])].map((state) => (
        <a
          key={state}
          href={toRecords(resource.name, state === '' ? others : [...others, [property.name, state]], otherParameters(sort))}
          aria-current={chosen === state ? 'true' : undefined}
        >
          {state === '' ? 'all' : state}
        </a>
      ))}
    </div>
  )
}

function FilterForm({ resource: { name, properties }, where, sort }: FilterProps): VNode {
  const stored = properties.filter((property) => property.stored)
  const [selected, setSelected] = useState(stored.find(({ name: each }) => each === where.at(-1)?.[0])?.name ?? stored[0]?.name ?? '')
  const [value, setValue] = useState(where.at(-1)?.[1] ?? '')
  const find = (event: SubmitEvent): void => {
    event.preventDefault()
    location.hash = toRecords(name, [...where.filter(([property]) => property !== selected), [selected, value]], otherParameters(sort))
  }
  return (
    <form class="bar" onSubmit={find}>
      <label class="inline">
        Where{' '}
        <select value={selected} onChange={(event) => setSelected(event.currentTarget.value)}>
          {stored.map((property) => (
            <option key={property.name}>{property.name}</option>
          ))}
        </select>
      </label>
      <label class="inline">
        is <input value={value} onInput={(event) => setValue(event.currentTarget.value)} autocomplete="off" />
      </label>
      <button type="submit">Find</button>
      <label class="inline">
        Sorted by{' '}
        <select
          value={sort}
          onChange={(event) => {
            location.hash = toRecords(name, where, otherParameters(event.currentTarget.value))
          }}
        >
          <option value="">key</option>
          {stored.flatMap((property) => [
            <option key={property.name} value={property.name}>
              {property.name}
            </option>,
            <option key={`-${property.name}`} value={`-${property.name}`}>
              {property.name}, descending
            </option>,
          ])}
        </select>
      </label>
    </form>
  )
}

/** A link that removes each filter. */
function ChosenFilters({ resource: { name }, where, sort }: FilterProps): VNode | null {
  if (where.length === 0) return null
  const hrefWithout = (property: string): string =>
    toRecords(
      name,
      where.filter(([each]) => each !== property),
      otherParameters(sort),
    )
  return (
    <p class="chosen-filters">
      {where.map(([property, text]) => (
        <a key={property} class="chip" href={hrefWithout(property)} aria-label={`Without ${property} is ${text}`}>
          {property} is {text} ×
        </a>
      ))}
    </p>
  )
}

/** The order of the columns. The tenant comes first, beside the key, because several tenants may have the same key. */
function rank({ name, states, stored }: DescribedProperty, { tenant }: DescribedResource): number {
  if (tenant?.includes(name) === true) return 0
  if (states !== undefined) return 1
  return stored ? 2 : 3
}

function Table({
  resource,
  page: { records, next },
  query,
  where,
}: {
  resource: DescribedResource
  page: ViewedPage
  query: URLSearchParams
  where: readonly (readonly [string, string])[]
}): VNode {
  const columns = resource.properties
    .filter(({ inverse, name }) => inverse === undefined && !(resource.key.length === 1 && resource.key[0] === name))
    .toSorted((a, b) => rank(a, resource) - rank(b, resource))
    .slice(0, maxColumns - 1)
  const parameters = Object.fromEntries([...query].filter(([name]) => name !== 'where' && name !== 'after'))
  if (records.length === 0) return <p class="soft">There is none{where.length === 0 ? '' : ' of these'}.</p>
  return (
    <>
      <div class="scroll" tabIndex={0} role="region" aria-label={`Records of ${resource.name}`}>
        <table class="records">
          <thead>
            <tr>
              <th scope="col">{resource.key.join(', ')}</th>
              {columns.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {records.map(({ key, values }) => (
              <tr key={key}>
                <th scope="row">
                  <a href={to('record', resource.name, key)}>
                    <Short text={ownKeyText(key)} />
                  </a>
                </th>
                {columns.map(({ name, states }) => (
                  <td key={name} class={states === undefined ? undefined : 'in-state'}>
                    <Cell value={values[name]} short />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="pages">
        {query.has('after') ? <a href={toRecords(resource.name, where, parameters)}>First page</a> : null}
        {next === undefined ? null : <a href={toRecords(resource.name, where, { ...parameters, after: next })}>Next page</a>}
      </p>
    </>
  )
}
