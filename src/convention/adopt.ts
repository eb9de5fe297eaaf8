// Finds the conventions that a document adopts, those that they adopt, and the layer of each.

import { offerNames } from '../diagnostic/help.ts'
import { dirname, join } from 'node:path/posix'
import { findNearest } from '../base/nearest.ts'
import type { Span } from '../base/text.ts'
import { reportCycle, createDiagnostic, joinWithAnd, quoteName } from '../diagnostic/voice.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import type { Document } from '../document/document.ts'
import type { DocumentReading } from '../document/read.ts'
import { readWithTables } from '../table/bind.ts'
import { type Adoption, type Front, frontMatterKeys } from '../model/front.ts'
import { readRecord } from '../model/maps.ts'
import type { Reader } from '../model/shape.ts'
import { slotValueOf } from '../model/slot.ts'
import type { Author } from './author.ts'
import { checkDescribed, readArguments } from './arguments.ts'
import { builtIn, isBuiltIn, isPath } from './built-in.ts'

/** The text of a convention: a built-in's by its name, a company's by its path from the document's folder. */
export type Load = (name: string) => string | undefined

/** What reading the conventions of one document shares; `authors` are those read so far, by name and arguments. */
type Adopting = { readonly authors: Map<string, Author>; readonly load: Load; readonly reader: Reader }

/** The chain of adoptions from the document to a convention. */
type Steps = readonly { readonly name: string; readonly span: Span }[]

/** The document first, then its conventions by layer and name; the order of adoption does not matter. */
export function adopt(document: Document, load: Load, reader: Reader): Author[] {
  const documentAuthor: Author = { layer: 0, document, front: readFront(document, reader), args: {}, adoption: document.whole }
  const authors = new Map<string, Author>()
  if (documentAuthor.front.given.state === 'shown')
    reader.report(
      createDiagnostic('error', 'convention/misplaced', '`given` is allowed only in a convention', {
        span: documentAuthor.front.given.at.span,
        text: 'a document is not adopted',
      }),
    )
  adoptAll(documentAuthor, [], { authors, load, reader })
  const rank = (a: string, b: string): number => {
    if (a < b) return -1
    return a > b ? 1 : 0
  }
  const conventions = [...authors].sort(([a, first], [b, second]) => first.layer - second.layer || rank(a, b))
  return [documentAuthor, ...conventions.map(([, author]) => author)]
}

function reportAdoptedTwice(name: string, first: Span, second: Span): Diagnostic {
  return createDiagnostic(
    'error',
    'convention/duplicate-convention',
    `${quoteName(name)} is adopted twice`,
    { span: second, text: 'adopted again here' },
    {
      others: [{ span: first, text: 'first adopted here' }],
      help: 'Adopt it once, with all that it is given.',
    },
  )
}

/** Keys that front matter cannot have are reported where it is read. */
function readFront(document: Document, reader: Reader): Front {
  return readRecord('front matter', frontMatterKeys, document.front, reader, { test: () => true })
}

function adoptAll(by: Author, steps: Steps, adopting: Adopting): void {
  const { reader } = adopting
  const keys = new Map<string, Span>()
  for (const adoption of slotValueOf(by.front.use) ?? []) {
    const { text, node } = adoption.name
    const name = isPath(text) ? join(by.convention === undefined || isBuiltIn(by.convention) ? '' : dirname(by.convention), text) : text
    const first = keys.get(name)
    const repeatedAt = steps.findIndex((step) => step.name === name)
    if (first !== undefined) reader.report(reportAdoptedTwice(text, first, node.span))
    else if (repeatedAt >= 0) reader.report(reportCycle('convention/cycle', 'adoptions', steps.slice(repeatedAt)))
    else adoptOne({ name, adoption, layer: by.layer + 1 }, [...steps, { name, span: node.span }], adopting)
    keys.set(name, first ?? node.span)
  }
}

type NamedAdoption = { readonly name: string; readonly adoption: Adoption; readonly layer: number }

