// A client of realworld, made by `ninefold export typescript`. Changes are made in the document.

/* eslint-disable */

export type Account = {
  readonly email: string
  readonly username: string
  readonly bio: string | null
  readonly image: string | null
  readonly token: string
}

export type ArticleSummary = {
  readonly slug: string
  readonly title: string
  readonly description: string
  readonly tagList: readonly string[]
  readonly createdAt: string
  readonly updatedAt: string
  readonly favorited: boolean
  readonly favoritesCount: number
  readonly author: Profile
}

export type CommentView = {
  readonly id: number
  readonly body: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly author: Profile
}

export type Credentials = {
  readonly email: string
  readonly password: string
}

export type ErrorBody = {
  readonly errors: { readonly [name: string]: readonly string[] }
}

export type FullArticle = {
  readonly slug: string
  readonly title: string
  readonly description: string
  readonly tagList: readonly string[]
  readonly createdAt: string
  readonly updatedAt: string
  readonly favorited: boolean
  readonly favoritesCount: number
  readonly author: Profile
  readonly body: string
}

export type Profile = {
  readonly username: string
  readonly bio: string | null
  readonly image: string | null
  readonly following: boolean
}

/** is not JSON */
export type MalformedRefusal = {
  readonly error: "malformed"
  readonly status: 422
  readonly headers: Headers
  readonly body: ErrorBody
}

/** is invalid */
export type NotValidRefusal = {
  readonly error: "not-valid"
  readonly status: 422
  readonly headers: Headers
  readonly body: ErrorBody
}

/** has already been taken */
export type TakenRefusal = {
  readonly error: "taken"
  readonly status: 409
  readonly headers: Headers
  readonly body: ErrorBody
}

/** invalid */
export type BadLoginRefusal = {
  readonly error: "bad-login"
  readonly status: 401
  readonly headers: Headers
  readonly body: ErrorBody
}

/** is missing */
export type NoTokenRefusal = {
  readonly error: "no-token"
  readonly status: 401
  readonly headers: Headers
  readonly body: ErrorBody
}

/** is invalid */
export type BadTokenRefusal = {
  readonly error: "bad-token"
  readonly status: 401
  readonly headers: Headers
  readonly body: ErrorBody
}

/** not found */
export type NoUserRefusal = {
  readonly error: "no-user"
  readonly status: 404
  readonly headers: Headers
  readonly body: ErrorBody
}

/** not found */
export type NoArticleRefusal = {
  readonly error: "no-article"
  readonly status: 404
  readonly headers: Headers
  readonly body: ErrorBody
}

/** forbidden */
export type NotYourArticleRefusal = {
  readonly error: "not-your-article"
  readonly status: 403
  readonly headers: Headers
  readonly body: ErrorBody
}

/** not found */
export type NoCommentRefusal = {
  readonly error: "no-comment"
  readonly status: 404
  readonly headers: Headers
  readonly body: ErrorBody
}

/** forbidden */
export type NotYourCommentRefusal = {
  readonly error: "not-your-comment"
  readonly status: 403
  readonly headers: Headers
  readonly body: ErrorBody
}

export type PostApiUsersRequest = {
  readonly body: {
    readonly user: {
      readonly username: string
      readonly email: string
      readonly password: string
    }
  }
}

export type PostApiUsersValue = {
  readonly user: Account
}

export type PostApiUsersFailure = MalformedRefusal | NotValidRefusal | TakenRefusal | Unexpected

export type SignInRequest = {
  readonly body: {
    readonly user: Credentials
  }
}

export type SignInValue = {
  readonly user: Account
}

export type SignInFailure = MalformedRefusal | NotValidRefusal | BadLoginRefusal | Unexpected

export type GetApiUserValue = {
  readonly user: Account
}

export type GetApiUserFailure = NoTokenRefusal | BadTokenRefusal | Unexpected

export type PutApiUserRequest = {
  readonly body: {
    readonly user: {
      readonly username?: string
      readonly email?: string
      readonly password?: string
      readonly bio?: string | null
      readonly image?: string | null
    }
  }
}

export type PutApiUserValue = {
  readonly user: Account
}

