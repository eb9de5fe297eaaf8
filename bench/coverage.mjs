// bench/functions.ts loads this file into a service. It answers each message with the functions of `src/` that ran since the last message.

import { Session } from 'node:inspector/promises'

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

process.on('message', () => void sendFunctionsRun())

async function sendFunctionsRun() {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  process.send(
    result
      .filter(({ url }) => url.includes('/src/'))
      .flatMap(({ url, functions }) =>
        functions
          .filter(({ ranges }) => ranges[0].count > 0)
          .map(({ functionName, ranges }) => ({
            file: url.slice(url.indexOf('/src/') + 1),
            name: functionName,
            at: ranges[0].startOffset,
          })),
      ),
  )
}
