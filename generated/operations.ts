// Made by `npm run generate` from openapi.yaml and webhooks.yaml. Do not edit.

export const operations = {
  "createCheckout": {
    "method": "post",
    "path": "/v1/checkout/create",
    "tag": "checkout",
    "status": 201,
    "statuses": [201,400,401,403,404,409,413,415,429,"5XX"],
    "writes": true,
    "public": false,
    "bucket": "default",
    "keyKinds": ["secret","restricted"],
    "permission": "checkout:write",
    "codes": ["DUPLICATE_REQUEST","WALLET_NOT_AVAILABLE","WALLET_INIT_FAILED","ADDRESS_NOT_ALLOWED","AMOUNT_TOO_LARGE","GATEWAY_NOT_CONFIGURED","PROVIDER_UNAVAILABLE","UNSUPPORTED_VERSION","INVALID_IDEMPOTENCY_KEY","PHONE_REQUIRED","INVALID_AMOUNT","CURRENCY_NOT_SUPPORTED","CARD_NUMBER_IN_TEXT","INVALID_PHONE","PHONE_WALLET_MISMATCH","UNKNOWN_FIELD","PUBLIC_KEY_NOT_ALLOWED","INSUFFICIENT_PERMISSIONS","INVALID_JSON","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","IDEMPOTENCY_KEY_REUSED","IDEMPOTENCY_IN_PROGRESS","MISSING_API_KEY","INVALID_API_KEY","API_KEY_REVOKED","ACCOUNT_SUSPENDED","VALIDATION_ERROR","NOT_FOUND","RATE_LIMIT_EXCEEDED","INTERNAL_ERROR","SERVICE_UNAVAILABLE"],
  },
  "getCheckoutStatus": {
    "method": "get",
    "path": "/v1/checkout/{id}/status",
    "tag": "checkout",
    "status": 200,
    "statuses": [200,400,401,403,404,429,"5XX"],
    "writes": false,
    "public": false,
    "bucket": "default",
    "keyKinds": ["secret","restricted"],
    "permission": "checkout:read",
    "codes": ["UNSUPPORTED_VERSION","PUBLIC_KEY_NOT_ALLOWED","INSUFFICIENT_PERMISSIONS","MISSING_API_KEY","INVALID_API_KEY","API_KEY_REVOKED","ACCOUNT_SUSPENDED","VALIDATION_ERROR","NOT_FOUND","RATE_LIMIT_EXCEEDED","INTERNAL_ERROR","SERVICE_UNAVAILABLE"],
  },
  "abortCheckout": {
    "method": "delete",
    "path": "/v1/checkout/{id}",
    "tag": "checkout",
    "status": 200,
    "statuses": [200,400,401,403,404,409,429,"5XX"],
    "writes": true,
    "public": false,
    "bucket": "default",
    "keyKinds": ["secret","restricted"],
    "permission": "checkout:write",
    "codes": ["CHECKOUT_NOT_PENDING","UNSUPPORTED_VERSION","INVALID_IDEMPOTENCY_KEY","PUBLIC_KEY_NOT_ALLOWED","INSUFFICIENT_PERMISSIONS","IDEMPOTENCY_KEY_REUSED","IDEMPOTENCY_IN_PROGRESS","MISSING_API_KEY","INVALID_API_KEY","API_KEY_REVOKED","ACCOUNT_SUSPENDED","VALIDATION_ERROR","NOT_FOUND","RATE_LIMIT_EXCEEDED","INTERNAL_ERROR","SERVICE_UNAVAILABLE"],
  },
  "getMobileStatus": {
    "method": "get",
    "path": "/v1/transactions/{id}/mobile-status",
    "tag": "mobile-money",
    "status": 200,
    "statuses": [200,400,401,403,404,429,"5XX"],
    "writes": false,
    "public": false,
    "bucket": "mobile-status",
    "keyKinds": ["secret","restricted","public"],
    "permission": "mobile_money:read",
    "codes": ["UNSUPPORTED_VERSION","INSUFFICIENT_PERMISSIONS","MISSING_API_KEY","INVALID_API_KEY","API_KEY_REVOKED","ACCOUNT_SUSPENDED","VALIDATION_ERROR","NOT_FOUND","RATE_LIMIT_EXCEEDED","INTERNAL_ERROR","SERVICE_UNAVAILABLE"],
  },
  "listTransactions": {
    "method": "get",
    "path": "/v1/transactions",
    "tag": "transactions",
    "status": 200,
    "statuses": [200,400,401,403,404,429,"5XX"],
    "writes": false,
    "public": false,
    "bucket": "default",
    "keyKinds": ["secret","restricted"],
    "permission": "transactions:read",
    "codes": ["UNSUPPORTED_VERSION","INVALID_CURSOR","PUBLIC_KEY_NOT_ALLOWED","INSUFFICIENT_PERMISSIONS","MISSING_API_KEY","INVALID_API_KEY","API_KEY_REVOKED","ACCOUNT_SUSPENDED","VALIDATION_ERROR","NOT_FOUND","RATE_LIMIT_EXCEEDED","INTERNAL_ERROR","SERVICE_UNAVAILABLE"],
  },
  "getTransaction": {
    "method": "get",
    "path": "/v1/transactions/{id}",
    "tag": "transactions",
    "status": 200,
    "statuses": [200,400,401,403,404,429,"5XX"],
    "writes": false,
    "public": false,
    "bucket": "default",
    "keyKinds": ["secret","restricted"],
    "permission": "transactions:read",
    "codes": ["UNSUPPORTED_VERSION","PUBLIC_KEY_NOT_ALLOWED","INSUFFICIENT_PERMISSIONS","MISSING_API_KEY","INVALID_API_KEY","API_KEY_REVOKED","ACCOUNT_SUSPENDED","VALIDATION_ERROR","NOT_FOUND","RATE_LIMIT_EXCEEDED","INTERNAL_ERROR","SERVICE_UNAVAILABLE"],
  },
  "getBalance": {
    "method": "get",
    "path": "/v1/account/balance",
    "tag": "account",
    "status": 200,
    "statuses": [200,400,401,403,404,429,"5XX"],
    "writes": false,
    "public": false,
    "bucket": "default",
    "keyKinds": ["secret","restricted"],
    "permission": "account:read",
    "codes": ["UNSUPPORTED_VERSION","PUBLIC_KEY_NOT_ALLOWED","INSUFFICIENT_PERMISSIONS","MISSING_API_KEY","INVALID_API_KEY","API_KEY_REVOKED","ACCOUNT_SUSPENDED","VALIDATION_ERROR","NOT_FOUND","RATE_LIMIT_EXCEEDED","INTERNAL_ERROR","SERVICE_UNAVAILABLE"],
  },
  "getProfile": {
    "method": "get",
    "path": "/v1/account/profile",
    "tag": "account",
    "status": 200,
    "statuses": [200,400,401,403,404,429,"5XX"],
    "writes": false,
    "public": false,
    "bucket": "default",
    "keyKinds": ["secret","restricted"],
    "permission": "account:read",
    "codes": ["UNSUPPORTED_VERSION","PUBLIC_KEY_NOT_ALLOWED","INSUFFICIENT_PERMISSIONS","MISSING_API_KEY","INVALID_API_KEY","API_KEY_REVOKED","ACCOUNT_SUSPENDED","VALIDATION_ERROR","NOT_FOUND","RATE_LIMIT_EXCEEDED","INTERNAL_ERROR","SERVICE_UNAVAILABLE"],
  },
  "listWebhookEvents": {
    "method": "get",
    "path": "/v1/meta/webhook-events",
    "tag": "meta",
    "status": 200,
    "statuses": [200,400,401,403,404,429,"5XX"],
    "writes": false,
    "public": true,
    "bucket": "default",
    "keyKinds": [],
    "codes": ["UNSUPPORTED_VERSION","VALIDATION_ERROR","NOT_FOUND","RATE_LIMIT_EXCEEDED","INTERNAL_ERROR","SERVICE_UNAVAILABLE"],
  },
  "getTestClock": {
    "method": "get",
    "path": "/v1/test/clock",
    "tag": "sandbox",
    "status": 200,
    "statuses": [200,400,401,403,404,429,"5XX"],
    "writes": false,
    "public": false,
    "bucket": "default",
    "keyKinds": ["secret","restricted"],
    "permission": "sandbox:read",
    "mode": "sandbox",
    "codes": ["UNSUPPORTED_VERSION","PUBLIC_KEY_NOT_ALLOWED","INSUFFICIENT_PERMISSIONS","TEST_MODE_ONLY","MISSING_API_KEY","INVALID_API_KEY","API_KEY_REVOKED","ACCOUNT_SUSPENDED","VALIDATION_ERROR","NOT_FOUND","RATE_LIMIT_EXCEEDED","INTERNAL_ERROR","SERVICE_UNAVAILABLE"],
  },
  "advanceTestClock": {
    "method": "post",
    "path": "/v1/test/clock",
    "tag": "sandbox",
    "status": 200,
    "statuses": [200,400,401,403,404,409,413,415,429,"5XX"],
    "writes": true,
    "public": false,
    "bucket": "default",
    "keyKinds": ["secret","restricted"],
    "permission": "sandbox:write",
    "mode": "sandbox",
    "codes": ["CLOCK_LIMIT_EXCEEDED","UNSUPPORTED_VERSION","INVALID_IDEMPOTENCY_KEY","UNKNOWN_FIELD","PUBLIC_KEY_NOT_ALLOWED","INSUFFICIENT_PERMISSIONS","TEST_MODE_ONLY","INVALID_JSON","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","IDEMPOTENCY_KEY_REUSED","IDEMPOTENCY_IN_PROGRESS","MISSING_API_KEY","INVALID_API_KEY","API_KEY_REVOKED","ACCOUNT_SUSPENDED","VALIDATION_ERROR","NOT_FOUND","RATE_LIMIT_EXCEEDED","INTERNAL_ERROR","SERVICE_UNAVAILABLE"],
  },
  "setTestKyc": {
    "method": "post",
    "path": "/v1/test/kyc",
    "tag": "sandbox",
    "status": 200,
    "statuses": [200,400,401,403,404,409,413,415,429,"5XX"],
    "writes": true,
    "public": false,
    "bucket": "default",
    "keyKinds": ["secret","restricted"],
    "permission": "sandbox:write",
    "mode": "sandbox",
    "codes": ["UNSUPPORTED_VERSION","INVALID_IDEMPOTENCY_KEY","UNKNOWN_FIELD","PUBLIC_KEY_NOT_ALLOWED","INSUFFICIENT_PERMISSIONS","TEST_MODE_ONLY","INVALID_JSON","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","IDEMPOTENCY_KEY_REUSED","IDEMPOTENCY_IN_PROGRESS","MISSING_API_KEY","INVALID_API_KEY","API_KEY_REVOKED","ACCOUNT_SUSPENDED","VALIDATION_ERROR","NOT_FOUND","RATE_LIMIT_EXCEEDED","INTERNAL_ERROR","SERVICE_UNAVAILABLE"],
  },
} as const satisfies Record<string, OperationFacts>;

export type OperationId = keyof typeof operations;

/** What every entry may hold: for code that looks at any operation's gates. */
export type OperationFacts = {
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  /** The success. */
  readonly status: number;
  /** All that are declared; `5XX` is any of them. */
  readonly statuses: readonly (number | '5XX')[];
  readonly writes: boolean;
  readonly public: boolean;
  readonly bucket: string;
  readonly keyKinds: readonly string[];
  readonly permission?: string;
  readonly mode?: string;
  readonly feature?: string;
  readonly kyc?: number;
  readonly secondFactor?: string;
  /** Every code it may be refused with. */
  readonly codes: readonly string[];
};
