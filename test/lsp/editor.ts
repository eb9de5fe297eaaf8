// An editor: `ninefold lsp` driven through the protocol's own client.

import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import {
  CodeActionRequest,
  CompletionRequest,
  DefinitionRequest,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DocumentFormattingRequest,
  DocumentSymbolRequest,
  ExitNotification,
  HoverRequest,
  InitializeRequest,
  InitializedNotification,
  PrepareRenameRequest,
  PublishDiagnosticsNotification,
  ReferencesRequest,
  RenameRequest,
  ShutdownRequest,
  type CodeAction,
  type CompletionItem,
  type Diagnostic,
  type DocumentSymbol,
  type Hover,
  type InitializeResult,
  type Location,
  type ProtocolConnection,
  type Range,
  type TextEdit,
  type WorkspaceEdit,
  createProtocolConnection,
} from 'vscode-languageserver-protocol/node'
import { commandPath } from '../command.ts'

const root = resolve(import.meta.dirname, '../..')

export type Editor = {
  /** The server's process. */
  readonly pid: number
  readonly initialized: InitializeResult
  /** Opens or changes the text, and gives the diagnostics that come back. */
  readonly show: (uri: string, text: string) => Promise<readonly Diagnostic[]>
  readonly close: (uri: string) => Promise<void>
  /** Changes a range, as a keystroke does. */
  readonly type: (uri: string, range: Range, text: string) => Promise<readonly Diagnostic[]>
  /** `marker` is a part of the text; the place is behind it. */
  readonly hover: (uri: string, marker: string) => Promise<string | undefined>
  readonly complete: (uri: string, marker: string) => Promise<readonly CompletionItem[]>
  readonly completeAt: (uri: string, offset: number) => Promise<readonly CompletionItem[]>
  readonly definition: (uri: string, marker: string) => Promise<readonly string[]>
  readonly references: (uri: string, marker: string) => Promise<readonly string[]>
  readonly rename: (uri: string, marker: string, name: string) => Promise<WorkspaceEdit | null>
  readonly prepareRename: (uri: string, marker: string) => Promise<string | undefined>
  readonly symbols: (uri: string) => Promise<readonly DocumentSymbol[]>
  readonly format: (uri: string) => Promise<string>
  readonly actions: (uri: string, range: Range) => Promise<readonly CodeAction[]>
  readonly textOf: (uri: string) => string
  readonly end: () => Promise<number | null>
}

