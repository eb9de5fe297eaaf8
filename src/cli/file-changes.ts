// Reports changes of files, whether an editor writes them in place or replaces them by rename.

import { type FSWatcher, watch } from 'node:fs'
import { dirname } from 'node:path'

/** The milliseconds to wait after the last change, because one save causes several. */
export const settled = 50

export type FileChanges = {
  /** Watches these files from now on, including files that do not exist yet, and all files of a folder. */
  watch(files: readonly string[], folder?: string): void
  stop(): void
}

/** `changed` must compare the files' content: whole folders are watched, and other files may change. */
export function fileChanges(changed: () => void): FileChanges {
  const watchers = new Map<string, FSWatcher>()
  let waiting: ReturnType<typeof setTimeout> | undefined
  const soon = (): void => {
    clearTimeout(waiting)
    waiting = setTimeout(changed, settled)
  }
  return {
    watch(files, folder) {
      const wanted = new Set(files.map((file) => dirname(file)))
      if (folder !== undefined) wanted.add(folder)
      for (const [path, watcher] of watchers) {
        if (wanted.has(path)) continue
        watcher.close()
        watchers.delete(path)
      }
      for (const path of wanted) {
        if (watchers.has(path)) continue
        try {
          watchers.set(path, watch(path, { recursive: path === folder }, soon).on('error', () => watchers.delete(path)))
        } catch {
          // A missing folder has no changes.
        }
      }
    },
    stop() {
      clearTimeout(waiting)
      for (const watcher of watchers.values()) watcher.close()
    },
  }
}
