// A service that is killed and started again; requests while it is dead wait for its next start.

import type { Started } from '../../store/process.ts'

export type Lives = {
  current(): Promise<Started>
  deaths(): number
  /** By SIGKILL; resolves once it lives again. */
  end(): Promise<void>
}

export async function livesOf(start: () => Promise<Started>): Promise<Lives> {
  let deaths = 0
  let current = start()
  await current
  return {
    current: () => current,
    deaths: () => deaths,
    async end() {
      deaths++
      const dying = current
      current = dying.then(async (service) => {
        await service.kill('SIGKILL')
        return start()
      })
      await current
    },
  }
}
