// What holds and happens beside the operations: timers, events, deliveries, versions, and what parts 5, 6, 8 and 9 say of them.

import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { ToldHappened, ToldSaid } from '../../src/serve/page/told.ts'
import { type Timer, type Timers, type Version, api } from './api.ts'
import { Place } from './place.tsx'
import { to } from './route.ts'
import { counted, useShown } from './service.ts'
import { Short, keyText } from './values.tsx'

const titles: { readonly [part: string]: string } = { authentication: 'Authentication', events: 'Events', limits: 'Limits', versioning: 'Versions' }

export function RunningView(): VNode {
  const { service, counts } = useShown()
  const [timers, setTimers] = useState<Timers>()
  const [happened, setHappened] = useState<ToldHappened>()
  const [versions, setVersions] = useState<readonly Version[]>()
  const load = (): void => {
    api.timers().then(setTimers, () => setTimers(undefined))
    api.happened().then(setHappened, () => setHappened(undefined))
    if (service.version !== undefined) api.versions().then(setVersions, () => setVersions(undefined))
  }
  useEffect(load, [counts?.now])
  return (
    <>
      <header class="head">
        <h1>Running</h1>
        <p class="soft">The service's time is <time>{counts?.now ?? '…'}</time>.</p>
      </header>
      <section aria-labelledby="timers">
        <h2 id="timers">Timers</h2>
        {timers === undefined ? null : <TimerList timers={timers} onRetry={(id) => void api.retry(id).then(load, load)} />}
      </section>
      {Object.keys(titles).map((part) => {
        const state = service.parts.find(({ name }) => name === part)
        return (
          <section key={part} aria-labelledby={`part-${part}`}>
            <h2 id={`part-${part}`}>{titles[part]} {state?.place === undefined ? null : <Place of={state.place} />}</h2>
            {part === 'events' && happened !== undefined ? <Happened happened={happened} /> : null}
            {part === 'versioning' && versions !== undefined ? <Versions versions={versions} /> : null}
            {service.said[part] === undefined ? <p class="soft">{state?.state === 'none' ? 'The document says: none.' : 'Not shown.'}</p> : <Said said={service.said[part]} />}
          </section>
        )
      })}
    </>
  )
}

function TimerList({ timers: { waiting, dead, next, gone }, onRetry }: { timers: Timers; onRetry: (id: number) => void }): VNode {
  const whose = ({ resource, key, machine, state, after }: Timer): VNode => <span><a href={to('record', resource, key)}>{resource} <Short text={keyText(key)} /></a> <span class="soft">{machine} is {state}, after {after}</span></span>
  return (
    <>
      <p>{waiting === 0 ? 'None waits' : `${counted(waiting)} wait${waiting === 1 ? 's' : ''}`}; {dead === 0 ? 'none was given up' : `${counted(dead)} given up after being refused too often`}.</p>
      <ul class="rows">
        {gone.map((timer) => <li key={timer.id}>{whose(timer)} <span class="chip error">{timer.dead}</span> <button type="button" onClick={() => onRetry(timer.id)}>Set going again</button></li>)}
        {next.slice(0, 20).map((timer) => <li key={timer.id}>{whose(timer)} <span class="soft">due <time>{timer.due}</time></span></li>)}
      </ul>
    </>
  )
}

function Happened({ happened: { events, deliveries } }: { happened: ToldHappened }): VNode {
  const time = (ms: number): VNode => <time class="soft">{new Date(ms).toISOString()}</time>
  return (
    <>
      {deliveries.length === 0 ? null : (
        <>
          <h3>Deliveries that wait or were given up</h3>
          <ul class="rows">
            {deliveries.map(({ id, name, destination, state, due, tries, last, reason }) => (
              <li key={id}><b>{name}</b> <span>{destination}</span> <span class={state === 'dead' ? 'chip error' : 'chip'}>{state === 'dead' ? `given up: ${reason ?? ''}` : `${tries} tries${last === undefined ? '' : `, last ${last}`}`}</span>{due === undefined ? null : time(due)}</li>
            ))}
          </ul>
        </>
      )}
      {events.length === 0 ? null : (
        <>
          <h3>The last events</h3>
          <ul class="rows">
            {events.map(({ id, type, time: at, cause, resource, key, data }) => (
              <li key={id}><b>{type}</b> <a href={to('record', resource, key)}>{resource} <Short text={keyText(key)} /></a> <span class="soft">by {cause}</span> {time(at)}{data === undefined ? null : <code class="json">{data}</code>}</li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function Versions({ versions }: { versions: readonly Version[] }): VNode {
  return (
    <ul class="rows">
      {versions.map(({ version, state, sunset, requests, last }) => (
        <li key={version}><b>{version}</b> <span class="chip">{state}</span> <span class="soft">{sunset === undefined ? '' : `ends ${sunset}, `}{counted(requests)} requests since the start{last === undefined ? '' : `, the last at ${last}`}</span></li>
      ))}
    </ul>
  )
}

/** What a part says, as it is written, with the place of each value. */
function Said({ said }: { said: ToldSaid }): VNode {
  if ('text' in said) return <span><code>{said.text}</code> <Place of={said.place} /></span>
  return <dl class="said-tree">{said.members.map(([name, inner]) => <div key={name}><dt>{name}</dt><dd><Said said={inner} /></dd></div>)}</dl>
}
