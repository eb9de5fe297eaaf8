// Mermaid parses the diagrams of every example. It has 200 MB, so the test runs only if MERMAID names its script and a browser exists.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { launchChromium } from '../chromium.ts'
import { skipped } from '../page/browser.ts'
import { exampleFacts, examples, exported } from './examples.ts'

const script = process.env['MERMAID']

test(
  'Mermaid reads the diagrams of every example',
  { skip: skipped || (script === undefined ? 'MERMAID names no mermaid.min.js' : false) },
  async (context) => {
    const browser = await launchChromium()
    context.after(() => browser.close())
    const page = await browser.newPage()
    await page.addScriptTag({ path: script! })
    const problem = (text: string): Promise<string | undefined> =>
      page.evaluate(`mermaid.parse(${JSON.stringify(text)}).then(() => undefined, (error) => String(error.message))`)
    let count = 0
    for (const name of examples) {
      for (const [, diagram = ''] of exported('diagram', exampleFacts(name), 'markdown').text.matchAll(/```mermaid\n([\s\S]*?)```/g)) {
        assert.equal(await problem(diagram), undefined, `${name}:\n${diagram}`)
        count++
      }
    }
    assert(count > examples.length)
    assert.match((await problem('stateDiagram-v2\n  a --> --> b')) ?? '', /Parse error/, 'it would tell a mistake')
  },
)
