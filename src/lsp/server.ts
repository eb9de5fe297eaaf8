// Implements the Language Server Protocol for one editor: the session's begin and end, and the changes of its texts.

import { type Handlers, RpcError, invalidParams } from '../rpc/peer.ts'
import { answerNameRequests } from './name-requests.ts'
import { type Range, toSource, toOffset } from './protocol.ts'
import { type LspEnvironment, EditorSession, type TextDocument } from './session.ts'
import { answerTextRequests } from './text-requests.ts'
import { openWorkspace, parseFileUri } from './workspace.ts'

const incremental = 2

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

export function lspHandlers(environment: LspEnvironment): Handlers {
  const session = new EditorSession(environment)
  return { ...answerSessionRequests(session), ...followTexts(session), ...answerTextRequests(session), ...answerNameRequests(session) }
}

function answerSessionRequests(session: EditorSession): Handlers {
  const { disk, version, exit } = session.environment
  return {
    initialize({ initializationOptions }) {
      const { documents = [] } = (initializationOptions ?? {}) as { documents?: readonly string[] }
      const folders = documents.map((each) => parseFileUri(each).replace(/\/$/, ''))
      session.workspace = openWorkspace(disk, folders)
      return { capabilities, serverInfo: { name: 'ninefold', version } }
    },
    initialized: () => undefined,
    shutdown() {
      session.isStopping = true
      return null
    },
    exit: () => exit(session.isStopping),
    '$/setTrace': () => undefined,
    'workspace/didChangeConfiguration': () => undefined,
  }
}

function followTexts(session: EditorSession): Handlers {
  return {
    'textDocument/didOpen'(params) {
      const { uri, text } = params['textDocument'] as TextDocument
      session.workspace.set(uri, text ?? '')
      session.schedulePublication(uri)
    },
    'textDocument/didChange'(params) {
      const { uri } = params['textDocument'] as TextDocument
      const text = session.workspace.textOf(uri)
      if (text === undefined) throw new RpcError(invalidParams, `${uri} is not open`)
      session.workspace.set(uri, (params['contentChanges'] as readonly Change[]).reduce(applyChange, text))
      session.schedulePublication(uri)
    },
    'textDocument/didClose'(params) {
      const { uri } = params['textDocument'] as TextDocument
      session.workspace.remove(uri)
      session.environment.notify('textDocument/publishDiagnostics', { uri, diagnostics: [] })
    },
  }
}

type Change = { readonly range?: Range; readonly text: string }

function applyChange(text: string, { range, text: replacement }: Change): string {
  if (range === undefined) return replacement
  const textSource = toSource('', text)
  return text.slice(0, toOffset(textSource, range.start)) + replacement + text.slice(toOffset(textSource, range.end))
}
