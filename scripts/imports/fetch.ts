// Downloads the files that `files.txt` lists into a folder. A line is a repository with a commit, or a file of it with its name in the
// folder.

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type ListedFile = { readonly name: string; readonly url: string; readonly hash: string }

/** Reads the list: `# owner/repository COMMIT`, followed by lines of NAME HASH PATH; HASH is git's hash of the content. */
export function readList(): ListedFile[] {
  let base = ''
  return readFileSync(join(import.meta.dirname, 'files.txt'), 'utf8')
    .split('\n')
    .flatMap((line): ListedFile[] => {
      const repository = /^# (\S+\/\S+) ([0-9a-f]{40})$/.exec(line)
      if (repository !== null) base = `https://raw.githubusercontent.com/${repository[1]!}/${repository[2]!}/`
      const file = /^(\S+) ([0-9a-f]{40}) (.+)$/.exec(line)
      return repository !== null || file === null
        ? []
        : [{ name: file[1]!, hash: file[2]!, url: base + file[3]!.split('/').map(encodeURIComponent).join('/') }]
    })
}

export async function fetchAll(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const { name, url, hash } of readList()) {
    const file = join(folder, name)
    if (existsSync(file)) continue
    const response = await fetch(url)
    if (!response.ok) {
      console.log(`${name}: ${response.status} at ${url}`)
      continue
    }
    const bytes = Buffer.from(await response.arrayBuffer())
    if (gitHash(bytes) === hash) writeFileSync(file, bytes)
    else console.log(`${name}: the file at ${url} is not the listed one`)
  }
}

function gitHash(bytes: Buffer): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}
