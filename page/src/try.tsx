// Renders a form that sends a request to the service, and the answer with its reason.

import type { VNode } from 'preact'
import { useId, useState } from 'preact/hooks'
import type { DescribedOperation, TryRequest, TryResult } from '../../src/serve/page/types.ts'
import { Problem, api } from './api.ts'
import { Place } from './place.tsx'
import { useDetails, usePageState } from './service.ts'
import { pretty } from './values.tsx'

type Values = { readonly [field: string]: string }

export function TryForm({
  operation,
  filled = {},
  onTried,
}: {
  operation: DescribedOperation
  filled?: Values
  onTried?: (result: TryResult) => void
}): VNode {
  const pageState = usePageState()
  const [values, setValues] = useState<Values>(filled)
  const [body, setBody] = useState(operation.body === undefined ? '' : pretty(operation.body))
  const [result, setResult] = useState<TryResult | Problem>()
  const [sending, setSending] = useState(false)
  const id = useId()
  const request = requestOf(operation, values, body, pageState)
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    setSending(true)
    const outcome = await api.try(request).catch((error: unknown) => error as Problem)
    setSending(false)
    setResult(outcome)
    pageState.refresh()
    if (!(outcome instanceof Problem)) onTried?.(outcome)
  }
  return (
    <section class="try" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Try it</h2>
      <form onSubmit={(event) => void send(event)}>
        {operation.input.map(({ place, name, type, required }) => {
          const field = `${place} ${name}`
          return (
            <label key={field}>
              <span>
                {name}
                {required ? null : <span class="soft"> optional</span>}{' '}
                <span class="soft">
                  {place}, {type}
                </span>
              </span>
              <input
                value={values[field] ?? ''}
                required={required && place === 'path'}
                autocomplete="off"
                spellcheck={false}
                onInput={(event) => setValues({ ...values, [field]: event.currentTarget.value })}
              />
            </label>
          )
        })}
        {operation.body === undefined ? null : (
          <label>
            <span>
              body <span class="soft">JSON</span>
            </span>
            <textarea
              rows={Math.min(14, body.split('\n').length + 1)}
              spellcheck={false}
              value={body}
              onInput={(event) => setBody(event.currentTarget.value)}
            />
          </label>
        )}
        {pageState.service.version === undefined ? null : (
          <label>
            <span>
              {pageState.service.version.name}{' '}
              <span class="soft">
                the version, {pageState.service.version.how === 'path' ? 'in the path' : pageState.service.version.how}
              </span>
            </span>
            <input
              value={values['version'] ?? pageState.service.version.value}
              autocomplete="off"
              onInput={(event) => setValues({ ...values, version: event.currentTarget.value })}
            />
          </label>
        )}
        <Caller />
        <button type="submit" class="primary" disabled={sending}>
          Send
        </button>
      </form>
      <div aria-live="polite">
        {result === undefined ? null : result instanceof Problem ? (
          <p class="banner">{result.message}</p>
        ) : (
          <Result result={result} operation={operation} />
        )}
      </div>
      <details>
        <summary>As curl</summary>
        <pre tabIndex={0} aria-label="As curl">
          {curl(pageState.service.url, request)}
        </pre>
      </details>
      <details>
        <summary>With the typed client</summary>
        <pre tabIndex={0} aria-label="With the typed client">
          {clientCall(pageState.service.url, operation, values, body)}
        </pre>
      </details>
    </section>
  )
}

/** Fields for the credentials of the caller; without them the request is anonymous. */
export function Caller(): VNode {
  const {
    service: { schemes },
    credentials,
    setCredential,
  } = usePageState()
  if (schemes.length === 0) return <p class="soft small">Sent to the service's own port, from this machine, without a credential.</p>
  return (
    <fieldset>
      <legend>Who calls</legend>
      {schemes.map(({ name, field, prefix }) => (
        <label key={name}>
          <span>
            {name}{' '}
            <span class="soft">
              {field}
              {prefix === '' ? '' : prefix === 'Basic ' ? ': Basic, as name:password' : `: ${prefix}…`}
            </span>
          </span>
          <input
            type="password"
            autocomplete="off"
            value={credentials.get(name) ?? ''}
            onInput={(event) => setCredential(name, event.currentTarget.value)}
          />
        </label>
      ))}
      <p class="soft small">
        Sent to the service's own port, as whoever these are; as nobody where they are empty. Kept until the page is closed.
      </p>
    </fieldset>
  )
}

