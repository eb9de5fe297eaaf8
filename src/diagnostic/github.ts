// Prints a diagnostic as a GitHub workflow command, which shows it at its line of a change.

import { type Span, findPosition } from '../base/text.ts'
import { type Diagnostic, listPlaces } from './diagnostic.ts'

/** A line for each of its places; Forgejo and Gitea read the same. */
export function toWorkflowCommands(diagnostic: Diagnostic): readonly string[] {
  return listPlaces(diagnostic).map((place) => toWorkflowCommand(diagnostic, place))
}

/** The kinds of annotations that GitHub knows. */
const levels: { readonly [severity in Diagnostic['severity']]: string } = { error: 'error', gap: 'warning', warning: 'notice' }

function toWorkflowCommand({ severity, code, message, reason, help }: Diagnostic, { source, start, end }: Span): string {
  const [from, until] = [findPosition(source, start), findPosition(source, end)]
  const columns = from.line === until.line ? [`col=${from.column}`, `endColumn=${until.column}`] : []
  const properties = [
    `file=${escapeProperty(source.name)}`,
    `line=${from.line}`,
    `endLine=${until.line}`,
    ...columns,
    `title=${escapeProperty(code)}`,
  ]
  const text = [message, ...(reason === undefined ? [] : [reason]), ...(help === undefined ? [] : [help])].join('\n\n')
  return `::${levels[severity]} ${properties.join(',')}::${escape(text)}`
}

function escape(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escape(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
