// A PostgreSQL of its own, which may be crashed: made by `initdb` in a temporary folder, on a free port.

import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

export type Cluster = { readonly address: string; query(sql: string): Promise<readonly Record<string, unknown>[]>; crash(): Promise<void>; remove(): void }

/** Undefined where PostgreSQL's own commands are not there. */
export async function ownCluster(): Promise<Cluster | undefined> {
  const commands = folderOfCommands()
  if (commands === undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-cluster-'))
  const isRoot = process.getuid?.() === 0
  if (isRoot) {
    chmodSync(folder, 0o755)
    execFileSync('chown', ['postgres', folder])
  }
  // PostgreSQL refuses to run as root.
  const run = (command: string, words: readonly string[]): void => {
    const all = [join(commands, command), ...words]
    execFileSync(isRoot ? 'runuser' : all[0]!, isRoot ? ['-u', 'postgres', '--', ...all] : all.slice(1), { stdio: 'ignore', cwd: folder })
  }
  const data = join(folder, 'data')
  const port = await freePort()
  const control = (...words: readonly string[]): void => run('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), ...words])
  const start = (): void => control('-o', `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder}`, 'start')
  run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8'])
  start()
  const address = `postgres://postgres@127.0.0.1:${port}/postgres`
  return {
    address,
    async query(sql) {
      const client = new pg.Client({ connectionString: address })
      await client.connect()
      try {
        return (await client.query(sql)).rows as readonly Record<string, unknown>[]
      } finally {
        await client.end()
      }
    },
    async crash() {
      control('-m', 'immediate', 'stop')
      start()
    },
    remove() {
      control('-m', 'immediate', 'stop')
      rmSync(folder, { recursive: true })
    },
  }
}

function folderOfCommands(): string | undefined {
  const { stdout, status } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  const versions = '/usr/lib/postgresql'
  const installed = existsSync(versions) ? readdirSync(versions).toSorted((a, b) => Number(b) - Number(a)).map((version) => join(versions, version, 'bin')) : []
  return [...(status === 0 ? [stdout.trim()] : []), ...installed].find((folder) => existsSync(join(folder, 'initdb')))
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
