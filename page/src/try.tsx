// A form that sends a request to the service, and its answer with the reason for it.

import type { VNode } from 'preact'
import { useId, useState } from 'preact/hooks'
import type { DescribedOperation, Tried, Try } from '../../src/serve/page/types.ts'
import { Problem, api } from './api.ts'
import { Place } from './place.tsx'
import { useDetails, useShown } from './service.ts'
import { pretty } from './values.tsx'

type Values = { readonly [field: string]: string }

export function TryForm({ operation, filled = {}, onTried }: { operation: DescribedOperation; filled?: Values; onTried?: (tried: Tried) => void }): VNode {
  const shown = useShown()
  const [values, setValues] = useState<Values>(filled)
  const [body, setBody] = useState(operation.body === undefined ? '' : pretty(operation.body))
  const [result, setResult] = useState<Tried | Problem>()
  const [sending, setSending] = useState(false)
  const id = useId()
  const request = requestOf(operation, values, body, shown)
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    setSending(true)
    const tried = await api.try(request).catch((error: unknown) => error as Problem)
    setSending(false)
    setResult(tried)
    shown.refresh()
    if (!(tried instanceof Problem)) onTried?.(tried)
  }
  return (
    <section class="try" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Try it</h2>
      <form onSubmit={(event) => void send(event)}>
        {operation.input.map(({ place, name, type, required }) => {
          const field = `${place} ${name}`
          return (
            <label key={field}>
              <span>{name}{required ? null : <span class="soft"> optional</span>} <span class="soft">{place}, {type}</span></span>
              <input value={values[field] ?? ''} required={required && place === 'path'} autocomplete="off" spellcheck={false} onInput={(event) => setValues({ ...values, [field]: event.currentTarget.value })} />
            </label>
          )
        })}
        {operation.body === undefined ? null : (
          <label><span>body <span class="soft">JSON</span></span><textarea rows={Math.min(14, body.split('\n').length + 1)} spellcheck={false} value={body} onInput={(event) => setBody(event.currentTarget.value)} /></label>
        )}
        {shown.service.version === undefined ? null : (
          <label><span>{shown.service.version.name} <span class="soft">the version, {shown.service.version.how === 'path' ? 'in the path' : shown.service.version.how}</span></span>
            <input value={values['version'] ?? shown.service.version.value} autocomplete="off" onInput={(event) => setValues({ ...values, version: event.currentTarget.value })} /></label>
        )}
        <Caller />
        <button type="submit" class="primary" disabled={sending}>Send</button>
      </form>
      <div aria-live="polite">{result === undefined ? null : result instanceof Problem ? <p class="banner">{result.message}</p> : <Result tried={result} operation={operation} />}</div>
      <details>
        <summary>As curl</summary>
        <pre tabIndex={0} aria-label="As curl">{curl(shown.service.url, request)}</pre>
      </details>
      <details>
        <summary>With the typed client</summary>
        <pre tabIndex={0} aria-label="With the typed client">{clientCall(shown.service.url, operation, values, body)}</pre>
      </details>
    </section>
  )
}

/** Who sends it: nobody, unless a credential is typed in. */
export function Caller(): VNode {
  const { service: { schemes }, credentials, setCredential } = useShown()
  if (schemes.length === 0) return <p class="soft small">Sent to the service's own port, from this machine, without a credential.</p>
  return (
    <fieldset>
      <legend>Who calls</legend>
      {schemes.map(({ name, field, prefix }) => (
        <label key={name}>
          <span>{name} <span class="soft">{field}{prefix === '' ? '' : prefix === 'Basic ' ? ': Basic, as name:password' : `: ${prefix}…`}</span></span>
          <input type="password" autocomplete="off" value={credentials.get(name) ?? ''} onInput={(event) => setCredential(name, event.currentTarget.value)} />
        </label>
      ))}
      <p class="soft small">Sent to the service's own port, as whoever these are; as nobody where they are empty. Kept until the page is closed.</p>
    </fieldset>
  )
}

