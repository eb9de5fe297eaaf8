// Builds the diagnostics of invalid YAML, in the author's words.

import { type Help, advise, erase, offerNames, remove } from '../diagnostic/help.ts'
import { findNearest } from '../base/nearest.ts'
import { type Span, textOf } from '../base/text.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { joinWithAnd } from '../diagnostic/voice.ts'
import { takeFirstLine } from './excerpt.ts'
import { makeMistake } from './mistake.ts'
import type { Scalar } from './node.ts'
import { type Region, toSourceSpan } from './region.ts'

export function reportTabs(region: Region, at: readonly number[]): Diagnostic {
  const first = at[0] ?? 0
  return makeMistake(toSourceSpan(region, first, first + 1), {
    code: 'tab-indentation',
    message: `${at.length > 1 ? `Tabs indent ${at.length} lines` : 'A tab indents this line'}, and YAML accepts only spaces`,
    label: 'a tab',
    reason: 'The width of a tab differs between editors, and columns are significant.',
    help: 'Indent with two spaces per level.',
  })
}

export function reportUnreadableCharacter(unit: number, span: Span): Diagnostic {
  const name = `U+${unit.toString(16).toUpperCase().padStart(4, '0')}`
  return makeMistake(span, {
    code: 'unreadable-character',
    message: `${name} is in the text, and JSON cannot contain it`,
    label: name,
    reason: 'Text is I-JSON (RFC 7493): no control characters but tab and line ends, and no half of a surrogate pair.',
    help: advise`${erase('Remove the character')}.`,
  })
}

export function reportSecondDocument(span: Span): Diagnostic {
  return makeMistake(span, {
    code: 'second-yaml-document',
    message: '`---` begins a second YAML document, and a file or block may contain only one',
    label: 'the rest is not read',
    help: 'Remove the line; the maps of several blocks and files are merged.',
  })
}

export function reportAnchorInItself(name: string, span: Span): Diagnostic {
  return makeMistake(span, {
    code: 'anchor-in-itself',
    message: `\`*${name}\` is inside the value that \`&${name}\` names, so the value would contain itself`,
    label: 'refers to a value that contains it',
    help: 'Name the other thing instead: a reference between resources or shapes is written with `$ref`.',
  })
}

export function reportUnknownAnchor(name: string, known: readonly string[], span: Span): Diagnostic {
  return makeMistake(span, {
    code: 'unknown-anchor',
    message: `\`*${name}\` refers to an anchor that does not exist above it`,
    label: 'nothing has this name',
    help: explainAnchor(name, known),
  })
}

function explainAnchor(name: string, known: readonly string[]): string | Help {
  const similar = findNearest(name, known)
  if (similar.length > 0) return offerNames(similar.map((each) => `*${each}`))
  if (known.length > 0) return `Anchors above it: ${joinWithAnd(known.map((each) => `&${each}`))}.`
  return `There is no anchor above it. If \`*\` belongs to the value, put the value in quotes: \`'*${name}'\`.`
}

export function reportTooMuchByAlias(name: string, span: Span): Diagnostic {
  return makeMistake(span, {
    code: 'too-much-by-alias',
    message: `\`*${name}\` expands the document to more than a million values`,
    label: 'aliases from here on are not followed',
    reason: 'Aliases of aliases multiply: a short text could exhaust the memory of its reader.',
    help: 'Define the value once as a resource or shape and refer to it with `$ref`.',
  })
}

export function reportTooMuchDepth(limit: number, span: Span): Diagnostic {
  return makeMistake(span, {
    code: 'too-deep',
    message: `\`${textOf(span)}\` is nested deeper than ${limit} levels, and its content is not read`,
    label: 'too deep',
    help: 'Give the inner value a name under `$defs` and refer to it with `$ref`.',
  })
}

export function reportUnknownTag(tag: string, text: string, span: Span): Diagnostic {
  const name = tag.replace('tag:yaml.org,2002:', '!!')
  return makeMistake(span, {
    code: 'unknown-tag',
    message: `\`${name}\` is a tag without meaning here${text === '' ? '' : ` for \`${text}\``}`,
    label: 'a YAML tag before this value',
    help: 'Remove the tag; if the `!` belongs to the value, put the value in quotes.',
  })
}

export function reportMissingKey(span: Span): Diagnostic {
  return makeMistake(span, {
    code: 'missing-key',
    message: '`:` has no name before it',
    label: 'an entry without a key',
    help: 'Write the name of the entry before the colon.',
  })
}

export function reportKeyNotName(span: Span): Diagnostic {
  return makeMistake(span, {
    code: 'key-not-a-name',
    message: `\`${takeFirstLine(textOf(span))}\` is a key, and a key must be one name`,
    label: 'not a name',
    help: 'If braces belong to the text, put it in quotes.',
  })
}

export function reportDuplicateKey(first: Scalar, second: Scalar): Diagnostic {
  return makeMistake(second.span, {
    code: 'duplicate-key',
    message: `\`${second.text}\` occurs twice in one map`,
    label: 'the same key again',
    others: [{ span: first.span, text: 'first here' }],
    reason: 'Different readers of the file would use different ones.',
    help: advise`${remove('Remove one of the two')}, or put what they say under one.`,
  })
}

export function mergeOfNoMap(key: Span, value: Span): Diagnostic {
  return makeMistake(key, {
    code: 'merge-of-no-map',
    message: '`<<` merges the entries of another map, and this is not a map',
    label: 'needs a map, or a list of maps',
    others: [{ span: value, text: 'not a map' }],
    help: 'Write `<<: *name`, with `&name` before a map.',
  })
}
