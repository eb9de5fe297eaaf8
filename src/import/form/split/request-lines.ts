// Completes requests whose path stands above them.

export const onlyPath = /^[*`]*\/[\w{}:<>/-]*[*`]*:?$/

export const onlyMethod = /^[*`]*(?:GET|POST|PUT|PATCH|DELETE)[*`]*$/

/** `GET: members` below `/loans`: the request with its path. */
export function withPath(text: string, above: string): string {
  return onlyPath.test(above.trim())
    ? text.replace(
        /^([*`]*(?:GET|POST|PUT|PATCH|DELETE))([*`]*)(?!\s*[*`]*\s*\/)\b/,
        (_, method: string, marks: string) => `${method} ${above.trim().replaceAll(/[*`]|:$/g, '')}${marks}`,
      )
    : text
}
