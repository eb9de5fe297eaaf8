// Proposes edits in places for the remedies of a diagnostic, the likeliest first. They are not tested yet.

import type { Span } from '../base/text.ts'
import { type Diagnostic, listPlaces } from '../diagnostic/diagnostic.ts'
import type { Remedy } from '../diagnostic/help.ts'
import { quoteName } from '../diagnostic/voice.ts'
import { type Document, partNames } from '../document/document.ts'
import { type MapNode, type Node, findEntryOf } from '../document/node.ts'
import { pasteContext } from './paste-context.ts'
import { type FixEdit, findIndent, indentLines, insertInto } from './insert.ts'
import { remove } from './remove.ts'

/** `kind` groups candidates with the same effect at different places: only one of them is needed. */
export type FixCandidate = { readonly title: string; readonly edits: readonly FixEdit[]; readonly kind: string }

/** More words than this are a list to choose from, and no edit. */
const maxWords = 8

type Paste = Extract<Remedy, { kind: 'paste' }>

/** A text of its own, after a blank line. */
function isPasted(remedy: Remedy): remedy is Paste {
  return remedy.kind === 'paste' && !remedy.isInline
}

/** Several texts to paste are proposed together first, then each alone. */
export function listFixCandidates(diagnostic: Diagnostic, document: Document): readonly FixCandidate[] {
  const remedies = (diagnostic.remedies ?? []).filter((each) => each.kind !== 'paste' || !each.text.includes('…'))
  const pastes = remedies.filter(isPasted)
  const [first, second] = pastes
  const joined = second === undefined ? [] : [{ ...first!, text: pastes.map(({ text }) => text).join('\n\n') }]
  const words = remedies.filter((each) => each.kind === 'write')
  const others = remedies.filter((each) => each.kind !== 'write' && !isPasted(each))
  return [...joined, ...pastes, ...others, ...(words.length > maxWords ? [] : words)].flatMap((remedy) =>
    proposeCandidates(remedy, diagnostic, document),
  )
}

function proposeCandidates(remedy: Remedy, diagnostic: Diagnostic, document: Document): readonly FixCandidate[] {
  switch (remedy.kind) {
    case 'rename':
      return remedy.names.map((name) => proposeRename(diagnostic, name))
    case 'write':
      return [proposeWord(remedy.text, diagnostic.primary.span)]
    case 'paste':
      return proposePlacements(remedy, diagnostic.primary.span, document)
    case 'remove':
      return proposeRemovals(remedy.key, diagnostic, document)
    case 'deny':
      return replaceByNone(diagnostic, document)
    case 'close':
      return closeExpression(remedy.sign, diagnostic.primary.span, document)
    default:
      return remedy satisfies never
  }
}

/** Adds the missing sign at the end of the expression, inside its quotes. */
function closeExpression(sign: string, span: Span, document: Document): readonly FixCandidate[] {
  const [inner] = pasteContext(document, span).entries
  if (inner === undefined) return []
  const { source } = inner.entry.value.span
  const end = endOf(inner.entry.value)
  return [end, end - 1].map((at) => ({
    title: `Write ${quoteName(sign)}`,
    kind: 'closing',
    edits: [{ span: { source, start: at, end: at }, text: sign }],
  }))
}

/** Renames all places in the diagnostic, which shows all uses of one unknown name. */
function proposeRename(diagnostic: Diagnostic, name: string): FixCandidate {
  return { title: `Write ${quoteName(name)}`, kind: `name ${name}`, edits: listPlaces(diagnostic).map((span) => ({ span, text: name })) }
}

function proposeWord(text: string, span: Span): FixCandidate {
  const title = text === '' ? `Remove ${quoteName(span.source.text.slice(span.start, span.end))}` : `Write ${quoteName(text)}`
  return { title, kind: `word ${text}`, edits: [{ span, text }] }
}

/** Writes `none` for a part that is not shown. */
function replaceByNone({ code: diagnosticCode }: Diagnostic, document: Document): readonly FixCandidate[] {
  const name = partNames.find((each) => diagnosticCode.startsWith(`${each}/`))
  if (name === undefined) return []
  const {
    word,
    headings: [heading],
  } = document.parts[name]
  const writeNone = (edit: FixEdit): FixCandidate => ({ title: 'Write `none`', kind: 'word none', edits: [edit] })
  if (word !== undefined) return [writeNone({ span: word, text: 'none' })]
  const { source } = document.whole
  if (isYaml(source.name))
    return [
      writeNone({
        span: { source, start: source.text.length, end: source.text.length },
        text: `${source.text.endsWith('\n') ? '' : '\n'}${name}: none\n`,
      }),
    ]
  return heading === undefined ? [] : [writeNone({ span: { ...heading, start: heading.end }, text: '\n\nnone' })]
}

/** Removes the innermost element at the place, or the entry of this key around it. */
function proposeRemovals(name: string | undefined, { primary: { span } }: Diagnostic, document: Document): readonly FixCandidate[] {
  const context = pasteContext(document, span)
  const entries =
    name === undefined
      ? context.entries
      : context.maps.flatMap((map) => map.entries.flatMap((entry) => (entry.key.text === name ? [{ entry, map }] : [])))
  const items = name === undefined ? context.items : []
  const candidates = [
    ...entries.map(({ entry: { key, value }, map }) => ({
      whole: { ...key.span, end: Math.max(key.span.end, endOf(value)) },
      holder: map.span,
      title: `Remove ${quoteName(key.text)}`,
    })),
    ...items.map(({ item, list }) => ({ whole: { ...item.span, end: endOf(item) }, holder: list.span, title: 'Remove the item' })),
  ]
  const innermost = candidates.toSorted((a, b) => a.whole.end - a.whole.start - (b.whole.end - b.whole.start)).slice(0, 3)
  return innermost.map(({ whole: range, holder: container, title }) => ({ title, kind: 'removal', edits: [remove(range, container)] }))
}

