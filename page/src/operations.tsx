// Renders the list of operations, and each operation with all its answers, stage by stage, beside a form to try it.

import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { DetailLine, DescribedRefusal, TryResult } from '../../src/serve/page/types.ts'
import { Place, Places } from './place.tsx'
import { to } from './route.ts'
import { useDetails, usePageState } from './service.ts'
import { TryForm } from './try.tsx'

export function OperationsView(): VNode {
  const { service } = usePageState()
  return (
    <>
      <header class="head">
        <h1>Operations</h1>
        <p class="soft">Each with all that it can answer, and a form to try it.</p>
      </header>
      {service.operations.length === 0 ? (
        <p>The document shows no operation: every path gets what HTTP alone says.</p>
      ) : (
        <ul class="rows operations">
          {service.operations.map(({ id, method, path, name, complete, action, subject }) => (
            <li key={id}>
              <a href={to('operation', id)} aria-label={name}>
                <Method method={method} />
                <code class="path">{path}</code>
              </a>
              <span class="soft">
                {action} {subject}
              </span>
              {complete ? null : <span class="chip gap">not complete</span>}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Method({ method }: { method: string }): VNode {
  return <span class={`method ${method.toLowerCase()}`}>{method}</span>
}

export function OperationView({ id, query }: { id: string; query: URLSearchParams }): VNode {
  const { service } = usePageState()
  const [tryResult, setTryResult] = useState<TryResult>()
  const details = useDetails(id)
  const operation = service.operations.find((each) => each.id === id)
  if (operation === undefined) return <p>There is no operation {id}.</p>
  return (
    <>
      <header class="head">
        <h1 class="request">
          <Method method={operation.method} /> <code>{operation.path}</code>
        </h1>
        <p class="soft">
          {operation.summary ?? `${operation.action} ${operation.subject}`}, said at <Place of={operation.place} />.
          {operation.complete ? null : (
            <>
              {' '}
              <span class="chip gap">not complete</span> It answers 501: {operation.gaps.join(', ')}.
            </>
          )}
        </p>
      </header>
      <div class="two">
        <div aria-busy={details === undefined}>
          {details === undefined ? null : (
            <>
              <Lines title="What it does" lines={details.about} place={operation.place} />
              <Refusals refusals={details.refusals} met={tryResult?.trace?.condition} />
              <Lines title="And otherwise" lines={details.answers} place={operation.place} />
            </>
          )}
        </div>
        <div>
          <TryForm operation={operation} filled={Object.fromEntries(query)} onTried={setTryResult} />
        </div>
      </div>
    </>
  )
}

/** Omits the place of a line if it is the operation itself. */
function Lines({ title, lines, place }: { title: string; lines: readonly DetailLine[]; place: string }): VNode {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <dl class="about">
        {lines.map(({ label, text, from }, index) => (
          <div key={index}>
            <dt>{label === '' ? <span class="hidden">also</span> : label}</dt>
            <dd>
              <span class="said">{text}</span>
              {from === undefined || from === place ? null : (
                <>
                  {' '}
                  <Place of={from} />
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const stages: { readonly [stage: string]: string } = { interrupt: 'at any point' }

function Refusals({ refusals, met }: { refusals: readonly DescribedRefusal[]; met: string | undefined }): VNode {
  const groups = [...Map.groupBy(refusals, ({ stage }) => stage)]
  return (
    <section aria-labelledby="refusals">
      <h2 id="refusals">What it can refuse, in this order</h2>
      <ol class="stages">
        {groups.map(([stage, ofStage]) => (
          <li key={stage} class={stage === 'interrupt' ? 'interrupt' : undefined}>
            <h3>{stages[stage] ?? stage}</h3>
            <ul>
              {ofStage.map((refusal) => (
                <Refusal key={refusal.condition} refusal={refusal} met={refusal.condition === met} />
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Refusal({ refusal, met }: { refusal: DescribedRefusal; met: boolean }): VNode {
  const { condition, status, gap, because } = refusal
  return (
    <li class={met ? 'refusal met' : 'refusal'}>
      <span class={gap ? 'status gap' : `status s${status[0]}`}>{status}</span>
      <div>
        <code>{condition}</code>
        {met ? <span class="chip">met just now</span> : null}
        <div class="soft">
          <RefusalAnswer refusal={refusal} />
          {because.length === 0 ? null : (
            <>
              {' '}
              · because of <Places of={because.slice(0, 3)} />
            </>
          )}
        </div>
      </div>
    </li>
  )
}

/** The catalogue entry that answers a refusal. */
function RefusalAnswer({ refusal: { entry, gap } }: { refusal: DescribedRefusal }): VNode {
  if (gap) return <>the answer is not specified</>
  if (entry === undefined) return <>HTTP alone answers</>
  return (
    <>
      <Place of={entry.place}>
        <b>{entry.name}</b>
      </Place>
      {entry.title === undefined ? '' : ` – ${entry.title}`}
    </>
  )
}
