// Runs an unchanged web page with tests of mocha in Chromium, from another origin than the service.

import { existsSync, readFileSync } from 'node:fs'
import { once } from 'node:events'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, extname, join, normalize } from 'node:path'
import { chromiumPath, launchChromium } from '../../test/chromium.ts'
import type { Suite } from './count.ts'

const mediaTypes: { readonly [extension: string]: string } = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** What mocha shows in the page. */
type Report = { readonly passed: number; readonly failures: readonly string[] }

/** The page takes the address of the service as its query. */
export function browser(file: string, path: string): Suite {
  return async (url) => {
    if (!existsSync(file)) return { skipped: `there is no ${file} (--todo-page FILE names the page of the suite)` }
    if (!existsSync(chromiumPath)) return { skipped: `there is no ${chromiumPath}` }
    const server = await serveFolder(dirname(file))
    const opened = await launchChromium()
    try {
      const page = await opened.newPage()
      // The page loads a picture and sends its results elsewhere.
      await page.route(
        (asked) => asked.hostname !== '127.0.0.1',
        (route) => route.abort(),
      )
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/index.html?${url}${path}`)
      const total = await page.evaluate<number>('runner.total')
      // A page that stops early has fewer results than tests, which the count then shows.
      await page
        .waitForFunction(`document.querySelectorAll('#mocha .test').length >= ${total}`, undefined, { timeout: 60_000 })
        .catch(() => undefined)
      const { passed, failures } = await page.evaluate<Report>(`({
        passed: document.querySelectorAll('#mocha .test.pass').length,
        failures: [...document.querySelectorAll('#mocha .test.fail h2')].map((heading) => heading.textContent),
      })`)
      return [{ passed, all: total, of: 'tests', failures }]
    } finally {
      await opened.close()
      server.close()
    }
  }
}

async function serveFolder(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const file = join(folder, normalize(decodeURIComponent(new URL(request.url!, 'http://page').pathname)))
    if (!existsSync(file)) return void response.writeHead(404).end()
    response.writeHead(200, { 'Content-Type': mediaTypes[extname(file)] ?? 'application/octet-stream' }).end(readFileSync(file))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}