export type PutApiUserFailure = NoTokenRefusal | BadTokenRefusal | MalformedRefusal | NotValidRefusal | NoUserRefusal | TakenRefusal | Unexpected

export type GetApiProfilesUsernameRequest = {
  readonly username: string
  /** A known entity tag: if it is current, the answer is 304, without a value. */
  readonly ifNoneMatch?: string
}

export type GetApiProfilesUsernameValue = {
  readonly profile: Profile
} | undefined

export type GetApiProfilesUsernameFailure = BadTokenRefusal | NotValidRefusal | NoUserRefusal | Unexpected

export type PostApiProfilesUsernameFollowRequest = {
  readonly username: string
}

export type PostApiProfilesUsernameFollowValue = {
  readonly profile: Profile
}

export type PostApiProfilesUsernameFollowFailure = NoTokenRefusal | BadTokenRefusal | NotValidRefusal | NoUserRefusal | Unexpected

export type DeleteApiProfilesUsernameFollowRequest = {
  readonly username: string
}

export type DeleteApiProfilesUsernameFollowValue = {
  readonly profile: Profile
}

export type DeleteApiProfilesUsernameFollowFailure = NoTokenRefusal | BadTokenRefusal | NotValidRefusal | NoUserRefusal | Unexpected

export type GetApiArticlesRequest = {
  readonly tag?: string
  readonly author?: string
  readonly favorited?: string
  readonly limit?: number
  readonly offset?: number
}

export type GetApiArticlesValue = {
  readonly articles: readonly ArticleSummary[]
  readonly articlesCount: number
}

export type GetApiArticlesFailure = BadTokenRefusal | NotValidRefusal | Unexpected

export type GetApiArticlesFeedRequest = {
  readonly tag?: string
  readonly author?: string
  readonly favorited?: string
  readonly limit?: number
  readonly offset?: number
}

export type GetApiArticlesFeedValue = {
  readonly articles: readonly ArticleSummary[]
  readonly articlesCount: number
}

export type GetApiArticlesFeedFailure = NoTokenRefusal | BadTokenRefusal | NotValidRefusal | Unexpected

export type GetApiArticlesSlugRequest = {
  readonly slug: string
  /** A known entity tag: if it is current, the answer is 304, without a value. */
  readonly ifNoneMatch?: string
}

export type GetApiArticlesSlugValue = {
  readonly article: FullArticle
} | undefined

export type GetApiArticlesSlugFailure = BadTokenRefusal | NoArticleRefusal | Unexpected

export type PostApiArticlesRequest = {
  readonly body: {
    readonly article: {
      readonly title: string
      readonly description: string
      readonly body: string
      readonly tagList?: readonly string[]
    }
  }
}

export type PostApiArticlesValue = {
  readonly article: FullArticle
}

export type PostApiArticlesFailure = NoTokenRefusal | BadTokenRefusal | MalformedRefusal | NotValidRefusal | TakenRefusal | Unexpected

export type PutApiArticlesSlugRequest = {
  readonly slug: string
  readonly body: {
    readonly article: {
      readonly title?: string
      readonly description?: string
      readonly body?: string
      readonly tagList?: readonly string[]
    }
  }
}

export type PutApiArticlesSlugValue = {
  readonly article: FullArticle
}

export type PutApiArticlesSlugFailure = NoTokenRefusal | BadTokenRefusal | MalformedRefusal | NotValidRefusal | NoArticleRefusal | NotYourArticleRefusal | TakenRefusal | Unexpected

export type DeleteApiArticlesSlugRequest = {
  readonly slug: string
}

export type DeleteApiArticlesSlugValue = undefined

export type DeleteApiArticlesSlugFailure = NoTokenRefusal | BadTokenRefusal | NoArticleRefusal | NotYourArticleRefusal | Unexpected

export type PostApiArticlesSlugFavoriteRequest = {
  readonly slug: string
}

export type PostApiArticlesSlugFavoriteValue = {
  readonly article: FullArticle
}

export type PostApiArticlesSlugFavoriteFailure = NoTokenRefusal | BadTokenRefusal | NoArticleRefusal | Unexpected

export type DeleteApiArticlesSlugFavoriteRequest = {
  readonly slug: string
}

