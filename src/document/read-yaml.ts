// Parses a YAML text of a document into nodes. It reports cut, broken or unreadable entries and reads the rest.

import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { findCuts } from './cut-in-lines.ts'
import type { CutFinding } from './cut-scan.ts'
import type { Node } from './node.ts'
import { findBrokenEntries, withoutEntries } from './recover.ts'
import { readPlainYaml } from './plain-yaml.ts'
import { type Region, toSourceSpan } from './region.ts'
import { type Composed, compose, listScalarRanges } from './yaml.ts'
import { reportStuckColon, findStuckColons } from './stuck-colon.ts'
import { findDeepNesting } from './yaml-nesting.ts'
import * as problem from './yaml-problem.ts'
import { reportYamlSyntax } from './yaml-syntax.ts'
import { type Anchors, createAnchorScope, depthLimit, buildTree } from './yaml-tree.ts'

export type YamlReading = { readonly node?: Node; readonly diagnostics: readonly Diagnostic[] }

/** Longer texts are not parsed repeatedly to find more mistakes. */
const maxRecoveryLength = 200_000

/** The node of the region; undefined if it has only comments. All readings of one scope share their anchors. */
export function readYaml(region: Region, anchors: Anchors = createAnchorScope()): YamlReading {
  const diagnostics: Diagnostic[] = []
  const tooDeepAt = findDeepNesting(region.text, 10 * depthLimit)
  if (tooDeepAt !== undefined)
    return { diagnostics: [problem.reportTooMuchDepth(depthLimit, toSourceSpan(region, tooDeepAt, tooDeepAt + 1))] }
  reportUnreadable(region, diagnostics)
  let text = normaliseText(region.text)
  const stuckEntries = findStuckColons(text)
  for (const each of stuckEntries) diagnostics.push(reportStuckColon(each, text, region))
  text = withoutEntries(text, stuckEntries)
  const findings = findCuts(text)
  const reading = findings.length === 0 && text === region.text ? readPlainYaml(region) : undefined
  if (reading !== undefined) {
    anchors.expanded += reading.nodes
    return { node: reading.node, diagnostics }
  }
  const cuts = findings.length === 0 ? findings : filterRealCuts(findings, compose(text))
  if (cuts.length > 0) text = maskCuts(text, cuts)
  let composed = compose(text)
  if (composed.faults.some((fault) => fault.kind === 'tab')) {
    diagnostics.push(problem.reportTabs(region, findIndentingTabs(text)))
    text = text.replace(/^[ \t]+/gm, (indent) => indent.replaceAll('\t', ' '))
    composed = compose(text)
  }
  const isPartial = composed.faults.length > 0
  // A fault that depends on its neighbours (a line without a colon joins the next one) appears only when the rest is sound.
  for (let round = 0; composed.faults.length > 0 && round < (text.length > maxRecoveryLength ? 2 : 10); round++) {
    const entries = findBrokenEntries(text, composed.faults)
    for (const entry of entries) diagnostics.push(reportYamlSyntax(entry, text, region))
    text = withoutEntries(text, entries)
    composed = compose(text)
  }
  if (composed.second !== undefined && !isPartial) {
    const marker = findMarkerBefore(text, composed.second)
    diagnostics.push(problem.reportSecondDocument(toSourceSpan(region, ...marker)))
  }
  if (composed.contents === undefined) return { diagnostics }
  const tree = buildTree(composed.contents, { region, anchors, cuts, isPartial })
  return { node: tree.node, diagnostics: [...diagnostics, ...tree.diagnostics] }
}

/** Characters that YAML and I-JSON exclude: control characters and lone surrogates. */
function reportUnreadable(region: Region, diagnostics: Diagnostic[]): void {
  // oxlint-disable-next-line no-control-regex -- these are the characters that are looked for
  const control = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\uFFFE\uFFFF]/.exec(region.text)?.index
  const surrogate = region.text.isWellFormed() ? undefined : /[\uD800-\uDFFF]/u.exec(region.text)?.index
  const at = control ?? surrogate
  if (at !== undefined) diagnostics.push(problem.reportUnreadableCharacter(region.text.charCodeAt(at), toSourceSpan(region, at, at + 1)))
}

/** Replaces byte order marks and lone carriage returns, which the YAML library reads as content. */
function normaliseText(text: string): string {
  const withoutMark = text.charCodeAt(0) === 0xfeff ? `\n${text.slice(1)}` : text
  return withoutMark.includes('\r') ? withoutMark.replace(/\r(?!\n)/g, '\n') : withoutMark
}

function findIndentingTabs(text: string): number[] {
  return Array.from(text.matchAll(/^ *\t/gm), (match) => match.index + match[0].length - 1)
}

function findMarkerBefore(text: string, at: number): [number, number] {
  const marker = text.lastIndexOf('---', at + 3)
  return marker === -1 ? [at, at] : [marker, marker + 3]
}

/** In a valid text, a finding inside a longer scalar, or one that YAML reads as one scalar, is not a cut. */
function filterRealCuts(cuts: readonly CutFinding[], { contents, faults }: Composed): readonly CutFinding[] {
  if (contents === undefined || faults.length > 0) return cuts
  const scalars = listScalarRanges(contents, 10 * depthLimit)
  let index = 0
  return cuts.filter(({ start, end }) => {
    while (index + 1 < scalars.length && scalars[index + 1]![0] <= start) index++
    const scalar = scalars[index]
    if (scalar === undefined || scalar[0] > start) return true
    return scalar[0] === start ? scalar[1] !== end : scalar[1] < end
  })
}

/** The text with a word of equal length in place of each cut value, so that other values keep their offsets. */
function maskCuts(text: string, cuts: readonly CutFinding[]): string {
  let result = ''
  let copiedUntil = 0
  for (const { start, end } of cuts) {
    if (start < copiedUntil) continue
    const word = text
      .slice(start, end)
      .replace(/(^|\n[ \t]*)([^\r\n]*)/g, (_, lead: string, line: string) => lead + 'x'.repeat(line.length))
    result += text.slice(copiedUntil, start) + word
    copiedUntil = end
  }
  return result + text.slice(copiedUntil)
}
