// The Model Context Protocol: which requests a client sends, and what they are answered. Tools do the work.

import { type Handlers, RpcError, invalidParams } from '../rpc/peer.ts'
import { type ToolArguments, type Tool, ToolMistake, checkArguments } from './tool.ts'

/** Editions of the protocol that this server speaks, the newest first; they agree on all that it uses. */
const editions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']

const instructions = `Ninefold checks and runs services that are specified by one document in nine parts.
Read the tool \`reference\` with page "llms.txt" first: it is the whole language. Write the document to a file, call \`check\` until it reports no error and no gap, then \`test\`.
A diagnostic may come with fixes, each of which was tried: applying its edits takes the diagnostic away.`

export function mcpHandlers(tools: readonly Tool[], version: string): Handlers {
  return {
    initialize({ protocolVersion }) {
      const spoken = editions.find((each) => each === protocolVersion) ?? editions[0]!
      return { protocolVersion: spoken, capabilities: { tools: { listChanged: false } }, serverInfo: { name: 'ninefold', title: 'Ninefold', version }, instructions }
    },
    'notifications/initialized': () => undefined,
    ping: () => ({}),
    'tools/list': () => ({
      tools: tools.map(({ name, title, description, inputSchema }) => ({ name, title, description, inputSchema, annotations: { title, readOnlyHint: true, openWorldHint: false } })),
    }),
    async 'tools/call'({ name, arguments: args }) {
      const tool = tools.find((each) => each.name === name)
      if (tool === undefined) throw new RpcError(invalidParams, `there is no tool ${String(name)}; there are ${tools.map((each) => each.name).join(', ')}`)
      return call(tool, (args ?? {}) as ToolArguments)
    },
  }
}

async function call(tool: Tool, args: ToolArguments): Promise<object> {
  try {
    checkArguments(tool.inputSchema, args)
    const { data, text } = await tool.call(args)
    return { content: [{ type: 'text', text: text ?? JSON.stringify(data) }], structuredContent: data }
  } catch (error) {
    if (!(error instanceof ToolMistake)) throw error
    return { content: [{ type: 'text', text: `${tool.name}: ${error.message}` }], isError: true }
  }
}