export async function openEditor(initializationOptions: object = {}): Promise<Editor> {
  const child: ChildProcess = spawn(process.execPath, [commandPath, 'lsp'], { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] })
  const connection: ProtocolConnection = createProtocolConnection(child.stdout!, child.stdin!)
  const texts = new Map<string, string>()
  const versions = new Map<string, number>()
  const published = new Map<string, (diagnostics: readonly Diagnostic[]) => void>()
  connection.onNotification(PublishDiagnosticsNotification.type, ({ uri, diagnostics }) => published.get(uri)?.(diagnostics))
  connection.listen()
  const initialized = await connection.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    rootUri: null,
    capabilities: {},
    initializationOptions,
  })
  await connection.sendNotification(InitializedNotification.type, {})

  const coming = (uri: string): Promise<readonly Diagnostic[]> => new Promise((done) => published.set(uri, done))
  const at = (uri: string, marker: string): { textDocument: { uri: string }; position: { line: number; character: number } } => {
    const text = texts.get(uri)!
    const index = text.indexOf(marker)
    if (index < 0) throw new Error(`${marker} is not in ${uri}`)
    return { textDocument: { uri }, position: positionIn(text, index + marker.length) }
  }
  const lines = (locations: readonly Location[] | Location | null): readonly string[] =>
    (locations === null ? [] : Array.isArray(locations) ? locations : [locations as Location]).map(
      ({ uri, range: { start } }: Location) => `${uri.split('/').at(-1)!}:${start.line + 1}`,
    )

  return {
    pid: child.pid!,
    initialized,
    async show(uri, text) {
      const diagnostics = coming(uri)
      const isOpen = texts.has(uri)
      texts.set(uri, text)
      versions.set(uri, (versions.get(uri) ?? 0) + 1)
      if (isOpen)
        await connection.sendNotification(DidChangeTextDocumentNotification.type, {
          textDocument: { uri, version: versions.get(uri)! },
          contentChanges: [{ text }],
        })
      else
        await connection.sendNotification(DidOpenTextDocumentNotification.type, {
          textDocument: { uri, languageId: 'markdown', version: 1, text },
        })
      return diagnostics
    },
    async close(uri) {
      texts.delete(uri)
      await connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } })
    },
    async type(uri, range, text) {
      const diagnostics = coming(uri)
      texts.set(uri, applyEdits(texts.get(uri)!, [{ range, newText: text }]))
      versions.set(uri, versions.get(uri)! + 1)
      await connection.sendNotification(DidChangeTextDocumentNotification.type, {
        textDocument: { uri, version: versions.get(uri)! },
        contentChanges: [{ range, text }],
      })
      return diagnostics
    },
    async hover(uri, marker) {
      const found: Hover | null = await connection.sendRequest(HoverRequest.type, at(uri, marker))
      return found === null ? undefined : (found.contents as { value: string }).value
    },
    async complete(uri, marker) {
      return (await connection.sendRequest(CompletionRequest.type, at(uri, marker))) as CompletionItem[]
    },
    completeAt: async (uri, offset) =>
      (await connection.sendRequest(CompletionRequest.type, {
        textDocument: { uri },
        position: positionIn(texts.get(uri)!, offset),
      })) as CompletionItem[],
    definition: async (uri, marker) => lines((await connection.sendRequest(DefinitionRequest.type, at(uri, marker))) as Location[] | null),
    references: async (uri, marker) =>
      lines(await connection.sendRequest(ReferencesRequest.type, { ...at(uri, marker), context: { includeDeclaration: true } })),
    rename: (uri, marker, newName) => connection.sendRequest(RenameRequest.type, { ...at(uri, marker), newName }),
    async prepareRename(uri, marker) {
      const found = (await connection.sendRequest(PrepareRenameRequest.type, at(uri, marker))) as { placeholder: string } | null
      return found?.placeholder
    },
    symbols: async (uri) => (await connection.sendRequest(DocumentSymbolRequest.type, { textDocument: { uri } })) as DocumentSymbol[],
    async format(uri) {
      const edits =
        (await connection.sendRequest(DocumentFormattingRequest.type, {
          textDocument: { uri },
          options: { tabSize: 2, insertSpaces: true },
        })) ?? []
      return applyEdits(texts.get(uri)!, edits)
    },
    actions: async (uri, range) =>
      ((await connection.sendRequest(CodeActionRequest.type, { textDocument: { uri }, range, context: { diagnostics: [] } })) ??
        []) as CodeAction[],
    textOf: (uri) => texts.get(uri)!,
    async end() {
      await connection.sendRequest(ShutdownRequest.type)
      const ended = new Promise<number | null>((done) => child.on('exit', done))
      await connection.sendNotification(ExitNotification.type)
      const code = await ended
      connection.dispose()
      return code
    },
  }
}

function positionIn(text: string, index: number): { readonly line: number; readonly character: number } {
  const before = text.slice(0, index).split('\n')
  return { line: before.length - 1, character: before.at(-1)!.length }
}

export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  const offset = ({ line, character }: Range['start']): number => (starts[line] ?? text.length) + character
  return edits
    .toSorted((a, b) => offset(b.range.start) - offset(a.range.start))
    .reduce((all, { range, newText }) => all.slice(0, offset(range.start)) + newText + all.slice(offset(range.end)), text)
}
