// A client of Orders, made by `ninefold export typescript`. Changes are made in the document.

/* eslint-disable */

export type Amount = {
  readonly amount: number
}

export type Customer = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly blocked: boolean
}

export type ErrorBody = {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail?: string
  readonly errors: readonly {
    readonly property?: string
    readonly pointer?: string
    readonly keyword: string
    readonly limit?: unknown
    readonly actual?: unknown
    readonly value?: unknown
    readonly detail?: string
  }[]
}

export type Line = {
  readonly product: string
  readonly quantity: number
}

export type Order = {
  readonly id: string
  readonly number: number
  readonly customer: string
  readonly lines: readonly Line[]
  readonly note: string | null
  readonly total: number | null
  readonly placedAt: string | null
  readonly createdAt: string
  readonly status: "draft" | "placed" | "paid" | "shipped" | "cancelled" | "expired"
}

export type OrderSummary = {
  readonly id: string
  readonly number: number
  readonly status: "draft" | "placed" | "paid" | "shipped" | "cancelled" | "expired"
  readonly total: number | null
  readonly createdAt: string
  readonly customer: string
}

export type Payment = {
  readonly id: string
  readonly order: string
  readonly amount: number
  readonly paidAt: string
}

export type Product = {
  readonly sku: string
  readonly name: string
  readonly price: number
  readonly available: number
  readonly sale: "offered" | "withdrawn"
}

export type SubscriptionView = {
  readonly id: string
  readonly url: string
  readonly types: readonly string[]
  readonly createdAt: string
}

export type Takings = {
  readonly id: number
  readonly from: string
  readonly until: string
  readonly amount: number
}

/** The request is too large */
export type TooLargeRefusal = {
  readonly error: "too-large"
  readonly status: 413
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "too-large"
    readonly status?: 413
  }
}

/** The request is not JSON */
export type MalformedRefusal = {
  readonly error: "malformed"
  readonly status: 400
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "malformed"
    readonly status?: 400
  }
}

/** The request is not valid */
export type NotValidRefusal = {
  readonly error: "not-valid"
  readonly status: 422
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "not-valid"
    readonly status?: 422
  }
}

/** There is one already */
export type TakenRefusal = {
  readonly error: "taken"
  readonly status: 409
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "taken"
    readonly status?: 409
  }
}

/** No such customer */
export type NoCustomerRefusal = {
  readonly error: "no-customer"
  readonly status: 404
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "no-customer"
    readonly status?: 404
  }
}

/** The customer has orders */
export type InUseRefusal = {
  readonly error: "in-use"
  readonly status: 409
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "in-use"
    readonly status?: 409
  }
}

/** That was too fast */
export type TooManyRefusal = {
  readonly error: "too-many"
  readonly status: 429
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "too-many"
    readonly status?: 429
  }
}

/** Nothing is free */
export type FreeRefusal = {
  readonly error: "free"
  readonly status: 422
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "free"
    readonly status?: 422
  }
}

/** No such product */
export type NoProductRefusal = {
  readonly error: "no-product"
  readonly status: 404
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "no-product"
    readonly status?: 404
  }
}

/** Sign on first */
export type UnknownCallerRefusal = {
  readonly error: "unknown-caller"
  readonly status: 401
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "unknown-caller"
    readonly status?: 401
  }
}

/** Buyers decide what is on offer */
export type NotABuyerRefusal = {
  readonly error: "not-a-buyer"
  readonly status: 403
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "not-a-buyer"
    readonly status?: 403
  }
}

/** That is not possible now */
export type WrongStateRefusal = {
  readonly error: "wrong-state"
  readonly status: 409
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "wrong-state"
    readonly status?: 409
  }
}

/** This key was used for another request */
export type KeyReusedRefusal = {
  readonly error: "key-reused"
  readonly status: 422
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "key-reused"
    readonly status?: 422
  }
}

/** It refers to something that does not exist */
export type UnknownReferenceRefusal = {
  readonly error: "unknown-reference"
  readonly status: 422
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "unknown-reference"
    readonly status?: 422
  }
}

/** No such order */
export type NoOrderRefusal = {
  readonly error: "no-order"
  readonly status: 404
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "no-order"
    readonly status?: 404
  }
}

/** If-Match is needed */
export type NoConditionRefusal = {
  readonly error: "no-condition"
  readonly status: 428
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "no-condition"
    readonly status?: 428
  }
}

/** The order was changed in the meantime */
export type ChangedRefusal = {
  readonly error: "changed"
  readonly status: 412
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "changed"
    readonly status?: 412
  }
}

/** This customer cannot order */
export type BlockedRefusal = {
  readonly error: "blocked"
  readonly status: 403
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "blocked"
    readonly status?: 403
  }
}

/** There is not enough in stock */
export type OutOfStockRefusal = {
  readonly error: "out-of-stock"
  readonly status: 409
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "out-of-stock"
    readonly status?: 409
  }
}

/** The amount is not what the order costs */
export type WrongAmountRefusal = {
  readonly error: "wrong-amount"
  readonly status: 422
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "wrong-amount"
    readonly status?: 422
  }
}

/** No such subscription */
export type NoSubscriptionRefusal = {
  readonly error: "no-subscription"
  readonly status: 404
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "no-subscription"
    readonly status?: 404
  }
}

export type CreateCustomerRequest = {
  readonly body: {
    readonly name: string
    readonly email: string
  }
}

export type CreateCustomerValue = Customer

export type CreateCustomerFailure = TooLargeRefusal | MalformedRefusal | NotValidRefusal | TakenRefusal | Unexpected

