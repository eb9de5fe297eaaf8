// Answers of the interpreter, case by case; ACCEPT=1 rewrites the transcripts.

import assert from 'node:assert/strict'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { casesOf, replay } from './transcript.ts'

const folder = new URL('cases/', import.meta.url)

for (const file of readdirSync(folder).filter((name) => name.endsWith('.md'))) {
  const place = new URL(file, folder)
  const text = readFileSync(place, 'utf8')
  for (const each of casesOf(text)) {
    void test(`${file.replace('.md', '')}: ${each.title}`, () => {
      const given = replay(each)
      if (process.env['ACCEPT'] === undefined) assert.equal(given, each.transcript)
      else if (given !== each.transcript)
        writeFileSync(
          place,
          readFileSync(place, 'utf8').replace(`\`\`\`http\n${each.transcript}\`\`\``, () => `\`\`\`http\n${given}\`\`\``),
        )
    })
  }
}
