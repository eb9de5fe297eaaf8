// Renders values of records: references as links, and JSON with line breaks and all its digits.

import type { VNode } from 'preact'
import type { ViewedValue } from '../../src/serve/page/types.ts'
import { to } from './route.ts'

export function Cell({ value, short = false }: { value: ViewedValue | undefined; short?: boolean }): VNode {
  if (value === undefined || value.kind === 'absent')
    return (
      <span class="soft" aria-label="absent">
        –
      </span>
    )
  if (value.kind === 'null') return <span class="soft">null</span>
  if (value.kind === 'hidden')
    return (
      <span class="soft" title="Not shown: it is a secret, or sensitive">
        hidden
      </span>
    )
  if (value.kind === 'failed') return <span class="soft">not computed: {value.text}</span>
  const [link] = value.links ?? []
  if (link !== undefined && link.path.length === 0)
    return <a href={to('record', link.resource, link.key)}>{short ? <Short text={value.text} /> : value.text}</a>
  if (/^[[{]/.test(value.text) && value.kind === 'json') return <code class="json">{value.text}</code>
  return short ? <Short text={value.text} /> : <>{value.text}</>
}

/** The first and the last characters of a UUID, which its end distinguishes too; any other text is unchanged. */
export function Short({ text }: { text: string }): VNode {
  return /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(text) ? (
    <span title={text}>
      {text.slice(0, 8)}…{text.slice(-4)}
    </span>
  ) : (
    <>{text}</>
  )
}

/** The complete value, with a link for each record to which it refers. */
export function WholeValue({ value }: { value: ViewedValue }): VNode {
  const nestedLinks = (value.links ?? []).filter(({ path }) => path.length > 0)
  if (nestedLinks.length === 0 && !/^[[{]/.test(value.text)) return <Cell value={value} />
  return (
    <>
      <pre tabIndex={0} aria-label="Value">
        {pretty(value.text)}
      </pre>
      {nestedLinks.length === 0 ? null : (
        <p class="small">
          {nestedLinks.map(({ path, resource, key }, index) => (
            <span key={index}>
              {index === 0 ? '' : ' · '}
              <a href={to('record', resource, key)}>
                {path.join('.')}: {keyText(key)}
              </a>
            </span>
          ))}
        </p>
      )}
    </>
  )
}

/** A key as text: the values of the tenant, then those of the key, without brackets. */
export function keyText(key: string): string {
  return key
    .split('\n')
    .map((line) => {
      try {
        return (JSON.parse(line) as unknown[]).map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join(', ')
      } catch {
        return line
      }
    })
    .join(' / ')
}

/** The key without the tenant, which another column shows. */
export function ownKeyText(key: string): string {
  return keyText(key.slice(key.lastIndexOf('\n') + 1))
}

/** Adds line breaks and indentation to JSON text, without parsing numbers, so that no digit is lost. Other text is unchanged. */
export function pretty(text: string): string {
  try {
    JSON.parse(text)
  } catch {
    return text
  }
  let output = ''
  let level = 0
  const line = (): string => `\n${'  '.repeat(level)}`
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g)) {
    if (token === '{' || token === '[') {
      level++
      output += `${token}${line()}`
    } else if (token === '}' || token === ']') {
      level--
      output = /[[{]\s*$/.test(output) ? `${output.trimEnd()}${token}` : `${output}${line()}${token}`
    } else if (token === ',') output += `,${line()}`
    else output += token === ':' ? ': ' : token
  }
  return output
}
