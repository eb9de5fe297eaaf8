// Values of records as they are shown: links where they refer to others, and JSON in lines with every digit kept.

import type { VNode } from 'preact'
import type { LookedValue } from '../../src/serve/page/types.ts'
import { to } from './route.ts'

export function Cell({ value, short = false }: { value: LookedValue | undefined; short?: boolean }): VNode {
  if (value === undefined || value.kind === 'absent') return <span class="soft" aria-label="absent">–</span>
  if (value.kind === 'null') return <span class="soft">null</span>
  if (value.kind === 'hidden') return <span class="soft" title="Not shown: it is a secret, or sensitive">hidden</span>
  if (value.kind === 'failed') return <span class="soft">not computed: {value.text}</span>
  const [link] = value.links ?? []
  if (link !== undefined && link.path.length === 0) return <a href={to('record', link.resource, link.key)}>{short ? <Short text={value.text} /> : value.text}</a>
  if (/^[[{]/.test(value.text) && value.kind === 'json') return <code class="json">{value.text}</code>
  return short ? <Short text={value.text} /> : <>{value.text}</>
}

/** Of what is told apart by its end too, the beginning and the end. */
export function Short({ text }: { text: string }): VNode {
  return /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(text) ? <span title={text}>{text.slice(0, 8)}…{text.slice(-4)}</span> : <>{text}</>
}

/** All of it, with a link for each record that it refers to. */
export function WholeValue({ value }: { value: LookedValue }): VNode {
  const inside = (value.links ?? []).filter(({ path }) => path.length > 0)
  if (inside.length === 0 && !/^[[{]/.test(value.text)) return <Cell value={value} />
  return (
    <>
      <pre tabIndex={0} aria-label="Value">{pretty(value.text)}</pre>
      {inside.length === 0 ? null : <p class="small">{inside.map(({ path, resource, key }, index) => <span key={index}>{index === 0 ? '' : ' · '}<a href={to('record', resource, key)}>{path.join('.')}: {keyText(key)}</a></span>)}</p>}
    </>
  )
}

/** A key as people write it: its values without the list around them, after those of its tenant. */
export function keyText(key: string): string {
  return key.split('\n').map((line) => {
    try {
      return (JSON.parse(line) as unknown[]).map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join(', ')
    } catch {
      return line
    }
  }).join(' / ')
}

/** The same without the tenant, for rows that show it elsewhere. */
export function ownKeyText(key: string): string {
  return keyText(key.slice(key.lastIndexOf('\n') + 1))
}

/** JSON in lines; only blanks are added, so that no digit is lost. What is no JSON stays as it is. */
export function pretty(text: string): string {
  try {
    JSON.parse(text)
  } catch {
    return text
  }
  let out = ''
  let level = 0
  const line = (): string => `\n${'  '.repeat(level)}`
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g)) {
    if (token === '{' || token === '[') {
      level++
      out += `${token}${line()}`
    } else if (token === '}' || token === ']') {
      level--
      out = /[[{]\s*$/.test(out) ? `${out.trimEnd()}${token}` : `${out}${line()}${token}`
    } else out += token === ',' ? `,${line()}` : token === ':' ? ': ' : token
  }
  return out
}
