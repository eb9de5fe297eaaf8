// Reads statements about the status of all answers of a kind: "new things answer 201, everything else 200".

import { readRequests } from '../requests.ts'
import type { Words } from '../words.ts'

const kinds = ['created', 'deleted', 'read', 'changed', 'acted', 'other'] as const

type Kind = (typeof kinds)[number]

export type GeneralStatuses = {
  /** Adds the statuses that a text states. False if it states none. */
  add(text: string): boolean
  /** The status of a request, in the form of its method and path, with its deed if it is known. */
  statusOf(does: string | undefined, request: string): string | undefined
}

export function generalStatuses(words: Words): GeneralStatuses {
  const found = new Map<Kind, string>()
  const patterns: { readonly [kind in Kind]: RegExp } = {
    created: words.createdStatus,
    deleted: words.deletedStatus,
    read: words.readStatus,
    changed: words.changedStatus,
    acted: words.actedStatus,
    other: words.otherStatus,
  }
  return {
    add(text) {
      // "POST /shows → 201" is about one request, also if its words have another meaning elsewhere.
      const own = readRequests(text).length > 0 ? (['created', 'deleted', 'other'] as const) : kinds
      const said = own.flatMap((kind) => {
        const status = patterns[kind]
          .exec(text)
          ?.slice(1)
          .find((each) => each !== undefined)
        return status === undefined ? [] : [{ kind, status }]
      })
      for (const { kind, status } of said) if (!found.has(kind)) found.set(kind, status)
      return said.length > 0
    },
    statusOf(does, request) {
      // A request without a known deed may create a record.
      if (does === undefined && found.has('created') && /^POST \/[^/]*$/.test(request)) return undefined
      const kind = kindOf(does, request)
      return (kind === undefined ? undefined : found.get(kind)) ?? found.get('other')
    },
  }
}

function kindOf(does: string | undefined, request: string): Kind | undefined {
  const [deed] = does?.split(' ') ?? []
  if (deed === 'create') return 'created'
  if (deed === 'delete' || (does === undefined && request.startsWith('DELETE '))) return 'deleted'
  if (deed === 'read' || deed === 'list' || request.startsWith('GET ')) return 'read'
  if (deed === 'update' || deed === 'replace' || /^(?:PATCH|PUT) /.test(request)) return 'changed'
  return /^POST \/[^/]+\/\{[^}]*\}\/[^/{]+$/.test(request) ? 'acted' : undefined
}