/** The end of the written value: an empty value ends at its key. */
function endOf({ span }: Node): number {
  const text = span.source.text.slice(span.start, span.end)
  return span.start + text.trimEnd().length
}

function proposePlacements({ text: paste, lead, into }: Paste, span: Span, document: Document): readonly FixCandidate[] {
  const title = titleOf(lead, paste)
  const editCandidates = (edits: readonly FixEdit[] | undefined): FixCandidate[] =>
    edits === undefined || edits.length === 0 ? [] : [{ title, edits, kind: `paste ${paste}` }]
  if (paste.startsWith('|')) return placeRows(paste, span).flatMap(editCandidates)
  const { maps, entries } = pasteContext(document, span)
  return [
    editCandidates(replaceSameKey(paste, span)),
    ...maps.slice(0, 2).map((map) => editCandidates(insertInto(map, paste))),
    ...partNames.filter((name) => into.includes(name)).map((name) => editCandidates(insertIntoPart(document, name, paste))),
    ...listMapsOf(document, into).map((map) => editCandidates(insertInto(map, paste))),
    ...maps.slice(2).map((map) => editCandidates(insertInto(map, paste))),
    ...entries
      .slice(0, 2)
      .map(({ entry: { key, value } }) =>
        editCandidates([
          { span: value.span, text: /^[\w-]+: |\n/.test(paste) ? `\n${indentLines(paste, `${findIndent(key.span)}  `)}` : paste },
        ]),
      ),
    editCandidates([{ span, text: paste }]),
    ...(paste.endsWith(':') ? [editCandidates([{ span, text: paste.slice(0, -1) }])] : []),
  ].flat()
}

/** A paste such as `output: '…'` replaces the text with the same key on the line of the place. */
function replaceSameKey(paste: string, { source, start, end }: Span): readonly FixEdit[] | undefined {
  const lead = /^(?:- )*[^:\s]+: /.exec(paste)?.[0] ?? /^(?:- )+/.exec(paste)?.[0]
  const from = lead === undefined ? -1 : source.text.lastIndexOf(lead, start)
  if (from < 0 || source.text.slice(from, start).includes('\n')) return undefined
  const indent = /^ */.exec(source.text.slice(source.text.lastIndexOf('\n', from) + 1))![0]
  return [{ span: { source, start: from, end }, text: paste.replaceAll('\n', `\n${indent}`) }]
}

/** Rows of a table, which replace the row or follow it. */
function placeRows(paste: string, { source, start }: Span): readonly (readonly FixEdit[])[] {
  const from = source.text.lastIndexOf('\n', start - 1) + 1
  const lineEnd = source.text.indexOf('\n', start)
  const end = lineEnd === -1 ? source.text.length : lineEnd
  return [[{ span: { source, start: from, end }, text: paste }], [{ span: { source, start: end, end }, text: `\n${paste}` }]]
}

/** The maps under a key of a part or of its entries, and under the catalogue; then the parts themselves. */
function listMapsOf(document: Document, into: readonly string[]): readonly MapNode[] {
  const names = ['catalogue', ...into]
  const listValues = (node: Node): readonly MapNode[] =>
    names.flatMap((each) => {
      const value = node.kind === 'map' ? findEntryOf(node, each)?.value : undefined
      return value?.kind === 'map' ? [value] : []
    })
  const nodes = partNames.map((each) => document.parts[each].node)
  return [...nodes.flatMap(listValues), ...nodes.flatMap((node) => node.entries.flatMap(({ value }) => listValues(value))), ...nodes]
}

/** Inserts into a part, which may not be shown yet. */
function insertIntoPart(document: Document, name: (typeof partNames)[number], paste: string): readonly FixEdit[] | undefined {
  const {
    state,
    node,
    word,
    headings: [heading],
  } = document.parts[name]
  if (state === 'shown') {
    const catalogue = findEntryOf(node, 'catalogue')?.value
    return catalogue?.kind === 'map' ? insertInto(catalogue, paste) : insertInto(node, paste)
  }
  const { source } = document.whole
  const asYaml = isYaml(source.name)
  if (word !== undefined) return [{ span: word, text: asYaml ? `\n${indentLines(paste, '  ')}` : `\`\`\`yaml\n${paste}\n\`\`\`` }]
  if (heading !== undefined && !asYaml) return [{ span: { ...heading, start: heading.end }, text: `\n\n\`\`\`yaml\n${paste}\n\`\`\`` }]
  return asYaml
    ? [
        {
          span: { source, start: source.text.length, end: source.text.length },
          text: `${source.text.endsWith('\n') ? '' : '\n'}${name}:\n${indentLines(paste, '  ')}\n`,
        },
      ]
    : undefined
}

function isYaml(file: string): boolean {
  return /\.(?:ya?ml|json)$/i.test(file)
}

/** `lead`: the help before the text. */
function titleOf(lead: string, paste: string): string {
  const [line = ''] = paste.split('\n')
  const short = lead
    .split('\n\n')
    .at(-1)!
    .replace(/[,:]? for example:?$|[: ]*$/, '')
  return paste.includes('\n') || line.length > 60 ? short : `${short.length > 60 ? 'Write' : short}: ${line}`
}
