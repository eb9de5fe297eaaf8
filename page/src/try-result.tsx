// Renders the answer to a tried request, with its reason.

import type { VNode } from 'preact'
import type { DescribedOperation, DescribedRefusal, TryResult } from '../../src/serve/page/types.ts'
import { Problem } from './api.ts'
import { Place, Places } from './place.tsx'
import { useDetails } from './service.ts'
import { pretty } from './values.tsx'

/** A sent request: its answer, or the reason why none came. */
export type Attempt = { readonly operation: DescribedOperation; readonly result: TryResult | Problem }

/** Empty before the first request. Screen readers announce the result. */
export function AttemptResult({ attempt }: { attempt: Attempt | undefined }): VNode {
  return <div aria-live="polite">{attempt === undefined ? null : <ResultOrProblem {...attempt} />}</div>
}

function ResultOrProblem({ operation, result }: Attempt): VNode {
  return result instanceof Problem ? <p class="banner">{result.message}</p> : <Result result={result} operation={operation} />
}

function Result({ result, operation }: { result: TryResult; operation: DescribedOperation }): VNode {
  const { status, reason, headers, body, took } = result
  return (
    <div class="result">
      <p class="answered">
        <span class={`status s${String(status)[0]}`}>{status}</span> {reason} <span class="soft">{took} ms</span>
      </p>
      <AnswerReason result={result} operation={operation} />
      {body === '' ? (
        <p class="soft">No content.</p>
      ) : (
        <pre tabIndex={0} aria-label="Content">
          {pretty(body)}
        </pre>
      )}
      <details>
        <summary>Headers</summary>
        <pre tabIndex={0} aria-label="Headers">
          {headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
        </pre>
      </details>
    </div>
  )
}

type Trace = NonNullable<TryResult['trace']>

/** The reason for an answer: the entry, the condition, and the origin of each part. */
function AnswerReason({ result: { trace, status }, operation }: { result: TryResult; operation: DescribedOperation }): VNode {
  const details = useDetails(operation.id)
  if (trace === null) return <p class="why">HTTP alone answered, before an operation was looked at.</p>
  const refusal = details?.refusals.find((each) => each.condition === trace.condition)
  return (
    <div class="why">
      {trace.condition === undefined ? <Success trace={trace} status={status} /> : <RefusalReason trace={trace} refusal={refusal} />}
      {trace.origins.length === 0 ? null : (
        <p class="soft small">
          {trace.origins.map(([part, place], index) => (
            <span key={index}>
              {index === 0 ? '' : ' · '}
              {part} <Place of={place} />
            </span>
          ))}
        </p>
      )}
    </div>
  )
}

/** An answer that met no condition: the transitions that it made. */
function Success({ trace: { transitions }, status }: { trace: Trace; status: number }): VNode {
  if (transitions.length === 0) return <p>{status < 400 ? 'Nothing refused it.' : 'HTTP alone answered.'}</p>
  return (
    <p>
      It made{' '}
      {transitions.map((name, index) => (
        <span key={index}>
          {index === 0 ? '' : ', '}
          <code>{name}</code>
        </span>
      ))}
      .
    </p>
  )
}

/** `refusal` describes the condition of the operation, once it is loaded. */
function RefusalReason({ trace: { condition, entry }, refusal }: { trace: Trace; refusal: DescribedRefusal | undefined }): VNode {
  return (
    <p>
      {entry === undefined ? (
        'HTTP alone answered'
      ) : (
        <>
          <b>{refusal?.entry === undefined ? entry : <Place of={refusal.entry.place}>{entry}</Place>}</b> answered
        </>
      )}
      , because <code>{condition}</code> was met
      {refusal === undefined ? null : (
        <>
          , in the stage <i>{refusal.stage}</i>, {refusal.because.length === 0 ? '' : 'which is possible by '}
          <Places of={refusal.because.slice(0, 2)} />
        </>
      )}
      .
    </p>
  )
}
