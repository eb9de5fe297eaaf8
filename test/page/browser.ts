// The page in a real browser, over a shop with some records; built for the tests, and only once.

import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { build } from 'vite'
import type { Running } from '../../src/cli/options.ts'
import { runService } from '../../src/cli/running.ts'
import { compile } from '../../src/compile/compile.ts'
import type { SecretSources } from '../../src/serve/caller/secrets.ts'
import { chromiumPath, launchChromium } from '../chromium.ts'
import { conventions } from '../conventions.ts'

/** What keeps the page from being tested here; false where nothing does. */
export const skipped: string | false = existsSync(chromiumPath)
  ? false
  : `there is no ${chromiumPath}, so the page is not tried in a browser`

export type Opened = {
  readonly browser: Browser
  readonly running: Running
  /** The folder of the built page. */
  readonly built: string
  /** Opens `#/…` again, without stored data. */
  open(hash: string, look?: { readonly width?: number; readonly dark?: boolean }): Promise<Page>
  close(): Promise<void>
}

const root = new URL('../../', import.meta.url)

export const document = readFileSync(new URL('shop.md', import.meta.url), 'utf8')

export async function openBrowser(
  text = document,
  { token, secrets }: { readonly token?: string; readonly secrets?: SecretSources } = {},
): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-page-'))
  await build({ configFile: new URL('page/vite.config.ts', root).pathname, logLevel: 'error', build: { outDir: folder } })
  const compiled = compile([{ name: text.startsWith('---') ? 'shop.md' : 'shop.yaml', text }], conventions())
  const running = await runService(compiled, {
    port: 0,
    host: '127.0.0.1',
    admin: 0,
    store: 'memory',
    settings: new Map(),
    virtual: true,
    explain: false,
    fixtures: false,
    page: folder,
    ...(token === undefined ? {} : { adminToken: token }),
    ...(secrets === undefined ? {} : { secrets }),
  })
  if ('problems' in running) throw new Error(running.problems.map(({ message }) => message).join('; '))
  const browser = await launchChromium()
  return {
    browser,
    running,
    built: folder,
    async open(hash, { width = 1280, dark = false } = {}) {
      const context = await browser.newContext({ viewport: { width, height: 860 }, colorScheme: dark ? 'dark' : 'light' })
      const page = await context.newPage()
      const failures: string[] = []
      page.on('pageerror', (error) => failures.push(error.message))
      page.on('request', (request) => {
        if (!request.url().startsWith(`${running.admin}/`) && !request.url().startsWith('data:'))
          failures.push(`asked for ${request.url()}`)
      })
      page.on('close', () => assert.deepEqual(failures, []))
      await page.goto(`${running.admin}/page/${hash}`)
      await page.waitForSelector('h1')
      return page
    },
    async close() {
      await browser.close()
      await running.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

export const ann = '01890a5d-ac96-774b-bcce-b302099a8057'

/** An order of so much tea; gives its id. */
export async function order({ url }: Running, quantity: number): Promise<string> {
  const response = await fetch(`${url}/orders`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ customer: ann, lines: [{ product: 'TEA-0001', quantity }] }),
  })
  assert.equal(response.status, 201)
  return ((await response.json()) as { id: string }).id
}

export function recordHash(resource: string, ...key: readonly unknown[]): string {
  return `#/record/${resource}/${encodeURIComponent(JSON.stringify(key))}`
}
