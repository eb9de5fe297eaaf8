// The Model Context Protocol: dispatches a client's requests; the tools do the work.

import { type Handlers, RpcError, invalidParams } from '../rpc/peer.ts'

/** Versions of the protocol that this server supports, the newest first; they agree on all used features. */
export const protocolVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']

export type ToolArguments = { readonly [name: string]: unknown }

type Content = { readonly type: 'text'; readonly text: string }

/** `isError`: reported to the agent, which may call the tool again. */
export type CallResult = { readonly content: readonly Content[]; readonly structuredContent?: object; readonly isError?: true }

/** A tool's description for clients. */
export type ListedTool = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: object
  readonly annotations: {
    readonly title: string
    readonly readOnlyHint: boolean
    readonly destructiveHint?: boolean
    readonly idempotentHint?: boolean
    readonly openWorldHint: boolean
  }
}

export type McpServer = {
  readonly info: { readonly name: string; readonly title: string; readonly version: string }
  readonly instructions: string
  readonly tools: readonly ListedTool[]
  /** Calls a tool of the list. */
  readonly call: (name: string, args: ToolArguments) => CallResult | Promise<CallResult>
}

/** `supportedVersions`: the versions that the transport allows. */
export function mcpHandlers(
  { info, instructions, tools, call }: McpServer,
  supportedVersions: readonly string[] = protocolVersions,
): Handlers {
  return {
    initialize: ({ protocolVersion }) => ({
      protocolVersion: supportedVersions.find((each) => each === protocolVersion) ?? supportedVersions[0]!,
      capabilities: { tools: { listChanged: false } },
      serverInfo: info,
      instructions,
    }),
    'notifications/initialized': () => undefined,
    ping: () => ({}),
    'tools/list': () => ({ tools }),
    'tools/call'({ name, arguments: args }) {
      if (!tools.some((each) => each.name === name))
        throw new RpcError(invalidParams, `there is no tool ${String(name)}; there are ${tools.map((each) => each.name).join(', ')}`)
      return call(name as string, (args ?? {}) as ToolArguments)
    },
  }
}