export type DeleteApiArticlesSlugFavoriteValue = {
  readonly article: FullArticle
}

export type DeleteApiArticlesSlugFavoriteFailure = NoTokenRefusal | BadTokenRefusal | NoArticleRefusal | Unexpected

export type GetApiTagsValue = {
  readonly tags: readonly string[]
}

export type GetApiTagsFailure = Unexpected

export type GetApiArticlesSlugCommentsRequest = {
  readonly slug: string
}

export type GetApiArticlesSlugCommentsValue = {
  readonly comments: readonly CommentView[]
}

export type GetApiArticlesSlugCommentsFailure = BadTokenRefusal | NoArticleRefusal | Unexpected

export type PostApiArticlesSlugCommentsRequest = {
  readonly slug: string
  readonly body: {
    readonly comment: {
      readonly body: string
    }
  }
}

export type PostApiArticlesSlugCommentsValue = {
  readonly comment: CommentView
}

export type PostApiArticlesSlugCommentsFailure = NoTokenRefusal | BadTokenRefusal | MalformedRefusal | NotValidRefusal | NoArticleRefusal | Unexpected

export type DeleteCommentRequest = {
  readonly slug: string
  readonly id: number
}

export type DeleteCommentValue = undefined

export type DeleteCommentFailure = NoTokenRefusal | BadTokenRefusal | NotValidRefusal | NoArticleRefusal | NoCommentRefusal | NotYourCommentRefusal | Unexpected

export type Options = {
  /** The service's address: `https://api.example.com`. */
  readonly url: string
  readonly fetch?: typeof fetch
  /** Sent with every request. */
  readonly headers?: { readonly [name: string]: string }
  readonly credentials?: {
    readonly Token?: Secret
  }
  /** How often a repeatable request is retried (2) if the network or the service is unavailable. */
  readonly retries?: number
  /** The wait between two attempts, in milliseconds. */
  readonly pause?: (milliseconds: number) => Promise<void>
}