export type GetCustomerRequest = {
  readonly id: string
  /** A known entity tag: if it is current, the answer is 304, without a value. */
  readonly ifNoneMatch?: string
}

export type GetCustomerValue = Customer | undefined

export type GetCustomerFailure = NotValidRefusal | NoCustomerRefusal | Unexpected

export type UpdateCustomerRequest = {
  readonly id: string
  readonly body?: {
    readonly name?: string
    readonly email?: string
    readonly blocked?: boolean
  }
}

export type UpdateCustomerValue = Customer

export type UpdateCustomerFailure = TooLargeRefusal | MalformedRefusal | NotValidRefusal | NoCustomerRefusal | TakenRefusal | Unexpected

export type DeleteCustomerRequest = {
  readonly id: string
}

export type DeleteCustomerValue = undefined

export type DeleteCustomerFailure = NotValidRefusal | NoCustomerRefusal | InUseRefusal | Unexpected

export type ListProductsRequest = {
  readonly limit?: number
  readonly offset?: number
  /** Only records whose `sale` meets these comparisons. */
  readonly sale?: "offered" | "withdrawn" | { readonly eq?: "offered" | "withdrawn"; readonly ne?: "offered" | "withdrawn"; readonly in?: readonly ("offered" | "withdrawn")[] }
  /** Only records whose `price` meets these comparisons. */
  readonly price?: number | { readonly eq?: number; readonly ne?: number; readonly in?: readonly (number)[]; readonly gt?: number; readonly gte?: number; readonly lt?: number; readonly lte?: number }
  /** Names of properties; `-` before a name sorts in descending order. */
  readonly sort?: readonly ("name" | "-name" | "price" | "-price")[]
}

export type ListProductsValue = {
  readonly products: readonly Product[]
}

export type ListProductsFailure = NotValidRefusal | Unexpected

export type CreateProductRequest = {
  readonly body: {
    readonly sku: string
    readonly name: string
    readonly price: number
    readonly available: number
  }
}

export type CreateProductValue = Product

export type CreateProductFailure = TooManyRefusal | TooLargeRefusal | MalformedRefusal | NotValidRefusal | TakenRefusal | FreeRefusal | Unexpected

export type UpdateProductRequest = {
  readonly sku: string
  readonly body?: {
    readonly name?: string
    readonly price?: number
  }
}

export type UpdateProductValue = Product

export type UpdateProductFailure = TooLargeRefusal | MalformedRefusal | NotValidRefusal | NoProductRefusal | FreeRefusal | Unexpected

export type WithdrawProductRequest = {
  readonly sku: string
}

export type WithdrawProductValue = Product

export type WithdrawProductFailure = UnknownCallerRefusal | NotABuyerRefusal | NotValidRefusal | NoProductRefusal | WrongStateRefusal | Unexpected

export type OfferProductRequest = {
  readonly sku: string
}

export type OfferProductValue = Product

export type OfferProductFailure = UnknownCallerRefusal | NotABuyerRefusal | NotValidRefusal | NoProductRefusal | WrongStateRefusal | Unexpected

export type CreateOrderRequest = {
  /** Names this request; by default the client generates a name. */
  readonly idempotencyKey?: string
  readonly body: {
    readonly customer: string
    readonly lines: readonly Line[]
    readonly note?: string | null
    readonly callbackUrl?: string | null
  }
}

export type CreateOrderValue = Order

export type CreateOrderFailure = TooLargeRefusal | MalformedRefusal | NotValidRefusal | KeyReusedRefusal | UnknownReferenceRefusal | Unexpected

export type ListOrdersRequest = {
  /** Only records whose `status` meets these comparisons. */
  readonly status?: "draft" | "placed" | "paid" | "shipped" | "cancelled" | "expired" | { readonly eq?: "draft" | "placed" | "paid" | "shipped" | "cancelled" | "expired"; readonly ne?: "draft" | "placed" | "paid" | "shipped" | "cancelled" | "expired"; readonly in?: readonly ("draft" | "placed" | "paid" | "shipped" | "cancelled" | "expired")[] }
  /** Only records whose `customer` meets these comparisons. */
  readonly customer?: string | { readonly eq?: string; readonly ne?: string; readonly in?: readonly (string)[] }
  /** Only records whose `createdAt` meets these comparisons. */
  readonly createdAt?: string | { readonly eq?: string; readonly ne?: string; readonly in?: readonly (string)[]; readonly gt?: string; readonly gte?: string; readonly lt?: string; readonly lte?: string }
  /** Names of properties; `-` before a name sorts in descending order. */
  readonly sort?: readonly ("createdAt" | "-createdAt" | "number" | "-number")[]
  readonly size?: number
  readonly cursor?: string
}

export type ListOrdersValue = {
  readonly orders: readonly OrderSummary[]
  readonly next: string | null
  readonly position: string
}

export type ListOrdersFailure = NotValidRefusal | Unexpected

export type FollowOrderRequest = {
  readonly id: string
}

export type GetOrderRequest = {
  readonly id: string
  /** A known entity tag: if it is current, the answer is 304, without a value. */
  readonly ifNoneMatch?: string
}

export type GetOrderValue = Order | undefined

export type GetOrderFailure = NotValidRefusal | NoOrderRefusal | Unexpected

export type UpdateOrderRequest = {
  readonly id: string
  /** The entity tag of the record as it was read. */
  readonly ifMatch: string
  readonly body?: {
    readonly lines?: readonly Line[]
    readonly note?: string | null
  }
}