export function requestOf(
  operation: DescribedOperation,
  values: Values,
  body: string,
  { service, credentials }: Pick<ReturnType<typeof usePageState>, 'service' | 'credentials'>,
): TryRequest {
  const argumentsIn = (place: string): (readonly [string, string])[] =>
    operation.input.flatMap(({ place: at, name }) => {
      const value = values[`${place} ${name}`] ?? ''
      return at === place && value !== '' ? [[name, value] as const] : []
    })
  const path = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(values[`path ${name}`] ?? ''))
  const credential = service.schemes.flatMap(({ name, place, field, prefix }) => {
    const secret = credentials.get(name) ?? ''
    return secret === '' ? [] : [{ place, pair: [field, `${prefix}${prefix === 'Basic ' ? encodeBasic(secret) : secret}`] as const }]
  })
  const credentialPairs = (target: string): readonly (readonly [string, string])[] =>
    credential.filter(({ place }) => place === target).map(({ pair }) => pair)
  const { version } = service
  const versionText = version === undefined ? '' : (values['version'] ?? version.value)
  const versionPairs = (how: string): readonly (readonly [string, string])[] =>
    version?.how === how && versionText !== '' ? [[version.name, versionText]] : []
  const query = new URLSearchParams(
    [...argumentsIn('query'), ...versionPairs('query'), ...credentialPairs('query')].map(([name, value]) => [name, value]),
  ).toString()
  const address = version?.path === undefined ? path : `${version.path.replace('{version}', () => encodeURIComponent(versionText))}${path}`
  const content =
    operation.body === undefined || body.trim() === ''
      ? []
      : [['Content-Type', operation.method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'] as const]
  return {
    method: operation.method,
    target: query === '' ? address : `${address}?${query}`,
    headers: [...argumentsIn('header'), ...versionPairs('header'), ...versionPairs('media-type'), ...credentialPairs('header'), ...content],
    ...(content.length === 0 ? {} : { body }),
  }
}

/** Encodes `name:password` in base64 (RFC 7617). */
function encodeBasic(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}

function curl(url: string, { method, target, headers, body }: TryRequest): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
  return [
    `curl -i -X ${method} ${quoted(`${url}${target}`)}`,
    ...headers.map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`  --data ${quoted(body)}`]),
  ].join(' \\\n')
}

/** The request as a call of the client that `export typescript` writes. */
function clientCall(url: string, { called, input, body: exampleBody }: DescribedOperation, values: Values, body: string): string {
  const memberName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))
  const fields = input.flatMap(({ place, name, type, argument }) => {
    const value = values[`${place} ${name}`] ?? ''
    const [, outer = name, operator] = /^([^[]+)\[(.+)\]$/.exec(name) ?? []
    const literal = /^(integer|number|boolean)/.test(type) ? value : JSON.stringify(value)
    return value === ''
      ? []
      : [`  ${memberName(argument ?? outer)}: ${operator === undefined ? literal : `{ ${memberName(operator)}: ${literal} }`},`]
  })
  const bodyLines = exampleBody === undefined || body.trim() === '' ? [] : [`  body: ${body.trim().replaceAll('\n', '\n  ')},`]
  const argumentLines = [...fields, ...bodyLines]
  return `import { client } from './client.ts'\n\nconst api = client({ url: ${JSON.stringify(url)} })\nconst result = await api.${called}(${argumentLines.length === 0 ? '' : `{\n${argumentLines.join('\n')}\n}`})`
}

export function Result({ result, operation }: { result: TryResult; operation: DescribedOperation }): VNode {
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

/** The reason for an answer: the entry, the condition, and the origin of each part. */
function AnswerReason({ result: { trace, status }, operation }: { result: TryResult; operation: DescribedOperation }): VNode {
  const details = useDetails(operation.id)
  if (trace === null) return <p class="why">HTTP alone answered, before an operation was looked at.</p>
  const { condition, entry, transitions, origins } = trace
  const refusal = details?.refusals.find((each) => each.condition === condition)
  return (
    <div class="why">
      {condition === undefined ? (
        <p>
          {transitions.length > 0 ? (
            <>
              It made{' '}
              {transitions.map((name, index) => (
                <span key={index}>
                  {index === 0 ? '' : ', '}
                  <code>{name}</code>
                </span>
              ))}
              .
            </>
          ) : status < 400 ? (
            'Nothing refused it.'
          ) : (
            'HTTP alone answered.'
          )}
        </p>
      ) : (
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
              {refusal.because.slice(0, 2).map((place, index) => (
                <span key={index}>
                  {index === 0 ? '' : ', '}
                  <Place of={place} />
                </span>
              ))}
            </>
          )}
          .
        </p>
      )}
      {origins.length === 0 ? null : (
        <p class="soft small">
          {origins.map(([part, place], index) => (
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
