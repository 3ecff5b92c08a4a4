/** What the reference peer takes and shows, as JSON schemas from which fastify compiles its checks and its writers. */

const text = { type: 'string' } as const;
const maybe = { type: 'string', nullable: true } as const;

const fieldsOf = (names: readonly string[], schema: object) =>
  Object.fromEntries(names.map((name) => [name, schema]));

const answerOf = (data: object) => ({
  type: 'object',
  properties: { success: { type: 'boolean' }, data },
});

export const checkoutBody = {
  type: 'object',
  additionalProperties: false,
  required: ['amount', 'currency', 'merchantTransactionId', 'returnUrl', 'notificationUrl'],
  properties: {
    amount: { type: 'string', pattern: '^(0|[1-9][0-9]{0,11})\\.[0-9]{2}$' },
    currency: { enum: ['USD', 'ZWG'] },
    merchantTransactionId: {
      type: 'string',
      minLength: 1,
      maxLength: 64,
      pattern: '^[^\\u0000-\\u001F\\u007F]*$',
    },
    returnUrl: { type: 'string', maxLength: 2048, pattern: '^https://' },
    notificationUrl: { type: 'string', maxLength: 2048, pattern: '^https?://' },
    customerName: { type: 'string', minLength: 1, maxLength: 255 },
  },
} as const;

export const openedAnswer = answerOf({
  type: 'object',
  properties: {
    ...fieldsOf(['checkout_id', 'payment_url', 'gateway_name'], text),
    requires_polling: { type: 'boolean' },
  },
});

export const statusAnswer = answerOf({
  type: 'object',
  properties: {
    ...fieldsOf(
      [
        'checkout_id',
        'status',
        'merchantTransactionId',
        'amount',
        'currency',
        'payment_url',
        'capture',
        'expires_at',
        'created_at',
      ],
      text,
    ),
    ...fieldsOf(['payment_method', 'failure', 'authorization'], maybe),
    late: { type: 'boolean' },
  },
});

const transaction = {
  type: 'object',
  properties: {
    ...fieldsOf(
      [
        'id',
        'type',
        'status',
        'amount',
        'net_amount',
        'fee',
        'currency',
        'gateway',
        'amount_refunded',
        'amount_refundable',
        'created_at',
      ],
      text,
    ),
    ...fieldsOf(
      [
        'gateway_reference',
        'merchantTransactionId',
        'checkout_id',
        'parent_transaction_id',
        'reserve_amount',
        'reserve_release_at',
        'available_on',
        'description',
        'failure',
        'completed_at',
      ],
      maybe,
    ),
    payment_method: {
      type: 'object',
      properties: fieldsOf(['type', 'brand', 'last4', 'phone_masked'], maybe),
    },
    source: { type: 'object', properties: fieldsOf(['type', 'id'], text) },
    customer: { type: 'object', properties: fieldsOf(['name', 'email', 'phone_masked'], maybe) },
    late: { type: 'boolean' },
    livemode: { type: 'boolean' },
  },
} as const;

export const listAnswer = answerOf({
  type: 'object',
  properties: {
    items: { type: 'array', items: transaction },
    next_cursor: maybe,
    has_more: { type: 'boolean' },
  },
});