export type UpdateOrderValue = Order

export type UpdateOrderFailure = TooLargeRefusal | MalformedRefusal | NotValidRefusal | NoOrderRefusal | NoConditionRefusal | ChangedRefusal | WrongStateRefusal | UnknownReferenceRefusal | Unexpected

export type DeleteOrderRequest = {
  readonly id: string
}

export type DeleteOrderValue = undefined

export type DeleteOrderFailure = NotValidRefusal | NoOrderRefusal | WrongStateRefusal | Unexpected

export type ListPaymentsRequest = {
  readonly id: string
}

export type ListPaymentsValue = {
  readonly payments: readonly Payment[]
}

export type ListPaymentsFailure = NotValidRefusal | NoOrderRefusal | Unexpected

export type PlaceOrderRequest = {
  readonly id: string
}

export type PlaceOrderValue = Order

export type PlaceOrderFailure = NotValidRefusal | NoOrderRefusal | WrongStateRefusal | BlockedRefusal | OutOfStockRefusal | Unexpected

export type PayOrderRequest = {
  readonly id: string
  readonly body: Amount
}

export type PayOrderValue = Order

export type PayOrderFailure = TooLargeRefusal | MalformedRefusal | NotValidRefusal | NoOrderRefusal | WrongStateRefusal | WrongAmountRefusal | Unexpected

export type CancelOrderRequest = {
  readonly id: string
}

export type CancelOrderValue = Order

export type CancelOrderFailure = NotValidRefusal | NoOrderRefusal | WrongStateRefusal | Unexpected

export type ShipOrderRequest = {
  readonly id: string
}

export type ShipOrderValue = Order

export type ShipOrderFailure = NotValidRefusal | NoOrderRefusal | WrongStateRefusal | Unexpected

export type ListTakingsRequest = {
  readonly size?: number
  readonly cursor?: string
}

export type ListTakingsValue = {
  readonly takings: readonly Takings[]
  readonly next: string | null
}

export type ListTakingsFailure = UnknownCallerRefusal | NotValidRefusal | Unexpected

export type GetSubscriptionsRequest = {
  readonly size?: number
  readonly cursor?: string
}

export type GetSubscriptionsValue = {
  readonly items: readonly SubscriptionView[]
  readonly next: string | null
}

export type GetSubscriptionsFailure = NotValidRefusal | Unexpected

export type PostSubscriptionsRequest = {
  readonly body: {
    readonly url: string
    readonly types: readonly string[]
    readonly secret: string
  }
}

export type PostSubscriptionsValue = SubscriptionView

export type PostSubscriptionsFailure = TooLargeRefusal | MalformedRefusal | NotValidRefusal | Unexpected

export type GetSubscriptionsIdRequest = {
  readonly id: string
  /** A known entity tag: if it is current, the answer is 304, without a value. */
  readonly ifNoneMatch?: string
}

export type GetSubscriptionsIdValue = SubscriptionView | undefined

export type GetSubscriptionsIdFailure = NotValidRefusal | NoSubscriptionRefusal | Unexpected

export type PatchSubscriptionsIdRequest = {
  readonly id: string
  readonly body?: {
    readonly url?: string
    readonly types?: readonly string[]
  }
}

export type PatchSubscriptionsIdValue = SubscriptionView

export type PatchSubscriptionsIdFailure = TooLargeRefusal | MalformedRefusal | NotValidRefusal | NoSubscriptionRefusal | Unexpected

export type DeleteSubscriptionsIdRequest = {
  readonly id: string
}

export type DeleteSubscriptionsIdValue = undefined

export type DeleteSubscriptionsIdFailure = NotValidRefusal | NoSubscriptionRefusal | Unexpected

export type PutSubscriptionsIdSecretRequest = {
  readonly id: string
  readonly body?: {
    readonly secret?: string
  }
}

export type PutSubscriptionsIdSecretValue = undefined

export type PutSubscriptionsIdSecretFailure = TooLargeRefusal | MalformedRefusal | NotValidRefusal | NoSubscriptionRefusal | Unexpected

export type DeleteSubscriptionsIdPreviousSecretRequest = {
  readonly id: string
}

export type DeleteSubscriptionsIdPreviousSecretValue = undefined

export type DeleteSubscriptionsIdPreviousSecretFailure = NotValidRefusal | NoSubscriptionRefusal | Unexpected

export type Options = {
  /** The service's address: `https://api.example.com`. */
  readonly url: string
  readonly fetch?: typeof fetch
  /** Sent with every request. */
  readonly headers?: { readonly [name: string]: string }
  readonly credentials?: {
    readonly "sign-on"?: Secret
  }
  /** How often a repeatable request is retried (2) if the network or the service is unavailable. */
  readonly retries?: number
  /** The wait between two attempts, in milliseconds. */
  readonly pause?: (milliseconds: number) => Promise<void>
}

