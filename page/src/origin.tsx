// Says where a value comes from, beside it: for the pointer that rests on it, and for whoever moves through values by keys.

import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

export type Said = { readonly paths: readonly string[]; readonly value: string; readonly from: string; readonly excerpt: string; readonly convention: boolean }

/** What the values inside of an element say of themselves; they carry `data-o`. */
export function useOrigins(said: (id: string) => Said | undefined): { readonly props: { readonly [name: string]: unknown }; readonly tip: VNode } {
  const [at, setAt] = useState<{ readonly id: string; readonly x: number; readonly y: number } | undefined>()
  const root = useRef<HTMLDivElement>(null)
  const show = (element: Element | null): void => {
    const id = element?.getAttribute('data-o') ?? undefined
    if (element === null || id === undefined || root.current === null) return setAt(undefined)
    const [box, around] = [element.getClientRects()[0] ?? element.getBoundingClientRect(), root.current.getBoundingClientRect()]
    setAt({ id, x: Math.max(0, Math.min(box.left - around.left, around.width - 340)), y: box.bottom - around.top })
  }
  useEffect(() => {
    for (const each of root.current?.querySelectorAll('.chosen') ?? []) each.classList.remove('chosen')
    if (at !== undefined) root.current?.querySelector(`[data-o="${CSS.escape(at.id)}"]`)?.classList.add('chosen')
  }, [at?.id])
  const found = at === undefined ? undefined : said(at.id)
  const move = (by: number): void => {
    const all = [...(root.current?.querySelectorAll('[data-o]') ?? [])]
    const index = all.findIndex((each) => each.getAttribute('data-o') === at?.id)
    const first = all.findIndex((each) => each.getBoundingClientRect().top >= 0)
    const next = all[index < 0 ? Math.max(0, first) : Math.max(0, Math.min(all.length - 1, index + by))]
    next?.scrollIntoView({ block: 'nearest' })
    show(next ?? null)
  }
  return {
    props: {
      ref: root,
      tabIndex: 0,
      role: 'group',
      onPointerOver: (event: PointerEvent) => event.pointerType === 'mouse' && show((event.target as Element).closest('[data-o]')),
      onPointerLeave: () => setAt(undefined),
      onClick: (event: MouseEvent) => show((event.target as Element).closest('[data-o]')),
      onKeyDown(event: KeyboardEvent) {
        const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
        if (event.key === 'Escape') setAt(undefined)
        if (step === 0 || event.altKey || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        move(step)
      },
    },
    tip: (
      <div class="tip" role="status" style={at === undefined ? undefined : { left: `${at.x}px`, top: `${at.y + 6}px` }} hidden={found === undefined}>
        {found === undefined ? null : (
          <>
            {found.paths.map((path) => <div key={path} class="path">{path}</div>)}
            <div class={found.convention ? 'from convention' : 'from'}>{found.convention ? 'The convention says it: ' : 'The document says it: '}<b>{found.from}</b></div>
            {found.excerpt === '' ? null : <code>{found.excerpt}</code>}
          </>
        )}
      </div>
    ),
  }
}
