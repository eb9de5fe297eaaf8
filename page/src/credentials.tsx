// Renders fields for the credentials with which the page sends requests.

import type { VNode } from 'preact'
import { usePageState } from './service.ts'

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
              {describePrefix(prefix)}
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

/** The form of a credential, after the name of its field. */
function describePrefix(prefix: string): string {
  if (prefix === '') return ''
  return prefix === 'Basic ' ? ': Basic, as name:password' : `: ${prefix}…`
}
