// Renders one record: its values, the records that refer to it, its timers, and its possible transitions as buttons.

import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { ViewedRecordDetails, DescribedOperation, DescribedResource } from '../../src/serve/page/types.ts'
import { Problem, api } from './api.ts'
import { Place } from './place.tsx'
import { to, toRecords } from './route.ts'
import { operationsMaking, resourceNamed, usePageState } from './service.ts'
import { Caller } from './credentials.tsx'
import { type Attempt, AttemptResult } from './try-result.tsx'
import { requestOf } from './try-request.ts'
import { TryForm } from './try.tsx'
import { WholeValue, keyText } from './values.tsx'

export function RecordView({ resource: name, recordKey }: { resource: string; recordKey: string }): VNode {
  const { service, counts } = usePageState()
  const resource = resourceNamed(service, name)
  const [record, setRecord] = useState<ViewedRecordDetails | Problem>()
  const load = (): void => void api.record(name, recordKey).then(setRecord, (error: unknown) => setRecord(error as Problem))
  useEffect(load, [counts === undefined ? '' : JSON.stringify([counts.resources, counts.machines])])
  if (resource === undefined) return <p>There is no resource {name}.</p>
  if (record === undefined)
    return (
      <p class="soft" aria-busy="true">
        …
      </p>
    )
  if (record instanceof Problem)
    return (
      <p class="banner" role="alert">
        {record.message}
      </p>
    )
  return (
    <>
      <header class="head">
        <h1>
          {name} <span class="key">{keyText(record.key)}</span>
        </h1>
        <p class="soft">
          <a href={toRecords(name)}>All records of {name}</a>
        </p>
      </header>
      {record.states.length === 0 ? null : <Transitions record={record} resource={resource} onMade={load} />}
      <section aria-labelledby="values">
        <h2 id="values">Values</h2>
        <dl class="values">
          {resource.properties
            .filter(({ inverse }) => inverse === undefined)
            .map((property) => (
              <div key={property.name}>
                <dt>
                  <code>{property.name}</code> <Place of={property.place} />
                </dt>
                <dd>{record.values[property.name] === undefined ? null : <WholeValue value={record.values[property.name]!} />}</dd>
              </div>
            ))}
        </dl>
      </section>
      <ReferringRecords record={record} resource={resource} />
      <Timers record={record} />
    </>
  )
}

function Timers({ record: { timers } }: { record: ViewedRecordDetails }): VNode | null {
  if (timers.length === 0) return null
  return (
    <section aria-labelledby="timers">
      <h2 id="timers">What waits</h2>
      <ul class="rows">
        {timers.map(({ id, kind, name, state, due, attempts, dead }) => (
          <li key={id}>
            <span>
              {kind} {name} in <b>{state}</b>, due <time>{new Date(due).toISOString()}</time>
              {attempts === 0 ? '' : `, tried ${attempts} times`}
            </span>
            {dead === undefined ? null : <span class="chip error">given up: {dead}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Links to the records that refer to this one. Omitted for a key of several properties, by which no list can be filtered. */
function ReferringRecords({ record, resource: { key } }: { record: ViewedRecordDetails; resource: DescribedResource }): VNode | null {
  const { service } = usePageState()
  const referring = service.resources.flatMap((other) =>
    other.properties.filter(({ reference, stored }) => reference === record.resource && stored).map((property) => ({ other, property })),
  )
  const keyValue = key.length === 1 ? record.values[key[0]!]?.text : undefined
  if (referring.length === 0 || keyValue === undefined) return null
  return (
    <section aria-labelledby="around">
      <h2 id="around">Referred to by</h2>
      <ul class="rows">
        {referring.map(({ other, property }) => (
          <li key={`${other.name}.${property.name}`}>
            <a href={toRecords(other.name, [[property.name, keyValue]])}>
              every {other.name} whose {property.name} it is
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The values of the record that an operation's path names, by the fields of its form. */
function pathValues(
  { input }: DescribedOperation,
  { values }: ViewedRecordDetails,
  { properties }: DescribedResource,
): { readonly [field: string]: string } {
  return Object.fromEntries(
    input.flatMap(({ place, name }) => {
      const value = values[name]
      return place === 'path' && value !== undefined && properties.some((each) => each.name === name)
        ? [[`path ${name}`, value.text] as const]
        : []
    }),
  )
}

/** A button for each operation that makes the transition. */
function TransitionButtons({
  name,
  open,
  press,
}: {
  name: string
  open: DescribedOperation | undefined
  press: (operation: DescribedOperation) => Promise<void>
}): VNode {
  const { service } = usePageState()
  const makers = operationsMaking(service, name)
  const label = name.slice(name.indexOf('.') + 1)
  if (makers.length === 0)
    return (
      <span class="soft" title="No operation makes it: other effects do">
        {label}
      </span>
    )
  return (
    <>
      {makers.map((operation) => (
        <button
          key={operation.id}
          type="button"
          title={operation.name}
          aria-pressed={open?.id === operation.id}
          onClick={() => void press(operation)}
        >
          {label}
          {makers.length === 1 ? '' : ` (${operation.id})`}
        </button>
      ))}
    </>
  )
}

function Transitions({
  record,
  resource,
  onMade,
}: {
  record: ViewedRecordDetails
  resource: DescribedResource
  onMade: () => void
}): VNode {
  const pageState = usePageState()
  const [open, setOpen] = useState<DescribedOperation>()
  const [attempt, setAttempt] = useState<Attempt>()
  /** Sends the request at once, or opens its form if it has more input than the record's path. */
  const press = async (operation: DescribedOperation): Promise<void> => {
    setAttempt(undefined)
    const values = pathValues(operation, record, resource)
    const isMissing = operation.input.some(
      ({ place, required, name }) => required && (place !== 'path' || values[`path ${name}`] === undefined),
    )
    if (operation.body !== undefined || isMissing) return setOpen(operation)
    setOpen(undefined)
    const result = await api.try(requestOf(operation, values, '', pageState)).catch((error: unknown) => error as Problem)
    setAttempt({ operation, result })
    pageState.refresh()
    onMade()
  }
  return (
    <section aria-labelledby="transitions">
      <h2 id="transitions">Possible now</h2>
      {record.states.map(({ machine, state, transitions }) => (
        <div key={machine} class="possible">
          <p>
            <a href={to('states', machine)}>{machine}</a> is <b class="in-state">{state}</b>
            {transitions.length === 0 ? ', and stays so' : ''}
          </p>
          <div class="buttons">
            {transitions.map((transition) => (
              <TransitionButtons key={transition} name={`${record.resource}.${transition}`} open={open} press={press} />
            ))}
          </div>
        </div>
      ))}
      <p class="soft small">
        A button sends the operation's request to the service, as whoever the credentials of the page are; guards and rules are asked then.
      </p>
      {pageState.service.schemes.length === 0 || open !== undefined ? null : (
        <details>
          <summary>Who calls</summary>
          <Caller />
        </details>
      )}
      {open === undefined ? null : <TryForm key={open.id} operation={open} filled={pathValues(open, record, resource)} onTried={onMade} />}
      <AttemptResult attempt={attempt} />
    </section>
  )
}
