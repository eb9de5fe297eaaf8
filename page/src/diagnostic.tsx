// Renders a gap, a warning or an error, with its reason and its help.

import type { VNode } from 'preact'
import type { DiagnosticJson } from '../../src/serve/page/types.ts'
import { Place } from './place.tsx'

export function DiagnosticCard({ diagnostic: { severity, code, message, reason, help, others } }: { diagnostic: DiagnosticJson }): VNode {
  return (
    <aside class={`diagnostic ${severity}`} aria-label={`${severity}: ${code}`}>
      <p>
        <span class="chip">{severity}</span> {message}
      </p>
      {reason === null ? null : <p class="soft kept">{reason}</p>}
      {others.length === 0 ? null : (
        <p class="soft">
          {others.map(({ file, line, text }, index) => (
            <span key={index}>
              <Place of={`${file}:${line}`} /> {text}.{' '}
            </span>
          ))}
        </p>
      )}
      {help === null ? null : (
        <pre tabIndex={0} aria-label="How to go on">
          {help}
        </pre>
      )}
      <p class="code-name">{code}</p>
    </aside>
  )
}
