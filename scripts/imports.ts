// `npm run imports -- FOLDER [--fetch] [--only TEXT] [--every N]`: imports public OpenAPI files, and prints how much of them becomes a document.
//
// FOLDER contains the files, which are not part of the project; `imports/files.txt` lists their sources. `--fetch` downloads missing files.
// Each file is imported twice: alone, which shows its open questions, and with the answers of `imports/answers.ts`.

import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { fetchAll } from './imports/fetch.ts'
import { type Measured, measure } from './imports/measure.ts'
import { report } from './imports/report.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { fetch: { type: 'boolean' }, only: { type: 'string' }, every: { type: 'string', default: '1' } },
})

async function main(): Promise<number> {
  const [name] = positionals
  if (name === undefined) {
    console.log('Name a folder with OpenAPI files: npm run imports -- FOLDER [--fetch] [--only TEXT] [--every N]')
    return 2
  }
  const folder = resolve(name)
  if (values.fetch === true) await fetchAll(folder)
  const files = readdirSync(folder)
    .filter((each) => /\.(?:json|ya?ml)$/i.test(each) && each.includes(values.only ?? ''))
    .toSorted()
    .filter((_, index) => index % Number(values.every) === 0)
  const results: Measured[] = []
  for (const file of files) {
    const measured = measure(file, readFileSync(join(folder, file), 'utf8'))
    results.push(measured)
    if (measured.kind !== 'document' || measured.errors.length > 0)
      console.log(
        `${file}: ${measured.kind === 'document' ? `${measured.errors.length} errors, ${measured.errors[0]!}` : measured.message}`,
      )
  }
  console.log(report(results))
  return results.some((each) => each.kind === 'crash' || (each.kind === 'document' && each.errors.length > 0)) ? 1 : 0
}

process.exitCode = await main()
