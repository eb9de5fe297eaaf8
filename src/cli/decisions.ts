// `ninefold decisions DOC`: lists the decisions of the document with their reasons and its open points, for the author of the form.

import type { Compiled } from '../compile/compile.ts'
import { type DecisionRemark, listRemarks } from '../document/decision-remark.ts'
import { type PartName, partNames } from '../document/document.ts'
import { defaultHeading } from '../document/part-problem.ts'
import { compile } from '../compile/compile.ts'
import { findPosition } from '../base/text.ts'
import { type Command, formatOption } from './command.ts'
import { openDocument, printDiagnostics } from './compiled.ts'

type OpenPoint = { readonly part: PartName | undefined; readonly file: string; readonly line: number; readonly text: string }

export const decisionsCommand: Command = {
  name: 'decisions',
  arguments: 'DOC',
  about: 'Lists decisions with their reasons, and open points, part by part, for the author of the form.',
  options: [{ flag: '--format text|json', about: 'the output; text is Markdown' }],
  parse: { format: { type: 'string' } },
  words: [1, 1],
  async run([path], values, console) {
    const form = formatOption(values, 'text', 'json')
    const { files, environment } = openDocument(path!)
    const compiled = compile(files, environment)
    if (compiled.errors.length > 0) {
      printDiagnostics(compiled.errors, console, console.error)
      return 1
    }
    const remarks = listRemarks(files)
    const decided = remarks.filter(({ kind }) => kind === 'decided')
    const openPointsFound = openPoints(compiled, remarks)
    console.out(
      form === 'json'
        ? `${JSON.stringify({ decided: decided.map(({ kind: _, ...rest }) => rest), open: openPointsFound }, null, 2)}\n`
        : report(decided, openPointsFound),
    )
    return 0
  },
}

/** Gaps of the document, and the questions that an import left in it. */
function openPoints({ diagnostics }: Compiled, remarks: readonly DecisionRemark[]): OpenPoint[] {
  const gaps = diagnostics
    .filter(({ severity }) => severity === 'gap')
    .map(({ code, message, primary: { span } }): OpenPoint => ({
      part: partNames.find((name) => name === code.split('/')[0]),
      file: span.source.name,
      line: findPosition(span.source, span.start).line,
      text: `${message}.`,
    }))
  const questions = remarks
    .filter(({ kind }) => kind === 'open')
    .map(({ part, file, line, text }): OpenPoint => ({ part, file, line, text }))
  return [...questions, ...gaps]
}

function report(decided: readonly DecisionRemark[], openPointsFound: readonly OpenPoint[]): string {
  const sections = [undefined, ...partNames].map((part) => {
    const answers = decided
      .filter((each) => each.part === part)
      .map(({ line, about, text }) => `- ${about === '' ? '' : `\`${about.replaceAll('`', '')}\`: `}${text} (line ${line})`)
    const questions = openPointsFound.filter((each) => each.part === part).map(({ line, text }) => `- ${text} (line ${line})`)
    if (answers.length + questions.length === 0) return undefined
    const lists = [
      answers.length === 0 ? undefined : `We decided this. Please say if you meant something else:\n\n${answers.join('\n')}`,
      questions.length === 0 ? undefined : `This is open. Please decide:\n\n${questions.join('\n')}`,
    ]
    return [part === undefined ? '## The whole document' : defaultHeading(part), ...lists.filter((each) => each !== undefined)].join('\n\n')
  })
  const text = sections.filter((each) => each !== undefined).join('\n\n')
  return text === '' ? 'No decision is noted, and nothing is open.\n' : `# Decisions and open points\n\n${text}\n`
}