export function requestOf(operation: DescribedOperation, values: Values, body: string, { service, credentials }: Pick<ReturnType<typeof useShown>, 'service' | 'credentials'>): Try {
  const argumentsIn = (place: string): (readonly [string, string])[] => operation.input.flatMap(({ place: at, name }) => {
    const value = values[`${place} ${name}`] ?? ''
    return at === place && value !== '' ? [[name, value] as const] : []
  })
  const path = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(values[`path ${name}`] ?? ''))
  const credential = service.schemes.flatMap(({ name, place, field, prefix }) => {
    const sent = credentials.get(name) ?? ''
    return sent === '' ? [] : [{ place, pair: [field, `${prefix}${prefix === 'Basic ' ? basic(sent) : sent}`] as const }]
  })
  const carried = (at: string): readonly (readonly [string, string])[] => credential.filter(({ place }) => place === at).map(({ pair }) => pair)
  const { version } = service
  const spoken = version === undefined ? '' : (values['version'] ?? version.value)
  const says = (how: string): readonly (readonly [string, string])[] => (version?.how === how && spoken !== '' ? [[version.name, spoken]] : [])
  const query = new URLSearchParams([...argumentsIn('query'), ...says('query'), ...carried('query')].map(([name, value]) => [name, value])).toString()
  const address = version?.path === undefined ? path : `${version.path.replace('{version}', () => encodeURIComponent(spoken))}${path}`
  const content = operation.body === undefined || body.trim() === '' ? [] : [['Content-Type', operation.method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'] as const]
  return {
    method: operation.method, target: query === '' ? address : `${address}?${query}`,
    headers: [...argumentsIn('header'), ...says('header'), ...says('media-type'), ...carried('header'), ...content],
    ...(content.length === 0 ? {} : { body }),
  }
}

/** `name:password`, as RFC 7617 sends it. */
function basic(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}

function curl(url: string, { method, target, headers, body }: Try): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
  return [`curl -i -X ${method} ${quoted(`${url}${target}`)}`, ...headers.map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)}`), ...(body === undefined ? [] : [`  --data ${quoted(body)}`])].join(' \\\n')
}

/** What `export typescript` makes of it. */
function clientCall(url: string, { called, input, body: takes }: DescribedOperation, values: Values, body: string): string {
  const plain = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))
  const fields = input.flatMap(({ place, name, type, argument }) => {
    const value = values[`${place} ${name}`] ?? ''
    const [, outer = name, operator] = /^([^[]+)\[(.+)\]$/.exec(name) ?? []
    const said = /^(integer|number|boolean)/.test(type) ? value : JSON.stringify(value)
    return value === '' ? [] : [`  ${plain(argument ?? outer)}: ${operator === undefined ? said : `{ ${plain(operator)}: ${said} }`},`]
  })
  const sent = takes === undefined || body.trim() === '' ? [] : [`  body: ${body.trim().replaceAll('\n', '\n  ')},`]
  const all = [...fields, ...sent]
  return `import { client } from './client.ts'\n\nconst api = client({ url: ${JSON.stringify(url)} })\nconst result = await api.${called}(${all.length === 0 ? '' : `{\n${all.join('\n')}\n}`})`
}

export function Result({ tried, operation }: { tried: Tried; operation: DescribedOperation }): VNode {
  const { status, reason, headers, body, took } = tried
  return (
    <div class="result">
      <p class="answered"><span class={`status s${String(status)[0]}`}>{status}</span> {reason} <span class="soft">{took} ms</span></p>
      <Why tried={tried} operation={operation} />
      {body === '' ? <p class="soft">No content.</p> : <pre tabIndex={0} aria-label="Content">{pretty(body)}</pre>}
      <details>
        <summary>Headers</summary>
        <pre tabIndex={0} aria-label="Headers">{headers.map(([name, value]) => `${name}: ${value}`).join('\n')}</pre>
      </details>
    </div>
  )
}

/** Which entry answered, what was met, and where each part of the answer is said. */
function Why({ tried: { trace, status }, operation }: { tried: Tried; operation: DescribedOperation }): VNode {
  const details = useDetails(operation.id)
  if (trace === null) return <p class="why">HTTP alone answered, before an operation was looked at.</p>
  const { condition, entry, transitions, origins } = trace
  const refusal = details?.refusals.find((each) => each.condition === condition)
  return (
    <div class="why">
      {condition === undefined ? (
        <p>{transitions.length > 0 ? <>It made {transitions.map((name, index) => <span key={index}>{index === 0 ? '' : ', '}<code>{name}</code></span>)}.</> : status < 400 ? 'Nothing refused it.' : 'HTTP alone answered.'}</p>
      ) : (
        <p>{entry === undefined ? 'HTTP alone answered' : <><b>{refusal?.entry === undefined ? entry : <Place of={refusal.entry.place}>{entry}</Place>}</b> answered</>}, because <code>{condition}</code> was met{refusal === undefined ? null : <>, in the stage <i>{refusal.stage}</i>, {refusal.because.length === 0 ? '' : 'which is possible by '}{refusal.because.slice(0, 2).map((place, index) => <span key={index}>{index === 0 ? '' : ', '}<Place of={place} /></span>)}</>}.</p>
      )}
      {origins.length === 0 ? null : <p class="soft small">{origins.map(([part, place], index) => <span key={index}>{index === 0 ? '' : ' · '}{part} <Place of={place} /></span>)}</p>}
    </div>
  )
}
