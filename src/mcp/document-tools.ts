// The tools about one document: check, explain, expand, test and format.

import type { Json } from '../base/json.ts'
import { findNearest } from '../base/nearest.ts'
import { findPosition, createSource } from '../base/text.ts'
import { findReadingErrors } from '../compile/reading-errors.ts'
import { type Compiled, type CompileEnvironment, compile } from '../compile/compile.ts'
import { expand } from '../convention/expand.ts'
import { toJson } from '../diagnostic/json.ts'
import { partNames } from '../document/document.ts'
import { formatFile } from '../table/format.ts'
import type { File } from '../document/read.ts'
import { explainFacts } from '../explain/facts.ts'
import { explainOperation } from '../explain/operation.ts'
import { type Fix, searchFixes } from '../fix/fix.ts'
import type { ToolArguments } from './server.ts'
import { type InputSchema, type Tool, ToolMistake, makeToolSchema } from './tool.ts'

export type OpenedFiles = { readonly files: readonly File[]; readonly environment: CompileEnvironment }

/** The functions of the machine that the tools use. */
export type DocumentEnvironment = {
  /** The files at a path, with those they may refer to. Throws `ToolMistake` if the path cannot be read. */
  readonly open: (path: string) => OpenedFiles
  /** References in a text to content outside files. */
  readonly environment: CompileEnvironment
  /** Runs the scenarios, and returns the report of `test --format json`. Throws `ToolMistake` if they cannot run. */
  readonly test: (compiled: Compiled) => Promise<object>
}

/** The maximum number of diagnostics to fix, because each fix is tested by compiling the document. */
const maxFixedDiagnostics = 10

const document: InputSchema['properties'] = {
  path: {
    type: 'string',
    minLength: 1,
    description: 'The document on the disk: a Markdown or YAML file, or a folder of them. Give this or `text`.',
  },
  text: { type: 'string', description: 'The text of the document, instead of `path`.' },
}

/** True if the first line besides comments begins with a key. */
export function isYamlText(text: string): boolean {
  return /^(?:\s|#[^\n]*\n)*[\w-]+:/.test(text)
}

/** A text whose first line is a key is YAML; any other text is Markdown. */
export function openFiles({ path, text }: ToolArguments, environment: DocumentEnvironment): OpenedFiles {
  if ((path === undefined) === (text === undefined)) throw new ToolMistake('give either path or text')
  if (path !== undefined) return environment.open(path as string)
  return {
    files: [{ name: isYamlText(text as string) ? 'service.yaml' : 'service.md', text: text as string }],
    environment: environment.environment,
  }
}

export function makeDocumentTools(environment: DocumentEnvironment): readonly Tool[] {
  return [checkTool(environment), explainTool(environment), expandTool(environment), testTool(environment), formatTool(environment)]
}

function checkTool(environment: DocumentEnvironment): Tool {
  return {
    name: 'check',
    title: 'Check a document',
    description: `Reports mistakes (error), missing content (gap) and doubtful lines (warning) of a document, with fixes to apply, for up to ${maxFixedDiagnostics} diagnostics.`,
    inputSchema: makeToolSchema({ ...document, fixes: { type: 'boolean', description: 'False: do not look for fixes, which is faster.' } }),
    call(args) {
      const opened = openFiles(args, environment)
      const compiled = compile(opened.files, opened.environment)
      const withFixes = args['fixes'] !== false
      const diagnostics = compiled.diagnostics.map((each, index) => ({
        ...toJson(each),
        ...(withFixes && index < maxFixedDiagnostics
          ? { fixes: searchFixes(each, compiled, opened.files, opened.environment).map((fix) => fixJson(fix, opened.files)) }
          : {}),
      }))
      const parts = Object.fromEntries(partNames.map((name) => [name, compiled.partStates[name]]))
      const operations = compiled.operations.map(({ operation, complete, gaps }) => ({ operation: operation.name, complete, gaps }))
      return { data: { served: compiled.errors.length === 0, parts, operations, diagnostics } }
    },
  }
}

/** Places in the form of diagnostics, with offsets. */
function fixJson({ title, edits }: Fix, files: readonly File[]): object {
  return {
    title,
    edits: edits.map(({ file, start, end, text }) => {
      const at = createSource(file, files.find(({ name }) => name === file)!.text)
      const [from, until] = [findPosition(at, start), findPosition(at, end)]
      return { file, line: from.line, column: from.column, endLine: until.line, endColumn: until.column, start, end, text }
    }),
  }
}

function explainTool(environment: DocumentEnvironment): Tool {
  return {
    name: 'explain',
    title: 'Explain an operation',
    description:
      'Lists all effects and answers of an operation, each with its line, convention or standard. Without `operation`: all operations, as data.',
    inputSchema: makeToolSchema({
      ...document,
      operation: { type: 'string', minLength: 1, description: 'Such as `POST /orders`, or its operationId.' },
    }),
    call(args) {
      const { facts } = withoutErrors(openFiles(args, environment))
      if (args['operation'] === undefined) return { data: explainFacts(facts, { origins: false }) as { readonly [key: string]: Json } }
      const name = args['operation'] as string
      const operationFacts = facts.operations.find(({ operation }) => operation.name === name || operation.id === name)
      if (operationFacts === undefined) {
        const [near] = findNearest(
          name,
          facts.operations.map(({ operation }) => operation.name),
        )
        throw new ToolMistake(`there is no operation ${name}${near === undefined ? '' : `; did you mean ${near}?`}`)
      }
      const text = explainOperation(facts, operationFacts.operation, { colour: false, width: 120 })
      return { data: { operation: operationFacts.operation.name, explanation: text }, text }
    },
  }
}

function expandTool(environment: DocumentEnvironment): Tool {
  return {
    name: 'expand',
    title: 'Expand conventions',
    description: 'The document with all values that its conventions fill in, and the origin of each line.',
    inputSchema: makeToolSchema(document),
    call(args) {
      const text = expand(withoutErrors(openFiles(args, environment)))
      return { data: { text }, text }
    },
  }
}

function testTool(environment: DocumentEnvironment): Tool {
  return {
    name: 'test',
    title: 'Run the scenarios',
    description:
      'Serves the document in memory and runs its scenarios. Reports which pass, which fail and where, and what no scenario reaches.',
    inputSchema: makeToolSchema(document),
    async call(args) {
      return { data: await environment.test(withoutErrors(openFiles(args, environment))) }
    },
  }
}

function formatTool(environment: DocumentEnvironment): Tool {
  return {
    name: 'format',
    title: 'Format a document',
    description: 'The files of the document in the house style. The meaning stays, and nothing is written to the disk.',
    inputSchema: makeToolSchema(document),
    call(args) {
      const opened = openFiles(args, environment).files
      const other = findReadingErrors(opened).find(({ code }) => code === 'document/not-a-document')
      if (other !== undefined) throw new ToolMistake(other.message)
      const files = opened.map((file) => ({ name: file.name, text: formatFile(file) }))
      return { data: { files }, ...(files.length === 1 ? { text: files[0]!.text } : {}) }
    },
  }
}

function withoutErrors({ files, environment }: OpenedFiles): Compiled {
  const compiled = compile(files, environment)
  if (compiled.errors.length === 0) return compiled
  const [{ code, message }] = compiled.errors as [Compiled['errors'][number]]
  throw new ToolMistake(
    `the document has ${compiled.errors.length} error${compiled.errors.length === 1 ? '' : 's'}, the first of them ${code}: ${message}. The tool check lists them all`,
  )
}
