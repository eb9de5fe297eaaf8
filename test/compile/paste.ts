// Applies a help: inserts its text at the place that it names.

import { type Document, type Node, type Pair, type YAMLMap, isMap, isPair, isSeq, parseDocument } from 'yaml'
import type { Diagnostic } from '../../src/diagnostic/diagnostic.ts'
import { partNames } from '../../src/document/document.ts'

/** The texts that a reader of the help could make of the document; none where the help has nothing to paste. */
export function pasted({ help, primary: { span }, also = [] }: Diagnostic, text: string): string[] {
  if (help === undefined || span.source.text !== text) return []
  const [sentence = '', ...more] = help.split('\n\n')
  const paste = more.join('\n\n')
  const replaced = (by: string, { start, end } = span): string => text.slice(0, start) + by + text.slice(end)
  const named = /^Did you mean (.*)\?$/s.exec(sentence)?.[1]
  // The other places of one unknown name are shown with it.
  const places = [span, ...also].toSorted((a, b) => b.start - a.start)
  if (named !== undefined)
    return [...named.matchAll(/`([^`]+)`/g)].map(([, name]) =>
      places.reduce((all, { start, end }) => all.slice(0, start) + name! + all.slice(end), text),
    )
  const whole = more.length < 2 ? [paste] : [paste, ...more]
  const texts = whole.filter((each) => each !== '' && !each.includes('…'))
  const written = [...sentence.matchAll(/`(\w+: [^`…]+)`/g)].map(([, each]) => each!)
  const found = [...texts, ...written].flatMap((each) => [
    ...lineWith(each, text, span),
    ...inMaps(sentence, each, text, span.start, span.end),
    replaced(each),
    ...(each.endsWith(':') ? [replaced(each.slice(0, -1))] : []),
  ])
  if (texts.length > 0) return found
  const said = /(?:^|[.:] )[A-Z][^:`]*: ([^…]+[^.…])$/s.exec(sentence)?.[1]
  return [...(said === undefined || said.includes('`') ? [] : [replaced(said)]), ...found]
}

/** `output: '…'` represents the whole line that begins like this. */
function lineWith(paste: string, text: string, { start, end }: { start: number; end: number }): string[] {
  const lead = /^(?:- )*[^:\s]+: /.exec(paste)?.[0] ?? /^(?:- )+/.exec(paste)?.[0]
  if (lead === undefined) return []
  const from = text.lastIndexOf(lead, start)
  if (from < 0 || text.slice(from, start).includes('\n')) return []
  const indent = /^ */.exec(text.slice(text.lastIndexOf('\n', from) + 1))![0]
  return [text.slice(0, from) + paste.replaceAll('\n', `\n${indent}`) + text.slice(end)]
}

function inMaps(sentence: string, paste: string, text: string, start: number, end: number): string[] {
  const addition = parseDocument(paste)
  if (addition.errors.length > 0) return []
  const make = (change: (document: Document) => boolean): string[] => {
    const document = parseDocument(text, { keepSourceTokens: false, uniqueKeys: false })
    if (document.errors.length > 0) return []
    return change(document) ? [document.toString({ lineWidth: 0, flowCollectionPadding: true })] : []
  }
  const added = addition.contents as Node | null
  const found: string[] = []
  if (isMap(added)) {
    for (let depth = 0; depth < 8; depth++)
      found.push(
        ...make((document) => {
          const map = holders(document, start, end)[depth]
          if (map === undefined) return false
          for (const { key, value } of added.items as Pair[]) map.set(key, value)
          return true
        }),
      )
    const inPart = /part (\d)/.exec(sentence)?.[1]
    const part = inPart === undefined ? undefined : partNames[Number(inPart) - 1]
    for (const path of [
      ...(part === undefined ? [] : [[part], [part, 'catalogue']]),
      ...partNames.map((name) => [name]),
      ...[...sentence.matchAll(/`([^`]+)`/g)].flatMap(([, name]) => [
        ...partNames.map((each) => [each, name]),
        ...partNames.flatMap((each) =>
          ['types', 'rules', 'schemes', 'catalogue', 'views', '$defs', 'callbacks', 'rates'].map((inner) => [each, inner, name]),
        ),
      ]),
      [],
    ] as string[][]) {
      found.push(
        ...make((document) => {
          if (path.length > 1 && !(path.length === 2 && path[1] === 'catalogue') && !document.hasIn(path)) return false
          for (const { key, value } of added.items as Pair[]) {
            const before = document.getIn([...path, (key as { value: string }).value])
            if (isMap(before) && isMap(value)) merge(before, value)
            else {
              const holder = path.length === 0 ? document.contents : document.getIn(path)
              if (!isMap(holder)) document.setIn(path, document.createNode({}))
              document.setIn([...path, (key as { value: string }).value], value)
            }
          }
          return true
        }),
      )
    }
  }
  if (added !== null && !isMap(added))
    for (let depth = 0; depth < 3; depth++)
      found.push(
        ...make((document) => {
          const pair = pairs(document, start, end)[depth]
          if (pair === undefined) return false
          pair.value = added
          return true
        }),
      )
  // In the place of the value of the innermost key, or of an item.
  for (let depth = 0; depth < 3; depth++)
    found.push(
      ...make((document) => {
        const pair = pairs(document, start, end)[depth]
        if (pair === undefined) return false
        pair.value = added
        return true
      }),
    )
  return found
}

function merge(into: YAMLMap, from: YAMLMap): void {
  for (const { key, value } of from.items as Pair[]) {
    const before = into.get(key)
    if (isMap(before) && isMap(value)) merge(before, value)
    else into.set(key, value)
  }
}

function covers(node: Node | null | undefined, start: number, end: number): boolean {
  return node?.range != null && node.range[0] <= start && node.range[2] >= end
}

/** Maps around a place, the innermost first; also the one that stands as the value of a key there. */
function holders(document: Document, start: number, end: number): YAMLMap[] {
  const found: YAMLMap[] = []
  const visit = (node: unknown): void => {
    if (isMap(node)) {
      if (covers(node, start, end)) found.unshift(node)
      for (const pair of node.items) {
        if (isPair(pair) && covers(pair.key as Node, start, end) && isMap(pair.value)) found.unshift(pair.value)
        visit(pair.value)
      }
    } else if (isSeq(node)) node.items.forEach(visit)
  }
  visit(document.contents)
  return found
}

function pairs(document: Document, start: number, end: number): Pair[] {
  const found: Pair[] = []
  const visit = (node: unknown): void => {
    if (isMap(node)) {
      for (const pair of node.items) {
        if (covers(pair.key as Node, start, end) || covers(pair.value as Node, start, end)) found.unshift(pair)
        visit(pair.value)
      }
    } else if (isSeq(node)) node.items.forEach(visit)
  }
  visit(document.contents)
  return found
}