function adoptOne({ name, adoption, layer }: NamedAdoption, steps: Steps, adopting: Adopting): void {
  const { authors, load, reader } = adopting
  const text = readAdoptedText(name, adoption, load, reader)
  if (text === undefined) return
  const id = `${name} ${adoption.arguments.map(({ key, value }) => `${key.text}: ${value.span.source.text.slice(value.span.start, value.span.end)}`).join()}`
  const existing = authors.get(id)
  if (existing !== undefined && existing.layer >= layer) return
  const author = existing === undefined ? readAuthor({ name, adoption, layer }, text, reader) : { ...existing, layer }
  authors.set(id, author)
  adoptAll(author, steps, adopting)
}

/** A cache of the last text of each convention: an editor compiles the same ones at every keystroke. */
const readings = new Map<string, { readonly text: string; readonly reading: DocumentReading }>()

function readConvention(name: string, text: string): DocumentReading {
  const existing = readings.get(name)
  if (existing?.text === text) return existing.reading
  const file = isPath(name) ? name : `conventions/${name}.md`
  const reading = readWithTables([{ name: file, text }], name)
  readings.set(name, { text, reading })
  return reading
}

function readAuthor({ name, adoption, layer }: NamedAdoption, text: string, reader: Reader): Author {
  const { document, diagnostics } = readConvention(name, text)
  diagnostics.forEach((each) => reader.report(each))
  for (const { span, title } of document.scenarios)
    reader.report(
      reportMisplaced(
        title === '' ? 'A scenario' : `The scenario ${quoteName(title)}`,
        span,
        'A convention has no service that a scenario could call.',
      ),
    )
  const front = readFront(document, reader)
  checkDescribed(front, reader)
  if (front.waive.state === 'shown')
    reader.report(reportMisplaced('`waive`', front.waive.at.span, 'An expectation is lifted by the document that cannot meet it.'))
  return {
    convention: name,
    layer,
    document,
    front,
    args: readArguments(name, front, adoption, reader),
    adoption: adoption.name.node.span,
    text,
  }
}

function reportMisplaced(name: string, span: Span, reason: string): Diagnostic {
  return createDiagnostic(
    'error',
    'convention/misplaced',
    `${name} is not allowed in a convention`,
    { span, text: 'only a document has this' },
    { reason },
  )
}

/** Loads the text that an adoption names; reports a failure. */
function readAdoptedText(name: string, { name: { text, node } }: Adoption, load: Load, reader: Reader): string | undefined {
  const loaded = isBuiltIn(name) || isPath(name) ? load(name) : undefined
  if (loaded === undefined) {
    if (isPath(name)) reader.report(reportUnreadableFile(text, name, node.span))
    else reader.report(isBuiltIn(name) ? reportAbsent(name, node.span) : reportUnknownConvention(text, node.span))
  }
  return loaded
}

/** A mistake of the installation, not of the document. */
function reportAbsent(name: string, span: Span): Diagnostic {
  return createDiagnostic(
    'error',
    'convention/unreadable',
    `the text of ${quoteName(name)} cannot be read`,
    { span, text: 'adopted here' },
    {
      reason: `It comes with Ninefold, as \`conventions/${name}.md\`, and the file is missing or is not text.`,
      help: 'The document is right: install Ninefold again.',
    },
  )
}

function reportUnreadableFile(name: string, path: string, span: Span): Diagnostic {
  return createDiagnostic(
    'error',
    'convention/unreadable',
    `${quoteName(name)} cannot be read`,
    { span, text: 'adopted here' },
    {
      reason: `There is no file ${path}, or it is not text.`,
      help: 'A path is taken from the folder of the file that adopts it.',
    },
  )
}

function reportUnknownConvention(name: string, span: Span): Diagnostic {
  const similar = findNearest(name, builtIn)
  const versions = builtIn.filter((each) => each.startsWith(`${name.replace(/@.*$/, '')}@`))
  const suggestions = versions.length > 0 ? versions : similar
  return createDiagnostic(
    'error',
    'convention/unknown',
    `${quoteName(name)} is not a convention`,
    { span, text: 'no convention has this name' },
    {
      help:
        suggestions.length > 0
          ? offerNames(suggestions)
          : `This edition has ${joinWithAnd(builtIn)}; one of your own is adopted by its path, such as \`./guideline.md\`.`,
    },
  )
}
