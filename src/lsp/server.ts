// The Language Server Protocol: dispatches an editor's requests to their handlers.

import { formatFile } from '../table/format.ts'
import { type Handlers, type Params, RpcError, cancelled, invalidParams } from '../rpc/peer.ts'
import { actionsIn } from './actions.ts'
import { complete } from './complete.ts'
import { listDiagnostics } from './diagnostics.ts'
import { hover } from './hover.ts'
import { outlineSymbols } from './outline.ts'
import {
  type Location,
  type LspPosition,
  type Range,
  type TextEdit,
  toOffset,
  toPosition,
  lspRange,
  sourceOfDocument,
  workspaceEdit,
} from './protocol.ts'
import { rename, occurrencesOfName } from './rename.ts'
import type { SymbolOccurrence } from './symbols.ts'
import { type Disk, type OpenedDocument, type Workspace, openWorkspace, pathOfUri, toUri } from './workspace.ts'

export type LspEnvironment = {
  readonly disk: Disk
  readonly version: string
  readonly notify: (method: string, params: object) => void
  /** True if the request that is being answered was cancelled, or if a message of one of the methods waits behind it. */
  readonly isInterrupted: (methods: ReadonlySet<string>) => boolean
  /** Runs the work after all received input was read. */
  readonly defer: (work: () => void) => void
  /** Called when the editor ends; `wasAsked`: true if it requested the end before. */
  readonly exit: (wasAsked: boolean) => void
}

const requestFailed = -32803
const incremental = 2
/** Notifications that make fixes of the earlier text useless. */
const newText: ReadonlySet<string> = new Set(['textDocument/didChange', 'textDocument/didClose', 'exit'])

const capabilities = {
  positionEncoding: 'utf-16',
  textDocumentSync: { openClose: true, change: incremental, save: false },
  hoverProvider: true,
  completionProvider: { triggerCharacters: ['.', ':', ' ', '[', '{', '(', '|', '`'] },
  definitionProvider: true,
  referencesProvider: true,
  renameProvider: { prepareProvider: true },
  documentSymbolProvider: true,
  documentFormattingProvider: true,
  codeActionProvider: { codeActionKinds: ['quickfix'] },
}

type TextDocument = { readonly uri: string; readonly text?: string; readonly version?: number }
type At = { readonly textDocument: TextDocument; readonly position: LspPosition }