export type Client = {
  /**
   * Create User
   *
   * `POST /api/users`
   */
  postApiUsers(request: PostApiUsersRequest, call?: Call): Promise<Result<PostApiUsersValue, PostApiUsersFailure>>

  /**
   * POST /api/users/login
   *
   * `POST /api/users/login`
   */
  signIn(request: SignInRequest, call?: Call): Promise<Result<SignInValue, SignInFailure>>

  /**
   * GET /api/user
   *
   * `GET /api/user`
   */
  getApiUser(call?: Call): Promise<Result<GetApiUserValue, GetApiUserFailure>>

  /**
   * Update User
   *
   * `PUT /api/user`
   */
  putApiUser(request: PutApiUserRequest, call?: Call): Promise<Result<PutApiUserValue, PutApiUserFailure>>

  /**
   * Read User
   *
   * `GET /api/profiles/{username}`
   */
  getApiProfilesUsername(request: GetApiProfilesUsernameRequest, call?: Call): Promise<Result<GetApiProfilesUsernameValue, GetApiProfilesUsernameFailure>>

  /**
   * Create Follow
   *
   * `POST /api/profiles/{username}/follow`
   */
  postApiProfilesUsernameFollow(request: PostApiProfilesUsernameFollowRequest, call?: Call): Promise<Result<PostApiProfilesUsernameFollowValue, PostApiProfilesUsernameFollowFailure>>

  /**
   * Delete Follow
   *
   * `DELETE /api/profiles/{username}/follow`
   */
  deleteApiProfilesUsernameFollow(request: DeleteApiProfilesUsernameFollowRequest, call?: Call): Promise<Result<DeleteApiProfilesUsernameFollowValue, DeleteApiProfilesUsernameFollowFailure>>

  /**
   * List Article
   *
   * `GET /api/articles`
   */
  getApiArticles(request?: GetApiArticlesRequest, call?: Call): Promise<Result<GetApiArticlesValue, GetApiArticlesFailure>>

  /**
   * List Article
   *
   * `GET /api/articles/feed`
   */
  getApiArticlesFeed(request?: GetApiArticlesFeedRequest, call?: Call): Promise<Result<GetApiArticlesFeedValue, GetApiArticlesFeedFailure>>

  /**
   * Read Article
   *
   * `GET /api/articles/{slug}`
   */
  getApiArticlesSlug(request: GetApiArticlesSlugRequest, call?: Call): Promise<Result<GetApiArticlesSlugValue, GetApiArticlesSlugFailure>>

  /**
   * Create Article
   *
   * `POST /api/articles`
   */
  postApiArticles(request: PostApiArticlesRequest, call?: Call): Promise<Result<PostApiArticlesValue, PostApiArticlesFailure>>

  /**
   * Update Article
   *
   * `PUT /api/articles/{slug}`
   */
  putApiArticlesSlug(request: PutApiArticlesSlugRequest, call?: Call): Promise<Result<PutApiArticlesSlugValue, PutApiArticlesSlugFailure>>

  /**
   * Delete Article
   *
   * `DELETE /api/articles/{slug}`
   */
  deleteApiArticlesSlug(request: DeleteApiArticlesSlugRequest, call?: Call): Promise<Result<DeleteApiArticlesSlugValue, DeleteApiArticlesSlugFailure>>

  /**
   * Create Favorite
   *
   * `POST /api/articles/{slug}/favorite`
   */
  postApiArticlesSlugFavorite(request: PostApiArticlesSlugFavoriteRequest, call?: Call): Promise<Result<PostApiArticlesSlugFavoriteValue, PostApiArticlesSlugFavoriteFailure>>

  /**
   * Delete Favorite
   *
   * `DELETE /api/articles/{slug}/favorite`
   */
  deleteApiArticlesSlugFavorite(request: DeleteApiArticlesSlugFavoriteRequest, call?: Call): Promise<Result<DeleteApiArticlesSlugFavoriteValue, DeleteApiArticlesSlugFavoriteFailure>>

  /**
   * GET /api/tags
   *
   * `GET /api/tags`
   */
  getApiTags(call?: Call): Promise<Result<GetApiTagsValue, GetApiTagsFailure>>

  /**
   * List Comment
   *
   * `GET /api/articles/{slug}/comments`
   */
  getApiArticlesSlugComments(request: GetApiArticlesSlugCommentsRequest, call?: Call): Promise<Result<GetApiArticlesSlugCommentsValue, GetApiArticlesSlugCommentsFailure>>

  /**
   * Create Comment
   *
   * `POST /api/articles/{slug}/comments`
   */
  postApiArticlesSlugComments(request: PostApiArticlesSlugCommentsRequest, call?: Call): Promise<Result<PostApiArticlesSlugCommentsValue, PostApiArticlesSlugCommentsFailure>>

  /**
   * Delete Comment
   *
   * `DELETE /api/articles/{slug}/comments/{id}`
   */
  deleteComment(request: DeleteCommentRequest, call?: Call): Promise<Result<DeleteCommentValue, DeleteCommentFailure>>
}

