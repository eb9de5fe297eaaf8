// The diagnostic of a cut value: its place and the quoted form to paste.

import { span } from '../base/text.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { diagnostic } from '../diagnostic/voice.ts'
import type { Cut } from './cut.ts'
import type { CutReason } from './cut-scan.ts'
import { excerpt } from './excerpt.ts'
import { looksLikeExpression, quotedForm } from './quote.ts'
import { beforeValue } from './value-to-paste.ts'

type Words = { readonly message: string; readonly label: string; readonly reason: string }

/** Builds the diagnostic of a cut value. */
export function cutDiagnostic(cut: Cut): Diagnostic {
  const { message, label, reason } = words(cut)
  const before = span(cut.span.source, cut.span.start, cut.at.start)
  return diagnostic('error', 'document/expression-cut', message, { span: cut.at, text: label }, {
    others: before.start < before.end ? [{ span: before, text: 'all that YAML reads of it' }] : [],
    reason,
    help: help(cut),
  })
}

function help(cut: Cut): string {
  if (isIdleAnchor(cut)) return `Take the anchor away:\n\n${beforeValue(cut.span, cut.flow)}${cut.text.replace(/^\S+\s+/, '')}`
  const lead = beforeValue(cut.span, cut.flow)
  const as = cut.slot === 'expression' || looksLikeExpression(cut.scalar.text) ? 'expression' : 'text'
  const dashes = /^(?:- )*/.exec(lead)![0].length
  const form = quotedForm(cut.scalar.text, { flow: cut.flow, indent: ' '.repeat(dashes + 2) }, as)
  const how = form.startsWith('|') ? 'Put it in a block of its own' : 'Put it in quotes'
  const missed = cut.flow && cut.why === 'colon' ? /\s([\w-]+):\s/.exec(cut.text)?.[1] : undefined
  return `${how}${missed === undefined ? ':' : `. Or is a comma missing before \`${missed}\`?`}\n\n${lead}${form}`
}

/** An anchor that nothing refers to, before a value that is read unchanged. */
function isIdleAnchor({ why, scalar, text }: Cut): boolean {
  return why === 'anchor' && scalar.text !== text
}

function words(cut: Cut): Words {
  const name = `\`${excerpt(cut.text)}\``
  const first = cut.text[0] ?? ''
  const { says, label, reason } = tellings[cut.why]
  const words = { message: `${name} ${says}`, label, reason }
  switch (cut.why) {
    case 'anchor':
      return isIdleAnchor(cut)
        ? {
            ...words,
            message: `\`${excerpt(/^\S+/.exec(cut.text)![0])}\` names an anchor that nothing refers to`,
            label: 'an anchor',
            reason: 'An anchor names a value that other places repeat by `*`.',
          }
        : words
    case 'comment':
      return { ...words, reason: commentReason(cut) }
    case 'bracket':
      return { ...words, reason: bracketReason(first) }
    case 'sign':
      return { ...words, message: `${name} begins with \`${first}\`, which YAML keeps for itself` }
    case 'collection':
      return collectionWords(cut, name, first === '[' ? 'list' : 'map')
    default:
      return words
  }
}

const tellings: { readonly [why in CutReason]: { readonly says: string; readonly label: string; readonly reason: string } } = {
  comma: {
    says: 'is cut at the comma',
    label: 'YAML takes this for the next entry',
    reason: 'Inside `{ }` and `[ ]` a comma ends a value, also between parentheses.',
  },
  colon: {
    says: 'is cut at the colon',
    label: 'YAML reads the text before this as a key',
    reason: 'A colon with a blank after it makes a key in YAML, so this does not stay one value.',
  },
  comment: {
    says: 'is cut at `#`',
    label: 'YAML takes this for a comment',
    reason: 'In YAML, `#` after a space begins a comment.',
  },
  tag: {
    says: 'is read as a tag',
    label: 'YAML takes this for a tag',
    reason: 'In YAML, `!` at the beginning of a value is a tag, which is not part of the value.',
  },
  quote: {
    says: 'is cut where its first quote closes',
    label: 'YAML expects nothing more here',
    reason: 'In YAML, a value that begins with a quote ends at the closing quote.',
  },
  unclosed: {
    says: 'opens a quote that never closes',
    label: 'the quote opens here',
    reason: 'YAML would read on to the next quote, on whichever line it is.',
  },
  bracket: {
    says: 'is cut at a bracket',
    label: 'YAML does not read on here',
    reason: '`[ ]` and `{ }` make lists and maps in YAML, and nothing may follow them.',
  },
  collection: {
    says: 'is read as a list or map',
    label: 'a YAML list or map',
    reason: '`[ ]` and `{ }` make lists and maps in YAML unless they are in quotes.',
  },
  sign: {
    says: 'begins as no value may',
    label: 'not read as it looks',
    reason: 'No value in YAML begins so unless it is in quotes.',
  },
  dash: {
    says: 'is read as a list',
    label: 'YAML takes `-` for an item of a list',
    reason: 'A `-` with a blank after it begins an item of a list.',
  },
  fold: {
    says: 'does not stay as it is over its line break',
    label: 'its lines are put together into one',
    reason: 'YAML folds these lines into one: a `//` comment then hides what follows, and a string loses its line break.',
  },
  anchor: {
    says: 'is read without its first word',
    label: 'YAML takes `&` for the name of an anchor',
    reason: 'A value that begins with `&` names an anchor in YAML, and nothing refers to this one.',
  },
  header: {
    says: 'is read as empty',
    label: 'YAML takes this for the header of a block of text',
    reason: 'A value that begins with `|` or `>` is a block of lines in YAML.',
  },
}

function commentReason({ slot }: Cut): string {
  const how =
    slot === 'expression'
      ? ', and the expression before it is not complete.'
      : '. Write a real comment after two spaces, with one space after its `#`.'
  return `What follows a blank and \`#\` is a comment in YAML${how}`
}

function bracketReason(first: string): string {
  return '[{'.includes(first) ? tellings.bracket.reason : 'Inside `{ }` and `[ ]` a bracket begins a list or map of its own.'
}

function collectionWords({ slot }: Cut, name: string, kind: 'list' | 'map'): Words {
  const wanted = slot === 'expression' ? 'one expression' : 'a text'
  return {
    message: `${name} is read as a ${kind}, and ${wanted} is expected here`,
    label: `a YAML ${kind}`,
    reason: tellings.collection.reason,
  }
}
