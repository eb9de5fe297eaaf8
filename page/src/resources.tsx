// Renders the resources with their references to each other and their properties.

import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { GraphLayout, DescribedProperty, DescribedResource } from '../../src/serve/page/types.ts'
import { api } from './api.ts'
import { Diagram } from './diagram.tsx'
import { Place } from './place.tsx'
import { to, toRecords } from './route.ts'
import { countText, usePageState } from './service.ts'

export function ResourcesView({ name }: { name: string | undefined }): VNode {
  const { service, counts } = usePageState()
  const showsAll = service.references !== undefined
  const listed = showsAll ? service.resources : service.resources.filter((each) => each.name === (name ?? service.resources[0]?.name))
  const layout = useReferences(showsAll ? undefined : listed[0]?.name) ?? service.references
  useEffect(() => {
    if (name !== undefined && showsAll) document.getElementById(`resource-${name}`)?.scrollIntoView()
  }, [name])
  return (
    <>
      <header class="head">
        <h1>Resources</h1>
        <p class="soft">
          An arrow leads from who refers to whom.
          {showsAll ? '' : ` These are ${service.resources.length}, so one is shown with those around it.`}
        </p>
        {showsAll ? null : (
          <label class="inline">
            Resource{' '}
            <select
              value={listed[0]?.name}
              onChange={(event) => {
                location.hash = to('resources', event.currentTarget.value)
              }}
            >
              {service.resources.map((each) => (
                <option key={each.name}>{each.name}</option>
              ))}
            </select>
          </label>
        )}
      </header>
      {service.resources.length === 0 ? <p>The document shows no resource.</p> : null}
      {service.resources.length === 0 || layout === undefined ? null : (
        <Diagram
          layout={layout}
          label="How resources refer to each other"
          link={({ id }) => to('resources', id)}
          count={({ id }) => countText(counts?.resources[id])}
        />
      )}
      {listed.map((resource) => (
        <Properties key={resource.name} resource={resource} />
      ))}
    </>
  )
}

/** The diagram of a resource and its neighbours; undefined until it is loaded, and without a name. */
function useReferences(name: string | undefined): GraphLayout | undefined {
  const [layout, setLayout] = useState<GraphLayout>()
  useEffect(() => {
    setLayout(undefined)
    if (name !== undefined) api.references(name).then(setLayout, () => undefined)
  }, [name])
  return layout
}

function Properties({ resource: { name, place, key, properties } }: { resource: DescribedResource }): VNode {
  return (
    <section id={`resource-${name}`} aria-labelledby={`heading-${name}`}>
      <h2 id={`heading-${name}`}>
        {name} <Place of={place} />{' '}
        <a class="beside" href={toRecords(name)}>
          records
        </a>
      </h2>
      <div class="scroll" tabIndex={0} role="region" aria-label={`Properties of ${name}`}>
        <table>
          <thead>
            <tr>
              <th scope="col">Property</th>
              <th scope="col">Type</th>
              <th scope="col">Said at</th>
            </tr>
          </thead>
          <tbody>
            {properties.map((property) => (
              <tr key={property.name}>
                <th scope="row">
                  <code>{property.name}</code>
                  {key.includes(property.name) ? <span class="chip">key</span> : null}
                </th>
                <td>
                  <Type property={property} />
                </td>
                <td>
                  <Place of={property.place} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Type({ property: { type, reference, inverse, states } }: { property: DescribedProperty }): VNode {
  if (inverse !== undefined)
    return (
      <>
        every <a href={to('resources', inverse.resource)}>{inverse.resource}</a> whose <code>{inverse.property}</code> it is
      </>
    )
  if (reference !== undefined) return <a href={to('resources', reference)}>{type}</a>
  return <>{states === undefined ? type : `one of ${states.join(', ')}`}</>
}