export type Client = {
  /**
   * Create Customer
   *
   * `POST /customers`
   */
  createCustomer(request: CreateCustomerRequest, call?: Call): Promise<Result<CreateCustomerValue, CreateCustomerFailure>>

  /**
   * Read Customer
   *
   * `GET /customers/{id}`
   */
  getCustomer(request: GetCustomerRequest, call?: Call): Promise<Result<GetCustomerValue, GetCustomerFailure>>

  /**
   * Update Customer
   *
   * `PATCH /customers/{id}`
   */
  updateCustomer(request: UpdateCustomerRequest, call?: Call): Promise<Result<UpdateCustomerValue, UpdateCustomerFailure>>

  /**
   * Delete Customer
   *
   * `DELETE /customers/{id}`
   */
  deleteCustomer(request: DeleteCustomerRequest, call?: Call): Promise<Result<DeleteCustomerValue, DeleteCustomerFailure>>

  /**
   * List Product
   *
   * `GET /products`
   */
  listProducts(request?: ListProductsRequest, call?: Call): Promise<Result<ListProductsValue, ListProductsFailure>>

  /**
   * Create Product
   *
   * `POST /products`
   */
  createProduct(request: CreateProductRequest, call?: Call): Promise<Result<CreateProductValue, CreateProductFailure>>

  /**
   * Update Product
   *
   * `PATCH /products/{sku}`
   */
  updateProduct(request: UpdateProductRequest, call?: Call): Promise<Result<UpdateProductValue, UpdateProductFailure>>

  /**
   * Transition Product.withdraw
   *
   * `POST /products/{sku}/withdraw`
   */
  withdrawProduct(request: WithdrawProductRequest, call?: Call): Promise<Result<WithdrawProductValue, WithdrawProductFailure>>

  /**
   * Transition Product.offer
   *
   * `POST /products/{sku}/offer`
   */
  offerProduct(request: OfferProductRequest, call?: Call): Promise<Result<OfferProductValue, OfferProductFailure>>

  /**
   * Create Order
   *
   * `POST /orders`
   */
  createOrder(request: CreateOrderRequest, call?: Call): Promise<Result<CreateOrderValue, CreateOrderFailure>>

  /**
   * List Order
   *
   * `GET /orders`
   */
  listOrders(request?: ListOrdersRequest, call?: Call): Promise<Result<ListOrdersValue, ListOrdersFailure>>
  /** All pages of `listOrders`, until the last page or a refusal. */
  listOrdersPages(request?: ListOrdersRequest, call?: Call): AsyncGenerator<Result<ListOrdersValue, ListOrdersFailure>, void>

  /**
   * GET /orders/events
   *
   * `GET /orders/events`
   */
  followOrders(call?: Call & { readonly lastEventId?: string }): AsyncGenerator<StreamEvent, void>

  /**
   * GET /orders/{id}/events
   *
   * `GET /orders/{id}/events`
   */
  followOrder(request: FollowOrderRequest, call?: Call & { readonly lastEventId?: string }): AsyncGenerator<StreamEvent, void>

  /**
   * GET /products/scarce
   *
   * `GET /products/scarce`
   */
  followStock(call?: Call & { readonly lastEventId?: string }): AsyncGenerator<StreamEvent, void>

  /**
   * Read Order
   *
   * `GET /orders/{id}`
   */
  getOrder(request: GetOrderRequest, call?: Call): Promise<Result<GetOrderValue, GetOrderFailure>>

  /**
   * Update Order
   *
   * `PATCH /orders/{id}`
   */
  updateOrder(request: UpdateOrderRequest, call?: Call): Promise<Result<UpdateOrderValue, UpdateOrderFailure>>

  /**
   * Delete Order
   *
   * `DELETE /orders/{id}`
   */
  deleteOrder(request: DeleteOrderRequest, call?: Call): Promise<Result<DeleteOrderValue, DeleteOrderFailure>>

  /**
   * List Payment
   *
   * `GET /orders/{id}/payments`
   */
  listPayments(request: ListPaymentsRequest, call?: Call): Promise<Result<ListPaymentsValue, ListPaymentsFailure>>

  /**
   * Transition Order.place
   *
   * `POST /orders/{id}/place`
   */
  placeOrder(request: PlaceOrderRequest, call?: Call): Promise<Result<PlaceOrderValue, PlaceOrderFailure>>

  /**
   * Transition Order.pay
   *
   * `POST /orders/{id}/pay`
   */
  payOrder(request: PayOrderRequest, call?: Call): Promise<Result<PayOrderValue, PayOrderFailure>>

  /**
   * Transition Order.cancel
   *
   * `POST /orders/{id}/cancel`
   */
  cancelOrder(request: CancelOrderRequest, call?: Call): Promise<Result<CancelOrderValue, CancelOrderFailure>>

  /**
   * Transition Order.ship
   *
   * `POST /orders/{id}/ship`
   */
  shipOrder(request: ShipOrderRequest, call?: Call): Promise<Result<ShipOrderValue, ShipOrderFailure>>

  /**
   * List Takings
   *
   * `GET /takings`
   */
  listTakings(request?: ListTakingsRequest, call?: Call): Promise<Result<ListTakingsValue, ListTakingsFailure>>
  /** All pages of `listTakings`, until the last page or a refusal. */
  listTakingsPages(request?: ListTakingsRequest, call?: Call): AsyncGenerator<Result<ListTakingsValue, ListTakingsFailure>, void>

  /**
   * List Subscription
   *
   * `GET /subscriptions`
   */
  getSubscriptions(request?: GetSubscriptionsRequest, call?: Call): Promise<Result<GetSubscriptionsValue, GetSubscriptionsFailure>>
  /** All pages of `getSubscriptions`, until the last page or a refusal. */
  getSubscriptionsPages(request?: GetSubscriptionsRequest, call?: Call): AsyncGenerator<Result<GetSubscriptionsValue, GetSubscriptionsFailure>, void>

  /**
   * Create Subscription
   *
   * `POST /subscriptions`
   */
  postSubscriptions(request: PostSubscriptionsRequest, call?: Call): Promise<Result<PostSubscriptionsValue, PostSubscriptionsFailure>>

  /**
   * Read Subscription
   *
   * `GET /subscriptions/{id}`
   */
  getSubscriptionsId(request: GetSubscriptionsIdRequest, call?: Call): Promise<Result<GetSubscriptionsIdValue, GetSubscriptionsIdFailure>>

  /**
   * Update Subscription
   *
   * `PATCH /subscriptions/{id}`
   */
  patchSubscriptionsId(request: PatchSubscriptionsIdRequest, call?: Call): Promise<Result<PatchSubscriptionsIdValue, PatchSubscriptionsIdFailure>>

  /**
   * Delete Subscription
   *
   * `DELETE /subscriptions/{id}`
   */
  deleteSubscriptionsId(request: DeleteSubscriptionsIdRequest, call?: Call): Promise<Result<DeleteSubscriptionsIdValue, DeleteSubscriptionsIdFailure>>

  /**
   * Update Subscription
   *
   * `PUT /subscriptions/{id}/secret`
   */
  putSubscriptionsIdSecret(request: PutSubscriptionsIdSecretRequest, call?: Call): Promise<Result<PutSubscriptionsIdSecretValue, PutSubscriptionsIdSecretFailure>>

  /**
   * Update Subscription
   *
   * `DELETE /subscriptions/{id}/previous-secret`
   */
  deleteSubscriptionsIdPreviousSecret(request: DeleteSubscriptionsIdPreviousSecretRequest, call?: Call): Promise<Result<DeleteSubscriptionsIdPreviousSecretValue, DeleteSubscriptionsIdPreviousSecretFailure>>
}

