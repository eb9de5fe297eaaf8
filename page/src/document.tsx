// Renders the document with its diagnostics, the lines that conventions add, and the origin of each value.

import type { VNode } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { AnnotatedFile, DiagnosticJson } from '../../src/serve/page/types.ts'
import { type Block, blocksOf, lineStarts } from './blocks.ts'
import { CodeLine, type Lines } from './code.tsx'
import { DiagnosticCard } from './diagnostic.tsx'
import { type ValueOrigin, useOrigins } from './origin.tsx'
import { excerpt, shortName } from './place.tsx'
import { placeOf, to } from './route.ts'
import { usePageState } from './service.ts'

export function DocumentView({ file: requestedFile, line }: { file: string | undefined; line: number | undefined }): VNode {
  const { service } = usePageState()
  const names = [...service.files.map(({ name }) => name), ...service.conventions.map(({ name }) => name)]
  const name = requestedFile !== undefined && names.includes(requestedFile) ? requestedFile : (names[0] ?? '')
  const [withFilled, setWithFilled] = useState(true)
  const convention = service.conventions.find((each) => each.name === name)
  const file = service.files.find((each) => each.name === name) ?? { name, text: convention?.text ?? '', marks: [], filled: [] }
  return (
    <>
      <header class="head">
        <h1>{convention === undefined ? 'Document' : 'Convention'}</h1>
        <p class="soft">
          Rest on a value to see where it comes from, or move through the text with <kbd>←</kbd> <kbd>→</kbd>.
        </p>
        <div class="bar">
          <nav class="tabs" aria-label="Files">
            {names.map((each) => (
              <a key={each} href={to('document', each, 1)} aria-current={each === name ? 'page' : undefined} title={each}>
                {shortName(each)}
              </a>
            ))}
          </nav>
          {file.filled.length === 0 ? null : (
            <label class="check">
              <input type="checkbox" checked={withFilled} onChange={(event) => setWithFilled(event.currentTarget.checked)} /> what
              conventions say
            </label>
          )}
        </div>
      </header>
      <File key={name} file={file} line={line} withFilled={withFilled} />
    </>
  )
}

function File({ file, line, withFilled }: { file: AnnotatedFile; line: number | undefined; withFilled: boolean }): VNode {
  const { service } = usePageState()
  const blocks = useMemo(() => blocksOf(file.name, file.text), [file])
  const lines = useMemo(
    () =>
      linesOf(
        file,
        service.diagnostics.filter((each) => each.file === file.name),
      ),
    [file, service],
  )
  const findOrigin = (id: string): ValueOrigin | undefined => {
    if (id.startsWith('f')) {
      const filled = file.filled[Number(id.slice(1))]
      const place = filled && placeOf(filled.from)
      return (
        filled && {
          paths: [filled.path],
          value: filled.text,
          from: filled.from,
          excerpt: place === undefined ? '' : excerpt(service, place.file, place.line),
          convention: true,
        }
      )
    }
    const mark = file.marks[Number(id)]
    if (mark === undefined) return undefined
    const lineNumber = lines.starts.findLastIndex((start) => start <= mark.start) + 1
    return {
      paths: mark.paths,
      value: file.text.slice(mark.start, mark.end),
      from: `${shortName(file.name)}:${lineNumber}`,
      excerpt: '',
      convention: false,
    }
  }
  const { props, tip } = useOrigins(findOrigin)
  useEffect(() => {
    if (line === undefined) return
    const element = document.getElementById(`line-${line}`)
    if (element === null) return
    element.scrollIntoView({ block: line <= 1 ? 'end' : 'center' })
    element.classList.add('target')
    return () => element.classList.remove('target')
  }, [file, line])
  const isLong = lines.starts.length > 1500
  return (
    <div class={withFilled ? 'file' : 'file bare'} aria-label={`${shortName(file.name)}, value by value with the arrow keys`} {...props}>
      {blocks.map((block) => (
        <LazyBlock
          key={block.from}
          block={block}
          lines={lines}
          isInitial={!isLong || (line !== undefined && line >= block.from - 200 && line <= block.to + 200)}
          target={line}
        />
      ))}
      {tip}
    </div>
  )
}

