// The diagnostic of a cut value: its place and the quoted form to paste.

import { type Help, advise, paste } from '../diagnostic/help.ts'
import { createSpan } from '../base/text.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { createDiagnostic } from '../diagnostic/voice.ts'
import type { Cut } from './cut.ts'
import type { CutReason } from './cut-scan.ts'
import { makeExcerpt } from './excerpt.ts'
import { looksLikeExpression, printQuoted } from './quote.ts'
import { beforeValue } from './value-to-paste.ts'

type ProblemText = { readonly message: string; readonly label: string; readonly reason: string }

/** Builds the diagnostic of a cut value. */
export function cutDiagnostic(cut: Cut): Diagnostic {
  const { message, label, reason } = describeCut(cut)
  const readPart = createSpan(cut.span.source, cut.span.start, cut.at.start)
  return createDiagnostic(
    'error',
    'document/expression-cut',
    message,
    { span: cut.at, text: label },
    {
      others: readPart.start < readPart.end ? [{ span: readPart, text: 'all that YAML reads of it' }] : [],
      reason,
      help: printHelp(cut),
    },
  )
}

function printHelp(cut: Cut): string | Help {
  if (isUnusedAnchor(cut))
    return advise`Take the anchor away:${paste(`${beforeValue(cut.span, cut.flow)}${cut.text.replace(/^\S+\s+/, '')}`)}`
  const linePrefix = beforeValue(cut.span, cut.flow)
  const quotedAs = cut.slot === 'expression' || looksLikeExpression(cut.scalar.text) ? 'expression' : 'text'
  const dashes = /^(?:- )*/.exec(linePrefix)![0].length
  const form = printQuoted(cut.scalar.text, { flow: cut.flow, indent: ' '.repeat(dashes + 2) }, quotedAs)
  const advice = form.startsWith('|') ? 'Put it in a separate block' : 'Put it in quotes'
  const missedKey = cut.flow && cut.reason === 'colon' ? /\s([\w-]+):\s/.exec(cut.text)?.[1] : undefined
  if (missedKey === undefined) return advise`${advice}:${paste(`${linePrefix}${form}`)}`
  const separated = cut.text.replace(/\s+([\w-]+:\s)/, ', $1')
  return advise`Is a comma missing before \`${missedKey}\`? If not, put all of it in quotes.${paste(`${linePrefix}${separated}`)}\n\nor quoted.${paste(`${linePrefix}${form}`)}`
}

/** An anchor that nothing refers to, before a value that is read unchanged. */
function isUnusedAnchor({ reason, scalar, text }: Cut): boolean {
  return reason === 'anchor' && scalar.text !== text
}

function describeCut(cut: Cut): ProblemText {
  const name = `\`${makeExcerpt(cut.text)}\``
  const firstChar = cut.text[0] ?? ''
  const { predicate, label, reason } = cutTexts[cut.reason]
  const problemText = { message: `${name} ${predicate}`, label, reason }
  switch (cut.reason) {
    case 'anchor':
      return isUnusedAnchor(cut)
        ? {
            ...problemText,
            message: `\`${makeExcerpt(/^\S+/.exec(cut.text)![0])}\` names an anchor that nothing refers to`,
            label: 'an anchor',
            reason: 'An anchor names a value that other places repeat by `*`.',
          }
        : problemText
    case 'comment':
      return { ...problemText, reason: explainComment(cut) }
    case 'bracket':
      return { ...problemText, reason: explainBracket(firstChar) }
    case 'sign':
      return { ...problemText, message: `${name} begins with \`${firstChar}\`, which YAML keeps for itself` }
    case 'collection':
      return describeCollection(cut, name, firstChar === '[' ? 'list' : 'map')
    default:
      return problemText
  }
}

const cutTexts: { readonly [reason in CutReason]: { readonly predicate: string; readonly label: string; readonly reason: string } } = {
  comma: {
    predicate: 'is cut at the comma',
    label: 'YAML takes this for the next entry',
    reason: 'Inside `{ }` and `[ ]` a comma ends a value, also between parentheses.',
  },
  colon: {
    predicate: 'is cut at the colon',
    label: 'YAML reads the text before this as a key',
    reason: 'A colon with a blank after it makes a key in YAML, so this does not stay one value.',
  },
  comment: {
    predicate: 'is cut at `#`',
    label: 'YAML takes this for a comment',
    reason: 'In YAML, `#` after a space begins a comment.',
  },
  tag: {
    predicate: 'is read as a tag',
    label: 'YAML takes this for a tag',
    reason: 'In YAML, `!` at the beginning of a value is a tag, which is not part of the value.',
  },
  quote: {
    predicate: 'is cut where its first quote closes',
    label: 'YAML expects nothing more here',
    reason: 'In YAML, a value that begins with a quote ends at the closing quote.',
  },
  unclosed: {
    predicate: 'opens a quote that never closes',
    label: 'the quote opens here',
    reason: 'YAML would read on to the next quote, even on another line.',
  },
  bracket: {
    predicate: 'is cut at a bracket',
    label: 'YAML does not read on here',
    reason: '`[ ]` and `{ }` make lists and maps in YAML, and nothing may follow them.',
  },
  collection: {
    predicate: 'is read as a list or map',
    label: 'a YAML list or map',
    reason: '`[ ]` and `{ }` make lists and maps in YAML unless they are in quotes.',
  },
  sign: {
    predicate: 'begins as no value may',
    label: 'not read as it looks',
    reason: 'No value in YAML begins so unless it is in quotes.',
  },
  dash: {
    predicate: 'is read as a list',
    label: 'YAML takes `-` for an item of a list',
    reason: 'A `-` with a blank after it begins an item of a list.',
  },
  fold: {
    predicate: 'does not stay as it is over its line break',
    label: 'its lines are put together into one',
    reason: 'YAML folds these lines into one: a `//` comment then hides what follows, and a string loses its line break.',
  },
  anchor: {
    predicate: 'is read without its first word',
    label: 'YAML takes `&` for the name of an anchor',
    reason: 'A value that begins with `&` names an anchor in YAML, and nothing refers to this one.',
  },
  header: {
    predicate: 'is read as empty',
    label: 'YAML takes this for the header of a block of text',
    reason: 'A value that begins with `|` or `>` is a block of lines in YAML.',
  },
}

function explainComment({ slot }: Cut): string {
  const explanation =
    slot === 'expression'
      ? ', and the expression before it is not complete.'
      : '. Write a real comment after two spaces, with one space after its `#`.'
  return `In YAML, text after a blank and \`#\` is a comment${explanation}`
}

function explainBracket(firstChar: string): string {
  return '[{'.includes(firstChar) ? cutTexts.bracket.reason : 'Inside `{ }` and `[ ]`, a bracket begins another list or map.'
}

function describeCollection({ slot }: Cut, name: string, kind: 'list' | 'map'): ProblemText {
  const expected = slot === 'expression' ? 'one expression' : 'a text'
  return {
    message: `${name} is read as a ${kind}, and ${expected} is expected here`,
    label: `a YAML ${kind}`,
    reason: cutTexts.collection.reason,
  }
}
