// The resources, how they refer to each other, and the properties of each.

import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Laid, DescribedProperty, DescribedResource } from '../../src/serve/page/types.ts'
import { api } from './api.ts'
import { Diagram } from './diagram.tsx'
import { Place } from './place.tsx'
import { to, toRecords } from './route.ts'
import { countText, useShown } from './service.ts'

export function ResourcesView({ name }: { name: string | undefined }): VNode {
  const { service, counts } = useShown()
  const isWhole = service.references !== undefined
  const shown = isWhole ? service.resources : service.resources.filter((each) => each.name === (name ?? service.resources[0]?.name))
  const laid = useReferences(isWhole ? undefined : shown[0]?.name) ?? service.references
  useEffect(() => {
    if (name !== undefined && isWhole) document.getElementById(`resource-${name}`)?.scrollIntoView()
  }, [name])
  return (
    <>
      <header class="head">
        <h1>Resources</h1>
        <p class="soft">An arrow leads from who refers to whom.{isWhole ? '' : ` These are ${service.resources.length}, so one is shown with those around it.`}</p>
        {isWhole ? null : (
          <label class="inline">Resource <select value={shown[0]?.name} onChange={(event) => { location.hash = to('resources', event.currentTarget.value) }}>{service.resources.map((each) => <option key={each.name}>{each.name}</option>)}</select></label>
        )}
      </header>
      {service.resources.length === 0 ? <p>The document shows no resource.</p> : laid === undefined ? null : (
        <Diagram laid={laid} label="How resources refer to each other" link={({ id }) => to('resources', id)} count={({ id }) => countText(counts?.resources[id])} />
      )}
      {shown.map((resource) => <Properties key={resource.name} resource={resource} />)}
    </>
  )
}

/** The diagram around one; undefined until it is known, and where none is asked for. */
function useReferences(name: string | undefined): Laid | undefined {
  const [laid, setLaid] = useState<Laid>()
  useEffect(() => {
    setLaid(undefined)
    if (name !== undefined) api.references(name).then(setLaid, () => undefined)
  }, [name])
  return laid
}

function Properties({ resource: { name, place, key, properties } }: { resource: DescribedResource }): VNode {
  return (
    <section id={`resource-${name}`} aria-labelledby={`heading-${name}`}>
      <h2 id={`heading-${name}`}>{name} <Place of={place} /> <a class="beside" href={toRecords(name)}>records</a></h2>
      <div class="scroll" tabIndex={0} role="region" aria-label={`Properties of ${name}`}>
        <table>
          <thead><tr><th scope="col">Property</th><th scope="col">Type</th><th scope="col">Said at</th></tr></thead>
          <tbody>
            {properties.map((property) => (
              <tr key={property.name}>
                <th scope="row"><code>{property.name}</code>{key.includes(property.name) ? <span class="chip">key</span> : null}</th>
                <td><Type property={property} /></td>
                <td><Place of={property.place} /></td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Type({ property: { type, reference, inverse, states } }: { property: DescribedProperty }): VNode {
  if (inverse !== undefined) return <>every <a href={to('resources', inverse.resource)}>{inverse.resource}</a> whose <code>{inverse.property}</code> it is</>
  if (reference !== undefined) return <a href={to('resources', reference)}>{type}</a>
  return <>{states === undefined ? type : `one of ${states.join(', ')}`}</>
}
