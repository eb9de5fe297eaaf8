// Renders a place in the document or in a convention as a link; an origin that is no place is rendered as text.

import type { ComponentChildren, VNode } from 'preact'
import { placeOf, to } from './route.ts'
import { usePageState } from './service.ts'

export function Place({ of, children }: { of: string; children?: ComponentChildren }): VNode {
  const { service } = usePageState()
  const place = placeOf(of)
  if (place === undefined) return <span class="place">{children ?? of}</span>
  const isConvention = service.conventions.some(({ name }) => name === place.file)
  return (
    <a
      class={isConvention ? 'place convention' : 'place'}
      href={to('document', place.file, place.line)}
      title={excerpt(service, place.file, place.line)}
    >
      {children ?? (isConvention || service.files.length > 1 ? `${shortName(place.file)}:${place.line}` : `line ${place.line}`)}
    </a>
  )
}

/** Places after each other, separated by commas. */
export function Places({ of }: { of: readonly string[] }): VNode {
  return (
    <>
      {of.map((place, index) => (
        <span key={index}>
          {index === 0 ? '' : ', '}
          <Place of={place} />
        </span>
      ))}
    </>
  )
}

/** The text of a line, trimmed. */
export function excerpt({ files, conventions }: ReturnType<typeof usePageState>['service'], name: string, line: number): string {
  const text = [...files, ...conventions].find((file) => file.name === name)?.text
  return text?.split(/\r\n|\r|\n/)[line - 1]?.trim() ?? ''
}

export function shortName(file: string): string {
  return file.split('/').at(-1) ?? file
}
