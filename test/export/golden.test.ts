// Every export of every example, as a file to read; and twice the same bytes.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { targets } from '../../src/export/all.ts'
import type { ExportForm } from '../../src/export/target.ts'
import { golden } from '../golden.ts'
import { exampleFacts, examples } from './examples.ts'

const endings: { readonly [form in ExportForm]: string } = {
  yaml: 'yaml',
  json: 'json',
  markdown: 'md',
  svg: 'svg',
  hurl: 'hurl',
  typescript: 'ts',
}

for (const example of examples) {
  for (const target of targets) {
    test(`${target.name} of ${example}`, () => {
      // YAML and JSON say the same; a picture says what Mermaid does, in its own way.
      for (const form of target.forms.filter((each, index) => index === 0 || each === 'svg')) {
        const { text } = target.run(exampleFacts(example), form)
        const name = target.name === form ? example : `${example}.${target.name}`
        golden(new URL(`golden/${name}.${endings[form]}`, import.meta.url), text)
        assert.equal(target.run(exampleFacts(example), form).text, text, 'exporting twice gives the same bytes')
      }
    })
  }
}
