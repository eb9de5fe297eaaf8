// The whole pipeline: from files to a document, a model, a filled model, a typed model, facts, and diagnostics.

import { checks } from '../check/all.ts'
import type { Author } from '../convention/author.ts'
import { type Conventions, fillModel } from '../convention/fill.ts'
import { type Diagnostic, inOrder } from '../diagnostic/diagnostic.ts'
import { type Document, type PartName, partNames } from '../document/document.ts'
import type { File } from '../document/read.ts'
import type { Facts } from '../fact/fact.ts'
import { deriveFacts } from '../fact/facts.ts'
import { groupGapsByOperation } from '../fact/missing/all.ts'
import type { Model, Operation } from '../model/model.ts'
import { readModel } from '../model/read.ts'
import { type ReadRowFile, withRowFiles } from '../model/row-files.ts'
import { includeUnmarked } from '../model/unmarked.ts'
import { readWithTables } from '../table/bind.ts'
import { convertHelp } from '../table/help.ts'
import { typeModel } from '../typing/type.ts'
import { withoutConsequences } from './consequences.ts'
import { sayOnce } from './say-once.ts'

/** The outside data that compiling needs. */
export type CompileEnvironment = Conventions & {
  /** Without it, rows from files are unknown. */
  readonly rows?: ReadRowFile
}

export type Compiled = {
  /** The document before conventions. */
  readonly document: Document
  /** The model after conventions. */
  readonly model: Model
  readonly facts: Facts
  /** The conventions that it adopts, directly or through others. */
  readonly adopted: readonly Author[]
  /** The errors that prevent serving, in reading order. */
  readonly errors: readonly Diagnostic[]
  /** All diagnostics: errors, gaps and warnings. Unused declarations are computed lazily. */
  readonly diagnostics: readonly Diagnostic[]
  readonly partStates: { readonly [name in PartName]: 'shown' | 'partly' | 'none' | 'not shown' }
  readonly operations: readonly OperationState[]
}

/** The state of an operation: whether it is served, and the codes of its gaps. */
type OperationState = { readonly operation: Operation; readonly complete: boolean; readonly gaps: readonly string[] }

/** Compiles the files of one document. It never throws for a mistake in them: all mistakes are `diagnostics`, in reading order. */
export function compile(files: readonly File[], environment: CompileEnvironment): Compiled {
  const parsed = readWithTables(files)
  const withPlainFences = includeUnmarked(parsed.document)
  const withRows =
    environment.rows === undefined
      ? { document: withPlainFences.document, diagnostics: [] }
      : withRowFiles(withPlainFences.document, environment.rows)
  const unfilled = readModel(withRows.document)
  const filled = fillModel(unfilled, environment)
  const { model, diagnostics } = filled.changed ? readModel(filled.document, filled.latest) : unfilled
  const facts = deriveFacts(model, typeModel(model))
  const problems = [
    ...parsed.diagnostics,
    ...withPlainFences.diagnostics,
    ...withRows.diagnostics,
    ...diagnostics,
    ...filled.diagnostics,
    ...runChecks(facts, false),
  ]
  const withAuthorForm = (each: Diagnostic): Diagnostic => convertHelp(each, parsed.document, parsed.tables)
  const reported = sayOnce(
    problems.some(({ severity }) => severity === 'error') ? withoutConsequences(problems, model, withPlainFences.document) : problems,
  ).map(withAuthorForm)
  const errors = inOrder(reported.filter(({ severity }) => severity === 'error'))
  let allDiagnostics: readonly Diagnostic[] | undefined
  return {
    document: parsed.document,
    model,
    facts,
    adopted: filled.adopted,
    errors,
    get diagnostics() {
      return (allDiagnostics ??= inOrder(
        errors.length > 0 ? reported : [...reported, ...sayOnce(runChecks(facts, true)).map(withAuthorForm)],
      ))
    },
    partStates: listPartStates(model, facts),
    operations: listOperationStates(facts),
  }
}

/** Runs the checks. `quiet`: skips reports of unused or unreachable elements, because an error may have caused them. */
function runChecks(facts: Facts, quiet: boolean): Diagnostic[] {
  return checks.filter((check) => (check.quietBesideErrors === true) === quiet).flatMap((check) => check.run(facts))
}

/** A part is `partly` shown if it lacks something that another part needs. */
function listPartStates(model: Model, facts: Facts): Compiled['partStates'] {
  const incompleteParts = new Set(facts.missing.map(({ code }) => code.split('/')[0]))
  const states = partNames.map((name) => {
    const { state } = model[name]
    return [name, state === 'shown' && incompleteParts.has(name) ? 'partly' : state] as const
  })
  return Object.fromEntries(states) as Compiled['partStates']
}

function listOperationStates(facts: Facts): OperationState[] {
  const gaps = groupGapsByOperation(facts.missing, facts.model.endpoints.value.operations)
  return facts.operations.map(({ operation, complete }) => ({
    operation,
    complete,
    gaps: [...new Set(gaps.get(operation)?.map(({ code }) => code))],
  }))
}