export function client(settings: Options): Client {
  return {
    postApiUsers: (request, call) => send(settings, {"method":"POST","path":"/api/users","good":[201],"failures":[{"error":"malformed","statuses":[422]},{"error":"not-valid","statuses":[422]},{"error":"taken","statuses":[409]}],"schemes":[]}, { body: request.body }, call) as Promise<Result<PostApiUsersValue, PostApiUsersFailure>>,
    signIn: (request, call) => send(settings, {"method":"POST","path":"/api/users/login","good":[200],"failures":[{"error":"malformed","statuses":[422]},{"error":"not-valid","statuses":[422]},{"error":"bad-login","statuses":[401]}],"schemes":[]}, { body: request.body }, call) as Promise<Result<SignInValue, SignInFailure>>,
    getApiUser: (call) => send(settings, {"method":"GET","path":"/api/user","good":[200],"failures":[{"error":"no-token","statuses":[401]},{"error":"bad-token","statuses":[401]}],"schemes":[["Token"]]}, {}, call) as Promise<Result<GetApiUserValue, GetApiUserFailure>>,
    putApiUser: (request, call) => send(settings, {"method":"PUT","path":"/api/user","media":"application/merge-patch+json","good":[200],"failures":[{"error":"no-token","statuses":[401]},{"error":"bad-token","statuses":[401]},{"error":"malformed","statuses":[422]},{"error":"not-valid","statuses":[422]},{"error":"no-user","statuses":[404]},{"error":"taken","statuses":[409]}],"schemes":[["Token"]]}, { body: request.body }, call) as Promise<Result<PutApiUserValue, PutApiUserFailure>>,
    getApiProfilesUsername: (request, call) => send(settings, {"method":"GET","path":"/api/profiles/{username}","good":[200,304],"failures":[{"error":"bad-token","statuses":[401]},{"error":"not-valid","statuses":[422]},{"error":"no-user","statuses":[404]}],"schemes":[[],["Token"]]}, { path: { username: request.username }, headers: { "If-None-Match": request.ifNoneMatch } }, call) as Promise<Result<GetApiProfilesUsernameValue, GetApiProfilesUsernameFailure>>,
    postApiProfilesUsernameFollow: (request, call) => send(settings, {"method":"POST","path":"/api/profiles/{username}/follow","good":[200],"failures":[{"error":"no-token","statuses":[401]},{"error":"bad-token","statuses":[401]},{"error":"not-valid","statuses":[422]},{"error":"no-user","statuses":[404]}],"schemes":[["Token"]]}, { path: { username: request.username } }, call) as Promise<Result<PostApiProfilesUsernameFollowValue, PostApiProfilesUsernameFollowFailure>>,
    deleteApiProfilesUsernameFollow: (request, call) => send(settings, {"method":"DELETE","path":"/api/profiles/{username}/follow","good":[200],"failures":[{"error":"no-token","statuses":[401]},{"error":"bad-token","statuses":[401]},{"error":"not-valid","statuses":[422]},{"error":"no-user","statuses":[404]}],"schemes":[["Token"]]}, { path: { username: request.username } }, call) as Promise<Result<DeleteApiProfilesUsernameFollowValue, DeleteApiProfilesUsernameFollowFailure>>,
    getApiArticles: (request, call) => send(settings, {"method":"GET","path":"/api/articles","good":[200],"failures":[{"error":"bad-token","statuses":[401]},{"error":"not-valid","statuses":[422]}],"schemes":[[],["Token"]]}, { query: { tag: request?.tag, author: request?.author, favorited: request?.favorited, limit: request?.limit, offset: request?.offset } }, call) as Promise<Result<GetApiArticlesValue, GetApiArticlesFailure>>,
    getApiArticlesFeed: (request, call) => send(settings, {"method":"GET","path":"/api/articles/feed","good":[200],"failures":[{"error":"no-token","statuses":[401]},{"error":"bad-token","statuses":[401]},{"error":"not-valid","statuses":[422]}],"schemes":[["Token"]]}, { query: { tag: request?.tag, author: request?.author, favorited: request?.favorited, limit: request?.limit, offset: request?.offset } }, call) as Promise<Result<GetApiArticlesFeedValue, GetApiArticlesFeedFailure>>,
    getApiArticlesSlug: (request, call) => send(settings, {"method":"GET","path":"/api/articles/{slug}","good":[200,304],"failures":[{"error":"bad-token","statuses":[401]},{"error":"no-article","statuses":[404]}],"schemes":[[],["Token"]]}, { path: { slug: request.slug }, headers: { "If-None-Match": request.ifNoneMatch } }, call) as Promise<Result<GetApiArticlesSlugValue, GetApiArticlesSlugFailure>>,
    postApiArticles: (request, call) => send(settings, {"method":"POST","path":"/api/articles","good":[201],"failures":[{"error":"no-token","statuses":[401]},{"error":"bad-token","statuses":[401]},{"error":"malformed","statuses":[422]},{"error":"not-valid","statuses":[422]},{"error":"taken","statuses":[409]}],"schemes":[["Token"]]}, { body: request.body }, call) as Promise<Result<PostApiArticlesValue, PostApiArticlesFailure>>,
    putApiArticlesSlug: (request, call) => send(settings, {"method":"PUT","path":"/api/articles/{slug}","media":"application/merge-patch+json","good":[200],"failures":[{"error":"no-token","statuses":[401]},{"error":"bad-token","statuses":[401]},{"error":"malformed","statuses":[422]},{"error":"not-valid","statuses":[422]},{"error":"no-article","statuses":[404]},{"error":"not-your-article","statuses":[403]},{"error":"taken","statuses":[409]}],"schemes":[["Token"]]}, { path: { slug: request.slug }, body: request.body }, call) as Promise<Result<PutApiArticlesSlugValue, PutApiArticlesSlugFailure>>,
    deleteApiArticlesSlug: (request, call) => send(settings, {"method":"DELETE","path":"/api/articles/{slug}","good":[204],"failures":[{"error":"no-token","statuses":[401]},{"error":"bad-token","statuses":[401]},{"error":"no-article","statuses":[404]},{"error":"not-your-article","statuses":[403]}],"schemes":[["Token"]]}, { path: { slug: request.slug } }, call) as Promise<Result<DeleteApiArticlesSlugValue, DeleteApiArticlesSlugFailure>>,
    postApiArticlesSlugFavorite: (request, call) => send(settings, {"method":"POST","path":"/api/articles/{slug}/favorite","good":[200],"failures":[{"error":"no-token","statuses":[401]},{"error":"bad-token","statuses":[401]},{"error":"no-article","statuses":[404]}],"schemes":[["Token"]]}, { path: { slug: request.slug } }, call) as Promise<Result<PostApiArticlesSlugFavoriteValue, PostApiArticlesSlugFavoriteFailure>>,
    deleteApiArticlesSlugFavorite: (request, call) => send(settings, {"method":"DELETE","path":"/api/articles/{slug}/favorite","good":[200],"failures":[{"error":"no-token","statuses":[401]},{"error":"bad-token","statuses":[401]},{"error":"no-article","statuses":[404]}],"schemes":[["Token"]]}, { path: { slug: request.slug } }, call) as Promise<Result<DeleteApiArticlesSlugFavoriteValue, DeleteApiArticlesSlugFavoriteFailure>>,
    getApiTags: (call) => send(settings, {"method":"GET","path":"/api/tags","good":[200],"failures":[],"schemes":[]}, {}, call) as Promise<Result<GetApiTagsValue, GetApiTagsFailure>>,
    getApiArticlesSlugComments: (request, call) => send(settings, {"method":"GET","path":"/api/articles/{slug}/comments","good":[200],"failures":[{"error":"bad-token","statuses":[401]},{"error":"no-article","statuses":[404]}],"schemes":[[],["Token"]]}, { path: { slug: request.slug } }, call) as Promise<Result<GetApiArticlesSlugCommentsValue, GetApiArticlesSlugCommentsFailure>>,
    postApiArticlesSlugComments: (request, call) => send(settings, {"method":"POST","path":"/api/articles/{slug}/comments","good":[201],"failures":[{"error":"no-token","statuses":[401]},{"error":"bad-token","statuses":[401]},{"error":"malformed","statuses":[422]},{"error":"not-valid","statuses":[422]},{"error":"no-article","statuses":[404]}],"schemes":[["Token"]]}, { path: { slug: request.slug }, body: request.body }, call) as Promise<Result<PostApiArticlesSlugCommentsValue, PostApiArticlesSlugCommentsFailure>>,
    deleteComment: (request, call) => send(settings, {"method":"DELETE","path":"/api/articles/{slug}/comments/{id}","good":[204],"failures":[{"error":"no-token","statuses":[401]},{"error":"bad-token","statuses":[401]},{"error":"not-valid","statuses":[422]},{"error":"no-article","statuses":[404]},{"error":"no-comment","statuses":[404]},{"error":"not-your-comment","statuses":[403]}],"schemes":[["Token"]]}, { path: { slug: request.slug, id: request.id } }, call) as Promise<Result<DeleteCommentValue, DeleteCommentFailure>>,
  }
}