function linesOf(file: AnnotatedFile, diagnostics: readonly DiagnosticJson[]): Lines {
  return {
    file,
    starts: lineStarts(file.text),
    filled: Map.groupBy(
      file.filled.map((filled, index) => ({ filled, index })),
      ({ filled }) => filled.line,
    ),
    diagnostics: Map.groupBy(diagnostics, (each) => each.line),
  }
}

/** Renders a block once it is near the visible part of the page. `isInitial`: it is rendered at once. */
function LazyBlock({
  block,
  lines,
  isInitial,
  target,
}: {
  block: Block
  lines: Lines
  isInitial: boolean
  target: number | undefined
}): VNode {
  const [isNear, setNear] = useState(isInitial)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isInitial) setNear(true)
    if (isNear || isInitial || place.current === null) return
    const watcher = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true), {
      rootMargin: '1200px',
    })
    watcher.observe(place.current)
    return () => watcher.disconnect()
  }, [isNear, isInitial])
  useEffect(() => {
    if (isNear && target !== undefined && target >= block.from && target <= block.to)
      document.getElementById(`line-${target}`)?.scrollIntoView({ block: 'center' })
  }, [isNear])
  if (!isNear) return <div ref={place} style={{ height: `${block.lines.length * 22}px` }} />
  const diagnosticsBetween = (from: number, until: number): readonly DiagnosticJson[] =>
    Array.from({ length: until - from + 1 }, (_, index) => lines.diagnostics.get(from + index) ?? []).flat()
  if (block.kind === 'code')
    return (
      <div class="code">
        {block.lines.map((_, index) => (
          <CodeLine key={index} line={block.from + index} lines={lines} />
        ))}
      </div>
    )
  return (
    <>
      {block.kind === 'heading' ? <Heading block={block} /> : <Prose block={block} />}
      {block.kind === 'heading' ? <FilledBelow line={block.from} lines={lines} /> : null}
      {diagnosticsBetween(block.from, block.to).map((each, index) => (
        <DiagnosticCard key={index} diagnostic={each} />
      ))}
    </>
  )
}

function FilledBelow({ line, lines }: { line: number; lines: Lines }): VNode | null {
  const filled = lines.filled.get(line)
  return filled === undefined ? null : (
    <div class="code">
      {filled.map(({ filled: { text, from }, index }) => (
        <div key={index} class="filled">
          <span class="no" />
          <code data-o={`f${index}`}>{text}</code>
          <span class="by">{from}</span>
        </div>
      ))}
    </div>
  )
}

function Heading({
  block: {
    level,
    lines: [text = ''],
    from,
  },
}: {
  block: Block
}): VNode {
  const Tag = `h${Math.min(6, level + 1)}` as 'h2'
  return <Tag id={`line-${from}`}>{text}</Tag>
}

/** Keeps the lines of lists and tables. Within a line, only code and strong emphasis are rendered. */
function Prose({ block: { lines, from } }: { block: Block }): VNode {
  const isPlain = !lines.some((line) => /^\s*(?:[-*+>|]|\d+[.)])\s?/.test(line))
  const text = lines.join(isPlain ? ' ' : '\n')
  return (
    <p id={`line-${from}`} class={isPlain ? 'prose' : 'prose kept'}>
      {renderInline(text)}
    </p>
  )
}

function renderInline(text: string): (VNode | string)[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((piece) => {
    if (piece.length > 2 && piece.startsWith('`')) return <code>{piece.slice(1, -1)}</code>
    return piece.length > 4 && piece.startsWith('**') ? <strong>{piece.slice(2, -2)}</strong> : piece
  })
}
