// Scenarios of a document or a file: the requests under one heading are one scenario.

import { type Source, type Span, createSpan } from '../base/text.ts'
import { inOrder, type Diagnostic } from '../diagnostic/diagnostic.ts'
import { listWrongLiterals } from './literals.ts'
import { parseAt, parseHurl } from './read/parse.ts'
import type { HurlEntry } from './tree.ts'
import { reportUndefinedVariables } from './variables.ts'

/** A sequence of requests to one fresh service, which share captured values. */
export type Scenario = {
  readonly title: string
  /** The heading it is under, or the whole file. */
  readonly place: Span
  readonly entries: readonly HurlEntry[]
  readonly diagnostics: readonly Diagnostic[]
}

/** A fence of a document: `lineOffsets` say where each line of `text` begins in the source. */
export type ScenarioFence = {
  readonly title: string
  readonly heading: Span
  readonly text: string
  readonly span: Span
  readonly lineOffsets: readonly number[]
}

/**
 * Variables that every scenario has without a capture: the service's address, under its two common names, and the receiver of
 * deliveries.
 */
const predefinedVariables = ['url', 'host', 'receiver']

/** The scenarios of a document, in order; `variables` are names that the run defines. */
export function readScenarios(fences: readonly ScenarioFence[], variables: readonly string[] = []): Scenario[] {
  const groups = Map.groupBy(fences, ({ heading }) => `${heading.source.name}\n${heading.start}`)
  return [...groups.values()].map((group) => {
    const parsedFences = group.map(parseFence)
    const entries = parsedFences.flatMap((each) => each.file.entries)
    const { title, heading } = group[0]!
    return makeScenario(
      title,
      heading,
      entries,
      parsedFences.flatMap((each) => each.diagnostics),
      variables,
    )
  })
}

/** A separate file is one scenario, named like the file. */
export function readScenario(source: Source, variables: readonly string[] = []): Scenario {
  const { file, diagnostics } = parseHurl(source)
  return makeScenario(source.name, createSpan(source, 0, source.text.length), file.entries, diagnostics, variables)
}

function makeScenario(
  title: string,
  place: Span,
  entries: readonly HurlEntry[],
  problems: readonly Diagnostic[],
  variables: readonly string[],
): Scenario {
  // An unreadable line may hold the capture of a missing variable; report one cause only.
  const diagnostics =
    problems.length > 0
      ? problems
      : inOrder([...reportUndefinedVariables(entries, [...predefinedVariables, ...variables]), ...listWrongLiterals(entries)])
  return { title, place, entries, diagnostics }
}

function parseFence({ text, span: fenceSpan, lineOffsets }: ScenarioFence): ReturnType<typeof parseAt> {
  const starts = [0]
  for (let index = text.indexOf('\n'); index !== -1; index = text.indexOf('\n', index + 1)) starts.push(index + 1)
  const offsetIn = (offset: number): number => {
    let line = starts.length - 1
    while (line > 0 && starts[line]! > offset) line--
    return Math.min((lineOffsets[line] ?? fenceSpan.end) + offset - starts[line]!, fenceSpan.end)
  }
  return parseAt(text, (start, end) => ({
    source: fenceSpan.source,
    start: offsetIn(start),
    end: Math.max(offsetIn(start), offsetIn(end)),
  }))
}
