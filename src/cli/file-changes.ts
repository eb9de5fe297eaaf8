// Reports changes of files, whether an editor writes them in place or replaces them by rename.

import { type FSWatcher, watch } from 'node:fs'
import { dirname } from 'node:path'

/** The milliseconds to wait after the last change, because one save causes several. */
export const settlingTime = 50

export type FileChanges = {
  /** Watches these files from now on, including files that do not exist yet, and all files of a folder. */
  watch(files: readonly string[], folder?: string): void
  stop(): void
}

/** `onChange` must compare the files' content: whole folders are watched, and other files may change. */
export function watchFileChanges(onChange: () => void): FileChanges {
  const watchers = new Map<string, FSWatcher>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const schedule = (): void => {
    clearTimeout(timer)
    timer = setTimeout(onChange, settlingTime)
  }
  return {
    watch(files, folder) {
      const folders = new Set(files.map((file) => dirname(file)))
      if (folder !== undefined) folders.add(folder)
      for (const [path, watcher] of watchers) {
        if (folders.has(path)) continue
        watcher.close()
        watchers.delete(path)
      }
      for (const path of folders) {
        if (watchers.has(path)) continue
        try {
          watchers.set(
            path,
            watch(path, { recursive: path === folder }, schedule).on('error', () => watchers.delete(path)),
          )
        } catch {
          // A missing folder has no changes.
        }
      }
    },
    stop() {
      clearTimeout(timer)
      for (const watcher of watchers.values()) watcher.close()
    },
  }
}
