// Reads the beginning of a text about fields: their names, their marks, and the description after them.

import { moveChoiceFirst } from '../kinds/choice-first.ts'
import { isKind, isNamedKind, isReference, saysKind } from '../kinds/kind-tests.ts'
import type { Words } from '../words.ts'

export type FieldHead = { readonly names: readonly string[]; readonly rest: string }

const name = String.raw`[\p{L}_][\p{L}\d_]*`
const sign = String.raw`[*?!+#°†^~]{1,2}`
const join = String.raw`(?:\s*[,/&+]\s*(?:(?:and|und)\s+)?|\s+(?:and|und)\s+)`

const marked = new RegExp(
  String.raw`^(?<name>[_\x60]*${name}[_\x60]*|\*\*${name}\*\*)(?<marks>(?:\s?(?:${sign}|\([^()]{1,16}\)|\[[^\[\]]{1,16}\]))+)(?=\s|[:–—]|->|→|$)\s*(?:[:–—,]|-(?!>)|\.(?=\s))?\s*(?<rest>.*)$`,
  'su',
)
const label = String.raw`\p{L}[\p{L}\d_'’-]*(?: [\p{L}\d_'’-]+){0,4}`
/** `*Full name.* Words`, `**Room**, needed`: an emphasised name, and the description after any sign. */
const emphasised = new RegExp(
  String.raw`^(?<quote>\*{1,3}|_{1,3}|\x60)(?<name>${label})[.,:;?]?\k<quote>\s*(?:\((?<remark>[^()]*(?:\([^()]*\)[^()]*)*)\))?\s*(?:[.,:;–—]\s*|-\s+|(?<=\s))(?<rest>\S.*)$`,
  'su',
)
const severalLabels = new RegExp(
  String.raw`^(?<names>(?<quote>\*{1,2}|_{1,2})${label}\k<quote>(?:${join}\k<quote>${label}\k<quote>)+)\s*(?:\((?<remark>[^()]*)\))?\s*(?:[.,:;–—]\s*|-\s+)(?<rest>\S.*)$`,
  'su',
)
const several = new RegExp(
  String.raw`^(?<names>(?<quote>\*\*|\x60|\*|_)${name}\k<quote>(?:${join}\k<quote>${name}\k<quote>)+)\s*(?:\((?<remark>[^()]*)\)\s*)?(?:[:–—]|-(?!>)|(?=->|→|\s)|[.,]\s)\s*(?<rest>(?!\k<quote>|,)\S.*)$`,
  'su',
)
const plainSeveral = new RegExp(String.raw`^(?<names>${name}(?:\s*[,/]\s*${name})+)\s*(?::|\s[–—-]\s|(?=->|→))\s*(?<rest>\S.*)$`, 'su')

/** The names at the beginning of a text, recognised by Markdown or by declared marks; undefined without either. */
export function readFieldHead(text: string, isMark: (text: string) => boolean): FieldHead | undefined {
  const list = several.exec(text)?.groups ?? plainSeveral.exec(text)?.groups
  if (list !== undefined) {
    const names = list['names']!.split(new RegExp(join, 'u')).map(stripMarks)
    const isNamed = list['quote'] !== undefined || names.every((each) => /^[a-z]/.test(each))
    return isNamed ? { names, rest: joinClauses([list['remark'], list['rest']]) } : undefined
  }
  const found = marked.exec(text)?.groups
  if (found === undefined) return undefined
  const marks = Array.from(found['marks']!.matchAll(new RegExp(String.raw`${sign}|\([^()]*\)|\[[^\[\]]*\]`, 'gu')), ([mark]) => mark)
  if (!marks.every((mark) => /^\W+$/.test(mark) || isMark(mark) || isMark(mark.slice(1, -1)))) return undefined
  return {
    names: [stripMarks(found['name']!)],
    rest: joinClauses([...marks.map((mark) => mark.replaceAll(/[()[\]]/g, '')), found['rest']]),
  }
}

function stripMarks(text: string): string {
  return text.replaceAll(/^[*`_]{1,2}(?=\p{L})|(?<=[\p{L}\d])[*`_]{1,2}$/gu, '')
}

function joinClauses(all: readonly (string | undefined)[]): string {
  return all.filter((each) => each !== undefined && each.trim() !== '').join('; ')
}

/** True if a text has a name and a description that begins with a kind of value. */
export function isField(text: string, words: Words): boolean {
  const item = readFieldItem(text, words)
  return (
    item !== undefined &&
    (isKind(moveChoiceFirst(item.rest, words), words) || isReference(item.rest, words) || words.seeStates.test(item.rest))
  )
}

/** The names and the description in an item or a line about fields. */
export function readFieldItem(whole: string, words: Words): FieldHead | undefined {
  const item = readItem(whole, words)
  return item === undefined || !/^(?:->|→)/.test(item.rest) || isTarget(item.rest, words)
    ? item
    : { ...item, rest: item.rest.replace(/^(?:->|→)\s*/, '') }
}

