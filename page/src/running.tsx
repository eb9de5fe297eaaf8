// Renders the running service: timers, events, deliveries, versions, and the content of parts 5, 6, 8 and 9.

import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { LatestEvents, DescribedValue } from '../../src/serve/page/types.ts'
import { type Deliveries, type Delivery, type Problem, type Timer, type Timers, type Version, api } from './api.ts'
import { Place } from './place.tsx'
import { to } from './route.ts'
import { countText, usePageState } from './service.ts'
import { Short, ownKeyText } from './values.tsx'

const titles: { readonly [part: string]: string } = {
  authentication: 'Authentication',
  events: 'Events',
  limits: 'Limits',
  versioning: 'Versions',
}

export function RunningView(): VNode {
  const { service, counts } = usePageState()
  const [timers, setTimers] = useState<Timers>()
  const [events, setEvents] = useState<LatestEvents>()
  const [deliveries, setDeliveries] = useState<Deliveries>()
  const [versions, setVersions] = useState<readonly Version[]>()
  const load = (): void => {
    api.timers().then(setTimers, () => setTimers(undefined))
    api.events().then(setEvents, () => setEvents(undefined))
    api.deliveries().then(setDeliveries, () => setDeliveries(undefined))
    if (service.version !== undefined) api.versions().then(setVersions, () => setVersions(undefined))
  }
  useEffect(load, [counts?.now])
  return (
    <>
      <header class="head">
        <h1>Running</h1>
        <p class="soft">
          The service's time is <time>{counts?.now ?? '…'}</time>.
        </p>
        <Clock onMoved={load} />
      </header>
      <section aria-labelledby="timers">
        <h2 id="timers">Timers</h2>
        {timers === undefined ? null : <TimerList timers={timers} onRetry={(id) => void api.retry(id).then(load, load)} />}
      </section>
      {Object.keys(titles).map((part) => {
        const state = service.parts.find(({ name }) => name === part)
        return (
          <section key={part} aria-labelledby={`part-${part}`}>
            <h2 id={`part-${part}`}>
              {titles[part]} {state?.place === undefined ? null : <Place of={state.place} />}
            </h2>
            {part === 'events' && deliveries !== undefined ? (
              <DeliveryList deliveries={deliveries} onRedeliver={(id) => void api.redeliver(id).then(load, load)} />
            ) : null}
            {part === 'events' && events !== undefined ? <Events events={events.events} /> : null}
            {part === 'versioning' && versions !== undefined ? <Versions versions={versions} /> : null}
            {service.said[part] === undefined ? (
              <p class="soft">{state?.state === 'none' ? 'The document says: none.' : 'Not shown.'}</p>
            ) : (
              <PartContent value={service.said[part]} />
            )}
          </section>
        )
      })}
    </>
  )
}

