// What holds beside the operations: callers, events, limits and versions as the document has them, and what waits or was given up.

import type { VNode } from 'preact'
import type { Json } from '../../src/serve/page/told.ts'
import { Place } from './place.tsx'
import { counted, useShown } from './service.ts'

const titles: { readonly [part: string]: string } = { authentication: 'Authentication', events: 'Events', limits: 'Limits', versioning: 'Versions' }

export function RunningView(): VNode {
  const { service, counts } = useShown()
  return (
    <>
      <header class="head">
        <h1>Running</h1>
        <p class="soft">The service's time is <time>{counts?.now ?? '…'}</time>.</p>
      </header>
      <section aria-labelledby="timers">
        <h2 id="timers">Timers</h2>
        <p>{counts === undefined ? '…' : counts.deadTimers === 0 ? 'None was given up.' : `${counted(counts.deadTimers)} were refused too often and given up.`}</p>
      </section>
      {Object.keys(titles).map((part) => {
        const state = service.parts.find(({ name }) => name === part)
        return (
          <section key={part} aria-labelledby={`part-${part}`}>
            <h2 id={`part-${part}`}>{titles[part]} {state?.place === undefined ? null : <Place of={state.place} />}</h2>
            {service.said[part] === undefined ? <p class="soft">{state?.state === 'none' ? 'The document says that there are none.' : 'Not shown.'}</p> : <Said json={service.said[part]!} pointer={`/${part}`} />}
          </section>
        )
      })}
    </>
  )
}

/** Data with the place of each value that has one. */
function Said({ json, pointer }: { json: Json; pointer: string }): VNode {
  const { service: { places } } = useShown()
  if (typeof json !== 'object' || json === null) return <span><code>{json === null ? 'null' : String(json)}</code>{places[pointer] === undefined ? null : <> <Place of={places[pointer]} /></>}</span>
  const entries = Array.isArray(json) ? (json as Json[]).map((item, index): [string, Json] => [String(index), item]) : Object.entries(json as { [name: string]: Json })
  if (Array.isArray(json) && json.every((item) => typeof item !== 'object' || item === null)) return <span><code>{json.map(String).join(', ')}</code>{places[pointer] === undefined ? null : <> <Place of={places[pointer]} /></>}</span>
  return <dl class="said-tree">{entries.map(([name, value]) => <div key={name}><dt>{name}</dt><dd><Said json={value} pointer={`${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`} /></dd></div>)}</dl>
}