function readItem(whole: string, words: Words): FieldHead | undefined {
  const text = whole
    .replaceAll(/[*_](\([^()]*\))[*_]/g, '$1')
    .replace(/^(?:an?|the|its|eine?n?|der|die|das)\s+(?=[`*"“„])/i, '')
    .replace(/^["“„](\w+)["”“]/, '`$1`')
    // `title!` in code: the mark belongs to the form, not to the name.
    .replace(/^(\*{0,2})`([\p{L}_][\p{L}\d_]*)([*?!+#°†^~]{1,2})`/u, '$1`$2`$3')
    // `title!: text` in code.
    .replace(/^`([\p{L}_][\p{L}\d_]*)([*?!+#°†^~]{0,2})\s*:\s*([^`]+)`/u, '`$1`$2: $3')
    .replace(/[;,](?: and| und)?$/, '')
    .replace(words.ownLead, '')
  // `berth | text | required`: columns between strokes.
  const [, column, columns] = /^[*_`]*([\p{L}_][\p{L}\d_]*(?: [\p{L}\d_]+){0,3})[*_`]*\s+\|\s+(\S.*)$/su.exec(text) ?? []
  if (column !== undefined && columns !== undefined) return { names: [column], rest: columns.split(/\s+\|\s+/).join('; ') }
  // "R name: text" and "name [text, required]"
  const [, mark, marked0] = /^([A-Z*!?+#~]{1,3}|\([a-z]{1,8}\)|\[[a-z]{1,8}\])\s+(?=[\p{L}_`*])(.+)$/su.exec(text) ?? []
  const inner = mark !== undefined && (words.isMark(mark) || words.isMark(mark.slice(1, -1))) ? readFieldItem(marked0!, words) : undefined
  if (inner !== undefined) return { names: inner.names, rest: joinClauses([mark, inner.rest]) }
  const [, name0, inside] =
    /^[*_`]*([\p{L}_][\p{L}\d_]*(?: [\p{L}\d_]+){0,3})[*_`]*\s*\[([^[\]]+(?:\[[^[\]]*\][^[\]]*)*)\]\.?$/su.exec(text) ?? []
  if (name0 !== undefined && inside !== undefined && saysKind(moveChoiceFirst(inside, words), words))
    return { names: [name0], rest: moveChoiceFirst(inside, words) }
  const head = readFieldHead(text, words.isMark)
  if (head !== undefined && head.rest !== '') return head
  const labels = severalLabels.exec(text)?.groups
  if (labels !== undefined)
    return {
      names: labels['names']!.split(new RegExp(join, 'u')).map((each) => each.replaceAll(/^[*_]+|[*_]+$/g, '')),
      rest: joinClauses([labels['remark'], labels['rest']]),
    }
  const shown = emphasised.exec(text)?.groups
  if (shown !== undefined) return { names: [shown['name']!], rest: joinClauses([shown['remark'], shown['rest']]) }
  const [, referring, target] = /^[*_`]*([A-Za-z_]\w*)[*_`]*\s*((?:->|→)\s*.+)$/.exec(text) ?? []
  if (referring !== undefined && target !== undefined) return { names: [referring], rest: target }
  const [, quoted, behind] =
    /^[*_]*`([A-Za-z_]\w*)`[*_]*[\s,]+([^\s:–—(-].*)$/.exec(text) ??
    /^\*\*(\p{L}[\p{L}\d_'’-]*(?: [\p{L}\d_'’-]+){0,4})\*\*\s+([^\s:–—(-].*)$/u.exec(text) ??
    []
  if (quoted !== undefined && behind !== undefined) return { names: [quoted], rest: behind }
  const match =
    /^[*_`]*([\p{L}_][\p{L}\d_]*|\p{L}[\p{L}\d_'’]*(?:(?: [\p{L}\d][\p{L}\d_'’-]*){1,4}|(?:-[\p{L}\d]+)+))[*_`]*(?:\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\))?\s*(?::|–|—|\s-\s|$)[*_]*\s*(.*)$/u.exec(
      text,
    )
  if (match === null || (match[2] === undefined && match[3] === '')) return readPointed(text, words)
  // "IR-1: the sum …": the number of a rule names no field.
  if (/^[A-Z]{1,4}[-.]?\d+(?:[.-]\d+)*[a-z]?$/.test(match[1]!) && !saysKind(moveChoiceFirst(match[3]!, words), words)) return undefined
  return { names: [match[1]!], rest: [match[2], match[3]].filter((each) => each !== undefined && each !== '').join('; ') }
}

/** "→ Agent, required" refers to a thing; "→ text, 2-100" describes the value. */
function isTarget(text: string, words: Words): boolean {
  // "→ `GB`, `IE` or `MT`": values.
  if (/^(?:->|→)\s*`[^`]+`\s*(?:[,/|]|or\b|oder\b)\s*`/.test(text)) return false
  const [, first = ''] = /^(?:->|→)\s*([^,;.(]*)/.exec(text) ?? []
  const plain = first.trim()
  if (/^[*_`]*\p{Lu}[\p{L}\d]*[*_`]*(?:\s.*)?[?!*]?$/u.test(plain) && !saysKind(plain, words)) return true
  return (
    /^[*_`]*[\p{L}_][\p{L}\d_-]*(?:\.[\p{L}\d_]+)?[*_`]*\s?(?:\[\])?[?!*]?$/u.test(plain) &&
    !saysKind(plain, words) &&
    !words.isMark(plain) &&
    !words.phrases.some(([pattern]) => pattern.test(plain))
  )
}

/** `Name. Text, required` and `name, text, required`: a kind of value after a point, a comma or a sign. */
function readPointed(text: string, words: Words): FieldHead | undefined {
  // `its status according to part 3`
  const [, plain, see] = /^(\p{L}+)\s+(\p{Ll}.*)$/su.exec(text) ?? []
  if (plain !== undefined && see !== undefined && words.seeStates.exec(see)?.index === 0) return { names: [plain], rest: see }
  const [, label, rest] = /^[*_`]*(\p{L}[\p{L}\d_'’-]*(?: [\p{L}\d_'’-]+){0,4})[*_`]*(?:[.,;]\s+|\s+=\s+)(\S.*)$/su.exec(text) ?? []
  return label !== undefined &&
    rest !== undefined &&
    !words.spokenField.test(`${label} ${rest}`) &&
    (saysKind(moveChoiceFirst(rest, words), words) || isNamedKind(label, words) || words.seeStates.test(rest))
    ? { names: [label], rest }
    : undefined
}