const schemes: { readonly [name: string]: Scheme } = {"Token":{"kind":"http","word":"Token"}}

/** An answer that the operation gives, or why it refuses. */
export type Result<Value, Failure> = Answer<Value> | Refused<Failure>

export type Answer<Value> = { readonly ok: true; readonly status: number; readonly headers: Headers; readonly value: Value }

export type Refused<Failure> = { readonly ok: false; readonly failure: Failure }

/** What HTTP or the network says, which no entry of the catalogue answers. `status` 0: nothing was answered at all. */
export type Unexpected = { readonly error: null; readonly status: number; readonly headers: Headers; readonly body: unknown; readonly cause?: unknown }

export type Call = {
  readonly headers?: { readonly [name: string]: string }
  readonly signal?: AbortSignal
}

/** A secret, or what gives it when it is needed. */
export type Secret = string | (() => string | Promise<string>)

export type StreamEvent = { readonly id: string; readonly event: string; readonly data: string }

type Operation = {
  readonly method: string
  readonly path: string
  readonly media?: string
  /** Lists in the query whose name is repeated; others are sent with commas. */
  readonly repeated?: readonly string[]
  /** Statuses of its own answer; empty where they are computed. */
  readonly good: readonly number[]
  readonly failures: readonly { readonly error: string; readonly statuses: readonly number[]; readonly told?: readonly [member: string, value: unknown] }[]
  readonly schemes: readonly (readonly string[])[]
  readonly keyHeader?: string
}

