// Proposes edits for a diagnostic's help, the likeliest first. They are not tested yet.

import type { Span } from '../base/text.ts'
import { type Diagnostic, listPlaces } from '../diagnostic/diagnostic.ts'
import { quoteName } from '../diagnostic/voice.ts'
import { type Document, partNames } from '../document/document.ts'
import { type Node, findEntryOf } from '../document/node.ts'
import { pasteContext } from './paste-context.ts'
import { type FixEdit, findIndent, indentLines, insertInto } from './insert.ts'
import { remove } from './remove.ts'

/** `kind` groups candidates with the same effect at different places: only one of them is needed. */
export type FixCandidate = { readonly title: string; readonly edits: readonly FixEdit[]; readonly kind: string }

export function listFixCandidates(diagnostic: Diagnostic, document: Document): readonly FixCandidate[] {
  const { help = '', primary, message } = diagnostic
  const [sentence = '', ...pastes] = help.split('\n\n').filter((each) => !/^(?:or|and) [^:]*\.$/.test(each))
  const suggested = /^Did you mean (.*)\?$/s.exec(sentence)?.[1] ?? /; did you mean (.*)\?$/s.exec(message)?.[1]
  if (suggested !== undefined) return [...suggested.matchAll(/`([^`]+)`/g)].map(([, name]) => proposeRename(diagnostic, name!))
  const alternatives = pastes.length < 2 ? pastes : [pastes.join('\n\n'), ...pastes]
  const texts = alternatives.filter((each) => each !== '' && !each.includes('…'))
  const inline = [...sentence.matchAll(/(?<!belongs to )`([\w-]+: [^`…]+)`/g)].map(([, each]) => each!)
  const placed = [...texts, ...inline].flatMap((paste) => proposePlacements(paste, sentence, primary.span, document))
  return [
    ...placed,
    ...(/\b(?:with|write) `none`/.test(sentence) ? replaceByNone(diagnostic, document) : []),
    ...(mayRemove(diagnostic, help) ? proposeRemovals(diagnostic, document) : []),
    ...proposeWords(sentence, message, primary.span),
    ...addClosingParenthesis(message, primary.span, document),
  ]
}

/** Adds a missing `)` at the end of the expression, inside its quotes. */
function addClosingParenthesis(message: string, span: Span, document: Document): readonly FixCandidate[] {
  const sign = /: `([)\]}])` is missing$/.exec(message)?.[1]
  const [inner] = sign === undefined ? [] : pasteContext(document, span).entries
  if (inner === undefined) return []
  const { source } = inner.entry.value.span
  const end = endOf(inner.entry.value)
  return [end, end - 1].map((at) => ({
    title: `Write ${quoteName(sign!)}`,
    kind: 'closing',
    edits: [{ span: { source, start: at, end: at }, text: sign! }],
  }))
}

/** True if the help suggests removal, or the element is unused and there is no help. */
function mayRemove({ code: diagnosticCode }: Diagnostic, help: string): boolean {
  return help === ''
    ? /\/unused-/.test(diagnosticCode)
    : /^(?:Remove|Leave|Take|Keep one)\b|\bremove (?:it\b|the key\b|`\w+`)|\bleave (?:it|the key|`\w+`) out\b/.test(help)
}

/** Renames all places in the diagnostic, which shows all uses of one unknown name. */
function proposeRename(diagnostic: Diagnostic, name: string): FixCandidate {
  return { title: `Write ${quoteName(name)}`, kind: `name ${name}`, edits: listPlaces(diagnostic).map((span) => ({ span, text: name })) }
}

/** `Write a, b or c.`, `expected a or b`: an edit for each of the words; or the content of a cell, after a colon. */
function proposeWords(sentence: string, message: string, span: Span): readonly FixCandidate[] {
  return [...matchWords(sentence), ...(/: expected ((?:`[^`]+`(?:, | or )?)+)$/.exec(message)?.[1]?.matchAll(word) ?? [])]
    .slice(0, 6)
    .map(([, text]) => ({ title: `Write ${quoteName(text!)}`, kind: `word ${text}`, edits: [{ span, text: text! }] }))
}

const word = /`([\w@./-]+)`/g

function matchWords(sentence: string): Iterable<RegExpExecArray | RegExpMatchArray> {
  const cell = /^[^`]*: (?:`` (.+) ``|`([^`]+)`)\.(?: |$)/.exec(sentence)
  if (cell !== null) return [[cell[0], cell[1] ?? cell[2]!]]
  const status = /^Write (\d{3})\b/.exec(sentence)
  if (status !== null) return [status]
  // A value for a convention has no place in the text yet.
  return !/^(?:Write|Fill|The only known|There (?:is only|are)|The keys are)\b/.test(sentence) || sentence.includes('adopt a convention')
    ? []
    : sentence.matchAll(word)
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

function proposeRemovals({ primary: { span } }: Diagnostic, document: Document): readonly FixCandidate[] {
  const { entries, items } = pasteContext(document, span)
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

function proposePlacements(paste: string, sentence: string, span: Span, document: Document): readonly FixCandidate[] {
  const title = titleOf(sentence, paste)
  const editCandidates = (edits: readonly FixEdit[] | undefined): FixCandidate[] =>
    edits === undefined || edits.length === 0 ? [] : [{ title, edits, kind: `paste ${paste}` }]
  if (paste.startsWith('|')) return placeRows(paste, span).flatMap(editCandidates)
  const { maps, entries } = pasteContext(document, span)
  return [
    editCandidates(replaceSameKey(paste, span)),
    ...maps.slice(0, 2).map((map) => editCandidates(insertInto(map, paste))),
    ...listNamedParts(sentence).map((name) => editCandidates(insertIntoPart(document, name, paste))),
    ...listNamedMaps(document, sentence).map((map) => editCandidates(insertInto(map, paste))),
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

function listNamedParts(sentence: string): readonly (typeof partNames)[number][] {
  return [...sentence.matchAll(/part (\d)/g)].flatMap(([, number]) => partNames[Number(number) - 1] ?? [])
}

/** Maps that the sentence may name: a part, the catalogue, or a key anywhere in a part. */
function listNamedMaps(document: Document, sentence: string): readonly (Node & { kind: 'map' })[] {
  const mapOf = (node: Node | undefined): (Node & { kind: 'map' })[] => (node?.kind === 'map' ? [node] : [])
  const names = ['catalogue', ...[...sentence.matchAll(/`([\w.-]+)`/g)].map(([, name]) => name!)]
  const nodes = partNames.map((name) => document.parts[name].node)
  const within = nodes.flatMap((node) => names.flatMap((name) => mapOf(findEntryOf(node, name)?.value)))
  return [
    ...within,
    ...nodes.flatMap((node) =>
      node.entries.flatMap(({ value }) => names.flatMap((name) => (value.kind === 'map' ? mapOf(findEntryOf(value, name)?.value) : []))),
    ),
    ...nodes,
  ]
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

function titleOf(sentence: string, paste: string): string {
  const [line = ''] = paste.split('\n')
  const short = sentence.replace(/[,:]? for example:?$|:$/, '')
  return paste.includes('\n') || line.length > 60 ? short : `${short.length > 60 ? 'Write' : short}: ${line}`
}
