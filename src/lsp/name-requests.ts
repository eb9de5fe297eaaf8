// Answers an editor's requests about names: definition, references and renaming.

import { type Handlers, RpcError } from '../rpc/peer.ts'
import { type Location, lspRange, makeWorkspaceEdit } from './protocol.ts'
import { listNameOccurrences, rename } from './rename.ts'
import type { EditorPlace, EditorSession } from './session.ts'
import type { SymbolOccurrence } from './symbols.ts'
import { toUri } from './workspace.ts'

const requestFailed = -32803

export function answerNameRequests(session: EditorSession): Handlers {
  return {
    'textDocument/definition'(params) {
      const place = session.findPlace(params)
      return place === undefined
        ? null
        : listOccurrences(place)
            .filter(({ declares }) => declares)
            .map(toLocation)
    },
    'textDocument/references'(params) {
      const place = session.findPlace(params)
      const { includeDeclaration = false } = (params['context'] ?? {}) as { includeDeclaration?: boolean }
      return place === undefined
        ? null
        : listOccurrences(place)
            .filter(({ declares }) => includeDeclaration || !declares)
            .map(toLocation)
    },
    'textDocument/prepareRename'(params) {
      const place = session.findPlace(params)
      const occurrence =
        place &&
        listOccurrences(place).find(
          ({ span: { source, start, end } }) => source.name === place.path && start <= place.offset && place.offset <= end,
        )
      return occurrence === undefined
        ? null
        : { range: lspRange(occurrence.span), placeholder: occurrence.span.source.text.slice(occurrence.span.start, occurrence.span.end) }
    },
    'textDocument/rename'(params) {
      const place = session.findPlace(params)
      if (place === undefined) return null
      const name = params['newName'] as string
      const renamed = rename(place.opened, place.path, place.offset, name)
      if ('problem' in renamed) throw new RpcError(requestFailed, renamed.problem)
      return makeWorkspaceEdit(renamed.occurrences.map((each) => ({ ...toLocation(each), newText: name })))
    },
  }
}

function listOccurrences({ opened, path, offset }: EditorPlace): readonly SymbolOccurrence[] {
  return listNameOccurrences(opened.compiled, path, offset)
}

function toLocation({ span }: SymbolOccurrence): Location {
  return { uri: toUri(span.source.name), range: lspRange(span) }
}