export function lspHandlers({ disk, version, notify, isInterrupted, defer, exit }: LspEnvironment): Handlers {
  const state: { workspace: Workspace; isStopping: boolean } = { workspace: openWorkspace(disk, []), isStopping: false }
  const changedUris = new Set<string>()

  const publish = (): void => {
    const uris = [...changedUris]
    changedUris.clear()
    for (const uri of uris) {
      const opened = state.workspace.openedDocument(uri)
      notify('textDocument/publishDiagnostics', { uri, diagnostics: opened === undefined ? [] : listDiagnostics(opened, pathOfUri(uri)) })
    }
  }
  /** Keystrokes that arrived together are one change. */
  const scheduleChange = (uri: string): void => {
    if (changedUris.size === 0) defer(publish)
    for (const each of state.workspace.filesBeside(uri)) changedUris.add(each)
  }
  const isStillWanted = async (): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    defer(resolve)
    await promise
    return !isInterrupted(newText)
  }
  const positionIn = (
    params: Params,
  ):
    | { readonly uri: string; readonly path: string; readonly opened: OpenedDocument; readonly text: string; readonly offset: number }
    | undefined => {
    const {
      textDocument: { uri },
      position,
    } = params as unknown as At
    const text = state.workspace.textOf(uri)
    const opened = state.workspace.openedDocument(uri)
    if (text === undefined || opened === undefined) return undefined
    return { uri, path: pathOfUri(uri), opened, text, offset: position === undefined ? 0 : toOffset(sourceOfDocument(uri, text), position) }
  }

  return {
    initialize({ initializationOptions }) {
      const { documents = [] } = (initializationOptions ?? {}) as { documents?: readonly string[] }
      state.workspace = openWorkspace(
        disk,
        documents.map((each) => pathOfUri(each).replace(/\/$/, '')),
      )
      return { capabilities, serverInfo: { name: 'ninefold', version } }
    },
    initialized: () => undefined,
    shutdown() {
      state.isStopping = true
      return null
    },
    exit: () => exit(state.isStopping),
    '$/setTrace': () => undefined,
    'workspace/didChangeConfiguration': () => undefined,
    'textDocument/didOpen'(params) {
      const { uri, text } = params['textDocument'] as TextDocument
      state.workspace.set(uri, text ?? '')
      scheduleChange(uri)
    },
    'textDocument/didChange'(params) {
      const { uri } = params['textDocument'] as TextDocument
      const text = state.workspace.textOf(uri)
      if (text === undefined) throw new RpcError(invalidParams, `${uri} is not open`)
      state.workspace.set(uri, (params['contentChanges'] as readonly Change[]).reduce(applyChange, text))
      scheduleChange(uri)
    },
    'textDocument/didClose'(params) {
      const { uri } = params['textDocument'] as TextDocument
      state.workspace.remove(uri)
      notify('textDocument/publishDiagnostics', { uri, diagnostics: [] })
    },
    'textDocument/hover'(params) {
      const place = positionIn(params)
      const hoverText = place && hover(place.opened.compiled, place.path, place.offset)
      return hoverText === undefined ? null : { contents: { kind: 'markdown', value: hoverText.text }, range: lspRange(hoverText.span) }
    },
    'textDocument/completion'(params) {
      const place = positionIn(params)
      if (place === undefined) return []
      return complete(
        place.path,
        place.text,
        place.offset,
        (text) => (text === place.text ? place.opened : state.workspace.openedWith(place.uri, text))?.compiled,
      )
    },
    'textDocument/definition'(params) {
      const place = positionIn(params)
      return place === undefined
        ? null
        : occurrencesOfName(place.opened.compiled, place.path, place.offset)
            .filter(({ declares }) => declares)
            .map(locationOf)
    },
    'textDocument/references'(params) {
      const place = positionIn(params)
      const { includeDeclaration = false } = (params['context'] ?? {}) as { includeDeclaration?: boolean }
      return place === undefined
        ? null
        : occurrencesOfName(place.opened.compiled, place.path, place.offset)
            .filter(({ declares }) => includeDeclaration || !declares)
            .map(locationOf)
    },
    'textDocument/prepareRename'(params) {
      const place = positionIn(params)
      const occurrence =
        place &&
        occurrencesOfName(place.opened.compiled, place.path, place.offset).find(
          ({ span: { source, start, end } }) => source.name === place.path && start <= place.offset && place.offset <= end,
        )
      return occurrence === undefined
        ? null
        : { range: lspRange(occurrence.span), placeholder: occurrence.span.source.text.slice(occurrence.span.start, occurrence.span.end) }
    },
    'textDocument/rename'(params) {
      const place = positionIn(params)
      if (place === undefined) return null
      const name = params['newName'] as string
      const renamed = rename(place.opened, place.path, place.offset, name)
      if ('problem' in renamed) throw new RpcError(requestFailed, renamed.problem)
      return workspaceEdit(renamed.occurrences.map((each) => ({ ...locationOf(each), newText: name })))
    },
    'textDocument/documentSymbol'(params) {
      const place = positionIn(params)
      return place === undefined ? [] : outlineSymbols(place.opened.compiled, place.path)
    },
    'textDocument/formatting'(params) {
      const place = positionIn(params)
      if (place === undefined) return null
      const text = formatFile({ name: place.path, text: place.text })
      return text === place.text ? [] : [differenceOf(place.text, text)]
    },
    async 'textDocument/codeAction'(params) {
      const place = positionIn(params)
      if (place === undefined) return []
      const { range, context } = params as unknown as { readonly range: Range; readonly context?: { readonly only?: readonly string[] } }
      if (context?.only !== undefined && !context.only.some((kind) => 'quickfix'.startsWith(kind))) return []
      const actions = await actionsIn(place.opened, place.path, range, isStillWanted)
      if (actions === undefined) throw new RpcError(cancelled, 'cancelled')
      return actions
    },
  }
}

type Change = { readonly range?: Range; readonly text: string }

function applyChange(text: string, { range, text: replacement }: Change): string {
  if (range === undefined) return replacement
  const textSource = sourceOfDocument('', text)
  return text.slice(0, toOffset(textSource, range.start)) + replacement + text.slice(toOffset(textSource, range.end))
}

function locationOf({ span }: SymbolOccurrence): Location {
  return { uri: toUri(span.source.name), range: lspRange(span) }
}

/** One edit, from the first to the last different character. */
function differenceOf(before: string, after: string): TextEdit {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end++
  const textSource = sourceOfDocument('', before)
  return {
    range: { start: toPosition(textSource, start), end: toPosition(textSource, before.length - end) },
    newText: after.slice(start, after.length - end),
  }
}
