// `ninefold check DOC`: everything that is wrong, missing or doubtful, and how far each part and operation is.

import { findPosition } from '../base/text.ts'
import { toWorkflowCommands } from '../diagnostic/github.ts'
import { toJson } from '../diagnostic/json.ts'
import type { Compiled } from '../compile/compile.ts'
import { inOrder } from '../diagnostic/diagnostic.ts'
import { joinWithAnd, quoteName } from '../diagnostic/voice.ts'
import { partNames } from '../document/document.ts'
import { type OpenSetting, listOpenSettings } from '../fact/settings.ts'
import { type AppliedFix, applyAllFixes } from '../fix/apply-all.ts'
import { type Command, type Console, type Status, type Values, readFlag, formatOption, readTextOption } from './command.ts'
import { compileAt, countDiagnostics, openDocument, printDiagnostics } from './compiled.ts'
import { write } from './write.ts'

export const checkCommand: Command = {
  name: 'check',
  arguments: 'DOC',
  about: 'Reports mistakes, gaps and doubtful lines.',
  options: [
    { flag: '--complete', about: 'exit 1 if the document has a gap' },
    { flag: '--fix', about: 'corrects each error that has only one fix, and writes the document' },
    { flag: '--against OLD', about: 'checks the compatibility that part 9 promises to clients of another edition' },
    { flag: '--format text|json|github', about: 'the output; github: annotations of a workflow' },
  ],
  parse: { complete: { type: 'boolean' }, fix: { type: 'boolean' }, against: { type: 'string' }, format: { type: 'string' } },
  words: [1, 1],
  async run([path], values, console) {
    const form = formatOption(values, 'text', 'json', 'github')
    const old = readTextOption(values, 'against')
    const { compiled, applied } = readFlag(values, 'fix') ? fixDocument(path!) : { compiled: compileAt(path!), applied: [] }
    const result = old === undefined || compiled.errors.length > 0 ? compiled : await withBrokenPromises(compiled, old, path!, console)
    if (form === 'json') console.out(`${JSON.stringify({ ...checkReport(result), ...reportFixes(values, applied) }, null, 2)}\n`)
    else if (form === 'github') for (const line of result.diagnostics.flatMap(toWorkflowCommands)) console.out(`${line}\n`)
    else {
      printFixes(applied, console)
      printReport(result, console)
    }
    return chooseStatus(result, readFlag(values, 'complete'))
  },
}

/** Fixes a document on the disk, and writes the files that changed. */
function fixDocument(path: string): { readonly compiled: Compiled; readonly applied: readonly AppliedFix[] } {
  const { files, environment } = openDocument(path)
  const fixed = applyAllFixes(files, environment)
  for (const [index, { name, text }] of fixed.files.entries()) if (text !== files[index]!.text) write(name, text)
  return fixed
}

/** The member `fixed` of the JSON form, only with `--fix`. Places are those before the fix. */
function reportFixes(values: Values, applied: readonly AppliedFix[]): object {
  return readFlag(values, 'fix') ? { fixed: applied.map(({ diagnostic, fix }) => ({ ...toJson(diagnostic), fix: fix.title })) } : {}
}

function printFixes(applied: readonly AppliedFix[], console: Console): void {
  for (const { diagnostic, fix } of applied) {
    const { line, column } = findPosition(diagnostic.primary.span.source, diagnostic.primary.span.start)
    console.out(`fixed ${diagnostic.primary.span.source.name}:${line}:${column} ${diagnostic.message}: ${fix.title}\n`)
  }
  if (applied.length > 0) console.out('\n')
}

/** Adds the changes that break the promise of part 9 to the other diagnostics. */
async function withBrokenPromises(compiled: Compiled, path: string, document: string, console: Console): Promise<Compiled> {
  const { findBrokenPromises: brokenPromises } = await import('./against.ts')
  const diagnostics = await brokenPromises(compiled, path, document, console)
  return { ...compiled, errors: diagnostics, diagnostics: inOrder([...compiled.diagnostics, ...diagnostics]) }
}

/** Gaps are not mistakes: complete operations are served. `--complete` requires all of them. */
function chooseStatus({ diagnostics }: Compiled, complete: boolean): Status {
  const isIncomplete = diagnostics.some(({ severity }) => severity === 'error' || (complete && severity === 'gap'))
  return isIncomplete ? 1 : 0
}

/** The JSON form for other tools. */
export function checkReport(result: Compiled): object {
  return {
    parts: partNames.map((name, index) => ({ number: index + 1, name, state: result.partStates[name] })),
    operations: result.operations.map(({ operation, complete, gaps }) => ({
      operation: operation.name,
      operationId: operation.id,
      complete,
      gaps,
    })),
    settings: listOpenSettings(result.facts).map(({ name, operations }) => ({
      name,
      operations: operations.map((operation) => operation.name),
    })),
    diagnostics: result.diagnostics.map(toJson),
  }
}

/** A setting without a default is no gap of the document: the operator closes it. */
function describeSetting({ name, operations }: OpenSetting): string {
  const names = joinWithAnd(operations.map((operation) => operation.name))
  const effect = operations.length === 0 ? '' : `; without it ${names} ${operations.length === 1 ? 'answers' : 'answer'} 501`
  return `The operator sets ${quoteName(name)} (\`serve --set ${name}=…\`)${effect}.`
}

function printReport(result: Compiled, console: Console): void {
  printDiagnostics(result.diagnostics, console, console.out)
  const shownCount = partNames.filter((name) => result.partStates[name] !== 'not shown').length
  const complete = result.operations.filter((each) => each.complete).length
  // Nothing of a document with an error is served.
  const isServed = result.errors.length === 0
  const parts = `${shownCount} of 9 parts shown`
  const operations =
    result.operations.length === 0
      ? 'no operations'
      : isServed
        ? `${complete} of ${result.operations.length} operations complete`
        : `none of ${result.operations.length} operations served`
  console.out(`${parts}, ${operations}; ${countDiagnostics(result.diagnostics)}\n`)
  for (const setting of listOpenSettings(result.facts)) console.out(`${describeSetting(setting)}\n`)
}
