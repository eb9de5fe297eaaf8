// Other servers from the registry that do some of the same work; `less` describes their differences.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Server } from './servers.ts'

const installed = join(import.meta.dirname, 'peers/node_modules')

/** The most rows for json-server, which writes its whole file for each change and scans all of it for each page. */
export const mostInJson = 1000

const all: readonly Server[] = [
  {
    name: 'Feathers (Koa, Knex, better-sqlite3)',
    less: 'no entity tags, no tamper-evident cursor, no machine and no event',
    rows: 'feathers',
    works: ['read', 'list', 'create'],
    isPeer: true,
    words: (file, port) => [join(import.meta.dirname, 'peers/feathers.mjs'), file, String(port)],
    list: ['draft', 'placed'].map((status) => `/orders?status=${status}&$sort[createdAt]=-1&$limit=20`),
  },
  {
    name: 'json-server',
    less: `${mostInJson.toLocaleString('en')} rows in memory; no validation; a weak entity tag of the bytes; writes its whole file, without syncing it, for each change`,
    rows: 'json',
    works: ['read', 'list', 'create'],
    isPeer: true,
    words: (file, port) => [join(installed, 'json-server/lib/cli/bin.js'), '--quiet', '--host', '127.0.0.1', '--port', String(port), file],
    list: ['draft', 'placed'].map((status) => `/orders?status=${status}&_sort=createdAt&_order=desc&_page=1&_limit=20`),
  },
  {
    name: 'Prism, a mock',
    less: 'validates, and keeps nothing: one example of each answer, a page of one',
    rows: 'openapi',
    works: ['read', 'list', 'create', 'place'],
    isPeer: true,
    words: (file, port) => [
      join(installed, '@stoplight/prism-cli/dist/index.js'),
      'mock',
      file,
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      '--verboseLevel',
      'silent',
    ],
  },
]

export const peers: readonly Server[] = existsSync(installed) ? all : []

/** The installed versions of the measured packages. */
export function versions(): string {
  const named = [
    ['by-hand', 'fastify'],
    ['by-hand', 'better-sqlite3'],
    ['peers', '@feathersjs/feathers'],
    ['peers', 'json-server'],
    ['peers', '@stoplight/prism-cli'],
  ] as const
  return named
    .flatMap(([folder, name]) => {
      const file = join(import.meta.dirname, folder, 'node_modules', name, 'package.json')
      return existsSync(file) ? [`${name} ${(JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version}`] : []
    })
    .join(', ')
}
