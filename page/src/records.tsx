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
      {page === undefined ? null : 'message' in page ? (
        <p class="banner" role="alert">
          {page.message}
        </p>
      ) : (
        <Table resource={resource} page={page} query={query} where={where} />
      )}
    </>
  )
}

function Filters({
  resource: { name, properties },
  where,
  sort,
}: {
  resource: DescribedResource
  where: readonly (readonly [string, string])[]
  sort: string
}): VNode {
  const stored = properties.filter((property) => property.stored)
  const states = properties.filter((property) => property.states !== undefined)
  const [selected, setSelected] = useState(stored.find(({ name: each }) => each === where.at(-1)?.[0])?.name ?? stored[0]?.name ?? '')
  const [value, setValue] = useState(where.at(-1)?.[1] ?? '')
  const otherParameters: { [name: string]: string } = sort === '' ? {} : { sort }
  const find = (event: SubmitEvent): void => {
    event.preventDefault()
    location.hash = toRecords(name, [...where.filter(([property]) => property !== selected), [selected, value]], otherParameters)
  }
  return (
    <div class="filters">
      {states.map((property) => (
        <div key={property.name} class="tabs" role="group" aria-label={property.name}>
          {['', ...(property.states ?? [])].map((state) => {
            const others = where.filter(([each]) => each !== property.name)
            const isChosen = (where.find(([each]) => each === property.name)?.[1] ?? '') === state
            return (
              <a
                key={state}
                href={toRecords(name, state === '' ? others : [...others, [property.name, state]], otherParameters)}
                aria-current={isChosen ? 'true' : undefined}
              >
                {state === '' ? 'all' : state}
              </a>
            )
          })}
        </div>
      ))}
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
              location.hash = toRecords(name, where, event.currentTarget.value === '' ? {} : { sort: event.currentTarget.value })
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
      {where.length === 0 ? null : (
        <p class="chosen-filters">
          {where.map(([property, text]) => (
            <a
              key={property}
              class="chip"
              href={toRecords(
                name,
                where.filter(([each]) => each !== property),
                otherParameters,
              )}
              aria-label={`Without ${property} is ${text}`}
            >
              {property} is {text} ×
            </a>
          ))}
        </p>
      )}
    </div>
  )
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
  // The tenant comes first, beside the key, because several tenants may have the same key.
  const rank = ({ name, states, stored }: DescribedProperty): number =>
    resource.tenant?.includes(name) === true ? 0 : states !== undefined ? 1 : stored ? 2 : 3
  const columns = resource.properties
    .filter(({ inverse, name }) => inverse === undefined && !(resource.key.length === 1 && resource.key[0] === name))
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, maxColumns - 1)
  const otherParameters = Object.fromEntries([...query].filter(([name]) => name !== 'where' && name !== 'after'))
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
        {query.has('after') ? <a href={toRecords(resource.name, where, otherParameters)}>First page</a> : null}
        {next === undefined ? null : <a href={toRecords(resource.name, where, { ...otherParameters, after: next })}>Next page</a>}
      </p>
    </>
  )
}