function TimerList({ timers: { waiting, dead, next, gone }, onRetry }: { timers: Timers; onRetry: (id: number) => void }): VNode {
  const ownerText = ({ resource, key, machine, state, after, every }: Timer): VNode => (
    <span>
      <a href={to('record', resource, key)}>
        {resource} <Short text={ownKeyText(key)} />
      </a>{' '}
      <span class="soft">
        {machine} is {state}, {every === undefined ? `after ${after}` : `every ${every}`}
      </span>
    </span>
  )
  return (
    <>
      <p>
        {waiting === 0 ? 'None waits' : `${countText(waiting)} wait${waiting === 1 ? 's' : ''}`};{' '}
        {dead === 0 ? 'none was given up' : `${countText(dead)} given up after being refused too often`}.
      </p>
      <ul class="rows">
        {gone.map((timer) => (
          <li key={timer.id}>
            {ownerText(timer)} <span class="chip error">{timer.dead}</span>{' '}
            <button type="button" onClick={() => onRetry(timer.id)}>
              Set going again
            </button>
          </li>
        ))}
        {next.slice(0, 20).map((timer) => (
          <li key={timer.id}>
            {ownerText(timer)}{' '}
            <span class="soft">
              due <time>{timer.due}</time>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

function DeliveryList({
  deliveries: { waiting, delivered, dead, next, gone },
  onRedeliver,
}: {
  deliveries: Deliveries
  onRedeliver: (id: number) => void
}): VNode | null {
  if (waiting + delivered + dead === 0) return null
  const attemptsText = ({ attempts }: Delivery): string => {
    const attempt = attempts.at(-1)
    return attempt === undefined ? 'not tried yet' : `tried ${attempts.length} times, last: ${attempt.error ?? attempt.status ?? ''}`
  }
  return (
    <>
      <p>
        {countText(delivered)} deliveries arrived, {countText(waiting)} wait, {countText(dead)} were given up.
      </p>
      <ul class="rows">
        {gone.map((each) => (
          <li key={each.id}>
            <b>{each.name}</b> <span>{each.destination}</span> <span class="chip error">{each.reason}</span>{' '}
            <span class="soft">{attemptsText(each)}</span>{' '}
            <button type="button" onClick={() => onRedeliver(each.id)}>
              Send again
            </button>
          </li>
        ))}
        {next.slice(0, 20).map((each) => (
          <li key={each.id}>
            <b>{each.name}</b> <span>{each.destination}</span>{' '}
            <span class="soft">
              {attemptsText(each)}
              {each.due === undefined ? '' : `, due ${each.due}`}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The number of events that are visible at first. */
const visibleEvents = 6

function Events({ events }: { events: LatestEvents['events'] }): VNode | null {
  if (events.length === 0) return null
  const row = ({ id, type, time, cause, resource, key, data }: LatestEvents['events'][number]): VNode => (
    <li key={id}>
      <b>{type}</b>{' '}
      <a href={to('record', resource, key)}>
        {resource} <Short text={ownKeyText(key)} />
      </a>{' '}
      <span class="soft">
        by {cause} at <time>{new Date(time).toISOString()}</time>
      </span>
      {data === undefined ? null : <code class="json">{data}</code>}
    </li>
  )
  return (
    <>
      <h3>The last events</h3>
      <ul class="rows">{events.slice(0, visibleEvents).map(row)}</ul>
      {events.length <= visibleEvents ? null : (
        <details>
          <summary>{events.length - visibleEvents} before them</summary>
          <ul class="rows">{events.slice(visibleEvents).map(row)}</ul>
        </details>
      )}
    </>
  )
}

/** A form that advances the virtual clock; nothing for a real clock. */
function Clock({ onMoved }: { onMoved: () => void }): VNode | null {
  const [virtual, setVirtual] = useState(false)
  const [by, setBy] = useState('PT1H')
  const [problem, setProblem] = useState('')
  const { refresh } = usePageState()
  useEffect(
    () =>
      void api.clock().then(
        (clock) => setVirtual(clock.virtual),
        () => setVirtual(false),
      ),
    [],
  )
  if (!virtual) return null
  const move = (event: SubmitEvent): void => {
    event.preventDefault()
    api.advance(by).then(
      () => {
        setProblem('')
        refresh()
        onMoved()
      },
      (error: unknown) => setProblem((error as Problem).message),
    )
  }
  return (
    <form class="bar" onSubmit={move}>
      <label class="inline">
        It stands still; move it on by <input value={by} size={8} onInput={(event) => setBy(event.currentTarget.value)} />
      </label>
      <button type="submit">Move</button>
      {problem === '' ? null : <span role="alert">{problem}</span>}
    </form>
  )
}

function Versions({ versions }: { versions: readonly Version[] }): VNode {
  return (
    <ul class="rows">
      {versions.map(({ version, state, sunset, requests, last }) => (
        <li key={version}>
          <b>{version}</b> <span class="chip">{state}</span>{' '}
          <span class="soft">
            {sunset === undefined ? '' : `ends ${sunset}, `}
            {countText(requests)} requests since the start{last === undefined ? '' : `, the last at ${last}`}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The content of a part as a tree, with the place of each value. */
function PartContent({ value }: { value: DescribedValue }): VNode {
  if ('text' in value)
    return (
      <span>
        <code>{value.text}</code> <Place of={value.place} />
      </span>
    )
  return (
    <dl class="said-tree">
      {value.members.map(([name, inner]) => (
        <div key={name} class={'text' in inner ? 'leaf' : 'branch'}>
          <dt>{name}</dt>
          <dd>
            <PartContent value={inner} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
