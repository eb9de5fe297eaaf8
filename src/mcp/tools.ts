// Lists all tools: those about a document, one that imports, and one that searches the reference.

import type { File } from '../document/read.ts'
import { formLanguages, importForm } from '../import/form/form.ts'
import { importFile } from '../import/import.ts'
import { type DocumentEnvironment, makeDocumentTools, isYamlText } from './document-tools.ts'
import { lookUp } from '../reference/look-up.ts'
import { type ReferencePage, type Section, search } from '../reference/search.ts'
import type { McpServer } from './server.ts'
import { type Tool, ToolMistake, type ToolResult, callTool, describeTool, makeToolSchema } from './tool.ts'

export type ToolEnvironment = DocumentEnvironment & {
  /** A file that is not a document, such as an OpenAPI file. Throws `ToolMistake` if it cannot be read. */
  readonly read: (path: string) => { readonly name: string; readonly text: string }
  /** The pages of the reference and of diagnostics, by their names. */
  readonly pages: () => readonly ReferencePage[]
}

const maxSections = 5

const instructions = `Ninefold checks and runs services that are specified by one document in nine parts.
Read the tool \`reference\` with page "llms.txt" first: it is the whole language. Write the document to a file, call \`check\` until it reports no error and no gap, then \`test\`.
A diagnostic may have fixes. Each fix was tried: applying its edits removes the diagnostic.`

export function serveTools(environment: ToolEnvironment, version: string): McpServer {
  const tools = [...makeDocumentTools(environment), importTool(environment), makeReferenceTool(environment)]
  return {
    info: { name: 'ninefold', title: 'Ninefold', version },
    instructions,
    tools: tools.map(describeTool),
    call: (name, args) =>
      callTool(
        tools.find((each) => each.name === name)!,
        args,
      ),
  }
}

function importTool(environment: ToolEnvironment): Tool {
  return {
    name: 'import',
    title: 'Import an OpenAPI file or a form',
    description:
      'Writes a document from an OpenAPI or AsyncAPI file, or from a form of nine parts in Markdown. What it leaves open is `not shown`, or a question in a comment; of a form, each statement is counted as taken, a question or prose.',
    inputSchema: makeToolSchema({
      path: { type: 'string', minLength: 1, description: 'The file on the disk. Give this or `text`.' },
      text: { type: 'string', description: 'Its text, JSON, YAML or Markdown, instead of `path`.' },
      use: { type: 'array', items: { type: 'string' }, description: 'Conventions that the document adopts, such as http@1.' },
      language: { type: 'string', enum: Object.keys(formLanguages), description: 'The language of a form; en without it.' },
    }),
    call({ path, text, use, language }) {
      if ((path === undefined) === (text === undefined)) throw new ToolMistake('give either path or text')
      const file = path === undefined ? nameText(text as string) : environment.read(path as string)
      const importing = { use: (use ?? []) as string[], name: 'imported.md', environment: environment.environment }
      if (isMarkdown(file.name)) return callImportForm(importForm(file, { ...importing, language: (language ?? 'en') as string }))
      if (language !== undefined) throw new ToolMistake('language is for a form in Markdown')
      const { imported, problem } = importFile(file, importing)
      if (problem !== undefined) throw new ToolMistake(problem)
      return { data: { kind: imported.kind, questions: imported.questions, text: imported.text }, text: imported.text }
    },
  }
}

/** JSON and YAML begin with a bracket or a key; any other text is a form. */
function nameText(text: string): File {
  return { name: isYamlText(text) || /^\s*(?:[{[]|$)/.test(text) ? 'openapi.yaml' : 'form.md', text }
}

function isMarkdown(name: string): boolean {
  return /\.(?:md|markdown)$/i.test(name)
}

function callImportForm(form: ReturnType<typeof importForm>): ToolResult {
  if ('problem' in form) throw new ToolMistake(form.problem)
  const { text, statements } = form
  const countOf = (outcome: string): number => statements.filter((each) => each.outcome === outcome).length
  const counts = { statements: statements.length, taken: countOf('taken'), questions: countOf('question'), prose: countOf('prose') }
  return { data: { kind: 'form', ...counts, text }, text }
}

/** What explains a name, then what the words find. */
function listSections(pages: readonly ReferencePage[], query: string): readonly Section[] {
  const { entries } = lookUp(pages, query)
  const isAmong = ({ page, heading }: Section): boolean => entries.some((each) => each.page === page && each.heading === heading)
  return [...entries, ...search(pages, query, maxSections).filter((section) => !isAmong(section))].slice(0, maxSections)
}

function makeReferenceTool(environment: ToolEnvironment): Tool {
  return {
    name: 'reference',
    title: 'Search the reference',
    description:
      'Finds what the reference, the diagnostics, the conventions and the patterns say about a name or about words; or gives a whole page, such as `llms.txt` (the whole language, read it first), `4-endpoints` or `states/unreachable-candidate`.',
    inputSchema: makeToolSchema({
      query: { type: 'string', description: 'Words to look for.' },
      page: { type: 'string', minLength: 1, description: 'The name of a page, instead of `query`.' },
    }),
    call({ query, page }) {
      if ((query === undefined) === (page === undefined)) throw new ToolMistake('give either query or page')
      const pages = environment.pages()
      if (page === undefined) {
        const sections = listSections(pages, query as string)
        return {
          data: { sections },
          text:
            sections.length === 0
              ? 'Nothing holds these words.'
              : sections.map((each) => `## ${each.page}: ${each.heading}\n\n${each.text}`).join('\n\n'),
        }
      }
      const referencePage = pages.find(({ name }) => name === page)
      if (referencePage === undefined)
        throw new ToolMistake(
          `there is no page ${page as string}; ${pages
            .filter(({ name }) => !name.includes('/'))
            .map(({ name }) => name)
            .join(', ')}, and the codes of diagnostics are pages`,
        )
      return { data: { page: referencePage.name, text: referencePage.text }, text: referencePage.text }
    },
  }
}