type Sent = {
  readonly path?: { readonly [name: string]: unknown }
  readonly query?: { readonly [name: string]: unknown }
  readonly headers?: { readonly [name: string]: unknown }
  readonly body?: unknown
}

type Settings = {
  readonly url: string
  readonly fetch?: typeof fetch
  readonly headers?: { readonly [name: string]: string }
  readonly credentials?: { readonly [scheme: string]: unknown }
  readonly retries?: number
  readonly pause?: (milliseconds: number) => Promise<void>
}

type Scheme = { readonly kind: 'basic' } | { readonly kind: 'http'; readonly word: string } | { readonly kind: 'key'; readonly in: 'header' | 'query' | 'cookie'; readonly name: string }

const idempotent = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'QUERY'])

async function send(settings: Settings, operation: Operation, sent: Sent, call: Call = {}): Promise<Result<unknown, unknown>> {
  const { request, url } = await prepare(settings, operation, sent, call)
  const mayRepeat = idempotent.has(operation.method) || (operation.keyHeader !== undefined && request.headers.has(operation.keyHeader))
  for (let tries = 0; ; tries++) {
    const isLast = !mayRepeat || tries >= (settings.retries ?? 2)
    let response: Response
    try {
      response = await (settings.fetch ?? fetch)(url, request)
    } catch (cause) {
      if (call.signal?.aborted === true) throw cause
      if (isLast) return { ok: false, failure: { error: null, status: 0, headers: new Headers(), body: undefined, cause } satisfies Unexpected }
      await pause(settings, 250 * 2 ** tries)
      continue
    }
    const wait = seconds(response.headers)
    if (!isLast && (response.status === 429 || response.status === 503 || response.status === 502)) {
      await response.body?.cancel()
      await pause(settings, wait === undefined ? 250 * 2 ** tries : wait * 1000)
      continue
    }
    return readResult(operation, response)
  }
}

async function prepare(settings: Settings, operation: Operation, sent: Sent, call: Call): Promise<{ readonly url: string; readonly request: RequestInit & { readonly headers: Headers } }> {
  const headers = new Headers({ ...settings.headers, ...call.headers })
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(sent.headers ?? {})) if (value !== undefined) headers.set(name, text(value))
  for (const [name, value] of Object.entries(sent.query ?? {})) addTo(query, name, value, operation.repeated)
  if (operation.keyHeader !== undefined && !headers.has(operation.keyHeader)) headers.set(operation.keyHeader, crypto.randomUUID())
  await present(settings, operation, headers, query)
  if (sent.body !== undefined) headers.set('content-type', operation.media ?? 'application/json')
  const path = operation.path.replace(/\{([^}]*)\}/g, (_, name: string) => encodeURIComponent(text(sent.path?.[name])))
  const asked = query.toString()
  return {
    url: settings.url.replace(/\/$/, '') + path + (asked === '' ? '' : `?${asked}`),
    request: {
      method: operation.method, headers,
      ...(sent.body === undefined ? {} : { body: encode(sent.body, headers.get('content-type')!) }),
      ...(call.signal === undefined ? {} : { signal: call.signal }),
    },
  }
}

