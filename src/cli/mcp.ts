// `ninefold mcp`: offers checking, explaining, testing and the reference to an agent, over standard input and output.

import { ToolMistake } from '../mcp/tool.ts'
import { mcpHandlers } from '../mcp/server.ts'
import { serveTools } from '../mcp/tools.ts'
import { byLines } from '../rpc/framing.ts'
import { type Command, Misuse } from './command.ts'
import { openDocument, compileEnvironmentIn } from './compiled.ts'
import { load } from './load.ts'
import { readReferencePages } from './reference-pages.ts'
import { speak } from './speaking.ts'
import { testReport } from './test.ts'
import { readVersion } from './version.ts'

export const mcpCommand: Command = {
  name: 'mcp',
  arguments: '',
  about:
    'Offers check, explain, expand, test, format, import and the reference to an agent (Model Context Protocol, over standard input and output).',
  options: [],
  parse: {},
  words: [0, 0],
  async run() {
    const server = serveTools(
      {
        open: (path) => orToolMistake(() => openDocument(path)),
        read: (path) =>
          orToolMistake(() => {
            const [file, ...otherFiles] = load(path)
            if (file === undefined || otherFiles.length > 0) throw new Misuse(`${path} is a folder; name one file`)
            return file
          }),
        environment: compileEnvironmentIn(process.cwd()),
        test: async (compiled) => testReport(compiled).catch(throwToolMistake),
        pages: readReferencePages,
      },
      readVersion(),
    )
    await speak(byLines(), 'notifications/cancelled', () => mcpHandlers(server))
    return 0
  },
}

/** Wrong use is reported to the agent as a result, and the server continues. */
function orToolMistake<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    return throwToolMistake(error)
  }
}

function throwToolMistake(error: unknown): never {
  throw error instanceof Misuse ? new ToolMistake(error.message) : error
}
