// Imports a form in Markdown, and compares the prose of a document with its binding content, for `ninefold import`.

import { type HeldProse, holdProse } from '../import/form/against.ts'
import { type ImportedForm, importForm } from '../import/form/form.ts'
import { type Console, Misuse, type Status, type Values, readTextOption } from './command.ts'
import { countDiagnostics, printDiagnostics } from './compiled.ts'
import { type ImportOptions, countNoun, readSource } from './import-source.ts'
import { write } from './write.ts'

/** `--check`: compares the prose of a document with its parts. */
export function checkProse(path: string, { use, name, environment }: ImportOptions, values: Values, console: Console): Status {
  const comparison = holdProse(readSource(path), { use, name, environment, language: readTextOption(values, 'language') ?? 'en' })
  if ('problem' in comparison) throw new Misuse(comparison.problem)
  return writeFindings(comparison, path, values['format'] === 'json', console)
}

export function importFormFile(path: string, { output, use, name, environment }: ImportOptions, values: Values, console: Console): Status {
  const form = importForm(readSource(path), { use, name, environment, language: readTextOption(values, 'language') ?? 'en' })
  if ('problem' in form) throw new Misuse(form.problem)
  return writeForm(form, output, values['format'] === 'json', console)
}

function writeForm({ text, compiled, statements }: ImportedForm, output: string | undefined, isJson: boolean, console: Console): Status {
  if (output !== undefined) write(output, text, true)
  else if (!isJson) console.out(text)
  const countOf = (outcome: string): number => statements.filter((each) => each.outcome === outcome).length
  const summary = { statements: statements.length, taken: countOf('taken'), questions: countOf('question'), prose: countOf('prose') }
  if (isJson) console.out(`${JSON.stringify({ ...summary, all: statements }, undefined, 2)}\n`)
  console.error(
    `${countNoun(summary.statements, 'statement')}: ${summary.taken} taken, ${countNoun(summary.questions, 'question')}, ${summary.prose} prose; check: ${countDiagnostics(compiled.diagnostics)}\n`,
  )
  printDiagnostics(compiled.errors, console, console.error)
  return compiled.errors.length === 0 ? 0 : 1
}

const findingKinds = {
  different: 'The binding content differs',
  missing: 'Missing from the binding content',
  open: 'It is not understood, so compare it yourself',
} as const

function writeFindings({ statements, findings }: HeldProse, path: string, isJson: boolean, console: Console): Status {
  if (isJson) console.out(`${JSON.stringify({ statements, findings }, undefined, 2)}\n`)
  else {
    for (const kind of ['different', 'missing', 'open'] as const) {
      const ofKind = findings.filter((each) => each.kind === kind)
      if (ofKind.length === 0) continue
      console.out(
        `${findingKinds[kind]}:\n\n${ofKind.map(({ line, text, place }) => `- ${path}:${line}: "${text.length > 160 ? `${text.slice(0, 160)} …` : text}" (${place})`).join('\n')}\n\n`,
      )
    }
  }
  const countOf = (kind: string): number => findings.filter((each) => each.kind === kind).length
  console.error(
    `${countNoun(statements, 'statement')} of prose: ${countOf('different')} different, ${countOf('missing')} missing, ${countOf('open')} not understood\n`,
  )
  return findings.some(({ kind }) => kind !== 'open') ? 1 : 0
}
