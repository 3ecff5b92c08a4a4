// Made by `npm run generate` from openapi.yaml and webhooks.yaml. Do not edit.

/** Every currency, with the decimals of its smallest unit. */
export const currencyTable = {
  "USD": {
    "decimals": 2,
  },
  "ZWG": {
    "decimals": 2,
  },
} as const;
