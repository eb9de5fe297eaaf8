// The state of one editor's session: its open texts, and the files whose diagnostics it waits for.

import type { Params } from '../rpc/peer.ts'
import { listDiagnostics } from './diagnostics.ts'
import { type LspPosition, toSource, toOffset } from './protocol.ts'
import { type Disk, type OpenedDocument, type Workspace, openWorkspace, parseFileUri } from './workspace.ts'

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

/** Notifications that make fixes of the earlier text useless. */
const newText: ReadonlySet<string> = new Set(['textDocument/didChange', 'textDocument/didClose', 'exit'])

export type TextDocument = { readonly uri: string; readonly text?: string; readonly version?: number }

/** A position in an open text; `offset` is 0 for a request about the whole text. */
export type EditorPlace = {
  readonly uri: string
  readonly path: string
  readonly opened: OpenedDocument
  readonly text: string
  readonly offset: number
}

export class EditorSession {
  workspace: Workspace
  isStopping = false
  readonly environment: LspEnvironment
  readonly #changedUris = new Set<string>()

  constructor(environment: LspEnvironment) {
    this.environment = environment
    this.workspace = openWorkspace(environment.disk, [])
  }

  /** Publishes the diagnostics of the document with this file later: keystrokes that arrived together are one change. */
  schedulePublication(uri: string): void {
    if (this.#changedUris.size === 0) this.environment.defer(() => this.#publish())
    for (const each of this.workspace.filesBeside(uri)) this.#changedUris.add(each)
  }

  #publish(): void {
    const uris = [...this.#changedUris]
    this.#changedUris.clear()
    for (const uri of uris) {
      const opened = this.workspace.openedDocument(uri)
      const diagnostics = opened === undefined ? [] : listDiagnostics(opened, parseFileUri(uri))
      this.environment.notify('textDocument/publishDiagnostics', { uri, diagnostics })
    }
  }

  /** False if the editor has cancelled the request, or changed a text since. Lets received messages be read first. */
  async isStillWanted(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.environment.defer(resolve)
    await promise
    return !this.environment.isInterrupted(newText)
  }

  /** Undefined if the text is not open. */
  findPlace(params: Params): EditorPlace | undefined {
    const { textDocument, position } = params as unknown as { readonly textDocument: TextDocument; readonly position?: LspPosition }
    const { uri } = textDocument
    const text = this.workspace.textOf(uri)
    const opened = this.workspace.openedDocument(uri)
    if (text === undefined || opened === undefined) return undefined
    return { uri, path: parseFileUri(uri), opened, text, offset: position === undefined ? 0 : toOffset(toSource(uri, text), position) }
  }
}
