// Made by `npm run generate` from openapi.yaml and webhooks.yaml. Do not edit.

/** Code → its one status, and its words: `message` goes into the answer, `remedy` onto the page of errors. */
export const errorCatalogue = {
  "VALIDATION_ERROR": {
    "status": 400,
    "retryable": false,
    "message": "The request does not match the contract.",
    "remedy": "Correct the places that `errors` names.",
  },
  "INVALID_JSON": {
    "status": 400,
    "retryable": false,
    "message": "The request body is not valid JSON.",
    "remedy": "Send UTF-8 JSON.",
  },
  "UNKNOWN_FIELD": {
    "status": 400,
    "retryable": false,
    "message": "The request has a field that the contract does not know.",
    "remedy": "Remove or respell it; `errors` names it.",
  },
  "INVALID_AMOUNT": {
    "status": 400,
    "retryable": false,
    "message": "The amount must be a positive decimal string with two decimals.",
    "remedy": "Send the `10.00` form.",
  },
  "CURRENCY_NOT_SUPPORTED": {
    "status": 400,
    "retryable": false,
    "message": "The currency is not supported here.",
    "remedy": "USD or ZWG, and one of the wallet's.",
  },
  "PHONE_REQUIRED": {
    "status": 400,
    "retryable": false,
    "message": "A wallet payment needs the customer's phone number.",
    "remedy": "Send it with the wallet.",
  },
  "INVALID_PHONE": {
    "status": 400,
    "retryable": false,
    "message": "The phone number is not valid.",
    "remedy": "`+2637XXXXXXXX` or with a leading 0.",
  },
  "PHONE_WALLET_MISMATCH": {
    "status": 400,
    "retryable": false,
    "message": "The phone number does not belong to this wallet.",
    "remedy": "Use the wallet of the prefix.",
  },
  "CARD_NUMBER_IN_TEXT": {
    "status": 400,
    "retryable": false,
    "message": "A text field holds what looks like a card number.",
    "remedy": "Never send card numbers in text.",
  },
  "INVALID_CURSOR": {
    "status": 400,
    "retryable": false,
    "message": "The cursor is not valid.",
    "remedy": "Use `next_cursor` as it came.",
  },
  "INVALID_IDEMPOTENCY_KEY": {
    "status": 400,
    "retryable": false,
    "message": "The idempotency key must be 1 to 255 printable characters.",
    "remedy": "Shorten it.",
  },
  "UNSUPPORTED_VERSION": {
    "status": 400,
    "retryable": false,
    "message": "The requested version is not known.",
    "remedy": "`details.supported` lists the versions.",
  },
  "WALLET_INIT_FAILED": {
    "status": 400,
    "retryable": true,
    "message": "The number does not belong to an active wallet.",
    "remedy": "Nothing was kept; the customer checks the number; try again, same reference allowed.",
  },
  "MISSING_API_KEY": {
    "status": 401,
    "retryable": false,
    "message": "The Authorization header with an API key is missing.",
    "remedy": "`Authorization: Bearer <API_KEY>`.",
  },
  "INVALID_API_KEY": {
    "status": 401,
    "retryable": false,
    "message": "The API key is not valid.",
    "remedy": "Check it and its mode.",
  },
  "API_KEY_REVOKED": {
    "status": 401,
    "retryable": false,
    "message": "The API key was revoked.",
    "remedy": "Use another key.",
  },
  "PUBLIC_KEY_NOT_ALLOWED": {
    "status": 403,
    "retryable": false,
    "message": "A public key cannot be used here.",
    "remedy": "Use a secret key, on a server.",
  },
  "INSUFFICIENT_PERMISSIONS": {
    "status": 403,
    "retryable": false,
    "message": "The restricted key lacks a permission.",
    "remedy": "`details.required_permission` names it.",
  },
  "TEST_MODE_ONLY": {
    "status": 403,
    "retryable": false,
    "message": "This operation exists in the sandbox only.",
    "remedy": "Use a test key.",
  },
  "ACCOUNT_SUSPENDED": {
    "status": 403,
    "retryable": false,
    "message": "The merchant account is suspended.",
    "remedy": "Ask support.",
  },
  "FEATURE_DISABLED": {
    "status": 403,
    "retryable": false,
    "message": "The feature is not enabled on the API app.",
    "remedy": "`details.required_feature` names it; enable it in the dashboard.",
  },
  "KYC_REQUIRED": {
    "status": 403,
    "retryable": false,
    "message": "The merchant account must be verified first.",
    "remedy": "Complete KYC; in the sandbox use setTestKyc.",
  },
  "NOT_FOUND": {
    "status": 404,
    "retryable": false,
    "message": "The object does not exist.",
    "remedy": "`details.resource` says which; also an object of another mode or merchant.",
  },
  "DUPLICATE_REQUEST": {
    "status": 409,
    "retryable": false,
    "message": "The merchantTransactionId was already used.",
    "remedy": "`details.existing` is the first checkout.",
  },
  "IDEMPOTENCY_KEY_REUSED": {
    "status": 409,
    "retryable": false,
    "message": "The idempotency key was used with another body.",
    "remedy": "Use a new key for a new request.",
  },
  "IDEMPOTENCY_IN_PROGRESS": {
    "status": 409,
    "retryable": true,
    "message": "The first request with this key is still running.",
    "remedy": "Wait 1 second.",
  },
  "GATEWAY_NOT_CONFIGURED": {
    "status": 409,
    "retryable": false,
    "message": "No gateway is configured for live payments.",
    "remedy": "The operator configures one; use the sandbox.",
  },
  "WALLET_NOT_AVAILABLE": {
    "status": 409,
    "retryable": false,
    "message": "The wallet is not available.",
    "remedy": "It is announced, not yet live, or without this currency.",
  },
  "ADDRESS_NOT_ALLOWED": {
    "status": 409,
    "retryable": false,
    "message": "The address may not be reached from here.",
    "remedy": "Use https, a public address, port 443 or 8443.",
  },
  "AMOUNT_TOO_LARGE": {
    "status": 409,
    "retryable": false,
    "message": "The amount is above the maximum.",
    "remedy": "`details.maximum` says how much is allowed.",
  },
  "CHECKOUT_NOT_PENDING": {
    "status": 409,
    "retryable": false,
    "message": "The checkout is no longer pending.",
    "remedy": "`details.status` says what it is.",
  },
  "CLOCK_LIMIT_EXCEEDED": {
    "status": 409,
    "retryable": false,
    "message": "The sandbox clock cannot go further.",
    "remedy": "It is at most 3660 days ahead of real time.",
  },
  "PAYLOAD_TOO_LARGE": {
    "status": 413,
    "retryable": false,
    "message": "The request body is larger than 256 KiB.",
    "remedy": "Shorten it.",
  },
  "UNSUPPORTED_MEDIA_TYPE": {
    "status": 415,
    "retryable": false,
    "message": "The body must be application/json.",
    "remedy": "Set Content-Type.",
  },
  "RATE_LIMIT_EXCEEDED": {
    "status": 429,
    "retryable": true,
    "message": "Too many requests.",
    "remedy": "Wait `Retry-After` seconds; `details.limit`, `details.window_seconds`.",
  },
  "INTERNAL_ERROR": {
    "status": 500,
    "retryable": true,
    "message": "Something went wrong on our side.",
    "remedy": "Retry with the same idempotency key; quote `request_id`.",
  },
  "SERVICE_UNAVAILABLE": {
    "status": 503,
    "retryable": true,
    "message": "The service is briefly unavailable.",
    "remedy": "Wait `Retry-After` seconds.",
  },
  "PROVIDER_UNAVAILABLE": {
    "status": 503,
    "retryable": true,
    "message": "The payment provider cannot be reached.",
    "remedy": "Nothing was kept; wait.",
  },
  "ROUTE_NOT_FOUND": {
    "status": 404,
    "retryable": false,
    "message": "The path does not exist.",
    "remedy": "Compare with the contract.",
  },
  "METHOD_NOT_ALLOWED": {
    "status": 405,
    "retryable": false,
    "message": "The method is not allowed on this path.",
    "remedy": "The header `Allow` lists those that are.",
  },
  "CHARGE_IN_PROGRESS": {
    "status": 409,
    "retryable": true,
    "message": "A payment attempt is under way.",
    "remedy": "Wait for its outcome.",
  },
} as const;