export function client(settings: Options): Client {
  return {
    createCustomer: (request, call) => send(settings, {"method":"POST","path":"/customers","good":[201],"failures":[{"error":"too-large","statuses":[413],"told":["type","too-large"]},{"error":"malformed","statuses":[400],"told":["type","malformed"]},{"error":"not-valid","statuses":[422],"told":["type","not-valid"]},{"error":"taken","statuses":[409],"told":["type","taken"]}],"schemes":[]}, { body: request.body }, call) as Promise<Result<CreateCustomerValue, CreateCustomerFailure>>,
    getCustomer: (request, call) => send(settings, {"method":"GET","path":"/customers/{id}","good":[200,304],"failures":[{"error":"not-valid","statuses":[422],"told":["type","not-valid"]},{"error":"no-customer","statuses":[404],"told":["type","no-customer"]}],"schemes":[]}, { path: { id: request.id }, headers: { "If-None-Match": request.ifNoneMatch } }, call) as Promise<Result<GetCustomerValue, GetCustomerFailure>>,
    updateCustomer: (request, call) => send(settings, {"method":"PATCH","path":"/customers/{id}","media":"application/merge-patch+json","good":[200],"failures":[{"error":"too-large","statuses":[413],"told":["type","too-large"]},{"error":"malformed","statuses":[400],"told":["type","malformed"]},{"error":"not-valid","statuses":[422],"told":["type","not-valid"]},{"error":"no-customer","statuses":[404],"told":["type","no-customer"]},{"error":"taken","statuses":[409],"told":["type","taken"]}],"schemes":[]}, { path: { id: request.id }, body: request.body }, call) as Promise<Result<UpdateCustomerValue, UpdateCustomerFailure>>,
    deleteCustomer: (request, call) => send(settings, {"method":"DELETE","path":"/customers/{id}","good":[204],"failures":[{"error":"not-valid","statuses":[422],"told":["type","not-valid"]},{"error":"no-customer","statuses":[404],"told":["type","no-customer"]},{"error":"in-use","statuses":[409],"told":["type","in-use"]}],"schemes":[]}, { path: { id: request.id } }, call) as Promise<Result<DeleteCustomerValue, DeleteCustomerFailure>>,
    listProducts: (request, call) => send(settings, {"method":"GET","path":"/products","good":[200],"failures":[{"error":"not-valid","statuses":[422],"told":["type","not-valid"]}],"schemes":[]}, { query: { limit: request?.limit, offset: request?.offset, sale: request?.sale, price: request?.price, sort: request?.sort } }, call) as Promise<Result<ListProductsValue, ListProductsFailure>>,
    createProduct: (request, call) => send(settings, {"method":"POST","path":"/products","good":[201],"failures":[{"error":"too-many","statuses":[429],"told":["type","too-many"]},{"error":"too-large","statuses":[413],"told":["type","too-large"]},{"error":"malformed","statuses":[400],"told":["type","malformed"]},{"error":"not-valid","statuses":[422],"told":["type","not-valid"]},{"error":"taken","statuses":[409],"told":["type","taken"]},{"error":"free","statuses":[422],"told":["type","free"]}],"schemes":[]}, { body: request.body }, call) as Promise<Result<CreateProductValue, CreateProductFailure>>,
    updateProduct: (request, call) => send(settings, {"method":"PATCH","path":"/products/{sku}","media":"application/merge-patch+json","good":[200],"failures":[{"error":"too-large","statuses":[413],"told":["type","too-large"]},{"error":"malformed","statuses":[400],"told":["type","malformed"]},{"error":"not-valid","statuses":[422],"told":["type","not-valid"]},{"error":"no-product","statuses":[404],"told":["type","no-product"]},{"error":"free","statuses":[422],"told":["type","free"]}],"schemes":[]}, { path: { sku: request.sku }, body: request.body }, call) as Promise<Result<UpdateProductValue, UpdateProductFailure>>,
    withdrawProduct: (request, call) => send(settings, {"method":"POST","path":"/products/{sku}/withdraw","good":[200],"failures":[{"error":"unknown-caller","statuses":[401],"told":["type","unknown-caller"]},{"error":"not-a-buyer","statuses":[403],"told":["type","not-a-buyer"]},{"error":"not-valid","statuses":[422],"told":["type","not-valid"]},{"error":"no-product","statuses":[404],"told":["type","no-product"]},{"error":"wrong-state","statuses":[409],"told":["type","wrong-state"]}],"schemes":[["sign-on"]]}, { path: { sku: request.sku } }, call) as Promise<Result<WithdrawProductValue, WithdrawProductFailure>>,
    offerProduct: (request, call) => send(settings, {"method":"POST","path":"/products/{sku}/offer","good":[200],"failures":[{"error":"unknown-caller","statuses":[401],"told":["type","unknown-caller"]},{"error":"not-a-buyer","statuses":[403],"told":["type","not-a-buyer"]},{"error":"not-valid","statuses":[422],"told":["type","not-valid"]},{"error":"no-product","statuses":[404],"told":["type","no-product"]},{"error":"wrong-state","statuses":[409],"told":["type","wrong-state"]}],"schemes":[["sign-on"]]}, { path: { sku: request.sku } }, call) as Promise<Result<OfferProductValue, OfferProductFailure>>,
    createOrder: (request, call) => send(settings, {"method":"POST","path":"/orders","good":[201],"failures":[{"error":"too-large","statuses":[413],"told":["type","too-large"]},{"error":"malformed","statuses":[400],"told":["type","malformed"]},{"error":"not-valid","statuses":[422],"told":["type","not-valid"]},{"error":"key-reused","statuses":[422],"told":["type","key-reused"]},{"error":"unknown-reference","statuses":[422],"told":["type","unknown-reference"]}],"schemes":[],"keyHeader":"Idempotency-Key"}, { headers: { "Idempotency-Key": request.idempotencyKey }, body: request.body }, call) as Promise<Result<CreateOrderValue, CreateOrderFailure>>,
    listOrders: (request, call) => send(settings, {"method":"GET","path":"/orders","good":[200],"failures":[{"error":"not-valid","statuses":[422],"told":["type","not-valid"]}],"schemes":[]}, { query: { status: request?.status, customer: request?.customer, createdAt: request?.createdAt, sort: request?.sort, size: request?.size, cursor: request?.cursor } }, call) as Promise<Result<ListOrdersValue, ListOrdersFailure>>,
    listOrdersPages: (request, call) => pages(settings, {"method":"GET","path":"/orders","good":[200],"failures":[{"error":"not-valid","statuses":[422],"told":["type","not-valid"]}],"schemes":[]}, { query: { status: request?.status, customer: request?.customer, createdAt: request?.createdAt, sort: request?.sort, size: request?.size, cursor: request?.cursor } }, "cursor", ["next"], call) as AsyncGenerator<Result<ListOrdersValue, ListOrdersFailure>, void>,
    followOrders: (call) => stream(settings, {"method":"GET","path":"/orders/events","good":[200],"failures":[],"schemes":[]}, {}, call),
    followOrder: (request, call) => stream(settings, {"method":"GET","path":"/orders/{id}/events","good":[200],"failures":[],"schemes":[]}, { path: { id: request.id } }, call),
    followStock: (call) => stream(settings, {"method":"GET","path":"/products/scarce","good":[200],"failures":[],"schemes":[]}, {}, call),
    getOrder: (request, call) => send(settings, {"method":"GET","path":"/orders/{id}","good":[200,304],"failures":[{"error":"not-valid","statuses":[422],"told":["type","not-valid"]},{"error":"no-order","statuses":[404],"told":["type","no-order"]}],"schemes":[]}, { path: { id: request.id }, headers: { "If-None-Match": request.ifNoneMatch } }, call) as Promise<Result<GetOrderValue, GetOrderFailure>>,
    updateOrder: (request, call) => send(settings, {"method":"PATCH","path":"/orders/{id}","media":"application/merge-patch+json","good":[200],"failures":[{"error":"too-large","statuses":[413],"told":["type","too-large"]},{"error":"malformed","statuses":[400],"told":["type","malformed"]},{"error":"not-valid","statuses":[422],"told":["type","not-valid"]},{"error":"no-order","statuses":[404],"told":["type","no-order"]},{"error":"no-condition","statuses":[428],"told":["type","no-condition"]},{"error":"changed","statuses":[412],"told":["type","changed"]},{"error":"wrong-state","statuses":[409],"told":["type","wrong-state"]},{"error":"unknown-reference","statuses":[422],"told":["type","unknown-reference"]}],"schemes":[]}, { path: { id: request.id }, headers: { "If-Match": request.ifMatch }, body: request.body }, call) as Promise<Result<UpdateOrderValue, UpdateOrderFailure>>,
    deleteOrder: (request, call) => send(settings, {"method":"DELETE","path":"/orders/{id}","good":[204],"failures":[{"error":"not-valid","statuses":[422],"told":["type","not-valid"]},{"error":"no-order","statuses":[404],"told":["type","no-order"]},{"error":"wrong-state","statuses":[409],"told":["type","wrong-state"]}],"schemes":[]}, { path: { id: request.id } }, call) as Promise<Result<DeleteOrderValue, DeleteOrderFailure>>,
    listPayments: (request, call) => send(settings, {"method":"GET","path":"/orders/{id}/payments","good":[200],"failures":[{"error":"not-valid","statuses":[422],"told":["type","not-valid"]},{"error":"no-order","statuses":[404],"told":["type","no-order"]}],"schemes":[]}, { path: { id: request.id } }, call) as Promise<Result<ListPaymentsValue, ListPaymentsFailure>>,
    placeOrder: (request, call) => send(settings, {"method":"POST","path":"/orders/{id}/place","good":[200],"failures":[{"error":"not-valid","statuses":[422],"told":["type","not-valid"]},{"error":"no-order","statuses":[404],"told":["type","no-order"]},{"error":"wrong-state","statuses":[409],"told":["type","wrong-state"]},{"error":"blocked","statuses":[403],"told":["type","blocked"]},{"error":"out-of-stock","statuses":[409],"told":["type","out-of-stock"]}],"schemes":[]}, { path: { id: request.id } }, call) as Promise<Result<PlaceOrderValue, PlaceOrderFailure>>,
    payOrder: (request, call) => send(settings, {"method":"POST","path":"/orders/{id}/pay","good":[200],"failures":[{"error":"too-large","statuses":[413],"told":["type","too-large"]},{"error":"malformed","statuses":[400],"told":["type","malformed"]},{"error":"not-valid","statuses":[422],"told":["type","not-valid"]},{"error":"no-order","statuses":[404],"told":["type","no-order"]},{"error":"wrong-state","statuses":[409],"told":["type","wrong-state"]},{"error":"wrong-amount","statuses":[422],"told":["type","wrong-amount"]}],"schemes":[]}, { path: { id: request.id }, body: request.body }, call) as Promise<Result<PayOrderValue, PayOrderFailure>>,
    cancelOrder: (request, call) => send(settings, {"method":"POST","path":"/orders/{id}/cancel","good":[200],"failures":[{"error":"not-valid","statuses":[422],"told":["type","not-valid"]},{"error":"no-order","statuses":[404],"told":["type","no-order"]},{"error":"wrong-state","statuses":[409],"told":["type","wrong-state"]}],"schemes":[]}, { path: { id: request.id } }, call) as Promise<Result<CancelOrderValue, CancelOrderFailure>>,
    shipOrder: (request, call) => send(settings, {"method":"POST","path":"/orders/{id}/ship","good":[200],"failures":[{"error":"not-valid","statuses":[422],"told":["type","not-valid"]},{"error":"no-order","statuses":[404],"told":["type","no-order"]},{"error":"wrong-state","statuses":[409],"told":["type","wrong-state"]}],"schemes":[]}, { path: { id: request.id } }, call) as Promise<Result<ShipOrderValue, ShipOrderFailure>>,
    listTakings: (request, call) => send(settings, {"method":"GET","path":"/takings","good":[200],"failures":[{"error":"unknown-caller","statuses":[401],"told":["type","unknown-caller"]},{"error":"not-valid","statuses":[422],"told":["type","not-valid"]}],"schemes":[["sign-on"]]}, { query: { size: request?.size, cursor: request?.cursor } }, call) as Promise<Result<ListTakingsValue, ListTakingsFailure>>,
    listTakingsPages: (request, call) => pages(settings, {"method":"GET","path":"/takings","good":[200],"failures":[{"error":"unknown-caller","statuses":[401],"told":["type","unknown-caller"]},{"error":"not-valid","statuses":[422],"told":["type","not-valid"]}],"schemes":[["sign-on"]]}, { query: { size: request?.size, cursor: request?.cursor } }, "cursor", ["next"], call) as AsyncGenerator<Result<ListTakingsValue, ListTakingsFailure>, void>,
    getSubscriptions: (request, call) => send(settings, {"method":"GET","path":"/subscriptions","good":[200],"failures":[{"error":"not-valid","statuses":[422],"told":["type","not-valid"]}],"schemes":[]}, { query: { size: request?.size, cursor: request?.cursor } }, call) as Promise<Result<GetSubscriptionsValue, GetSubscriptionsFailure>>,
    getSubscriptionsPages: (request, call) => pages(settings, {"method":"GET","path":"/subscriptions","good":[200],"failures":[{"error":"not-valid","statuses":[422],"told":["type","not-valid"]}],"schemes":[]}, { query: { size: request?.size, cursor: request?.cursor } }, "cursor", ["next"], call) as AsyncGenerator<Result<GetSubscriptionsValue, GetSubscriptionsFailure>, void>,
    postSubscriptions: (request, call) => send(settings, {"method":"POST","path":"/subscriptions","good":[201],"failures":[{"error":"too-large","statuses":[413],"told":["type","too-large"]},{"error":"malformed","statuses":[400],"told":["type","malformed"]},{"error":"not-valid","statuses":[422],"told":["type","not-valid"]}],"schemes":[]}, { body: request.body }, call) as Promise<Result<PostSubscriptionsValue, PostSubscriptionsFailure>>,
    getSubscriptionsId: (request, call) => send(settings, {"method":"GET","path":"/subscriptions/{id}","good":[200,304],"failures":[{"error":"not-valid","statuses":[422],"told":["type","not-valid"]},{"error":"no-subscription","statuses":[404],"told":["type","no-subscription"]}],"schemes":[]}, { path: { id: request.id }, headers: { "If-None-Match": request.ifNoneMatch } }, call) as Promise<Result<GetSubscriptionsIdValue, GetSubscriptionsIdFailure>>,
    patchSubscriptionsId: (request, call) => send(settings, {"method":"PATCH","path":"/subscriptions/{id}","media":"application/merge-patch+json","good":[200],"failures":[{"error":"too-large","statuses":[413],"told":["type","too-large"]},{"error":"malformed","statuses":[400],"told":["type","malformed"]},{"error":"not-valid","statuses":[422],"told":["type","not-valid"]},{"error":"no-subscription","statuses":[404],"told":["type","no-subscription"]}],"schemes":[]}, { path: { id: request.id }, body: request.body }, call) as Promise<Result<PatchSubscriptionsIdValue, PatchSubscriptionsIdFailure>>,
    deleteSubscriptionsId: (request, call) => send(settings, {"method":"DELETE","path":"/subscriptions/{id}","good":[204],"failures":[{"error":"not-valid","statuses":[422],"told":["type","not-valid"]},{"error":"no-subscription","statuses":[404],"told":["type","no-subscription"]}],"schemes":[]}, { path: { id: request.id } }, call) as Promise<Result<DeleteSubscriptionsIdValue, DeleteSubscriptionsIdFailure>>,
    putSubscriptionsIdSecret: (request, call) => send(settings, {"method":"PUT","path":"/subscriptions/{id}/secret","media":"application/merge-patch+json","good":[204],"failures":[{"error":"too-large","statuses":[413],"told":["type","too-large"]},{"error":"malformed","statuses":[400],"told":["type","malformed"]},{"error":"not-valid","statuses":[422],"told":["type","not-valid"]},{"error":"no-subscription","statuses":[404],"told":["type","no-subscription"]}],"schemes":[]}, { path: { id: request.id }, body: request.body }, call) as Promise<Result<PutSubscriptionsIdSecretValue, PutSubscriptionsIdSecretFailure>>,
    deleteSubscriptionsIdPreviousSecret: (request, call) => send(settings, {"method":"DELETE","path":"/subscriptions/{id}/previous-secret","good":[204],"failures":[{"error":"not-valid","statuses":[422],"told":["type","not-valid"]},{"error":"no-subscription","statuses":[404],"told":["type","no-subscription"]}],"schemes":[]}, { path: { id: request.id } }, call) as Promise<Result<DeleteSubscriptionsIdPreviousSecretValue, DeleteSubscriptionsIdPreviousSecretFailure>>,
  }
}

