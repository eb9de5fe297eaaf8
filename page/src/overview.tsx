// Renders the overview of the service: its nine parts, its diagnostics, its records, and its address.

import type { VNode } from 'preact'
import { Place } from './place.tsx'
import { placeOf, to, toRecords } from './route.ts'
import { countText, usePageState } from './service.ts'

const titles: { readonly [part: string]: string } = {
  service: 'What the service does',
  resources: 'Resources and their fields',
  states: 'States and transitions',
  endpoints: 'Endpoints',
  authentication: 'Authentication',
  events: 'Events',
  errors: 'Errors',
  limits: 'Limits',
  versioning: 'Versioning',
}

export function Overview(): VNode {
  const { service } = usePageState()
  const incomplete = service.operations.filter(({ complete }) => !complete)
  return (
    <>
      <header class="head">
        <h1>{service.title}</h1>
        <p class="soft">
          Listens on <code>{service.url}</code>. {service.operations.length} operations
          {incomplete.length === 0 ? ', all complete' : `, ${incomplete.length} of them not complete`}.
        </p>
      </header>
      <Parts />
      <Missing />
      <RecordCounts />
    </>
  )
}

function Parts(): VNode {
  const { service } = usePageState()
  return (
    <section aria-labelledby="parts">
      <h2 id="parts">The nine parts</h2>
      <ol class="parts">
        {service.parts.map(({ number, name, state, place }) => {
          const at = place === undefined ? undefined : placeOf(place)
          return (
            <li key={name}>
              <span class="part-number" aria-hidden="true">
                {number}
              </span>
              {at === undefined ? <span>{titles[name]}</span> : <a href={to('document', at.file, at.line)}>{titles[name]}</a>}
              <span class={`chip state-${state.replace(' ', '-')}`}>{state}</span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

function Missing(): VNode {
  const {
    service: { diagnostics },
  } = usePageState()
  return (
    <section aria-labelledby="missing">
      <h2 id="missing">What is missing</h2>
      {diagnostics.length === 0 ? (
        <p class="soft">Nothing: the document has no gap and no warning.</p>
      ) : (
        <ul class="rows">
          {diagnostics.map(({ severity, message, file, line }, index) => (
            <li key={index}>
              <span class={`chip ${severity}`}>{severity}</span>
              <span>{message}</span>
              <Place of={`${file}:${line}`} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The number of records of each resource, and in each state. */
function RecordCounts(): VNode {
  const { service, counts } = usePageState()
  return (
    <section aria-labelledby="records">
      <h2 id="records">Records</h2>
      <ul class="tiles">
        {service.resources.map(({ name }) => {
          const machines = service.machines.filter(({ resource }) => resource === name)
          return (
            <li key={name}>
              <a class="tile" href={toRecords(name)}>
                <span class="big">{countText(counts?.resources[name]) || '–'}</span> {name}
              </a>
              {machines.map((machine) => (
                <p key={machine.name} class="states">
                  {Object.entries(counts?.machines[machine.name] ?? {})
                    .filter(([, count]) => count > 0)
                    .map(([state, count]) => (
                      <a key={state} href={toRecords(name, [[machine.field, state]])}>
                        {state} <b>{countText(count)}</b>
                      </a>
                    ))}
                </p>
              ))}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
