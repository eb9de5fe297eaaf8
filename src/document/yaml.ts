// The only user of the YAML library: from a text to the library's tree and its findings.

import {
  type Alias,
  type ErrorCode,
  type Node as LibraryNode,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
  Composer,
  Parser,
  isAlias,
  isMap,
  isScalar,
  isSeq,
} from 'yaml'

export { isAlias, isMap, isScalar, isSeq }
export type YamlNode = LibraryNode
export type YamlAlias = Alias
export type YamlScalar = Scalar
export type YamlMap = YAMLMap
export type YamlSeq = YAMLSeq

/** The kinds of fault in a text that does not parse as YAML. */
export type FaultKind =
  | 'tab'
  | 'second-key'
  | 'escape'
  | 'property'
  | 'directive'
  | 'unclosed-bracket'
  | 'column'
  | 'no-value'
  | 'stuck-comment'
  | 'comma'
  | 'too-deep'
  | 'unexpected'

/** A YAML mistake, in offsets of the text. */
export type Fault = { readonly kind: FaultKind; readonly start: number; readonly end: number }

export type Composed = {
  readonly contents?: YamlNode
  readonly faults: readonly Fault[]
  /** The start of a second document in the text, after `---`. */
  readonly second?: number
}

/** Scalars stay text here (the failsafe schema): the code that reads them determines their values. */
const options = { schema: 'failsafe', uniqueKeys: false, keepSourceTokens: true, logLevel: 'silent' } as const

export function compose(text: string): Composed {
  const [first, second] = new Composer(options).compose(new Parser().parse(text))
  if (first === undefined) return { faults: [] }
  const faults = first.errors.map(({ code, message, pos }) => ({ kind: classifyFault(code, message), start: pos[0], end: pos[1] }))
  const contents = first.contents
  const isBlank = isScalar(contents) && contents.range[0] === contents.range[1] && !contents.tag && !contents.anchor
  const isEmpty = contents === null || isBlank
  return { ...(isEmpty ? {} : { contents }), faults, ...(second === undefined ? {} : { second: second.range[0] }) }
}

function classifyFault(code: ErrorCode, message: string): FaultKind {
  switch (code) {
    case 'TAB_AS_INDENT':
      return 'tab'
    case 'MULTILINE_IMPLICIT_KEY':
    case 'BLOCK_AS_IMPLICIT_KEY':
      return 'second-key'
    case 'BAD_DQ_ESCAPE':
      return 'escape'
    case 'ALIAS_PROPS':
    case 'BAD_ALIAS':
    case 'BAD_PROP_ORDER':
    case 'MULTIPLE_ANCHORS':
    case 'MULTIPLE_TAGS':
      return 'property'
    case 'BAD_DIRECTIVE':
      return 'directive'
    case 'RESOURCE_EXHAUSTION':
      return 'too-deep'
    default:
      // The other codes each represent several mistakes, which only the library's message distinguishes.
      if (/must end with|end with a/.test(message)) return 'unclosed-bracket'
      if (message.includes('same column')) return 'column'
      if (message.includes('followed by map values')) return 'no-value'
      if (message.startsWith('Comments must be')) return 'stuck-comment'
      return /^Unexpected , in|empty item/.test(message) ? 'comma' : 'unexpected'
  }
}

/** The range of a node, without an anchor or tag before it. */
export function findNodeRange(node: YamlNode): readonly [number, number] {
  return node.range ? [node.range[0], node.range[1]] : [0, 0]
}

/** The ranges of all scalars, in order. */
export function listScalarRanges(contents: YamlNode, depth: number): (readonly [number, number])[] {
  const ranges: (readonly [number, number])[] = []
  const walk = (node: unknown, levelsLeft: number): void => {
    if (isScalar(node)) ranges.push(findNodeRange(node))
    else if (isMap(node) && levelsLeft > 0) {
      for (const pair of node.items) {
        walk(pair.key, levelsLeft - 1)
        walk(pair.value, levelsLeft - 1)
      }
    } else if (isSeq(node) && levelsLeft > 0) for (const item of node.items) walk(item, levelsLeft - 1)
  }
  walk(contents, depth)
  return ranges
}
