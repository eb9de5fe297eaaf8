// A separate PostgreSQL that may be crashed: created by `initdb` in a temporary folder, on a free port.

import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

export type Cluster = {
  readonly address: string
  readonly folder: string
  query(sql: string): Promise<readonly Record<string, unknown>[]>
  crash(): Promise<void>
  /** Starts a standby of this name, and returns its address. */
  addStandby(name: string): Promise<string>
  stop(): void
  start(): void
  remove(): void
}

/** Undefined where PostgreSQL's own commands are not there. */
export async function ownCluster({ tls = false } = {}): Promise<Cluster | undefined> {
  const commands = folderOfCommands()
  if (commands === undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-cluster-'))
  const isRoot = process.getuid?.() === 0
  if (isRoot) {
    chmodSync(folder, 0o755)
    execFileSync('chown', ['postgres', folder])
  }
  // PostgreSQL refuses to run as root.
  const run = (command: string, words: readonly string[]): void => runAs(join(commands, command), words)
  const runAs = (command: string, words: readonly string[]): void => {
    const all = [command, ...words]
    execFileSync(isRoot ? 'runuser' : all[0]!, isRoot ? ['-u', 'postgres', '--', ...all] : all.slice(1), { stdio: 'ignore', cwd: folder })
  }
  const data = join(folder, 'data')
  const port = await freePort()
  const control = (...words: readonly string[]): void => run('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), ...words])
  const settings = tls ? ` -c ssl=on -c ssl_cert_file=${folder}/server.crt -c ssl_key_file=${folder}/server.key` : ''
  const start = (): void =>
    control('-o', `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder}${settings}`, 'start')
  run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8'])
  // Of the name `localhost` alone, not of its address.
  if (tls)
    runAs('openssl', [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost',
      '-keyout',
      join(folder, 'server.key'),
      '-out',
      join(folder, 'server.crt'),
    ])
  start()
  const address = `postgres://postgres@127.0.0.1:${port}/postgres`
  const standbys: string[] = []
  return {
    address,
    folder,
    start,
    stop: () => control('-m', 'immediate', 'stop'),
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
    async addStandby(name) {
      const copy = join(folder, name)
      const ownPort = await freePort()
      run('pg_basebackup', ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-D', copy, '-R', '-c', 'fast'])
      // Its name is that of its connection to the primary.
      const options = `-p ${ownPort} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c cluster_name=${name}`
      run('pg_ctl', ['-D', copy, '-w', '-l', join(folder, `${name}.log`), '-o', options, 'start'])
      standbys.push(copy)
      return `postgres://postgres@127.0.0.1:${ownPort}/postgres`
    },
    remove() {
      for (const copy of standbys) run('pg_ctl', ['-D', copy, '-w', '-m', 'immediate', 'stop'])
      control('-m', 'immediate', 'stop')
      rmSync(folder, { recursive: true })
    },
  }
}

function folderOfCommands(): string | undefined {
  const { stdout, status } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  const versions = '/usr/lib/postgresql'
  const installed = existsSync(versions)
    ? readdirSync(versions)
        .toSorted((a, b) => Number(b) - Number(a))
        .map((version) => join(versions, version, 'bin'))
    : []
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
