// The files of the built page, read and compressed once.

import { readFileSync, readdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

export type Files = ReadonlyMap<string, File>

type File = { readonly type: string; readonly bytes: Buffer; readonly small: Buffer; readonly hashed: boolean }

const types: { readonly [ending: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** By path from the folder; undefined if the page was not built. */
export function readFiles(folder: string): Files | undefined {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => types[extname(name)] !== undefined)
    const files = new Map(
      names.map((name): [string, File] => {
        const bytes = readFileSync(join(folder, name))
        return [
          name.replaceAll('\\', '/'),
          { type: types[extname(name)]!, bytes, small: gzipSync(bytes, { level: 9 }), hashed: name.startsWith('assets') },
        ]
      }),
    )
    return files.has('index.html') ? files : undefined
  } catch {
    return undefined
  }
}

/** The page may load, frame and contact only this listener. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export function sendFile({ type, bytes, small, hashed }: File, request: IncomingMessage, response: ServerResponse): void {
  const packed = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  const content = packed ? small : bytes
  response.writeHead(200, {
    'Content-Type': type,
    'Content-Length': content.length,
    Vary: 'Accept-Encoding',
    'Cache-Control': hashed ? 'max-age=31536000, immutable' : 'no-cache',
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    ...(packed ? { 'Content-Encoding': 'gzip' } : {}),
  })
  response.end(request.method === 'HEAD' ? undefined : content)
}
