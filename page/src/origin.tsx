// Shows the origin of a value beside it, for the value under the pointer or the one that the arrow keys select.

import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

export type ValueOrigin = {
  readonly paths: readonly string[]
  readonly value: string
  readonly from: string
  readonly excerpt: string
  readonly convention: boolean
}

/** The arrow keys, and the direction in which each moves. */
const steps: { readonly [key: string]: 1 | -1 } = { ArrowRight: 1, ArrowLeft: -1 }

/** Values are the elements with the attribute `data-o`, which holds their id; `originOf` finds the origin by that id. */
export function useOrigins(originOf: (id: string) => ValueOrigin | undefined): {
  readonly props: { readonly [name: string]: unknown }
  readonly tip: VNode
} {
  const [selected, setSelected] = useState<{ readonly id: string; readonly x: number; readonly y: number } | undefined>()
  const root = useRef<HTMLDivElement>(null)
  const show = (element: Element | null): void => {
    const id = element?.getAttribute('data-o') ?? undefined
    if (element === null || id === undefined || root.current === null) return setSelected(undefined)
    const [box, container] = [element.getClientRects()[0] ?? element.getBoundingClientRect(), root.current.getBoundingClientRect()]
    setSelected({ id, x: Math.max(0, Math.min(box.left - container.left, container.width - 340)), y: box.bottom - container.top })
  }
  useEffect(() => {
    for (const each of root.current?.querySelectorAll('.chosen') ?? []) each.classList.remove('chosen')
    if (selected !== undefined) root.current?.querySelector(`[data-o="${CSS.escape(selected.id)}"]`)?.classList.add('chosen')
  }, [selected?.id])
  const origin = selected === undefined ? undefined : originOf(selected.id)
  const move = (by: number): void => {
    const values = [...(root.current?.querySelectorAll('[data-o]') ?? [])]
    const index = values.findIndex((each) => each.getAttribute('data-o') === selected?.id)
    const first = values.findIndex((each) => each.getBoundingClientRect().top >= 0)
    const next = values[index < 0 ? Math.max(0, first) : Math.max(0, Math.min(values.length - 1, index + by))]
    next?.scrollIntoView({ block: 'nearest' })
    show(next ?? null)
  }
  return {
    props: {
      ref: root,
      tabIndex: 0,
      role: 'group',
      onPointerOver: (event: PointerEvent) => event.pointerType === 'mouse' && show((event.target as Element).closest('[data-o]')),
      onPointerLeave: () => setSelected(undefined),
      onClick: (event: MouseEvent) => show((event.target as Element).closest('[data-o]')),
      onKeyDown(event: KeyboardEvent) {
        const step = steps[event.key]
        if (event.key === 'Escape') setSelected(undefined)
        if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        move(step)
      },
    },
    tip: <Tip origin={origin} at={selected} />,
  }
}

function Tip({ origin, at }: { origin: ValueOrigin | undefined; at: { readonly x: number; readonly y: number } | undefined }): VNode {
  return (
    <div
      class="tip"
      role="status"
      style={at === undefined ? undefined : { left: `${at.x}px`, top: `${at.y + 6}px` }}
      hidden={origin === undefined}
    >
      {origin === undefined ? null : (
        <>
          {origin.paths.map((path) => (
            <div key={path} class="path">
              {path}
            </div>
          ))}
          <div class={origin.convention ? 'from convention' : 'from'}>
            {origin.convention ? 'The convention says it: ' : 'The document says it: '}
            <b>{origin.from}</b>
          </div>
          {origin.excerpt === '' ? null : <code>{origin.excerpt}</code>}
        </>
      )}
    </div>
  )
}