export type ErrorCode = keyof typeof errorCatalogue;

/** Instance path (`*` is any index), keyword, code; and the pattern where one place has several. */
export type ErrorRow = readonly [at: string, keyword: string, code: ErrorCode, pattern?: string];

/** operationId → rows of `x-error-code` in the document's order, unknown fields last. The first that matches names the failure. */
export const errorRows: { readonly [operationId: string]: readonly ErrorRow[] } = {
  "createCheckout": [
    ["/header/service-version","enum","UNSUPPORTED_VERSION"],
    ["/header/idempotency-key","pattern","INVALID_IDEMPOTENCY_KEY"],
    ["/requestBody","dependentRequired","PHONE_REQUIRED"],
    ["/requestBody/amount","pattern","INVALID_AMOUNT"],
    ["/requestBody/amount","type","INVALID_AMOUNT"],
    ["/requestBody/currency","enum","CURRENCY_NOT_SUPPORTED"],
    ["/requestBody/customerName","x-no-card-number","CARD_NUMBER_IN_TEXT"],
    ["/requestBody/customerPhone","pattern","INVALID_PHONE","^(\\+263|263|0)[78][0-9]{8}$"],
    ["/requestBody/customerPhone","type","INVALID_PHONE"],
    ["/requestBody/description","x-no-card-number","CARD_NUMBER_IN_TEXT"],
    ["/requestBody/customerPhone","pattern","PHONE_WALLET_MISMATCH","^(\\+263|263|0)7[78][0-9]{7}$"],
    ["/requestBody/customerPhone","pattern","PHONE_WALLET_MISMATCH","^(\\+263|263|0)88[0-9]{7}$"],
    ["/requestBody/customerPhone","pattern","PHONE_WALLET_MISMATCH","^(\\+263|263|0)71[0-9]{7}$"],
    ["/requestBody","additionalProperties","UNKNOWN_FIELD"],
  ],
  "getCheckoutStatus": [
    ["/header/service-version","enum","UNSUPPORTED_VERSION"],
  ],
  "abortCheckout": [
    ["/header/service-version","enum","UNSUPPORTED_VERSION"],
    ["/header/idempotency-key","pattern","INVALID_IDEMPOTENCY_KEY"],
  ],
  "getMobileStatus": [
    ["/header/service-version","enum","UNSUPPORTED_VERSION"],
  ],
  "listTransactions": [
    ["/header/service-version","enum","UNSUPPORTED_VERSION"],
    ["/query/cursor","pattern","INVALID_CURSOR"],
  ],
  "getTransaction": [
    ["/header/service-version","enum","UNSUPPORTED_VERSION"],
  ],
  "getBalance": [
    ["/header/service-version","enum","UNSUPPORTED_VERSION"],
  ],
  "getProfile": [
    ["/header/service-version","enum","UNSUPPORTED_VERSION"],
  ],
  "listWebhookEvents": [
    ["/header/service-version","enum","UNSUPPORTED_VERSION"],
  ],
  "getTestClock": [
    ["/header/service-version","enum","UNSUPPORTED_VERSION"],
  ],
  "advanceTestClock": [
    ["/header/service-version","enum","UNSUPPORTED_VERSION"],
    ["/header/idempotency-key","pattern","INVALID_IDEMPOTENCY_KEY"],
    ["/requestBody","additionalProperties","UNKNOWN_FIELD"],
  ],
  "setTestKyc": [
    ["/header/service-version","enum","UNSUPPORTED_VERSION"],
    ["/header/idempotency-key","pattern","INVALID_IDEMPOTENCY_KEY"],
    ["/requestBody","additionalProperties","UNKNOWN_FIELD"],
  ],
};