const schemes: { readonly [name: string]: Scheme } = {"sign-on":{"kind":"http","word":"Bearer"}}

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

/** Iterates pages until the last one or a refusal. `at`: the members that lead to the next page's value. */
async function* pages(settings: Settings, operation: Operation, sent: Sent, parameter: string, at: readonly string[], call?: Call): AsyncGenerator<Result<unknown, unknown>, void> {
  let asked = sent
  for (;;) {
    const result = await send(settings, operation, asked, call)
    yield result
    if (!result.ok) return
    let next: unknown = result.value
    for (const member of at) next = (next as { readonly [name: string]: unknown } | undefined)?.[member]
    if (next === undefined || next === null) return
    asked = { ...asked, query: { ...asked.query, [parameter]: next } }
  }
}

/** Events as they happen. A connection that ends is opened again, and goes on after the last event that came. */
async function* stream(settings: Settings, operation: Operation, sent: Sent, call: Call & { readonly lastEventId?: string } = {}): AsyncGenerator<StreamEvent, void> {
  let last = call.lastEventId
  let wait = 250
  for (;;) {
    const { url, request } = await prepare(settings, operation, sent, call)
    if (last !== undefined) request.headers.set('last-event-id', last)
    request.headers.set('accept', 'text/event-stream')
    let response: Response | undefined
    try {
      response = await (settings.fetch ?? fetch)(url, request)
    } catch (cause) {
      if (call.signal?.aborted === true) return
      if (!(cause instanceof TypeError)) throw cause
    }
    if (response !== undefined && !response.ok && response.status < 500 && response.status !== 429) {
      throw Object.assign(new Error(`the stream was refused with ${response.status}`), { status: response.status, body: await content(response) })
    }
    if (response?.ok === true && response.body !== null) {
      wait = 250
      try {
        for await (const event of eventsIn(response.body)) {
          if (event.id !== undefined) last = event.id
          if (event.data !== undefined) yield { id: last ?? '', event: event.event ?? 'message', data: event.data }
        }
      } catch (cause) {
        if (call.signal?.aborted === true) return
        if (!(cause instanceof TypeError)) throw cause
      }
    }
    if (call.signal?.aborted === true) return
    await pause(settings, (seconds(response?.headers) ?? wait / 1000) * 1000)
    wait = Math.min(wait * 2, 30_000)
  }
}

async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<{ readonly id?: string; readonly event?: string; readonly data?: string }, void> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      text += decoder.decode(value, { stream: true })
      for (let end = /\r?\n\r?\n/.exec(text); end !== null; end = /\r?\n\r?\n/.exec(text)) {
        const lines = text.slice(0, end.index).split(/\r?\n/)
        text = text.slice(end.index + end[0].length)
        const fields = lines.filter((line) => !line.startsWith(':')).map((line) => /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? ['', line, ''])
        const of = (name: string): string | undefined => fields.findLast(([, field]) => field === name)?.[2]
        const data = fields.filter(([, field]) => field === 'data').map(([, , part]) => part ?? '')
        const [id, event] = [of('id'), of('event')]
        yield { ...(id === undefined ? {} : { id }), ...(event === undefined ? {} : { event }), ...(data.length === 0 ? {} : { data: data.join('\n') }) }
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

// Parts of the document that this client omits:
// - Bounds, patterns and formats of values, which only the service asks.
// - Entity tags: they are in `headers` of an answer, and are sent by `ifMatch` and `ifNoneMatch`.