function encode(body: unknown, media: string): string {
  if (!media.startsWith('application/x-www-form-urlencoded')) return JSON.stringify(body, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value))
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(body as object)) addToForm(form, name, value)
  return form.toString()
}

function addToForm(form: URLSearchParams, name: string, value: unknown): void {
  if (value === undefined || value === null) return
  if (Array.isArray(value)) for (const [index, item] of value.entries()) addToForm(form, typeof item === 'object' ? `${name}[${index}]` : name, item)
  else if (typeof value === 'object') for (const [inner, member] of Object.entries(value)) addToForm(form, `${name}[${inner}]`, member)
  else form.append(name, text(value))
}

function addTo(query: URLSearchParams, name: string, value: unknown, repeated: readonly string[] = []): void {
  if (value === undefined || value === null) return
  if (Array.isArray(value) && repeated.includes(name)) for (const item of value) query.append(name, text(item))
  else if (Array.isArray(value)) query.append(name, value.map(text).join(','))
  else if (typeof value === 'object') for (const [inner, member] of Object.entries(value)) addTo(query, `${name}[${inner}]`, member)
  else query.append(name, text(value))
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The first way in for which there are all credentials. */
async function present(settings: Settings, operation: Operation, headers: Headers, query: URLSearchParams): Promise<void> {
  const given = settings.credentials ?? {}
  const way = operation.schemes.find((names) => names.every((name) => given[name] !== undefined)) ?? []
  for (const name of way) {
    const scheme = schemes[name]
    const secret = given[name]
    if (scheme === undefined) continue
    if (scheme.kind === 'basic') {
      const { username, password } = secret as { readonly username: string; readonly password: string }
      const bytes = new TextEncoder().encode(`${username}:${password}`)
      headers.set('authorization', `Basic ${btoa(String.fromCharCode(...bytes))}`)
      continue
    }
    const plain = typeof secret === 'function' ? await (secret as () => string | Promise<string>)() : text(secret)
    if (scheme.kind === 'http') headers.set('authorization', `${scheme.word} ${plain}`)
    else if (scheme.in === 'header') headers.set(scheme.name, plain)
    else if (scheme.in === 'query') query.set(scheme.name, plain)
    else headers.append('cookie', `${scheme.name}=${plain}`)
  }
}

async function readResult({ good, failures }: Operation, response: Response): Promise<Result<unknown, unknown>> {
  const { status, headers } = response
  const body = await content(response)
  if (good.length === 0 ? status < 400 : good.includes(status)) return { ok: true, status, headers, value: body }
  const among = failures.filter(({ statuses }) => statuses.length === 0 || statuses.includes(status))
  const matching = among.filter(({ told: by }) => by === undefined || (typeof body === 'object' && body !== null && (body as { [name: string]: unknown })[by[0]] === by[1]))
  const [only, ...more] = matching
  return { ok: false, failure: { error: only === undefined || more.length > 0 ? null : only.error, status, headers, body } }
}

async function content(response: Response): Promise<unknown> {
  const sent = await response.text()
  if (sent === '') return undefined
  return /[/+]json\s*(;|$)/i.test(response.headers.get('content-type') ?? '') ? (JSON.parse(sent) as unknown) : sent
}

/** Of `Retry-After` (RFC 9110, section 10.2.3); a date is compared with the service's own clock. */
function seconds(headers: Headers | undefined): number | undefined {
  const after = headers?.get('retry-after') ?? ''
  if (/^\d+$/.test(after)) return Number(after)
  const wait = (Date.parse(after) - Date.parse(headers?.get('date') ?? '')) / 1000
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}

function pause(settings: Settings, milliseconds: number): Promise<void> {
  return settings.pause === undefined ? new Promise((resolve) => setTimeout(resolve, milliseconds)) : settings.pause(milliseconds)
}

// Parts of the document that this client omits:
// - Bounds, patterns and formats of values, which only the service asks.
// - Entity tags: they are in `headers` of an answer, and are sent by `ifMatch` and `ifNoneMatch`.
