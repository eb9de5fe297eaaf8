// Diagnostics of the container: blocks in no part, conflicting states of a part, keys that are not parts.

import { advise, paste, remove } from '../diagnostic/help.ts'
import type { Span } from '../base/text.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { reportUnknownKey as unknownKeyOf } from '../diagnostic/voice.ts'
import { type PartName, frontKeys, partNames, numberPart } from './document.ts'
import { makeExcerpt } from './excerpt.ts'
import { makeMistake } from './mistake.ts'
import type { Node, Scalar } from './node.ts'

const titles: { readonly [name in PartName]: string } = {
  service: 'What the service does',
  resources: 'Resources and their fields',
  states: 'States and transitions',
  endpoints: 'Endpoints',
  authentication: 'Authentication',
  events: 'Events',
  errors: 'Errors',
  limits: 'Limits',
  versioning: 'Versioning',
}

/** The usual heading of a part. */
export function defaultHeading(part: PartName): string {
  return `## ${numberPart(part)}. ${titles[part]}`
}

/** `heading`: the heading above the block, if any. */
export function reportBlockOutsidePart(
  fence: Span,
  heading?: { readonly title: string; readonly level: number; readonly span: Span },
): Diagnostic {
  const location = heading === undefined ? 'before any part' : `under \`${makeExcerpt(heading.title)}\`, which is none of the nine parts`
  const reason = heading?.level === 2 ? 'names no part' : 'a part begins with a heading of level 2'
  return makeMistake(fence, {
    code: 'block-outside-part',
    message: `This \`yaml\` block is ${location}`,
    label: 'belongs to no part',
    others: heading === undefined ? [] : [{ span: heading.span, text: reason }],
    reason: 'A `yaml` block is binding, so it must belong to a part.',
    help: `Put it under the heading of its part, such as \`${defaultHeading('endpoints')}\`; mark blocks that do not bind as \`text\`.`,
  })
}

export function reportUnclosedFence(open: Span): Diagnostic {
  return makeMistake(open, {
    code: 'unclosed-fence',
    message: 'This block is never closed, so the rest of the file is read as part of it',
    label: 'opens here',
    help: 'Close the block with a line that contains only ```.',
  })
}

export function reportUnclosedFront(open: Span): Diagnostic {
  return makeMistake(open, {
    code: 'unclosed-front-matter',
    message: '`---` opens front matter that no second `---` closes',
    label: 'opens here',
    help: 'Put `---` on a separate line after the front matter.',
  })
}

export function reportFrontNotMap(node: Node): Diagnostic {
  return makeMistake(node.span, {
    code: 'front-matter-not-a-map',
    message: 'The front matter has no keys',
    label: 'should be a map',
    help: advise`Write, for example:${paste('ninefold: 1')}`,
  })
}

export function reportFrontInLaterFile(name: string, span: Span, first: Span): Diagnostic {
  return makeMistake(span, {
    code: 'front-matter-of-a-later-file',
    message: `\`${name}\` applies to the whole document, so only its first file may contain it`,
    label: 'in a later file',
    others: [{ span: first, text: 'the first file by path' }],
    help: `Move it to the front matter of ${first.source.name}.`,
  })
}

export function reportUnknownPartKey(key: Scalar, container: 'the front matter' | 'a document'): Diagnostic {
  const known: readonly string[] = container === 'a document' ? [...partNames, ...frontKeys] : frontKeys
  return unknownKeyOf('document/unknown-key', key.text, container, key.span, known)
}

export function reportPartNotMap(part: PartName, node: Node): Diagnostic {
  const content = node.kind === 'scalar' ? `\`${makeExcerpt(node.text, 40)}\`` : `a ${node.kind}`
  return makeMistake(node.span, {
    code: 'part-not-a-map',
    message: `\`${part}\` must be a map of names, and this is ${content}`,
    label: 'not a map',
    help: 'Write entries with keys, or only `none`, or only `not shown`.',
  })
}

export function reportFileNotMap(node: Node): Diagnostic {
  return makeMistake(node.span, {
    code: 'part-not-a-map',
    message: 'This file should have the nine parts as keys',
    label: 'not a map',
    help: advise`Write, for example:${paste('endpoints: not shown')}`,
  })
}

type StateWord = { readonly state: 'none' | 'not shown'; readonly span: Span }

export function reportBothForms(part: PartName, word: StateWord, other: Span, otherState: string): Diagnostic {
  return makeMistake(word.span, {
    code: 'conflicting-part',
    message: `\`${part}\` is \`${word.state}\` here and ${otherState} elsewhere`,
    label: `says \`${word.state}\``,
    others: [{ span: other, text: otherState === 'shown' ? 'specifies it' : `says \`${otherState}\`` }],
    help: advise`${remove('Keep one of the two')}.`,
  })
}
