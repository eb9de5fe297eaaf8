// Renders the links to all views, with the number of records of each resource.

import type { VNode } from 'preact'
import { type Route, to, toRecords } from './route.ts'
import { countText, usePageState } from './service.ts'

export function Navigation({
  route: {
    view,
    words: [first],
  },
}: {
  route: Route
}): VNode {
  const { service, counts } = usePageState()
  const isAt = (name: string, word?: string): 'page' | undefined =>
    view === name && (word === undefined || word === first) ? 'page' : undefined
  const problems = service.diagnostics.length
  return (
    <nav class="side" aria-label="Service">
      <a class="title" href="#/" aria-current={view === '' ? 'page' : undefined}>
        {service.title}
      </a>
      <ul>
        <li>
          <a href="#/document" aria-current={isAt('document')}>
            Document{problems === 0 ? null : <span class="number">{problems}</span>}
          </a>
        </li>
        <li>
          <a href="#/resources" aria-current={isAt('resources')}>
            Resources
          </a>
        </li>
        {service.machines.length === 0 ? null : (
          <li>
            <a href="#/states" aria-current={isAt('states')}>
              States
            </a>
          </li>
        )}
        <li>
          <a href="#/operations" aria-current={view === 'operations' || view === 'operation' ? 'page' : undefined}>
            Operations
          </a>
        </li>
        <li>
          <a href="#/running" aria-current={isAt('running')}>
            Running
          </a>
        </li>
      </ul>
      <h2>Records</h2>
      <ul>
        {service.resources.map(({ name }) => (
          <li key={name}>
            <a href={toRecords(name)} aria-current={isAt('records', name) ?? isAt('record', name)}>
              {name}
              <span class="number">{countText(counts?.resources[name])}</span>
            </a>
          </li>
        ))}
      </ul>
      {service.machines.length === 0 ? null : (
        <>
          <h2>States</h2>
          <ul class="wide">
            {service.machines.map(({ name }) => (
              <li key={name}>
                <a href={to('states', name)} aria-current={isAt('states', name)}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </nav>
  )
}
