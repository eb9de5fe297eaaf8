// Prints the measure of imported forms: `node test/import/gold/print.ts [--all] FORM.md GOLD.txt …`; a third word of a pair `de` follows a colon: `FORM.md:de`.

import { readFileSync } from 'node:fs'
import { importForm } from '../../../src/import/form/form.ts'
import { environment } from '../import.ts'
import { measure, printMeasure, readGold } from './measure.ts'

const words = process.argv.slice(2)
const all = words[0] === '--all'
const files = all ? words.slice(1) : words
for (let at = 0; at + 1 < files.length; at += 2) {
  const [name, language = 'en'] = files[at]!.split(':')
  const form = importForm({ name: name!, text: readFileSync(name!, 'utf8') }, { use: [], environment, name: 'imported.md', language })
  if ('problem' in form) throw new Error(form.problem)
  console.log(`${name}\n${printMeasure(measure(form.text, readGold(readFileSync(files[at + 1]!, 'utf8'))), all)}`)
}
