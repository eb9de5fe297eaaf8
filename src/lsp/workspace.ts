// The texts that an editor has open, and their documents, compiled on demand.

import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Compiled, type CompileEnvironment, compile } from '../compile/compile.ts'
import type { File } from '../document/read.ts'

/** The files on disk. */
export type Disk = {
  /** The files of a document folder, by path. Empty if it has none. */
  readonly filesIn: (folder: string) => readonly File[]
  /** The files outside of the document that a document at the path may refer to. */
  readonly environment: (path: string) => CompileEnvironment
}

/** A document: one file, or the files of a folder; `folder` is set only for a folder. */
export type OpenedDocument = { readonly files: readonly File[]; readonly compiled: Compiled; readonly environment: CompileEnvironment }

export type Workspace = {
  readonly set: (uri: string, text: string) => void
  readonly remove: (uri: string) => void
  /** The document of the file; undefined if the file is not a document. */
  readonly openedDocument: (uri: string) => OpenedDocument | undefined
  /** The same, with another text for the file. */
  readonly openedWith: (uri: string, text: string) => OpenedDocument | undefined
  readonly textOf: (uri: string) => string | undefined
  /** The open files of the same document. */
  readonly filesBeside: (uri: string) => readonly string[]
}

const yaml = /\.(?:ya?ml|json)$/i

/** True if the text declares a version of the language; other tools' YAML and prose are ignored. */
function isDocument(path: string, text: string): boolean {
  return yaml.test(path) ? /^["']?ninefold["']?\s*:/m.test(text) : /^\uFEFF?---\r?\n(?:.*\r?\n)*?ninefold\s*:/.test(text)
}

export function parseFileUri(uri: string): string {
  try {
    return fileURLToPath(uri)
  } catch {
    return uri
  }
}

export function toUri(path: string): string {
  return path.includes('://') || path.startsWith('untitled:') ? path : pathToFileURL(path).href
}

/** `folders`: paths of folders that each contain one document. */
export function openWorkspace(disk: Disk, folders: readonly string[]): Workspace {
  const texts = new Map<string, string>()
  let documents = new Map<string, OpenedDocument>()

  const folderOf = (path: string): string | undefined =>
    folders.find((folder) => path.startsWith(folder.endsWith('/') ? folder : `${folder}/`))
  const filesOf = (path: string, text: string): readonly File[] | undefined => {
    const folder = folderOf(path)
    if (folder === undefined) return isDocument(path, text) ? [{ name: path, text }] : undefined
    const folderFiles = disk
      .filesIn(folder)
      .map((file) => ({ name: file.name, text: file.name === path ? text : (texts.get(toUri(file.name)) ?? file.text) }))
    return folderFiles.some(({ name }) => name === path)
      ? folderFiles
      : [...folderFiles, { name: path, text }].sort((a, b) => (a.name < b.name ? -1 : 1))
  }
  const openWith = (uri: string, text: string): OpenedDocument | undefined => {
    const path = parseFileUri(uri)
    const files = filesOf(path, text)
    if (files === undefined) return undefined
    const environment = disk.environment(folderOf(path) ?? path)
    return { files, environment, compiled: compile(files, environment) }
  }
  return {
    set(uri, text) {
      if (texts.get(uri) === text) return
      texts.set(uri, text)
      documents = new Map()
    },
    remove(uri) {
      texts.delete(uri)
      documents = new Map()
    },
    openedDocument(uri) {
      const text = texts.get(uri)
      if (text === undefined) return undefined
      const path = parseFileUri(uri)
      const key = folderOf(path) ?? path
      const cached = documents.get(key)
      if (cached !== undefined) return cached
      const opened = openWith(uri, text)
      if (opened !== undefined) documents.set(key, opened)
      return opened
    },
    openedWith: openWith,
    textOf: (uri) => texts.get(uri),
    filesBeside(uri) {
      const folder = folderOf(parseFileUri(uri))
      return folder === undefined ? [uri] : [...texts.keys()].filter((each) => folderOf(parseFileUri(each)) === folder)
    },
  }
}
