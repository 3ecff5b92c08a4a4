// Made by `npm run generate` from openapi.yaml and webhooks.yaml. Do not edit.
declare const brand: unique symbol;
export type Money2 = string & {
    readonly [brand]: "Money2";
};
export type Money4 = string & {
    readonly [brand]: "Money4";
};
export type MoneyInput = string & {
    readonly [brand]: "MoneyInput";
};
export interface paths {
    readonly "/v1/checkout/create": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Create a checkout session
         * @description Opens a hosted checkout; send the customer to `payment_url`. With `walletType` and `customerPhone` the customer gets a
         *     mobile money prompt instead, and `requires_polling` is true.
         */
        readonly post: operations["createCheckout"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/checkout/{id}/status": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a checkout session
         * @description Says whether the checkout was paid. Rely on this answer or on the signed event; the redirect to `returnUrl` is only a hint.
         */
        readonly get: operations["getCheckoutStatus"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/checkout/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Abort a checkout session
         * @description Stops waiting for a payment; the session becomes `failed`. A prompt that was sent to a handset cannot be withdrawn: if the
         *     customer still approves it, the money is given back. Aborting again gives the same answer.
         */
        readonly delete: operations["abortCheckout"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/transactions/{id}/mobile-status": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Poll a mobile money payment
         * @description Says whether the customer has approved the prompt. Ask every `poll_after_seconds`, at most 40 times; a public key may ask
         *     too. This call has a rate limit of its own: 30 calls in 60 seconds for each payment.
         */
        readonly get: operations["getMobileStatus"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/transactions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List transactions
         * @description Payments, refunds and payouts, newest first.
         */
        readonly get: operations["listTransactions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/transactions/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a transaction
         * @description One payment, refund or payout.
         */
        readonly get: operations["getTransaction"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/transactions/{id}/refund": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Refund a payment
         * @description Gives back what remains of a completed payment, or a part of it; a payment can be refunded in several parts. The amount
         *     leaves the balance at once; fees are not returned. A refund is `pending` until the gateway confirms it. An event then
         *     reports the outcome; if the refund failed, the money is available again.
         */
        readonly post: operations["refundTransaction"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/payment-links": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List payment links
         * @description Payment links, newest first, each with the number and sum of its payments.
         */
        readonly get: operations["listPaymentLinks"];
        readonly put?: never;
        /**
         * Create a payment link
         * @description Creates an address where anybody can pay; share `url`, or print it as a QR code. Each visitor who pays makes a separate
         *     payment, with the link as its `source`. `max_uses` limits the number of payments, however many people try at the same
         *     time.
         */
        readonly post: operations["createPaymentLink"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/payment-links/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Deactivate a payment link
         * @description The link accepts no further payments; one that is under way can still be completed. Deactivating again gives the same answer.
         */
        readonly delete: operations["deactivatePaymentLink"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Update a payment link
         * @description Changes the fields that are sent and leaves the others as they are. A new amount applies to payments that begin
         *     afterwards. `active: false` pauses the link, `active: true` enables it, even after it was deactivated.
         */
        readonly patch: operations["updatePaymentLink"];
        readonly trace?: never;
    };
    readonly "/v1/payouts/request": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Request a payout
         * @description Takes the gross amount from the balance at once, deducts the fee, and sends the rest to a bank account, to a mobile wallet
         *     or, as cash, to an agent. A merchant enrolled in two-factor authentication sends a code in `X-TOTP-Code`; each code is
         *     valid for one payout. In the sandbox a payout ends after five minutes.
         */
        readonly post: operations["requestPayout"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/payouts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List payouts
         * @description Payouts, newest first.
         */
        readonly get: operations["listPayouts"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/merchant/bank-accounts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List saved accounts
         * @description Saved bank accounts and wallets, newest first.
         */
        readonly get: operations["listBankAccounts"];
        readonly put?: never;
        /**
         * Save a bank account or a wallet
         * @description Saves a destination, so that a payout can name it by `bank_account_id`. No answer ever shows the full account number. Saving the same destination twice makes two records.
         */
        readonly post: operations["createBankAccount"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/account/balance": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the balances
         * @description What can be used now, what is not settled yet, and the rolling reserve (5 % of each payment for 90 days).
         */
        readonly get: operations["getBalance"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/account/profile": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the merchant profile
         * @description The merchant, the API app of the key, and the terms and limits that apply to them. Changes are made in the dashboard.
         */
        readonly get: operations["getProfile"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/invoices": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List invoices
         * @description Invoices, newest first.
         */
        readonly get: operations["listInvoices"];
        readonly put?: never;
        /**
         * Create an invoice
         * @description Creates a draft; with `send` true, the invoice is sent at once. The amount of a line is `quantity` times `unit_amount`;
         *     its tax is rounded half-up to 0.01. The total may be at most `1000000.00`. Name the customer by `customer` or by
         *     `customer_id`, not by both.
         */
        readonly post: operations["createInvoice"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/invoices/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read an invoice
         * @description Shows an invoice, its lines and how much is still to be paid.
         */
        readonly get: operations["getInvoice"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Update an invoice
         * @description Changes the fields that are sent and leaves the others as they are; `items` are replaced as a whole. Only a draft can be changed.
         */
        readonly patch: operations["updateInvoice"];
        readonly trace?: never;
    };
    readonly "/v1/invoices/{id}/send": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send an invoice
         * @description Gives a draft its number and its page, at `hosted_url`. The service sends no message: pass the address on to the customer.
         *     Numbers follow each other without gaps.
         */
        readonly post: operations["sendInvoice"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/invoices/{id}/void": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Void an invoice
         * @description Cancels a draft, or an invoice that was not paid. It keeps its number, and its page says that nothing is owed. The call is
         *     refused while a payment is under way. To take back a paid invoice, refund its payment.
         */
        readonly post: operations["voidInvoice"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/subscriptions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List subscriptions
         * @description Subscriptions, newest first.
         */
        readonly get: operations["listSubscriptions"];
        readonly put?: never;
        /**
         * Create a subscription
         * @description Bills a customer by a plan. Each period begins with an invoice. With `wallet_type` a mobile money prompt is sent for it,
         *     and with `payment_method_id` a saved card is charged; without either, the customer pays on the invoice's page. A charge
         *     that fails is tried again on days 1, 3 and 7 of the period. If the period is still not paid then, the plan decides whether
         *     the subscription is paused or canceled. The price, the interval and this rule are copied from the plan and never change.
         */
        readonly post: operations["createSubscription"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/subscriptions/subscription-plans": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List plans
         * @description Plans, newest first.
         */
        readonly get: operations["listSubscriptionPlans"];
        readonly put?: never;
        /**
         * Create a plan
         * @description Says what is billed and how often. The price of a plan never changes: create another plan for another price.
         */
        readonly post: operations["createSubscriptionPlan"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/subscriptions/subscription-plans/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Update a plan
         * @description Changes the fields that are sent and leaves the others as they are; an empty body changes nothing. An inactive plan takes
         *     no new subscriptions; existing ones continue.
         */
        readonly patch: operations["updateSubscriptionPlan"];
        readonly trace?: never;
    };
    readonly "/v1/subscriptions/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a subscription
         * @description Says whether the customer may use what was bought, and when the next bill is due.
         */
        readonly get: operations["getSubscription"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/subscriptions/{id}/pause": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Pause a subscription
         * @description From now on nothing is billed. An open invoice is voided, even while an attempt to pay it is under way: money that still
         *     arrives is given back.
         */
        readonly post: operations["pauseSubscription"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/subscriptions/{id}/resume": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Resume a subscription
         * @description A new period begins now and is billed now; the dates of later periods are counted from it. What was still to come when the
         *     subscription was paused is kept: a start in the future, the rest of a trial, or the rest of the last period of
         *     `max_cycles`.
         */
        readonly post: operations["resumeSubscription"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/subscriptions/{id}/cancel": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Cancel a subscription
         * @description Ends a subscription for good. Without `at_period_end` it ends at once: an open invoice is voided, and money that still
         *     arrives for it is given back. With `at_period_end` true, it ends after the current period, which can still be paid. A
         *     paused subscription always ends at once.
         */
        readonly post: operations["cancelSubscription"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/merchant/virtual-terminal/sessions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List counter sessions
         * @description Counter sessions, newest first.
         */
        readonly get: operations["listVirtualTerminalSessions"];
        readonly put?: never;
        /**
         * Create a counter session
         * @description Opens a sale at the counter: show the customer `payment_url` or its QR code, or charge a wallet by its phone number. A
         *     session takes one payment and expires by itself.
         */
        readonly post: operations["createVirtualTerminalSession"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/merchant/virtual-terminal/sessions/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a counter session
         * @description Says whether the session was paid. While it is pending, the answer has its QR code.
         */
        readonly get: operations["getVirtualTerminalSession"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Cancel a counter session
         * @description Ends a pending session, even while a wallet prompt is open: money that still arrives is given back. Canceling again gives
         *     the same answer.
         */
        readonly delete: operations["cancelVirtualTerminalSession"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/merchant/virtual-terminal/sessions/{id}/charge": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Charge a counter session
         * @description For a wallet session, sends a mobile money prompt to `customer_phone`; then poll the session, or wait for the event. For
         *     `card` and `domestic_switch`, the answer has the link to display, where the customer pays; but if `payment_method_id`
         *     names a saved card, that card is charged at once. A refused attempt leaves the session pending, so it can be charged
         *     again, up to five times.
         */
        readonly post: operations["chargeVirtualTerminalSession"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/terminals/register": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Register a card reader
         * @description Registers a reader by its serial number. Registering it again updates its model, its location and `last_seen_at`, and reactivates it.
         */
        readonly post: operations["registerTerminal"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/terminals/list": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List card readers
         * @description Every active reader of the account.
         */
        readonly get: operations["listTerminals"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/terminals/process": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Process a card-present payment
         * @description Charges the card that was read. The encrypted payload is passed to the gateway unchanged: the service does not decrypt,
         *     store, log or return it, and accepts each payload once. A declined card is answered with 200 and `status` `failed`. If the
         *     gateway does not answer, `status` is `pending` and an event reports the outcome.
         */
        readonly post: operations["processTerminalPayment"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/terminals/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Deactivate a card reader
         * @description The reader takes no more payments and is not listed; registering it again reactivates it. Deactivating again gives the same answer.
         */
        readonly delete: operations["deactivateTerminal"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/customers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List customers
         * @description Customers, newest first, without deleted ones.
         */
        readonly get: operations["listCustomers"];
        readonly put?: never;
        /**
         * Create a customer
         * @description Saves a customer under an id. `external_id` is your own reference of the customer; no two customers can have the same.
         */
        readonly post: operations["createCustomer"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/customers/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a customer
         * @description The customer as it is now. A deleted one is not found.
         */
        readonly get: operations["getCustomer"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a customer
         * @description Erases what is known about the person and deletes their saved cards. Payments stay as they were, with the details that were given for each. Deleting again gives the same answer.
         */
        readonly delete: operations["deleteCustomer"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Update a customer
         * @description Changes the fields that are sent and leaves the others as they are; null clears a field. Existing payments, invoices and subscriptions keep the details they were created with.
         */
        readonly patch: operations["updateCustomer"];
        readonly trace?: never;
    };
    readonly "/v1/payment-methods/setup": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Set up a payment method
         * @description Opens a page on which the customer saves a card for later payments; send the customer to `setup_url`. Nothing is charged.
         *     The page is open for 30 minutes; you never see the card's number, only its brand and last four digits.
         */
        readonly post: operations["setupPaymentMethod"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/payment-methods": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List payment methods
         * @description Saved cards, and pages on which a customer can still save one, newest first, without deleted ones.
         */
        readonly get: operations["listPaymentMethods"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/payment-methods/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a payment method
         * @description The saved card as it is now. A deleted one has `status` `deleted`.
         */
        readonly get: operations["getPaymentMethod"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a payment method
         * @description The card is never charged again, and the gateway's token is deleted. A page that is still open for the card closes. A payment that is under way is completed. Deleting again gives the same answer.
         */
        readonly delete: operations["deletePaymentMethod"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/billing/subscription": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read your platform subscription
         * @description Your plan with the platform, what it costs a month, and whether you owe anything. The first month begins with your first
         *     payment in this mode. Each month ends with an invoice, which is collected from your USD balance. Seven days after an
         *     invoice could not be collected, live apps take no new payments until it is paid.
         */
        readonly get: operations["getPlatformSubscription"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/billing/invoices": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the platform's invoices
         * @description What the platform billed you, newest first. Not to be confused with the invoices that you send to your customers.
         */
        readonly get: operations["listPlatformInvoices"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/reports": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List reports
         * @description Reports, newest first. A report that is no longer kept stays in the list as `expired`.
         */
        readonly get: operations["listReports"];
        readonly put?: never;
        /**
         * Create a report
         * @description Writes all rows of a period to a file, in the background. The event `reporting.report.available` says when it can be
         *     downloaded; it is kept for seven days. A period that has not ended is reported up to now. At most 5 of your reports are
         *     written at a time, and at most 100 are kept.
         */
        readonly post: operations["createReport"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/reports/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a report
         * @description Says whether the report can be downloaded, and how large it is. The rows themselves are in the download.
         */
        readonly get: operations["getReport"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/reports/{id}/content": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Download a report
         * @description The rows, in the format of the report: CSV (RFC 4180, with a line of column names) or JSON Lines. Every download has the
         *     same bytes. In CSV, text that a spreadsheet would take for a formula (it begins with `=`, `+`, `-`, `@`, a tab or a line
         *     break) has an apostrophe in front of it; JSON Lines has every text as it is. A failure is JSON, as everywhere.
         */
        readonly get: operations["downloadReport"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List events
         * @description Events, newest first, whether or not they were sent anywhere. An event is kept for 90 days. `data` has the shape of the
         *     version that the call asks for.
         */
        readonly get: operations["listEvents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/events/recover": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Recover events
         * @description Sends the exhausted events of a time range again, oldest first, each to the destinations that never acknowledged it. Use
         *     it after an outage of your receiver. The answer comes when the events are counted; the deliveries follow, with one attempt
         *     each. With `latest_per_resource`, a destination is not sent an event if it gets a newer event of the same resource and
         *     kind (the type up to its last dot), among the requested types: it receives the latest state of the resource, not its
         *     history. A newer event that happened after `to_date` and was itself given up does not count. Two recoveries of the same
         *     time range send an event once.
         */
        readonly post: operations["recoverEvents"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/events/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read an event
         * @description The event, with `data` in the shape of the version that the call asks for, and with its delivery status.
         */
        readonly get: operations["getEvent"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/events/{id}/deliveries": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the deliveries of an event
         * @description The deliveries of the event, replays included, newest first: the address, the body as it was sent, and every attempt with
         *     its headers and the start of the answer. A delivery is kept for 30 days after its last attempt. Times are real time, even
         *     if the sandbox clock was advanced.
         */
        readonly get: operations["listEventDeliveries"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/events/{id}/replay": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Replay an event
         * @description Sends the event once more, with the same `id`, the same body and a new signature. It goes to the current webhook URL of
         *     every app that the event was sent to or that subscribes to its type today, and to the `notificationUrl` of its checkout.
         *     Each of them gets one delivery with one attempt, which waits for no earlier event and holds up no later one. Every call
         *     makes new deliveries; send an `Idempotency-Key` if the call may be repeated.
         */
        readonly post: operations["replayEvent"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/meta/webhook-events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the webhook events
         * @description The registry of event types. No key is needed; without one, the rate limit is 120 calls in 60 seconds for each IP address.
         */
        readonly get: operations["listWebhookEvents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/meta/errors": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the error codes
         * @description Every `code` a failure may have, what it means and what to do. No key is needed; without one, the rate limit is 120 calls in 60 seconds for each IP address.
         */
        readonly get: operations["listErrorCodes"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/meta/webhook-signature": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Check a webhook signature
         * @description Says whether a delivery that your endpoint received is correctly signed, and if not, why. Use it when your own check
         *     refuses a delivery. The signature is compared with the secrets of the app that the API key belongs to; for 24 hours after
         *     a rotation the old secret is valid, too. Nothing is stored, and no secret is shown.
         */
        readonly post: operations["verifyWebhookSignature"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/test/clock": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the sandbox clock
         * @description Every merchant has their own clock in the sandbox. Only test keys may call this.
         */
        readonly get: operations["getTestClock"];
        readonly put?: never;
        /**
         * Advance the sandbox clock
         * @description Moves the merchant's sandbox time forward and does everything that falls due in between, in order: late wallet answers,
         *     expiries, refunds. When the call is answered, webhooks are queued but not necessarily delivered.
         */
        readonly post: operations["advanceTestClock"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/test/reset": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Reset the sandbox
         * @description Deletes everything that the merchant has created in the sandbox: the clock shows real time again, balances are zero, and
         *     references can be used again. API apps, keys and webhook settings stay; live data is never touched. A call under way
         *     either ends before the reset or finds nothing left.
         */
        readonly post: operations["resetSandbox"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/test/kyc": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Set the sandbox KYC tier
         * @description Does what an operator does who verifies the merchant. Only the tier in the sandbox changes, never the live one.
         */
        readonly post: operations["setTestKyc"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Always true here. */
        readonly Success: boolean;
        /**
         * @description Currency code.
         * @enum {string}
         */
        readonly Currency: "USD" | "ZWG";
        /**
         * @description Currency code. A wallet may take fewer currencies.
         * @enum {string}
         */
        readonly CurrencyInput: "USD" | "ZWG";
        /** @description Amount above zero with two decimals, up to `999999999999.99`. */
        readonly MoneyInput: MoneyInput;
        /** @description Amount with two decimals. */
        readonly Money2: Money2;
        /** @description Amount with two decimals that may be negative. */
        readonly SignedMoney2: Money2;
        /** @description Amount with four decimals. */
        readonly Money4: Money4;
        /**
         * Format: date-time
         * @description Time in UTC with milliseconds, ISO 8601.
         */
        readonly Instant: string;
        /** @description A day (`2026-01-31`, the whole day in UTC) or a time (`2026-01-31T08:00:00+02:00`), ISO 8601, years 1970 to 2199. Without `Z` or an offset it is in UTC. A `+` that a query decodes to a space is still read as one. */
        readonly DateOrInstantInput: string;
        /** @description A time (`2026-01-31T08:00:00+02:00`) or a day (`2026-01-31`, its first moment in UTC), ISO 8601, years 1970 to 2199. Without `Z` or an offset it is in UTC. */
        readonly InstantInput: string;
        /** @description A day, `2026-01-31`, years 2000 to 2199. */
        readonly DateInput: string;
        /**
         * Format: date
         * @description A day, ISO 8601.
         */
        readonly CalendarDate: string;
        /** @description Per cent with two decimals, `0.01` to `100.00`. */
        readonly PercentInput: string;
        /** @description Per cent with two decimals. */
        readonly Percent: string;
        /** @description Version of the API, named by its date. */
        readonly ApiVersion: string;
        /** @description Phone number as `+2637XXXXXXXX`; the second digit may be 8. */
        readonly Phone: string;
        /** @description Phone number with its middle hidden. */
        readonly PhoneMasked: string;
        /** @description The merchant's own reference. */
        readonly MerchantReference: string;
        /** @description Checkout session id. */
        readonly CheckoutId: string;
        /** @description Transaction id. */
        readonly TransactionId: string;
        /** @description Refund id. */
        readonly RefundId: string;
        /** @description Payment link id. */
        readonly PaymentLinkId: string;
        /** @description Invoice id. */
        readonly InvoiceId: string;
        /** @description Report id. */
        readonly ReportId: string;
        /** @description Customer id. */
        readonly CustomerId: string;
        /** @description Plan id. */
        readonly PlanId: string;
        /** @description Subscription id. */
        readonly SubscriptionId: string;
        /** @description Id of a counter session. */
        readonly VirtualTerminalSessionId: string;
        /** @description Reader id. */
        readonly TerminalId: string;
        /** @description Payment method id. */
        readonly PaymentMethodId: string;
        /** @description The last part of a public payment address. */
        readonly Slug: string;
        /** @description Payout id. */
        readonly PayoutId: string;
        /** @description Id of a saved account, a UUID. */
        readonly BankAccountId: string;
        /** @description Id of a saved account, a UUID in upper or lower case. */
        readonly BankAccountIdInput: string;
        /** @description Event id. */
        readonly EventId: string;
        /** @description Id of a delivery; sent with it as `Service-Delivery-Id`. */
        readonly WebhookDeliveryId: string;
        /** @description Id of the API app. */
        readonly AppId: string;
        /** @description Merchant id. */
        readonly MerchantIdentifier: string;
        /** @description Id of the object that a transaction comes from; its prefix depends on `type`. */
        readonly SourceId: string;
        /**
         * Format: uri
         * @description Address of a hosted page.
         */
        readonly PageUrl: string;
        /**
         * Format: date-time
         * @description Time in UTC with milliseconds, or null.
         */
        readonly InstantOrNull: string | null;
        /**
         * @description Mobile money wallet.
         * @enum {string}
         */
        readonly WalletType: "wallet_a" | "wallet_b" | "wallet_c";
        /**
         * @description How the customer pays.
         * @enum {string}
         */
        readonly PaymentMethodType: "card" | "domestic_switch" | "wallet_a" | "wallet_b" | "wallet_c";
        /** @description Name of the gateway that handles the payment. */
        readonly GatewayName: "sandbox_card" | "sandbox_domestic_switch" | "sandbox_wallet_a" | "sandbox_terminal" | "sandbox_payout";
        /** @description The provider's own status code. */
        readonly GatewayStatus: "PENDING" | "PAID" | "CANCELLED" | "INSUFFICIENT_FUNDS" | "WRONG_PIN" | "TIMEOUT";
        /**
         * @description State of a checkout session.
         * @enum {string}
         */
        readonly CheckoutStatusValue: "pending" | "completed" | "failed" | "expired";
        /**
         * @description What moves the money.
         * @enum {string}
         */
        readonly TransactionType: "payment" | "refund" | "payout";
        /**
         * @description State of a transaction.
         * @enum {string}
         */
        readonly TransactionStatus: "pending" | "completed" | "failed" | "reversed";
        /**
         * @description What to suggest to the customer.
         * @enum {string}
         */
        readonly FailureAdvice: "try_again" | "try_later" | "use_other_method" | "contact_issuer" | "none";
        /** @description Why no money moved. This is the outcome of an attempt, never an HTTP error. */
        readonly FailureInfo: {
            readonly code: "CARD_DECLINED" | "CARD_INSUFFICIENT_FUNDS" | "CARD_EXPIRED" | "CARD_CVV_INVALID" | "CARD_BLOCKED" | "CARD_NOT_TEST_CARD" | "GATEWAY_TIMEOUT" | "WALLET_CANCELLED" | "WALLET_WRONG_PIN" | "WALLET_INSUFFICIENT_FUNDS" | "WALLET_TIMEOUT" | "WALLET_UNREACHABLE" | "WALLET_LIMIT_EXCEEDED" | "AMOUNT_MISMATCH" | "ATTEMPTS_EXHAUSTED" | "CHECKOUT_ABORTED" | "CHECKOUT_CANCELLED" | "CHECKOUT_EXPIRED" | "REFUND_REJECTED" | "DESTINATION_REJECTED" | "PAYOUT_RETURNED";
            /** @description The reason in words. */
            readonly message: string;
            readonly advice: components["schemas"]["FailureAdvice"];
        };
        /**
         * @description What kind of object a transaction comes from.
         * @enum {string}
         */
        readonly TransactionSourceType: "checkout" | "payment_link" | "virtual_terminal_session" | "terminal" | "invoice" | "subscription" | "refund" | "payout";
        /** @description What a transaction comes from. */
        readonly TransactionSource: {
            readonly type: components["schemas"]["TransactionSourceType"];
            readonly id: components["schemas"]["SourceId"];
        };
        /** @description How the customer paid; never a full card or phone number. */
        readonly PaymentMethodSummary: {
            readonly type: components["schemas"]["PaymentMethodType"];
            readonly brand: string | null;
            readonly last4: string | null;
            readonly phone_masked: components["schemas"]["PhoneMasked"] | null;
        };
        /** @description A position in a list. */
        readonly Cursor: string;
        /** @description The position of the next page. */
        readonly NextCursor: string;
        /** @description Id of the call. */
        readonly RequestId: string;
        /** @description Email address. */
        readonly EmailInput: string;
        /** @description Mobile number as `+2637XXXXXXXX`, `2637XXXXXXXX` or `07XXXXXXXX`; the second digit may be 8. */
        readonly PhoneInput: string;
        /** @description The merchant's own reference of a customer. */
        readonly ExternalIdInput: string;
        /** @description An `https` address without user info, an internationalised domain in its ASCII form (`xn--…`). An `http` address and a private one are refused with `ADDRESS_NOT_ALLOWED`, unless the installation allows them, for instance those of the same machine while developing. */
        readonly UrlInput: string;
        /** @description The customer it is for. */
        readonly CustomerInput: {
            /** @description Name of the customer. */
            readonly name: string;
            readonly email?: components["schemas"]["EmailInput"];
            readonly phone?: components["schemas"]["PhoneInput"];
        };
        /** @description A copy of the customer's details at that time. Later changes of the customer do not change it. */
        readonly BilledCustomer: {
            /** @description Id of the saved customer; null if it is not a saved one. */
            readonly id: components["schemas"]["CustomerId"] | null;
            readonly name: string;
            readonly email: string | null;
            readonly phone: components["schemas"]["Phone"] | null;
        };
        /** @description What to pay, who pays, and where to send the events. */
        readonly CreateCheckoutRequest: {
            readonly amount: components["schemas"]["MoneyInput"];
            readonly currency: components["schemas"]["CurrencyInput"];
            /** @description The merchant's own reference. It can be used only once. */
            readonly merchantTransactionId: string;
            /** @description Where the customer returns to; `checkout_id`, `merchantTransactionId` and `status` are added to the query. */
            readonly returnUrl: components["schemas"]["UrlInput"];
            /** @description Where the events of this payment are sent; a public address. */
            readonly notificationUrl: components["schemas"]["UrlInput"];
            readonly customerEmail?: components["schemas"]["EmailInput"];
            /** @description Name of the customer. */
            readonly customerName?: string;
            /** @description Required with `walletType`. It must be a number of that wallet: `wallet_a` 077 and 078, `wallet_b` 088, `wallet_c` 071. */
            readonly customerPhone?: components["schemas"]["PhoneInput"];
            /** @description Sends a mobile money prompt to `customerPhone`. `wallet_b` takes USD only; `wallet_b` and `wallet_c` are announced and not available yet. */
            readonly walletType?: components["schemas"]["WalletType"];
            /** @description Shown to the customer. */
            readonly description?: string;
        };
        /** @description A checkout session that was opened. */
        readonly Checkout: {
            readonly checkout_id: components["schemas"]["CheckoutId"];
            readonly payment_url: components["schemas"]["PageUrl"];
            /** @description The gateway that was chosen; the transaction names the one that was used. */
            readonly gateway_name: components["schemas"]["GatewayName"];
            /** @description True for mobile money. */
            readonly requires_polling: boolean;
        };
        /** @description A checkout session. */
        readonly CheckoutStatus: {
            readonly status: components["schemas"]["CheckoutStatusValue"];
            /** @description The completed payment; absent until the session is paid. */
            readonly transaction_id?: components["schemas"]["TransactionId"];
            readonly merchantTransactionId: components["schemas"]["MerchantReference"];
            readonly amount: components["schemas"]["Money2"];
            readonly currency: components["schemas"]["Currency"];
            readonly checkout_id: components["schemas"]["CheckoutId"];
            readonly payment_url: components["schemas"]["PageUrl"];
            /** @description How the customer pays or paid; null before the first attempt. */
            readonly payment_method: components["schemas"]["PaymentMethodType"] | null;
            /** @description Why no money moved, or null. */
            readonly failure: components["schemas"]["FailureInfo"] | null;
            /** @description True when the money arrived after the session had ended. */
            readonly late: boolean;
            readonly expires_at: components["schemas"]["Instant"];
            readonly created_at: components["schemas"]["Instant"];
        };
        /** @description A checkout session that was aborted. */
        readonly AbortedCheckout: {
            readonly checkout_id: components["schemas"]["CheckoutId"];
            /** @constant */
            readonly status: "failed";
            readonly aborted: boolean;
        };
        /** @description The latest wallet attempt of a checkout session. */
        readonly MobileStatus: {
            readonly transaction_status: components["schemas"]["TransactionStatus"];
            /** @description The payment was confirmed. It stays true after a refund. */
            readonly is_success: boolean;
            /** @description The customer may still approve it. */
            readonly is_pending: boolean;
            readonly gateway_status: components["schemas"]["GatewayStatus"];
            readonly checkout_id: components["schemas"]["CheckoutId"];
            readonly transaction_id: components["schemas"]["TransactionId"];
            readonly wallet_type: components["schemas"]["WalletType"];
            readonly phone_masked: components["schemas"]["PhoneMasked"];
            /** @description Why no money moved, or null. */
            readonly failure: components["schemas"]["FailureInfo"] | null;
            /** @description True when the money arrived after the session had ended. */
            readonly late: boolean;
            /** @description How long to wait before asking again. */
            readonly poll_after_seconds: number;
            readonly expires_at: components["schemas"]["Instant"];
        };
        /** @description A payment, refund or payout. */
        readonly Transaction: {
            readonly id: components["schemas"]["TransactionId"];
            readonly type: components["schemas"]["TransactionType"];
            readonly status: components["schemas"]["TransactionStatus"];
            /** @description Gross amount. */
            readonly amount: components["schemas"]["Money2"];
            /** @description Amount after the fee; `0.00` when a payment failed. */
            readonly net_amount: components["schemas"]["Money2"];
            /** @description The fee; of a pending payment as it will be when it completes. */
            readonly fee: components["schemas"]["Money2"];
            readonly currency: components["schemas"]["Currency"];
            readonly gateway: components["schemas"]["GatewayName"];
            /** @description The gateway's own id. */
            readonly gateway_reference: string | null;
            /** @description The merchant's own reference; a refund has that of its payment. */
            readonly merchantTransactionId: components["schemas"]["MerchantReference"];
            readonly payment_method: components["schemas"]["PaymentMethodSummary"] | null;
            readonly source: components["schemas"]["TransactionSource"];
            readonly checkout_id: components["schemas"]["CheckoutId"] | null;
            /** @description The payment that a refund gives back. */
            readonly parent_transaction_id: components["schemas"]["TransactionId"] | null;
            readonly customer: components["schemas"]["CustomerSummary"] | null;
            readonly amount_refunded: components["schemas"]["Money2"];
            /** @description What can still be refunded; refunds under way are already deducted. */
            readonly amount_refundable: components["schemas"]["Money2"];
            /** @description The part of it that the rolling reserve holds. */
            readonly reserve_amount: components["schemas"]["Money2"] | null;
            readonly reserve_release_at: components["schemas"]["InstantOrNull"];
            /** @description When the money can be used. */
            readonly available_on: components["schemas"]["InstantOrNull"];
            /** @description What the customer was shown. */
            readonly description: string | null;
            /** @description Why no money moved, or null. */
            readonly failure: components["schemas"]["FailureInfo"] | null;
            /** @description True when the money arrived after the session had ended. */
            readonly late: boolean;
            readonly livemode: boolean;
            readonly created_at: components["schemas"]["Instant"];
            readonly completed_at: components["schemas"]["InstantOrNull"];
        };
        /** @description A page of transactions. */
        readonly TransactionList: {
            readonly items: readonly components["schemas"]["Transaction"][];
            /** @description Null on the last page. */
            readonly next_cursor: components["schemas"]["NextCursor"] | null;
            readonly has_more: boolean;
        };
        /** @description What is known about the customer. */
        readonly CustomerSummary: {
            readonly name: string | null;
            readonly email: string | null;
            readonly phone_masked: components["schemas"]["PhoneMasked"] | null;
        };
        /** @description How much to give back, and why. */
        readonly RefundTransactionRequest: {
            /** @description How much of the payment to refund; absent for all that remains. */
            readonly amount?: components["schemas"]["MoneyInput"];
            /** @description For the merchant's own use; the customer never sees it. */
            readonly reason?: string;
        };
        /**
         * @description State of a refund.
         * @enum {string}
         */
        readonly RefundStatus: "pending" | "completed" | "failed";
        /** @description A refund of a payment. */
        readonly Refund: {
            readonly refund_id: components["schemas"]["RefundId"];
            readonly status: components["schemas"]["RefundStatus"];
            /** @description What goes back to the customer. */
            readonly amount: components["schemas"]["Money2"];
            /** @description The payment. */
            readonly transaction_id: components["schemas"]["TransactionId"];
            readonly currency: components["schemas"]["Currency"];
            readonly reason: string | null;
            /** @description Why no money moved, or null. */
            readonly failure: components["schemas"]["FailureInfo"] | null;
            /** @description What is left of the payment to refund. */
            readonly amount_refundable: components["schemas"]["Money2"];
            readonly created_at: components["schemas"]["Instant"];
            readonly completed_at: components["schemas"]["InstantOrNull"];
        };
        /** @description What is paid for, how much, how often and until when. */
        readonly CreatePaymentLinkRequest: {
            readonly amount: components["schemas"]["MoneyInput"];
            readonly currency: components["schemas"]["CurrencyInput"];
            /** @description What is paid for; shown to the customer. */
            readonly title: string;
            /** @description A longer description; shown to the customer. */
            readonly description?: string;
            /** @description How many payments the link takes; absent for no limit. */
            readonly max_uses?: number;
            /** @description When it stops taking payments; absent for never. */
            readonly expires_at?: components["schemas"]["InstantInput"];
        };
        /** @description A payment link that can be shared. */
        readonly PaymentLinkCreated: {
            readonly id: components["schemas"]["PaymentLinkId"];
            /** @description The public address to pay at. */
            readonly url: components["schemas"]["PageUrl"];
            readonly slug: components["schemas"]["Slug"];
        };
        /** @description What to change. Absent fields stay as they are. */
        readonly UpdatePaymentLinkRequest: {
            /** @description What is paid for; shown to the customer. */
            readonly title?: string;
            /** @description Applies to payments that begin from now on. */
            readonly amount?: components["schemas"]["MoneyInput"];
            /** @description When it stops taking payments; null for never. */
            readonly expires_at?: components["schemas"]["InstantInput"] | null;
            /** @description False pauses the link, true enables it. */
            readonly active?: boolean;
        };
        /** @description The link that was changed. */
        readonly PaymentLinkUpdated: {
            readonly id: components["schemas"]["PaymentLinkId"];
        };
        /** @description The link takes no more payments. */
        readonly PaymentLinkDeactivated: {
            readonly deactivated: boolean;
        };
        /**
         * @description Whether a link can be paid, and if not, why.
         * @enum {string}
         */
        readonly PaymentLinkStatus: "active" | "paused" | "exhausted" | "expired" | "deactivated";
        /** @description A payment link, with the number and sum of its payments. */
        readonly PaymentLink: {
            readonly id: components["schemas"]["PaymentLinkId"];
            readonly slug: components["schemas"]["Slug"];
            readonly url: components["schemas"]["PageUrl"];
            readonly title: string;
            readonly description: string | null;
            /** @description The amount of one payment. */
            readonly amount: components["schemas"]["Money2"];
            readonly currency: components["schemas"]["Currency"];
            /** @description Null without a limit. */
            readonly max_uses: number | null;
            /** @description How many payments it has taken. */
            readonly uses_completed: number;
            /** @description How many payments it still takes; null without a limit. */
            readonly uses_remaining: number | null;
            /** @description False once it was paused or deactivated. */
            readonly active: boolean;
            readonly status: components["schemas"]["PaymentLinkStatus"];
            readonly expires_at: components["schemas"]["InstantOrNull"];
            /** @description The gross sum of its payments; refunds are not deducted. */
            readonly amount_collected: components["schemas"]["Money2"];
            readonly created_at: components["schemas"]["Instant"];
            readonly updated_at: components["schemas"]["Instant"];
        };
        /** @description A page of payment links. */
        readonly PaymentLinkList: {
            readonly items: readonly components["schemas"]["PaymentLink"][];
            /** @description Null on the last page. */
            readonly next_cursor: components["schemas"]["NextCursor"] | null;
            readonly has_more: boolean;
        };
        /**
         * @description How a payout reaches the merchant.
         * @enum {string}
         */
        readonly PayoutMethod: "bank_transfer" | "agent_cash" | "mobile_money";
        /**
         * @description State of a payout.
         * @enum {string}
         */
        readonly PayoutStatus: "processing" | "completed" | "failed" | "returned";
        /** @description What to pay out, and where to. */
        readonly RequestPayoutRequest: components["schemas"]["BankTransferPayoutRequest"] | components["schemas"]["AgentCashPayoutRequest"] | components["schemas"]["MobileMoneyPayoutRequest"];
        /** @description To a bank account: a saved one, or bank name, account number and account name, with the branch code unless the bank is `Settlement Bank`. */
        readonly BankTransferPayoutRequest: {
            /** @description Gross amount, up to `1000000.00`; the fee is deducted from it. */
            readonly amount: components["schemas"]["MoneyInput"];
            /** @description The balance to take it from. */
            readonly currency: components["schemas"]["CurrencyInput"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly method: "bank_transfer";
            /** @description A saved bank account, instead of the other fields. */
            readonly bank_account_id?: components["schemas"]["BankAccountIdInput"];
            /** @description Name of the bank. */
            readonly bank_name?: string;
            /** @description The account number, 5 to 34 digits and letters. Single spaces and hyphens between them are left out. */
            readonly bank_account_number?: string;
            /** @description Name of the account's holder. */
            readonly bank_account_name?: string;
            /** @description Required unless `bank_name` is `Settlement Bank`. */
            readonly bank_branch_code?: string;
        };
        /** @description Cash from an agent, collected with a one-time code. No destination is given. */
        readonly AgentCashPayoutRequest: {
            /** @description Gross amount, up to `1000000.00`; the fee is deducted from it. */
            readonly amount: components["schemas"]["MoneyInput"];
            /** @description The balance to take it from. */
            readonly currency: components["schemas"]["CurrencyInput"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly method: "agent_cash";
        };
        /** @description To a mobile wallet: a saved one, or provider and number. */
        readonly MobileMoneyPayoutRequest: {
            /** @description Gross amount, up to `1000000.00`; the fee is deducted from it. */
            readonly amount: components["schemas"]["MoneyInput"];
            /** @description The balance to take it from. */
            readonly currency: components["schemas"]["CurrencyInput"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly method: "mobile_money";
            /** @description A saved wallet, instead of the other fields. */
            readonly bank_account_id?: components["schemas"]["BankAccountIdInput"];
            /** @description The wallet. `wallet_b` and `wallet_c` are announced and not available yet. */
            readonly mobile_money_provider?: components["schemas"]["WalletType"];
            /** @description It must be a number of that wallet: `wallet_a` 077 and 078, `wallet_b` 088, `wallet_c` 071. */
            readonly mobile_money_number?: components["schemas"]["PhoneInput"];
        };
        /** @description A payout that was requested. */
        readonly RequestedPayout: {
            readonly payout_id: components["schemas"]["PayoutId"];
            readonly method: components["schemas"]["PayoutMethod"];
            /** @description Gross amount. */
            readonly amount: components["schemas"]["Money2"];
            readonly fee: components["schemas"]["Money2"];
            /** @description Amount after the fee. */
            readonly net_amount: components["schemas"]["Money2"];
            readonly currency: components["schemas"]["Currency"];
            readonly status: components["schemas"]["PayoutStatus"];
            /** @description When to expect the money, in words. */
            readonly expected_settlement: string;
            /** @description The code to collect the cash with, for `agent_cash` only. It is shown only in this answer. */
            readonly agent_otp?: string;
        };
        /** @description A payout. */
        readonly Payout: {
            readonly payout_id: components["schemas"]["PayoutId"];
            readonly method: components["schemas"]["PayoutMethod"];
            /** @description Gross amount. */
            readonly amount: components["schemas"]["Money2"];
            readonly fee: components["schemas"]["Money2"];
            /** @description Amount after the fee. */
            readonly net_amount: components["schemas"]["Money2"];
            readonly currency: components["schemas"]["Currency"];
            readonly status: components["schemas"]["PayoutStatus"];
            /** @description When to expect the money, in words. */
            readonly expected_settlement: string;
            /** @description The transaction of the payout. */
            readonly transaction_id: components["schemas"]["TransactionId"];
            /** @description Where it goes, as it was when the payout was requested; null for `agent_cash`. */
            readonly destination: components["schemas"]["PayoutDestination"] | null;
            /** @description The saved account it was sent to; null without one. */
            readonly bank_account_id: components["schemas"]["BankAccountId"] | null;
            /** @description Why no money moved, or null. */
            readonly failure: components["schemas"]["FailureInfo"] | null;
            readonly created_at: components["schemas"]["Instant"];
            readonly completed_at: components["schemas"]["InstantOrNull"];
        };
        /** @description A page of payouts. */
        readonly PayoutList: {
            readonly items: readonly components["schemas"]["Payout"][];
            /** @description Null on the last page. */
            readonly next_cursor: components["schemas"]["NextCursor"] | null;
            readonly has_more: boolean;
        };
        /** @description Where a payout goes; never a full account or phone number. Fields of the other type are null. */
        readonly PayoutDestination: {
            readonly type: components["schemas"]["BankAccountType"];
            readonly bank_name: string | null;
            readonly account_last4: components["schemas"]["AccountLast4"];
            readonly account_name: string | null;
            readonly provider: components["schemas"]["WalletType"] | null;
            readonly number_masked: components["schemas"]["PhoneMasked"] | null;
        };
        /**
         * @description Whether a saved account is a bank account or a wallet.
         * @enum {string}
         */
        readonly BankAccountType: "bank" | "mobile_money";
        /** @description The last four digits and letters of an account number, or null. */
        readonly AccountLast4: string | null;
        /** @description A bank account: bank name, account number and account name, with the branch code unless the bank is `Settlement Bank`. Or a wallet: provider and number. */
        readonly CreateBankAccountRequest: {
            /**
             * @description Decides which of the other fields are needed.
             * @default bank
             */
            readonly type: components["schemas"]["BankAccountType"];
            /** @description Name of the bank. */
            readonly bank_name?: string;
            /** @description The account number, 5 to 34 digits and letters. Single spaces and hyphens between them are left out. */
            readonly bank_account_number?: string;
            /** @description Name of the account's holder. */
            readonly bank_account_name?: string;
            /** @description Required unless `bank_name` is `Settlement Bank`. */
            readonly bank_branch_code?: string;
            /** @description The wallet. `wallet_b` and `wallet_c` are announced and not available yet. */
            readonly mobile_money_provider?: components["schemas"]["WalletType"];
            /** @description It must be a number of that wallet: `wallet_a` 077 and 078, `wallet_b` 088, `wallet_c` 071. */
            readonly mobile_money_number?: components["schemas"]["PhoneInput"];
            /** @description The merchant's own name for it. */
            readonly label?: string;
        };
        /** @description A saved account; never its full number. Fields of the other type are null. */
        readonly BankAccount: {
            readonly bank_account_id: components["schemas"]["BankAccountId"];
            readonly type: components["schemas"]["BankAccountType"];
            readonly bank_name: string | null;
            readonly bank_account_name: string | null;
            readonly account_last4: components["schemas"]["AccountLast4"];
            readonly bank_branch_code: string | null;
            readonly mobile_money_provider: components["schemas"]["WalletType"] | null;
            readonly number_masked: components["schemas"]["PhoneMasked"] | null;
            readonly label: string | null;
            readonly created_at: components["schemas"]["Instant"];
        };
        /** @description A page of saved accounts. */
        readonly BankAccountList: {
            readonly items: readonly components["schemas"]["BankAccount"][];
            /** @description Null on the last page. */
            readonly next_cursor: components["schemas"]["NextCursor"] | null;
            readonly has_more: boolean;
        };
        /** @description Balances by currency. */
        readonly Balance: {
            /** @description What can be used now; negative when money was refunded that had already been paid out. */
            readonly available: components["schemas"]["SignedAmounts"];
            /** @description What is not settled yet. */
            readonly pending: components["schemas"]["SignedAmounts"];
            /** @description What the rolling reserve holds. */
            readonly reserve: components["schemas"]["SignedAmounts"];
            /** @description When the balances were read. */
            readonly as_of: components["schemas"]["Instant"];
        };
        /** @description An amount for every currency. */
        readonly SignedAmounts: {
            readonly USD: components["schemas"]["SignedMoney2"];
            readonly ZWG: components["schemas"]["SignedMoney2"];
        };
        /**
         * @description Whether the merchant may use the service.
         * @enum {string}
         */
        readonly MerchantStatus: "active" | "suspended";
        /** @description The merchant and the API app of the key. */
        readonly Profile: {
            readonly merchant_id: components["schemas"]["MerchantIdentifier"];
            readonly business_name: string;
            readonly email: string;
            /** @description ISO 3166-1, two letters. */
            readonly country: string;
            readonly status: components["schemas"]["MerchantStatus"];
            readonly created_at: components["schemas"]["Instant"];
            /** @description The mode of the key. */
            readonly livemode: boolean;
            readonly currencies: readonly components["schemas"]["Currency"][];
            readonly app: components["schemas"]["ApiApp"];
            readonly kyc: components["schemas"]["Kyc"];
            readonly two_factor: {
                readonly enrolled: boolean;
            };
            readonly settlement: components["schemas"]["SettlementTerms"];
            readonly limits: {
                /** @description How many calls are admitted in `rate_window_seconds`. */
                readonly rate_limit: number;
                readonly rate_window_seconds: number;
            };
            readonly platform_billing: components["schemas"]["PlatformStanding"];
        };
        /** @description A part of the service that can be switched off for an app. */
        readonly Feature: "payouts" | "payment_links" | "refunds";
        /**
         * @description Whether an app moves real money.
         * @enum {string}
         */
        readonly AppMode: "sandbox" | "live";
        /** @description An API app with its settings, which are changed in the dashboard. */
        readonly ApiApp: {
            readonly id: components["schemas"]["AppId"];
            readonly name: string;
            readonly mode: components["schemas"]["AppMode"];
            readonly features: readonly components["schemas"]["Feature"][];
            readonly api_version: components["schemas"]["ApiVersion"];
            readonly webhook_url: string | null;
            /** @description Event types it receives; `*` is every one. */
            readonly event_types: readonly string[];
            /** @description Present while the app's version is deprecated. */
            readonly version_notice?: components["schemas"]["VersionNotice"];
        };
        /** @description The end of an API version. */
        readonly VersionNotice: {
            /** @description Day of the notice, in UTC. */
            readonly deprecated: string;
            /** @description Day on which the version ends, in UTC; at least six months after the notice. */
            readonly retired: string;
            /** @description The version that the app moves to on that day. */
            readonly successor: components["schemas"]["ApiVersion"];
        };
        /** @description When money can be used. */
        readonly SettlementTerms: {
            readonly wallet_delay_days: number;
            readonly card_delay_days: number;
            readonly reserve_percent: string;
            readonly reserve_days: number;
        };
        /**
         * @description State of the newest submission.
         * @enum {string}
         */
        readonly KycStatus: "none" | "submitted" | "approved" | "rejected" | "document_requested";
        /** @description How far the merchant is verified, in the mode of the key. */
        readonly Kyc: {
            /** @description 0 none, 1 basic, 2 full. */
            readonly tier: number;
            readonly status: components["schemas"]["KycStatus"];
        };
        /**
         * @description State of an invoice.
         * @enum {string}
         */
        readonly InvoiceStatus: "draft" | "sent" | "paid" | "void";
        /** @description Who owes what, and by when. The customer is named by `customer` or by `customer_id`. */
        readonly CreateInvoiceRequest: {
            readonly customer?: components["schemas"]["CustomerInput"];
            /** @description A saved customer, instead of `customer`; name, email and phone are copied. */
            readonly customer_id?: components["schemas"]["CustomerId"];
            readonly currency: components["schemas"]["CurrencyInput"];
            /** @description The lines, in their order. */
            readonly items: readonly components["schemas"]["InvoiceItemInput"][];
            /** @description The last day to pay, in UTC. If the day is already over, the invoice is overdue at once. */
            readonly due_date: components["schemas"]["DateInput"];
            /** @description The merchant's own reference; any text. */
            readonly reference?: string;
            /** @description Shown to the customer below the lines; line breaks are kept. */
            readonly notes?: string;
            /**
             * @description True sends the invoice at once.
             * @default false
             */
            readonly send: boolean;
        };
        /** @description What to change. Absent fields stay as they are. A customer is named by `customer` or by `customer_id`, not by both. */
        readonly UpdateInvoiceRequest: {
            readonly customer?: components["schemas"]["CustomerInput"];
            /** @description A saved customer, instead of `customer`; name, email and phone are copied. */
            readonly customer_id?: components["schemas"]["CustomerId"];
            readonly currency?: components["schemas"]["CurrencyInput"];
            /** @description The lines, in their order. */
            readonly items?: readonly components["schemas"]["InvoiceItemInput"][];
            /** @description The last day to pay, in UTC. If the day is already over, the invoice is overdue at once. */
            readonly due_date?: components["schemas"]["DateInput"];
            /** @description The merchant's own reference; null for none. */
            readonly reference?: string | null;
            /** @description Shown to the customer below the lines; null for none. */
            readonly notes?: string | null;
        };
        /** @description One line of an invoice. */
        readonly InvoiceItemInput: {
            /** @description What is sold; shown to the customer. */
            readonly description: string;
            readonly quantity: number;
            /** @description The price of one, without tax. */
            readonly unit_amount: components["schemas"]["MoneyInput"];
            /** @description Tax on the line; absent for none. */
            readonly tax_rate?: components["schemas"]["PercentInput"];
        };
        /** @description One line of an invoice, with its amount and tax. */
        readonly InvoiceItem: {
            readonly description: string;
            readonly quantity: number;
            /** @description The price of one, without tax. */
            readonly unit_amount: components["schemas"]["Money2"];
            readonly tax_rate: components["schemas"]["Percent"] | null;
            /** @description `quantity` times `unit_amount`. */
            readonly amount: components["schemas"]["Money2"];
            /** @description The tax on `amount`, rounded half-up to 0.01. */
            readonly tax: components["schemas"]["Money2"];
        };
        /** @description The number of the invoice, given when it is sent; null before. Numbers have no gaps. */
        readonly InvoiceNumberOrNull: string | null;
        /** @description An invoice and its state. */
        readonly Invoice: {
            readonly id: components["schemas"]["InvoiceId"];
            readonly status: components["schemas"]["InvoiceStatus"];
            readonly number: components["schemas"]["InvoiceNumberOrNull"];
            readonly customer: components["schemas"]["BilledCustomer"];
            readonly items: readonly components["schemas"]["InvoiceItem"][];
            readonly currency: components["schemas"]["Currency"];
            /** @description The sum of the lines, without tax. */
            readonly subtotal: components["schemas"]["Money2"];
            /** @description The sum of the taxes of the lines. */
            readonly tax: components["schemas"]["Money2"];
            /** @description `subtotal` and `tax`. */
            readonly total: components["schemas"]["Money2"];
            /** @description Zero or the total; refunds are not deducted. */
            readonly amount_paid: components["schemas"]["Money2"];
            /** @description What is still to be paid; zero once it is void. */
            readonly amount_due: components["schemas"]["Money2"];
            readonly due_date: components["schemas"]["CalendarDate"];
            /** @description True when it was sent, is not paid, and its due date is over. */
            readonly overdue: boolean;
            readonly reference: string | null;
            readonly notes: string | null;
            /** @description Where the customer reads and pays it; null until it is sent. */
            readonly hosted_url: components["schemas"]["PageUrl"] | null;
            /** @description The payment that paid it. */
            readonly transaction_id: components["schemas"]["TransactionId"] | null;
            /** @description The subscription that made it. */
            readonly subscription_id: components["schemas"]["SubscriptionId"] | null;
            readonly created_at: components["schemas"]["Instant"];
            readonly sent_at: components["schemas"]["InstantOrNull"];
            readonly paid_at: components["schemas"]["InstantOrNull"];
            readonly voided_at: components["schemas"]["InstantOrNull"];
        };
        /** @description A page of invoices. */
        readonly InvoiceList: {
            readonly items: readonly components["schemas"]["Invoice"][];
            /** @description Null on the last page. */
            readonly next_cursor: components["schemas"]["NextCursor"] | null;
            readonly has_more: boolean;
        };
        /**
         * @description Unit of a period.
         * @enum {string}
         */
        readonly PlanInterval: "day" | "week" | "month" | "year";
        /**
         * @description What happens to a subscription whose period was still not paid on day 7.
         * @enum {string}
         */
        readonly OnExhausted: "pause" | "cancel";
        /**
         * @description Whether a plan takes new subscriptions.
         * @enum {string}
         */
        readonly SubscriptionPlanStatus: "active" | "inactive";
        /** @description What is billed, and how often. */
        readonly CreateSubscriptionPlanRequest: {
            /** @description What is sold; shown on the invoices. */
            readonly name: string;
            /** @description What one period costs. */
            readonly amount: components["schemas"]["MoneyInput"];
            readonly currency: components["schemas"]["CurrencyInput"];
            readonly interval: components["schemas"]["PlanInterval"];
            /**
             * @description How many intervals a period has: 3 with `month` bills every quarter.
             * @default 1
             */
            readonly interval_count: number;
            /**
             * @description Free days before the first period.
             * @default 0
             */
            readonly trial_days: number;
            /** @description How many periods are billed; absent for no end. */
            readonly max_cycles?: number;
            /** @description A longer description of the plan. */
            readonly description?: string;
            /** @default pause */
            readonly on_exhausted: components["schemas"]["OnExhausted"];
        };
        /** @description What is billed, and how often. */
        readonly SubscriptionPlan: {
            readonly plan_id: components["schemas"]["PlanId"];
            readonly status: components["schemas"]["SubscriptionPlanStatus"];
            readonly name: string;
            readonly description: string | null;
            /** @description What one period costs. */
            readonly amount: components["schemas"]["Money2"];
            readonly currency: components["schemas"]["Currency"];
            readonly interval: components["schemas"]["PlanInterval"];
            /** @description How many intervals a period has. */
            readonly interval_count: number;
            readonly trial_days: number;
            /** @description How many periods are billed; null for no end. */
            readonly max_cycles: number | null;
            readonly on_exhausted: components["schemas"]["OnExhausted"];
            readonly created_at: components["schemas"]["Instant"];
        };
        /** @description A page of plans. */
        readonly SubscriptionPlanList: {
            readonly items: readonly components["schemas"]["SubscriptionPlan"][];
            /** @description Null on the last page. */
            readonly next_cursor: components["schemas"]["NextCursor"] | null;
            readonly has_more: boolean;
        };
        /** @description What to change. Absent fields stay as they are. The price of a plan never changes. */
        readonly UpdateSubscriptionPlanRequest: {
            /** @description What is sold; shown on later invoices. */
            readonly name?: string;
            /** @description A longer description of the plan. */
            readonly description?: string;
            readonly status?: components["schemas"]["SubscriptionPlanStatus"];
        };
        /** @description Whom to bill, by which plan, and how they pay. The customer is named by `customer` or by `customer_id`. */
        readonly CreateSubscriptionRequest: {
            readonly plan_id: components["schemas"]["PlanId"];
            readonly customer?: components["schemas"]["CustomerInput"];
            /** @description A saved customer, instead of `customer`; name, email and phone are copied. */
            readonly customer_id?: components["schemas"]["CustomerId"];
            /** @description Sends a mobile money prompt to `customer_phone` for each period. Send both fields or neither. `wallet_b` takes USD only; `wallet_b` and `wallet_c` are announced and not available yet. */
            readonly wallet_type?: components["schemas"]["WalletType"];
            /** @description Required with `wallet_type`. It must be a number of that wallet: `wallet_a` 077 and 078, `wallet_b` 088, `wallet_c` 071. */
            readonly customer_phone?: components["schemas"]["PhoneInput"];
            /** @description A saved card of the customer, charged for each period. Send it with `customer_id`, and without `wallet_type`. Once the card is deleted or has expired, the customer pays on the invoice's page. */
            readonly payment_method_id?: components["schemas"]["PaymentMethodId"];
            /** @description When the trial or the first period begins. It begins now if this is absent or in the past. */
            readonly start_at?: components["schemas"]["InstantInput"];
        };
        /**
         * @description State of a subscription.
         * @enum {string}
         */
        readonly SubscriptionStatus: "active" | "paused" | "canceled";
        /**
         * @description Whether the periods of a subscription are paid.
         * @enum {string}
         */
        readonly CollectionState: "ok" | "retrying" | "exhausted";
        /** @description A customer who is billed by a plan. */
        readonly Subscription: {
            readonly id: components["schemas"]["SubscriptionId"];
            readonly status: components["schemas"]["SubscriptionStatus"];
            /** @description True when the customer may use what was bought: the subscription is active and in its trial, paid, or within the days of retries. */
            readonly entitled: boolean;
            readonly collection_state: components["schemas"]["CollectionState"];
            readonly plan_id: components["schemas"]["PlanId"];
            /** @description What one period costs. */
            readonly amount: components["schemas"]["Money2"];
            readonly currency: components["schemas"]["Currency"];
            readonly customer: components["schemas"]["BilledCustomer"];
            /** @description The wallet that is prompted for each period; null without one. */
            readonly wallet_type: components["schemas"]["WalletType"] | null;
            /** @description The number that is prompted; null without a wallet. */
            readonly phone_masked: components["schemas"]["PhoneMasked"] | null;
            /** @description The saved card that is charged for each period; null without one. */
            readonly payment_method_id: components["schemas"]["PaymentMethodId"] | null;
            /** @description Null before the first period. */
            readonly current_period_start: components["schemas"]["InstantOrNull"];
            readonly current_period_end: components["schemas"]["InstantOrNull"];
            /** @description When the next period begins, or when the subscription ends; null while nothing is billed. */
            readonly next_billing_at: components["schemas"]["InstantOrNull"];
            /** @description Null without a trial. */
            readonly trial_ends_at: components["schemas"]["InstantOrNull"];
            /** @description How many periods were billed. */
            readonly cycle_count: number;
            /** @description The invoice of the newest period; null before the first. */
            readonly latest_invoice_id: components["schemas"]["InvoiceId"] | null;
            /** @description True when it ends with the current period. */
            readonly cancel_at_period_end: boolean;
            readonly canceled_at: components["schemas"]["InstantOrNull"];
            /** @description Why it ended: `completed` after the last of `max_cycles`, `exhausted` after the last failed try, otherwise the reason the merchant gave. */
            readonly cancel_reason: string | null;
            readonly created_at: components["schemas"]["Instant"];
        };
        /** @description A page of subscriptions. */
        readonly SubscriptionList: {
            readonly items: readonly components["schemas"]["Subscription"][];
            /** @description Null on the last page. */
            readonly next_cursor: components["schemas"]["NextCursor"] | null;
            readonly has_more: boolean;
        };
        /** @description When to cancel, and why. */
        readonly CancelSubscriptionRequest: {
            /**
             * @description True: it ends when the current period or the trial is over.
             * @default false
             */
            readonly at_period_end: boolean;
            /** @description For your own records. */
            readonly reason?: string;
        };
        /** @description What to collect at the counter, and how. */
        readonly CreateVirtualTerminalSessionRequest: {
            readonly amount: components["schemas"]["MoneyInput"];
            readonly currency: components["schemas"]["CurrencyInput"];
            /** @description Shown to the customer. */
            readonly description?: string;
            /**
             * @description How the customer pays. `wallet_b` takes USD only; `wallet_b` and `wallet_c` are announced and not available yet.
             * @default card
             */
            readonly payment_method: components["schemas"]["PaymentMethodType"];
            /**
             * @description How long the session can be paid.
             * @default 30
             */
            readonly expires_in_minutes: number;
        };
        /**
         * @description State of a counter session.
         * @enum {string}
         */
        readonly VirtualTerminalSessionStatus: "pending" | "paid" | "canceled" | "expired";
        /** @description A payment session at the counter. */
        readonly VirtualTerminalSession: {
            readonly id: components["schemas"]["VirtualTerminalSessionId"];
            readonly status: components["schemas"]["VirtualTerminalSessionStatus"];
            readonly amount: components["schemas"]["Money4"];
            readonly currency: components["schemas"]["Currency"];
            readonly description: string | null;
            readonly payment_method: components["schemas"]["PaymentMethodType"];
            readonly expires_at: components["schemas"]["Instant"];
            /** @description Where the customer pays. */
            readonly payment_url: components["schemas"]["PageUrl"];
            readonly slug: components["schemas"]["Slug"];
            /** @description `payment_url` as a QR code; null once the session is not pending. */
            readonly qr: components["schemas"]["QrCode"] | null;
            /** @description The checkout behind the session. */
            readonly checkout_id: components["schemas"]["CheckoutId"];
            /** @description The payment; null until the session is paid. */
            readonly transaction_id: components["schemas"]["TransactionId"] | null;
            /** @description Why the last attempt was refused. */
            readonly last_error: components["schemas"]["FailureInfo"] | null;
            /** @description True while the outcome of an attempt is not known. */
            readonly attempt_pending: boolean;
            readonly created_at: components["schemas"]["Instant"];
            readonly paid_at: components["schemas"]["InstantOrNull"];
            readonly canceled_at: components["schemas"]["InstantOrNull"];
        };
        /** @description A QR code. */
        readonly QrCode: {
            /** @description Markup of an SVG image, black on white, that can be put into a page as it is. */
            readonly svg: string;
        };
        /** @description One counter session. */
        readonly VirtualTerminalSessionShown: {
            readonly session: components["schemas"]["VirtualTerminalSession"];
        };
        /** @description A page of counter sessions. */
        readonly VirtualTerminalSessionList: {
            readonly items: readonly components["schemas"]["VirtualTerminalSession"][];
            /** @description Null on the last page. */
            readonly next_cursor: components["schemas"]["NextCursor"] | null;
            readonly has_more: boolean;
        };
        /** @description Whose wallet to charge, or which saved card. */
        readonly ChargeVirtualTerminalSessionRequest: {
            /** @description Required for a wallet session. It must be a number of that wallet: `wallet_a` 077 and 078, `wallet_b` 088, `wallet_c` 071. */
            readonly customer_phone?: components["schemas"]["PhoneInput"];
            /** @description A saved card of the session's kind; it is charged at once. */
            readonly payment_method_id?: components["schemas"]["PaymentMethodId"];
        };
        /** @description What was done to charge a session. */
        readonly VirtualTerminalCharge: {
            readonly session_id: components["schemas"]["VirtualTerminalSessionId"];
            /** @description The attempt; null when none was made, since the customer pays at `payment_url`. */
            readonly transaction_id: components["schemas"]["TransactionId"] | null;
            readonly checkout_id: components["schemas"]["CheckoutId"];
            /** @description True for a wallet. */
            readonly requires_polling: boolean;
            /** @description What happens next, in words. */
            readonly message: string;
            /** @description The link to display. */
            readonly payment_url: components["schemas"]["PageUrl"];
        };
        /**
         * @description Model of a card reader.
         * @enum {string}
         */
        readonly DeviceModel: "sunmi_p3" | "sunmi_p3_mix" | "pax_a920" | "telpo_tps900" | "zcs_z90" | "newland_n910" | "ingenico_apos_a8" | "other";
        /** @description Serial number of the hardware. */
        readonly SerialNumber: string;
        /** @description A reader and where it stands. */
        readonly RegisterTerminalRequest: {
            /** @description Serial number of the hardware. */
            readonly serial_number: string;
            readonly device_model: components["schemas"]["DeviceModel"];
            /** @description Where the reader stands. */
            readonly location_name: string;
        };
        /** @description A reader that is registered and active. */
        readonly RegisteredTerminal: {
            readonly terminal_id: components["schemas"]["TerminalId"];
            readonly serial_number: components["schemas"]["SerialNumber"];
            readonly device_model: components["schemas"]["DeviceModel"];
            readonly location_name: string;
        };
        /** @description An active reader. */
        readonly Terminal: {
            readonly terminal_id: components["schemas"]["TerminalId"];
            readonly serial_number: components["schemas"]["SerialNumber"];
            readonly device_model: components["schemas"]["DeviceModel"];
            readonly location_name: string;
            /** @description When it was last registered or took a payment. */
            readonly last_seen_at: components["schemas"]["Instant"];
            /** @description When it was registered first. */
            readonly registered_at: components["schemas"]["Instant"];
        };
        /** @description Every active reader. */
        readonly TerminalList: {
            readonly terminals: readonly components["schemas"]["Terminal"][];
        };
        /** @description The reader is inactive. */
        readonly TerminalDeactivated: {
            readonly deactivated: boolean;
        };
        /** @description What to charge, and what the reader read. */
        readonly ProcessTerminalPaymentRequest: {
            readonly terminal_id: components["schemas"]["TerminalId"];
            readonly amount: components["schemas"]["MoneyInput"];
            readonly currency: components["schemas"]["CurrencyInput"];
            /** @description The merchant's own reference. It can be used only once, counting checkouts too. If it is absent, the transaction id is the reference. */
            readonly merchantTransactionId?: string;
            readonly entry_mode: components["schemas"]["CardEntryMode"];
            readonly emv_payload: components["schemas"]["EmvPayload"];
            /** @description For the merchant's own use. */
            readonly description?: string;
        };
        /**
         * @description How the card was read.
         * @enum {string}
         */
        readonly CardEntryMode: "chip" | "contactless" | "magstripe";
        /** @description What the reader encrypted, as it came from the reader. Only the gateway can decrypt it. */
        readonly EmvPayload: {
            /** @description The encrypted card data, base64. */
            readonly ciphertext: string;
            /** @description Key serial number; every payload has its own. */
            readonly ksn: string;
            /** @description Which key of the reader was used. */
            readonly key_id?: string;
        };
        /**
         * @description Outcome of a card-present charge; `pending` when the gateway has not answered.
         * @enum {string}
         */
        readonly TerminalPaymentStatus: "completed" | "failed" | "pending";
        /** @description The outcome of a card-present charge. */
        readonly TerminalPayment: {
            readonly transaction_id: components["schemas"]["TransactionId"];
            readonly status: components["schemas"]["TerminalPaymentStatus"];
            readonly amount: components["schemas"]["Money2"];
            readonly currency: components["schemas"]["Currency"];
            /** @description What the issuer answered, ISO 8583. */
            readonly response_code: string | null;
            /** @description The approval of the issuer. */
            readonly auth_code: string | null;
            /** @description Data of the issuer for the chip, base64; hand it to the reader. */
            readonly emv_response: string | null;
            /** @description What the gateway says about the card. */
            readonly card: components["schemas"]["CardSummary"] | null;
            /** @description Why no money moved, or null. */
            readonly failure: components["schemas"]["FailureInfo"] | null;
        };
        /** @description A card; never its full number. */
        readonly CardSummary: {
            readonly brand: string | null;
            readonly last4: string | null;
        };
        /** @description The customer to save. */
        readonly CreateCustomerRequest: {
            /** @description Name of the customer. */
            readonly name: string;
            readonly email?: components["schemas"]["EmailInput"];
            readonly phone?: components["schemas"]["PhoneInput"];
            /** @description Your own reference of the customer; no two customers share one. */
            readonly external_id?: components["schemas"]["ExternalIdInput"];
        };
        /** @description What to change. Absent fields stay as they are; null clears a field. */
        readonly UpdateCustomerRequest: {
            /** @description Name of the customer. */
            readonly name?: string;
            /** @description Email address; null for none. */
            readonly email?: components["schemas"]["EmailInput"] | null;
            /** @description Mobile number; null for none. */
            readonly phone?: components["schemas"]["PhoneInput"] | null;
            /** @description Your own reference of the customer; null for none. */
            readonly external_id?: components["schemas"]["ExternalIdInput"] | null;
        };
        /** @description A customer of the merchant. The specification does not show these fields. */
        readonly Customer: {
            readonly id: components["schemas"]["CustomerId"];
            readonly name: string;
            readonly email: string | null;
            /** @description In the form `+263…`. */
            readonly phone: string | null;
            /** @description Your own reference of the customer. */
            readonly external_id: string | null;
            readonly created_at: components["schemas"]["Instant"];
            readonly updated_at: components["schemas"]["Instant"];
        };
        /** @description A page of customers. */
        readonly CustomerList: {
            readonly items: readonly components["schemas"]["Customer"][];
            /** @description Null on the last page. */
            readonly next_cursor: components["schemas"]["NextCursor"] | null;
            readonly has_more: boolean;
        };
        /** @description The customer's details are erased. */
        readonly CustomerDeleted: {
            readonly deleted: boolean;
        };
        /** @description Whose card is saved, and where the customer returns to. */
        readonly SetupPaymentMethodRequest: {
            readonly customer_id: components["schemas"]["CustomerId"];
            /** @description Where the customer returns to; `payment_method_id` and `status` are added to the query. */
            readonly return_url: components["schemas"]["UrlInput"];
        };
        /** @description A page on which the customer saves a card. */
        readonly PaymentMethodSetup: {
            readonly payment_method_id: components["schemas"]["PaymentMethodId"];
            /** @description Where the customer saves a card. */
            readonly setup_url: components["schemas"]["PageUrl"];
            /** @constant */
            readonly status: "pending";
        };
        /**
         * @description Whether a saved card can be charged, and if not, why.
         * @enum {string}
         */
        readonly PaymentMethodStatus: "pending" | "active" | "expired" | "deleted";
        /**
         * @description What kind of card a customer saved.
         * @enum {string}
         */
        readonly SavedCardType: "card" | "domestic_switch";
        /** @description A card that a customer saved; never its full number. The specification does not show these fields. */
        readonly PaymentMethod: {
            readonly id: components["schemas"]["PaymentMethodId"];
            readonly customer_id: components["schemas"]["CustomerId"];
            /** @description Null until a card is saved. */
            readonly type: components["schemas"]["SavedCardType"] | null;
            readonly brand: string | null;
            readonly last4: string | null;
            readonly exp_month: number | null;
            readonly exp_year: number | null;
            readonly status: components["schemas"]["PaymentMethodStatus"];
            readonly created_at: components["schemas"]["Instant"];
        };
        /** @description A page of payment methods. */
        readonly PaymentMethodList: {
            readonly items: readonly components["schemas"]["PaymentMethod"][];
            /** @description Null on the last page. */
            readonly next_cursor: components["schemas"]["NextCursor"] | null;
            readonly has_more: boolean;
        };
        /** @description The card is never charged again. */
        readonly PaymentMethodDeleted: {
            readonly deleted: boolean;
        };
        /**
         * @description Where your account with the platform stands.
         * @enum {string}
         */
        readonly PlatformSubscriptionStatus: "not_started" | "active" | "past_due" | "restricted";
        /** @description Your subscription to the platform. */
        readonly PlatformSubscription: {
            readonly status: components["schemas"]["PlatformSubscriptionStatus"];
            readonly plan_name: string;
            /** @description What a month costs, without tax. Zero: no invoices are made. */
            readonly amount: components["schemas"]["Money2"];
            readonly tax_rate: components["schemas"]["PlatformTaxRate"];
            /** @description The tax on a month. */
            readonly tax: components["schemas"]["Money2"];
            /** @description `amount` and `tax`. */
            readonly total: components["schemas"]["Money2"];
            readonly currency: components["schemas"]["Currency"];
            /** @description The sum of the invoices that are not paid. */
            readonly amount_due: components["schemas"]["Money2"];
            /** @description When the first month began. */
            readonly started_at: components["schemas"]["InstantOrNull"];
            /** @description When this month ends and is billed. */
            readonly next_invoice_at: components["schemas"]["InstantOrNull"];
            readonly past_due_since: components["schemas"]["InstantOrNull"];
            readonly restricted_since: components["schemas"]["InstantOrNull"];
        };
        /** @description In per cent, with two decimals; zero for no tax. */
        readonly PlatformTaxRate: string;
        /** @description Number of an invoice of the platform. The platform numbers its invoices without gaps. */
        readonly PlatformInvoiceNumber: string;
        /**
         * @description State of an invoice of the platform.
         * @enum {string}
         */
        readonly PlatformInvoiceStatus: "open" | "paid" | "past_due";
        /**
         * @description What a line is for.
         * @enum {string}
         */
        readonly PlatformInvoiceLineType: "plan" | "tax";
        /** @description One line of the invoice. */
        readonly PlatformInvoiceLine: {
            readonly type: components["schemas"]["PlatformInvoiceLineType"];
            readonly description: string;
            readonly amount: components["schemas"]["Money2"];
        };
        /** @description An invoice of the platform to you, for one month. */
        readonly PlatformInvoice: {
            readonly id: components["schemas"]["InvoiceId"];
            readonly number: components["schemas"]["PlatformInvoiceNumber"];
            readonly status: components["schemas"]["PlatformInvoiceStatus"];
            readonly plan_name: string;
            readonly lines: readonly components["schemas"]["PlatformInvoiceLine"][];
            /** @description The price of the plan, without tax. */
            readonly subtotal: components["schemas"]["Money2"];
            readonly tax_rate: components["schemas"]["PlatformTaxRate"];
            readonly tax: components["schemas"]["Money2"];
            /** @description `subtotal` and `tax`: what is taken from the balance. */
            readonly amount: components["schemas"]["Money2"];
            readonly currency: components["schemas"]["Currency"];
            readonly period_start: components["schemas"]["Instant"];
            readonly period_end: components["schemas"]["Instant"];
            readonly due_date: components["schemas"]["CalendarDate"];
            /** @description How many of its tries found the balance too low. */
            readonly failed_tries: number;
            readonly created_at: components["schemas"]["Instant"];
            readonly paid_at: components["schemas"]["InstantOrNull"];
        };
        /** @description A page of the platform's invoices. */
        readonly PlatformInvoiceList: {
            readonly items: readonly components["schemas"]["PlatformInvoice"][];
            /** @description Null on the last page. */
            readonly next_cursor: components["schemas"]["NextCursor"] | null;
            readonly has_more: boolean;
        };
        /** @description Whether the platform's invoices are paid. `getPlatformSubscription` says more. */
        readonly PlatformStanding: {
            readonly status: components["schemas"]["PlatformSubscriptionStatus"];
            /** @description In USD: the sum of the invoices that are not paid. */
            readonly amount_due: components["schemas"]["Money2"];
            /** @description False while calls that take new payments are refused with PLATFORM_INVOICE_OVERDUE. */
            readonly new_payments: boolean;
        };
        /**
         * @description What a report lists.
         * @enum {string}
         */
        readonly ReportType: "transactions" | "payouts" | "ledger_entries" | "fees";
        /**
         * @description Format of the file.
         * @enum {string}
         */
        readonly ReportFormat: "csv" | "jsonl";
        /**
         * @description State of a report.
         * @enum {string}
         */
        readonly ReportStatus: "pending" | "available" | "expired";
        /** @description What to report. */
        readonly CreateReportRequest: {
            readonly type: components["schemas"]["ReportType"];
            readonly format: components["schemas"]["ReportFormat"];
            /** @description On or after this day or time. */
            readonly from_date: components["schemas"]["DateOrInstantInput"];
            /** @description On or before this day or time. A day is included as a whole. */
            readonly to_date: components["schemas"]["DateOrInstantInput"];
        };
        /** @description A report and its state. */
        readonly Report: {
            readonly id: components["schemas"]["ReportId"];
            readonly type: components["schemas"]["ReportType"];
            readonly format: components["schemas"]["ReportFormat"];
            readonly status: components["schemas"]["ReportStatus"];
            /** @description The first moment of the period. */
            readonly from: components["schemas"]["Instant"];
            /** @description The first moment after the period, or when the report was created. */
            readonly before: components["schemas"]["Instant"];
            /** @description How many rows it has, or has so far. */
            readonly rows: number;
            /** @description How many bytes it has, or has so far. */
            readonly bytes: number;
            readonly created_at: components["schemas"]["Instant"];
            readonly available_at: components["schemas"]["InstantOrNull"];
            /** @description Until when it is kept; null while it is written. */
            readonly expires_at: components["schemas"]["InstantOrNull"];
        };
        /** @description A page of reports. */
        readonly ReportList: {
            readonly items: readonly components["schemas"]["Report"][];
            /** @description Null on the last page. */
            readonly next_cursor: components["schemas"]["NextCursor"] | null;
            readonly has_more: boolean;
        };
        /** @description The whole file as text. It may be large; read it as a stream. */
        readonly ReportFile: string;
        /** @description Type of an event, one of the registry: `payment.capture.completed`. */
        readonly EventTypeInput: string;
        /** @description Id of a resource, whatever its kind. */
        readonly ResourceIdInput: string;
        /**
         * @description The delivery status of an event is the worst among its destinations: `exhausted`, then `pending`, then `delivered`. An
         *     event is delivered to a destination as soon as one delivery was acknowledged, the first one or a replay. So a replay that
         *     succeeds makes an exhausted event a delivered one, and a replay that fails leaves a delivered event delivered.
         * @enum {string}
         */
        readonly EventDeliveryStatus: "none" | "pending" | "delivered" | "exhausted";
        /** @description An event as it is sent, with its delivery status. */
        readonly Event: {
            readonly id: components["schemas"]["EventId"];
            /** @constant */
            readonly object: "event";
            /** @description The event type, one of the registry. */
            readonly type: string;
            /** @description Unix time in seconds, by the merchant's clock. */
            readonly created: number;
            /** @description The resource as it was; its shape is that of the event type. */
            readonly data: {
                readonly [key: string]: unknown;
            };
            /** @description The version that shapes `data` here; a delivery has the version of its app. */
            readonly api_version: components["schemas"]["ApiVersion"];
            readonly livemode: boolean;
            /** @description The resource that it happened to. */
            readonly resource_id: string;
            /** @description Its place among the events of the resource: 1, 2, 3 … */
            readonly sequence: number;
            readonly delivery_status: components["schemas"]["EventDeliveryStatus"];
        };
        /** @description A page of events. */
        readonly EventList: {
            readonly items: readonly components["schemas"]["Event"][];
            /** @description Null on the last page. */
            readonly next_cursor: components["schemas"]["NextCursor"] | null;
            readonly has_more: boolean;
        };
        /**
         * @description The state of a delivery.
         * @enum {string}
         */
        readonly WebhookDeliveryStatus: "pending" | "retrying" | "delivered" | "exhausted";
        /** @description An HTTP header. */
        readonly HttpHeader: {
            readonly name: string;
            readonly value: string;
        };
        /** @description One request to the receiver. */
        readonly WebhookAttempt: {
            /** @description As sent in `Service-Attempt`. */
            readonly number: number;
            readonly started_at: components["schemas"]["Instant"];
            /** @description How long it took until the headers of the answer arrived, or until it failed. */
            readonly duration_ms: number;
            /** @description The headers that were sent, except `Service-Signature`, which is made anew for every attempt. */
            readonly request_headers: readonly components["schemas"]["HttpHeader"][];
            /** @description Null when there was no answer. */
            readonly response_status: number | null;
            /** @description The headers of the answer as they came, the first 4 KiB. */
            readonly response_headers: readonly components["schemas"]["HttpHeader"][];
            /** @description The first 4 KiB of the answer's body; null when there was no answer. */
            readonly response_body: string | null;
            /** @description Why the attempt failed, in words; null when the receiver acknowledged it. */
            readonly error: string | null;
        };
        /** @description The delivery of an event to one address. */
        readonly WebhookDelivery: {
            readonly delivery_id: components["schemas"]["WebhookDeliveryId"];
            readonly event_id: components["schemas"]["EventId"];
            /** @description The app whose secret signs it. */
            readonly app_id: components["schemas"]["AppId"];
            /** @description Where it goes. */
            readonly url: string;
            readonly status: components["schemas"]["WebhookDeliveryStatus"];
            /** @description True when a replay or a recovery asked for it. */
            readonly replay: boolean;
            /** @description The version of the body. */
            readonly api_version: components["schemas"]["ApiVersion"];
            /** @description The body of every attempt, byte for byte. */
            readonly request_body: string;
            /** @description In the order they were made. */
            readonly attempts: readonly components["schemas"]["WebhookAttempt"][];
            /** @description The earliest time of the next attempt; null when an attempt is under way or none follows. */
            readonly next_attempt_at: components["schemas"]["Instant"] | null;
            readonly created_at: components["schemas"]["Instant"];
        };
        /** @description A page of deliveries. */
        readonly WebhookDeliveryList: {
            readonly items: readonly components["schemas"]["WebhookDelivery"][];
            /** @description Null on the last page. */
            readonly next_cursor: components["schemas"]["NextCursor"] | null;
            readonly has_more: boolean;
        };
        /** @description An event that is sent once more. */
        readonly ReplayedEvent: {
            readonly event_id: components["schemas"]["EventId"];
            /** @description The new deliveries, one for each destination. */
            readonly deliveries: readonly components["schemas"]["WebhookDelivery"][];
        };
        /**
         * @description Which of the exhausted events to send again.
         * @enum {string}
         */
        readonly RecoveryMode: "all" | "latest_per_resource";
        /** @description Which events are sent again. */
        readonly RecoverEventsRequest: {
            /** @description Happened on or after: a day (`2026-01-31`) or a time. */
            readonly from_date: components["schemas"]["DateOrInstantInput"];
            /** @description Happened on or before this day or time. A day is included as a whole. Absent means until now. */
            readonly to_date?: components["schemas"]["DateOrInstantInput"];
            /** @description Only events of these types; absent means all. */
            readonly types?: readonly components["schemas"]["EventTypeInput"][];
            /** @default all */
            readonly mode: components["schemas"]["RecoveryMode"];
        };
        /** @description What is sent again. */
        readonly RecoveredEvents: {
            /** @description How many events. An event that another recovery has sent again in the meantime is not sent a second time. */
            readonly replayed: number;
        };
        /**
         * @description Event group.
         * @enum {string}
         */
        readonly EventGroupInput: "PAYMENT_CAPTURE" | "PAYMENT_AUTHORIZATION" | "PAYMENT_REFUND" | "PAYMENT_ORDER" | "PAYOUT" | "INVOICE" | "SUBSCRIPTION" | "BILLING_PLAN" | "SPLIT" | "DISPUTE" | "CUSTOMER_PAYOUT" | "MERCHANT_ONBOARDING" | "MERCHANT_ACCOUNT" | "VAULT" | "COMPLIANCE" | "IDENTITY" | "REPORTING" | "AGENT" | "CAPITAL";
        /** @description Event types by group. */
        readonly WebhookEventRegistry: {
            readonly version: components["schemas"]["ApiVersion"];
            /** @description Number of events in this answer. */
            readonly total: number;
            readonly groups: readonly components["schemas"]["WebhookEventGroup"][];
        };
        /** @description The event types of one group. */
        readonly WebhookEventGroup: {
            readonly group: string;
            readonly events: readonly components["schemas"]["WebhookEventType"][];
        };
        /** @description An event type. */
        readonly WebhookEventType: {
            /** @description The `type` of the event. */
            readonly id: string;
            readonly name: string;
            readonly description: string;
            /** @description True when it is sent today. */
            readonly implemented: boolean;
            readonly triggerSource: "api" | "gateway" | "schedule" | "dashboard" | "operator" | "none";
        };
        /** @description Every code that a failure may have. */
        readonly ErrorCatalogue: {
            readonly total: number;
            readonly errors: readonly components["schemas"]["ErrorCodeEntry"][];
        };
        /** @description A code and what to do about it. */
        readonly ErrorCodeEntry: {
            readonly code: string;
            readonly http_status: number;
            /** @description True when the same request may succeed later without a change. */
            readonly retryable: boolean;
            readonly message: string;
            /** @description What to do. */
            readonly remedy: string;
        };
        /** @description A delivery as it was received. */
        readonly VerifyWebhookSignatureRequest: {
            /** @description The value of `Service-Signature`. */
            readonly header: string;
            /** @description The raw bytes of the body, in base64. JSON that was parsed and written again has other bytes. */
            readonly body_base64: string;
        };
        /**
         * @description Why the delivery is valid, or why not.
         * @enum {string}
         */
        readonly SignatureReason: "ok" | "malformed_header" | "timestamp_skew" | "wrong_secret" | "other_app" | "body_changed";
        /** @description Whether a delivery is correctly signed. */
        readonly SignatureVerdict: {
            readonly valid: boolean;
            readonly reason: components["schemas"]["SignatureReason"];
        };
        /** @description The merchant's time in the sandbox. */
        readonly TestClock: {
            readonly now: components["schemas"]["Instant"];
            /** @description How far it is ahead of real time. */
            readonly offset_seconds: number;
        };
        /** @description How far to move the clock. */
        readonly AdvanceTestClockRequest: {
            /** @description Seconds to move forward, at most 366 days. */
            readonly advance_seconds: number;
        };
        /** @description The merchant's time in the sandbox after a move. */
        readonly AdvancedTestClock: {
            readonly now: components["schemas"]["Instant"];
            /** @description How far it is ahead of real time. */
            readonly offset_seconds: number;
            /** @description What fell due, in order; the first hundred. */
            readonly fired: readonly components["schemas"]["FiredJob"][];
            readonly fired_total: number;
            /** @description True when there was too much to do within the call; the rest is done by itself afterwards. */
            readonly more: boolean;
        };
        /** @description Something that fell due. */
        readonly FiredJob: {
            readonly kind: string;
            readonly resource_id: string | null;
            readonly due_at: components["schemas"]["Instant"];
        };
        /** @description The tier to set. */
        readonly SetTestKycRequest: {
            /** @description 0 none, 1 basic, 2 full. */
            readonly tier: number;
        };
        /** @description The merchant's sandbox after a reset. */
        readonly SandboxReset: {
            readonly reset: boolean;
            /** @description When it was done, in real time. */
            readonly at: components["schemas"]["Instant"];
        };
        readonly CheckoutAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["Checkout"];
        };
        readonly CheckoutStatusAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["CheckoutStatus"];
        };
        readonly AbortedCheckoutAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["AbortedCheckout"];
        };
        readonly MobileStatusAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["MobileStatus"];
        };
        readonly TransactionListAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["TransactionList"];
        };
        readonly TransactionAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["Transaction"];
        };
        readonly RefundAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["Refund"];
        };
        readonly PaymentLinkListAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["PaymentLinkList"];
        };
        readonly PaymentLinkCreatedAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["PaymentLinkCreated"];
        };
        readonly PaymentLinkUpdatedAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["PaymentLinkUpdated"];
        };
        readonly PaymentLinkDeactivatedAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["PaymentLinkDeactivated"];
        };
        readonly RequestedPayoutAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["RequestedPayout"];
        };
        readonly PayoutListAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["PayoutList"];
        };
        readonly BankAccountListAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["BankAccountList"];
        };
        readonly BankAccountAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["BankAccount"];
        };
        readonly BalanceAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["Balance"];
        };
        readonly ProfileAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["Profile"];
        };
        readonly InvoiceListAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["InvoiceList"];
        };
        readonly InvoiceAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["Invoice"];
        };
        readonly SubscriptionListAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["SubscriptionList"];
        };
        readonly SubscriptionAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["Subscription"];
        };
        readonly SubscriptionPlanListAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["SubscriptionPlanList"];
        };
        readonly SubscriptionPlanAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["SubscriptionPlan"];
        };
        readonly VirtualTerminalSessionListAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["VirtualTerminalSessionList"];
        };
        readonly VirtualTerminalSessionShownAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["VirtualTerminalSessionShown"];
        };
        readonly VirtualTerminalChargeAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["VirtualTerminalCharge"];
        };
        readonly RegisteredTerminalAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["RegisteredTerminal"];
        };
        readonly TerminalListAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["TerminalList"];
        };
        readonly TerminalPaymentAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["TerminalPayment"];
        };
        readonly TerminalDeactivatedAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["TerminalDeactivated"];
        };
        readonly CustomerListAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["CustomerList"];
        };
        readonly CustomerAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["Customer"];
        };
        readonly CustomerDeletedAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["CustomerDeleted"];
        };
        readonly PaymentMethodSetupAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["PaymentMethodSetup"];
        };
        readonly PaymentMethodListAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["PaymentMethodList"];
        };
        readonly PaymentMethodAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["PaymentMethod"];
        };
        readonly PaymentMethodDeletedAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["PaymentMethodDeleted"];
        };
        readonly EventListAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["EventList"];
        };
        readonly RecoveredEventsAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["RecoveredEvents"];
        };
        readonly EventAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["Event"];
        };
        readonly WebhookDeliveryListAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["WebhookDeliveryList"];
        };
        readonly ReplayedEventAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["ReplayedEvent"];
        };
        readonly WebhookEventRegistryAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["WebhookEventRegistry"];
        };
        readonly ErrorCatalogueAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["ErrorCatalogue"];
        };
        readonly SignatureVerdictAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["SignatureVerdict"];
        };
        readonly TestClockAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["TestClock"];
        };
        readonly AdvancedTestClockAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["AdvancedTestClock"];
        };
        readonly SandboxResetAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["SandboxReset"];
        };
        readonly KycAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["Kyc"];
        };
        readonly PlatformSubscriptionAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["PlatformSubscription"];
        };
        readonly PlatformInvoiceListAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["PlatformInvoiceList"];
        };
        readonly ReportListAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["ReportList"];
        };
        readonly ReportAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["Report"];
        };
        /** @description A refused request, or an error on our side. */
        readonly Failure: {
            readonly success: boolean;
            readonly code: string;
            /** @description The code in words; the same for every call. */
            readonly message: string;
            readonly request_id: components["schemas"]["RequestId"];
            /** @description True when the same request may succeed later without a change. */
            readonly retryable: boolean;
            /** @description Every place where the request does not match the contract. */
            readonly errors?: readonly components["schemas"]["FieldError"][];
            readonly details?: components["schemas"]["FailureDetails"];
        };
        /** @description One place where the request does not match the contract. */
        readonly FieldError: {
            /** @description Where: `/amount` in the body, `/query/limit` elsewhere. */
            readonly instancePath: string;
            /** @description The JSON Schema keyword that the value breaks. */
            readonly keyword: string;
            /** @description What the keyword asks for. Empty for `pattern`, whose `message` says it in words. */
            readonly params: {
                readonly [key: string]: unknown;
            };
            readonly message: string;
        };
        /** @description Facts that a program can use; which fields there are depends on `code`. */
        readonly FailureDetails: {
            readonly supported?: readonly components["schemas"]["ApiVersion"][];
            readonly required_permission?: string;
            readonly required_feature?: string;
            readonly required_kyc_tier?: number;
            /** @description What kind of object does not exist. */
            readonly resource?: string;
            /** @description The state the object is in. */
            readonly status?: string;
            /** @description The type of the object. */
            readonly type?: string;
            /** @description The field of the request that is refused. */
            readonly field?: string;
            /** @description The setting with which the operator of the service can allow it. */
            readonly setting?: string;
            /** @description What is left to refund. */
            readonly amount_refundable?: components["schemas"]["Money2"];
            /** @description What the balance has. */
            readonly available?: components["schemas"]["SignedMoney2"];
            /** @description What the balance needs to have. */
            readonly required?: components["schemas"]["Money2"];
            readonly minimum?: components["schemas"]["Money2"];
            readonly maximum?: components["schemas"]["Money2"];
            readonly limit?: number;
            readonly window_seconds?: number;
            /** @description Since when an invoice of the platform could not be collected. */
            readonly past_due_since?: components["schemas"]["Instant"];
            /** @description What exists already: a payment, or the id of a customer. */
            readonly existing?: components["schemas"]["ExistingPayment"] | components["schemas"]["CustomerId"];
        };
        /** @description The checkout or the reader payment that used the reference first. */
        readonly ExistingPayment: {
            /** @description Only for a checkout. */
            readonly checkout_id?: components["schemas"]["CheckoutId"];
            /** @description Only for a checkout. */
            readonly payment_url?: components["schemas"]["PageUrl"];
            /** @description Only for a reader payment. */
            readonly transaction_id?: components["schemas"]["TransactionId"];
            /** @description The state of the checkout or of the transaction. */
            readonly status: string;
            readonly created_at: components["schemas"]["Instant"];
        };
        /** @description The request does not match the contract. */
        readonly BadRequestFailure: components["schemas"]["Failure"] & {
            readonly code?: components["schemas"]["BadRequestCode"];
        };
        /** @description Code of a failure. New codes may be added at any time. */
        readonly BadRequestCode: "VALIDATION_ERROR" | "INVALID_JSON" | "UNKNOWN_FIELD" | "INVALID_AMOUNT" | "CURRENCY_NOT_SUPPORTED" | "PHONE_REQUIRED" | "INVALID_PHONE" | "PHONE_WALLET_MISMATCH" | "BANK_DETAILS_REQUIRED" | "BANK_BRANCH_REQUIRED" | "MOBILE_MONEY_DETAILS_REQUIRED" | "CONFLICTING_DESTINATION" | "CARD_NUMBER_IN_TEXT" | "INVALID_CURSOR" | "INVALID_IDEMPOTENCY_KEY" | "UNSUPPORTED_VERSION" | "WALLET_INIT_FAILED";
        /** @description The API key is missing or not valid. */
        readonly UnauthorizedFailure: components["schemas"]["Failure"] & {
            readonly code?: components["schemas"]["UnauthorizedCode"];
        };
        /** @description Code of a failure. New codes may be added at any time. */
        readonly UnauthorizedCode: "MISSING_API_KEY" | "INVALID_API_KEY" | "API_KEY_REVOKED";
        /** @description The key, the app or the merchant may not do this. */
        readonly ForbiddenFailure: components["schemas"]["Failure"] & {
            readonly code?: components["schemas"]["ForbiddenCode"];
        };
        /** @description Code of a failure. New codes may be added at any time. */
        readonly ForbiddenCode: "PUBLIC_KEY_NOT_ALLOWED" | "INSUFFICIENT_PERMISSIONS" | "TEST_MODE_ONLY" | "ACCOUNT_SUSPENDED" | "FEATURE_DISABLED" | "KYC_REQUIRED" | "PLATFORM_INVOICE_OVERDUE" | "TOTP_REQUIRED" | "TOTP_INVALID" | "TOTP_LOCKED";
        /** @description There is no such object. */
        readonly NotFoundFailure: components["schemas"]["Failure"] & {
            readonly code?: components["schemas"]["NotFoundCode"];
        };
        /** @description Code of a failure. New codes may be added at any time. */
        readonly NotFoundCode: "NOT_FOUND";
        /** @description The request is valid, but the current state does not allow it. */
        readonly ConflictFailure: components["schemas"]["Failure"] & {
            readonly code?: components["schemas"]["ConflictCode"];
        };
        /** @description Code of a failure. New codes may be added at any time. */
        readonly ConflictCode: "DUPLICATE_REQUEST" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_IN_PROGRESS" | "GATEWAY_NOT_CONFIGURED" | "WALLET_NOT_AVAILABLE" | "ADDRESS_NOT_ALLOWED" | "AMOUNT_TOO_SMALL" | "AMOUNT_TOO_LARGE" | "CHECKOUT_NOT_PENDING" | "CHARGE_IN_PROGRESS" | "EXPIRY_IN_PAST" | "SESSION_NOT_PENDING" | "SESSION_PHONE_REQUIRED" | "TERMINAL_INACTIVE" | "DUPLICATE_READER_PAYLOAD" | "TRANSACTION_NOT_REFUNDABLE" | "REFUND_EXCEEDS_REMAINING" | "INSUFFICIENT_BALANCE" | "BANK_ACCOUNT_MISMATCH" | "CLOCK_LIMIT_EXCEEDED" | "INVOICE_NOT_DRAFT" | "INVOICE_NOT_VOIDABLE" | "PLAN_INACTIVE" | "SUBSCRIPTION_NOT_ACTIVE" | "SUBSCRIPTION_NOT_PAUSED" | "SUBSCRIPTION_CANCELED" | "PAYMENT_METHOD_NOT_USABLE" | "CUSTOMER_EXISTS" | "WEBHOOK_NOT_CONFIGURED" | "REPORT_LIMIT_REACHED" | "REPORT_NOT_AVAILABLE";
        /** @description The body is too large. */
        readonly PayloadTooLargeFailure: components["schemas"]["Failure"] & {
            readonly code?: components["schemas"]["PayloadTooLargeCode"];
        };
        /** @description Code of a failure. New codes may be added at any time. */
        readonly PayloadTooLargeCode: "PAYLOAD_TOO_LARGE";
        /** @description The body is not JSON. */
        readonly UnsupportedMediaTypeFailure: components["schemas"]["Failure"] & {
            readonly code?: components["schemas"]["UnsupportedMediaTypeCode"];
        };
        /** @description Code of a failure. New codes may be added at any time. */
        readonly UnsupportedMediaTypeCode: "UNSUPPORTED_MEDIA_TYPE";
        /** @description Too many calls. */
        readonly RateLimitFailure: components["schemas"]["Failure"] & {
            readonly code?: components["schemas"]["RateLimitCode"];
        };
        /** @description Code of a failure. New codes may be added at any time. */
        readonly RateLimitCode: "RATE_LIMIT_EXCEEDED";
        /** @description An error on our side, or at a provider. */
        readonly ServerFailure: components["schemas"]["Failure"] & {
            readonly code?: components["schemas"]["ServerCode"];
        };
        /** @description Code of a failure. New codes may be added at any time. */
        readonly ServerCode: "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE" | "PROVIDER_UNAVAILABLE";
    };
    responses: {
        /** @description The request does not match the contract. */
        readonly BadRequest: {
            headers: {
                readonly "Service-Version": components["headers"]["ServiceVersion"];
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["BadRequestFailure"];
            };
        };
        /** @description The API key is missing or not valid. */
        readonly Unauthorized: {
            headers: {
                readonly "Service-Version": components["headers"]["ServiceVersion"];
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["UnauthorizedFailure"];
            };
        };
        /** @description The key, the app or the merchant may not do this. */
        readonly Forbidden: {
            headers: {
                readonly "Service-Version": components["headers"]["ServiceVersion"];
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ForbiddenFailure"];
            };
        };
        /** @description There is no such object. */
        readonly NotFound: {
            headers: {
                readonly "Service-Version": components["headers"]["ServiceVersion"];
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NotFoundFailure"];
            };
        };
        /** @description The request is valid, but the current state does not allow it. */
        readonly Conflict: {
            headers: {
                readonly "Service-Version": components["headers"]["ServiceVersion"];
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Retry-After": components["headers"]["RetryAfterIfRetryable"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ConflictFailure"];
            };
        };
        /** @description The body is too large. */
        readonly PayloadTooLarge: {
            headers: {
                readonly "Service-Version": components["headers"]["ServiceVersion"];
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["PayloadTooLargeFailure"];
            };
        };
        /** @description The body is not JSON. */
        readonly UnsupportedMediaType: {
            headers: {
                readonly "Service-Version": components["headers"]["ServiceVersion"];
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["UnsupportedMediaTypeFailure"];
            };
        };
        /** @description Too many calls. */
        readonly TooManyRequests: {
            headers: {
                readonly "Service-Version": components["headers"]["ServiceVersion"];
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["RateLimitFailure"];
            };
        };
        /** @description An error on our side, or at a provider. */
        readonly ServerError: {
            headers: {
                readonly "Service-Version": components["headers"]["ServiceVersion"];
                readonly "X-Request-Id": components["headers"]["RequestId"];
                readonly "Retry-After": components["headers"]["RetryAfterIfRetryable"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ServerFailure"];
            };
        };
    };
    parameters: {
        /** @description Answer in this version instead of the one the app is pinned to. */
        readonly ServiceVersion: "2026-01-01";
        /** @description Makes the call safe to repeat for 24 hours. A key belongs to one merchant, method and path. */
        readonly IdempotencyKey: string;
        /** @description The six digits of the second factor's current code. Needed when the merchant is enrolled in two-factor authentication, in the sandbox too; otherwise ignored. */
        readonly TotpCode: string;
        /** @description Checkout session id. */
        readonly CheckoutPathId: string;
        /** @description Transaction id. */
        readonly TransactionPathId: string;
        /** @description Id of a completed payment. */
        readonly PaymentPathId: string;
        /** @description Id of a checkout session with a wallet attempt, or of a wallet payment. */
        readonly MobilePaymentPathId: string;
        /** @description Payment link id. */
        readonly PaymentLinkPathId: string;
        /** @description Invoice id. */
        readonly InvoicePathId: string;
        /** @description Id of a draft. */
        readonly DraftInvoicePathId: string;
        /** @description Subscription id. */
        readonly SubscriptionPathId: string;
        /** @description Id of a paused subscription. */
        readonly PausedSubscriptionPathId: string;
        /** @description Plan id. */
        readonly PlanPathId: string;
        /** @description Id of a counter session. */
        readonly SessionPathId: string;
        /** @description Reader id. */
        readonly TerminalPathId: string;
        /** @description Customer id. */
        readonly CustomerPathId: string;
        /** @description Payment method id. */
        readonly PaymentMethodPathId: string;
        /** @description Report id. */
        readonly ReportPathId: string;
        /** @description Event id. */
        readonly EventPathId: string;
        /** @description The `next_cursor` of the page before, unchanged. */
        readonly Cursor: components["schemas"]["Cursor"];
        /** @description How many items a page has at most. */
        readonly Limit: number;
    };
    requestBodies: never;
    headers: {
        /**
         * @description The version the answer follows.
         * @example 2026-01-01
         */
        readonly ServiceVersion: components["schemas"]["ApiVersion"];
        /**
         * @description Id of the call; quote it to support.
         * @example req_019b76da57ff7a01b2c3d4e5f6a7b8c9
         */
        readonly RequestId: components["schemas"]["RequestId"];
        /**
         * @description Calls left (`r`), and seconds until there are more (`t`).
         * @example "default";r=59;t=60
         */
        readonly RateLimit: string;
        /**
         * @description How many calls (`q`) are admitted in a window of seconds (`w`).
         * @example "default";q=60;w=60
         */
        readonly RateLimitPolicy: string;
        /**
         * @description Sent when the answer is the stored one of an earlier call.
         * @example true
         */
        readonly IdempotentReplayed: "true";
        /**
         * @description Seconds to wait before the next call.
         * @example 30
         */
        readonly RetryAfter: string;
        /**
         * @description Seconds to wait before the next call; sent when waiting helps.
         * @example 1
         */
        readonly RetryAfterIfRetryable: string;
        /**
         * @description A name for the file.
         * @example attachment; filename="rpt_0199c2b6c3f27d4b8e10a1b2c3d4e5f6.csv"
         */
        readonly ContentDisposition: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly createCheckout: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description What to pay, and where to send the events. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateCheckoutRequest"];
            };
        };
        readonly responses: {
            /** @description The session is open. */
            readonly 201: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CheckoutAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly getCheckoutStatus: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /** @description Checkout session id. */
                readonly id: components["parameters"]["CheckoutPathId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The session as it is now. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CheckoutStatusAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly abortCheckout: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @description Checkout session id. */
                readonly id: components["parameters"]["CheckoutPathId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The session is aborted. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AbortedCheckoutAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly getMobileStatus: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /** @description Id of a checkout session with a wallet attempt, or of a wallet payment. */
                readonly id: components["parameters"]["MobilePaymentPathId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The latest wallet attempt as it is now. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MobileStatusAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly listTransactions: {
        readonly parameters: {
            readonly query: {
                /** @description Only this type. */
                readonly type?: components["schemas"]["TransactionType"];
                /** @description Only this status. */
                readonly status?: components["schemas"]["TransactionStatus"];
                /** @description Only this currency. */
                readonly currency?: components["schemas"]["Currency"];
                /** @description Created on or after this day or time. */
                readonly from_date?: components["schemas"]["DateOrInstantInput"];
                /** @description Created on or before this day or time. A day is included as a whole. */
                readonly to_date?: components["schemas"]["DateOrInstantInput"];
                /** @description Only this gateway, by its exact name. */
                readonly gateway?: string;
                /** @description Part of the reference, or of the customer's name, email or phone, in upper or lower case; a phone may have spaces, dashes, and a leading 0 or 00263. Or the whole id of a transaction, checkout, refund or payout. Where a search would read too many transactions, its page has fewer items than `limit`, or none, and `has_more` is true: go on with `next_cursor`. */
                readonly search?: string;
                /** @description The `next_cursor` of the page before, unchanged. */
                readonly cursor?: components["parameters"]["Cursor"];
                /** @description How many items a page has at most. */
                readonly limit: components["parameters"]["Limit"];
            };
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of transactions. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TransactionListAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly getTransaction: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /** @description Transaction id. */
                readonly id: components["parameters"]["TransactionPathId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The transaction as it is now. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TransactionAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly refundTransaction: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @description Id of a completed payment. */
                readonly id: components["parameters"]["PaymentPathId"];
            };
            readonly cookie?: never;
        };
        /** @description How much to refund, and why. Without a body, all that remains is refunded. */
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["RefundTransactionRequest"];
            };
        };
        readonly responses: {
            /** @description The refund is accepted, or refused by the gateway; `status` says which. */
            readonly 201: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RefundAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly listPaymentLinks: {
        readonly parameters: {
            readonly query: {
                /** @description Only links that are enabled, or only those that are not. */
                readonly active?: boolean;
                /** @description Only this currency. */
                readonly currency?: components["schemas"]["Currency"];
                /** @description The `next_cursor` of the page before, unchanged. */
                readonly cursor?: components["parameters"]["Cursor"];
                /** @description How many items a page has at most. */
                readonly limit: components["parameters"]["Limit"];
            };
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of links. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PaymentLinkListAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly createPaymentLink: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description What is paid for, and how often it can be paid. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreatePaymentLinkRequest"];
            };
        };
        readonly responses: {
            /** @description The link can be shared. */
            readonly 201: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PaymentLinkCreatedAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly deactivatePaymentLink: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @description Payment link id. */
                readonly id: components["parameters"]["PaymentLinkPathId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The link takes no more payments. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PaymentLinkDeactivatedAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly updatePaymentLink: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @description Payment link id. */
                readonly id: components["parameters"]["PaymentLinkPathId"];
            };
            readonly cookie?: never;
        };
        /** @description What to change. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdatePaymentLinkRequest"];
            };
        };
        readonly responses: {
            /** @description The link is changed. */
            readonly 201: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PaymentLinkUpdatedAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly requestPayout: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The six digits of the second factor's current code. Needed when the merchant is enrolled in two-factor authentication, in the sandbox too; otherwise ignored. */
                readonly "X-TOTP-Code"?: components["parameters"]["TotpCode"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description How much to pay out, and where to. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RequestPayoutRequest"];
            };
        };
        readonly responses: {
            /** @description The payout is under way. */
            readonly 201: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RequestedPayoutAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly listPayouts: {
        readonly parameters: {
            readonly query: {
                /** @description Only this status. */
                readonly status?: components["schemas"]["PayoutStatus"];
                /** @description Only this method. */
                readonly method?: components["schemas"]["PayoutMethod"];
                /** @description Only this currency. */
                readonly currency?: components["schemas"]["Currency"];
                /** @description Requested on or after this day or time. */
                readonly from_date?: components["schemas"]["DateOrInstantInput"];
                /** @description Requested on or before this day or time. A day is included as a whole. */
                readonly to_date?: components["schemas"]["DateOrInstantInput"];
                /** @description The `next_cursor` of the page before, unchanged. */
                readonly cursor?: components["parameters"]["Cursor"];
                /** @description How many items a page has at most. */
                readonly limit: components["parameters"]["Limit"];
            };
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of payouts. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PayoutListAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly listBankAccounts: {
        readonly parameters: {
            readonly query: {
                /** @description The `next_cursor` of the page before, unchanged. */
                readonly cursor?: components["parameters"]["Cursor"];
                /** @description How many items a page has at most. */
                readonly limit: components["parameters"]["Limit"];
            };
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of saved accounts. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BankAccountListAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly createBankAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The account. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateBankAccountRequest"];
            };
        };
        readonly responses: {
            /** @description The account is saved. */
            readonly 201: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BankAccountAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly getBalance: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The balances of every currency. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BalanceAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly getProfile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The profile in the mode of the key. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProfileAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly listInvoices: {
        readonly parameters: {
            readonly query: {
                /** @description Only this status. */
                readonly status?: components["schemas"]["InvoiceStatus"];
                /** @description The `next_cursor` of the page before, unchanged. */
                readonly cursor?: components["parameters"]["Cursor"];
                /** @description How many items a page has at most. */
                readonly limit: components["parameters"]["Limit"];
            };
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of invoices. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InvoiceListAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly createInvoice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description Who owes what, and by when. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateInvoiceRequest"];
            };
        };
        readonly responses: {
            /** @description The invoice, as a draft or sent. */
            readonly 201: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InvoiceAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly getInvoice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /** @description Invoice id. */
                readonly id: components["parameters"]["InvoicePathId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The invoice as it is now. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InvoiceAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly updateInvoice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @description Id of a draft. */
                readonly id: components["parameters"]["DraftInvoicePathId"];
            };
            readonly cookie?: never;
        };
        /** @description What to change. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateInvoiceRequest"];
            };
        };
        readonly responses: {
            /** @description The draft is changed. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InvoiceAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly sendInvoice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @description Id of a draft. */
                readonly id: components["parameters"]["DraftInvoicePathId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The invoice can be paid. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InvoiceAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly voidInvoice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @description Invoice id. */
                readonly id: components["parameters"]["InvoicePathId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Nothing is owed. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InvoiceAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly listSubscriptions: {
        readonly parameters: {
            readonly query: {
                /** @description Only this status. */
                readonly status?: components["schemas"]["SubscriptionStatus"];
                /** @description The `next_cursor` of the page before, unchanged. */
                readonly cursor?: components["parameters"]["Cursor"];
                /** @description How many items a page has at most. */
                readonly limit: components["parameters"]["Limit"];
            };
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of subscriptions. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SubscriptionListAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly createSubscription: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description Whom to bill, by which plan. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateSubscriptionRequest"];
            };
        };
        readonly responses: {
            /** @description The subscription has begun, or waits for its first period. */
            readonly 201: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SubscriptionAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly listSubscriptionPlans: {
        readonly parameters: {
            readonly query: {
                /** @description Only this status. */
                readonly status?: components["schemas"]["SubscriptionPlanStatus"];
                /** @description The `next_cursor` of the page before, unchanged. */
                readonly cursor?: components["parameters"]["Cursor"];
                /** @description How many items a page has at most. */
                readonly limit: components["parameters"]["Limit"];
            };
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of plans. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SubscriptionPlanListAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly createSubscriptionPlan: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description What is billed, and how often. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateSubscriptionPlanRequest"];
            };
        };
        readonly responses: {
            /** @description The plan takes new subscriptions. */
            readonly 201: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SubscriptionPlanAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly updateSubscriptionPlan: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @description Plan id. */
                readonly id: components["parameters"]["PlanPathId"];
            };
            readonly cookie?: never;
        };
        /** @description What to change. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateSubscriptionPlanRequest"];
            };
        };
        readonly responses: {
            /** @description The plan is changed. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SubscriptionPlanAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly getSubscription: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /** @description Subscription id. */
                readonly id: components["parameters"]["SubscriptionPathId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The subscription as it is now. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SubscriptionAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly pauseSubscription: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @description Subscription id. */
                readonly id: components["parameters"]["SubscriptionPathId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The subscription is paused. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SubscriptionAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly resumeSubscription: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @description Id of a paused subscription. */
                readonly id: components["parameters"]["PausedSubscriptionPathId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The subscription is active. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SubscriptionAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly cancelSubscription: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @description Subscription id. */
                readonly id: components["parameters"]["SubscriptionPathId"];
            };
            readonly cookie?: never;
        };
        /** @description When, and why. */
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["CancelSubscriptionRequest"];
            };
        };
        readonly responses: {
            /** @description The subscription is canceled, or will be at the end of its period. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SubscriptionAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly listVirtualTerminalSessions: {
        readonly parameters: {
            readonly query: {
                /** @description Only this status. */
                readonly status?: components["schemas"]["VirtualTerminalSessionStatus"];
                /** @description Only this method. */
                readonly payment_method?: components["schemas"]["PaymentMethodType"];
                /** @description Only this currency. */
                readonly currency?: components["schemas"]["Currency"];
                /** @description Created on or after this day or time. */
                readonly from_date?: components["schemas"]["DateOrInstantInput"];
                /** @description Created on or before this day or time. A day is included as a whole. */
                readonly to_date?: components["schemas"]["DateOrInstantInput"];
                /** @description The `next_cursor` of the page before, unchanged. */
                readonly cursor?: components["parameters"]["Cursor"];
                /** @description How many items a page has at most. */
                readonly limit: components["parameters"]["Limit"];
            };
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of sessions. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["VirtualTerminalSessionListAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly createVirtualTerminalSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description What to collect, and how. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateVirtualTerminalSessionRequest"];
            };
        };
        readonly responses: {
            /** @description The session is open. */
            readonly 201: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["VirtualTerminalSessionShownAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly getVirtualTerminalSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /** @description Id of a counter session. */
                readonly id: components["parameters"]["SessionPathId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The session as it is now. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["VirtualTerminalSessionShownAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly cancelVirtualTerminalSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @description Id of a counter session. */
                readonly id: components["parameters"]["SessionPathId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The session is canceled. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["VirtualTerminalSessionShownAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly chargeVirtualTerminalSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @description Id of a counter session. */
                readonly id: components["parameters"]["SessionPathId"];
            };
            readonly cookie?: never;
        };
        /** @description Whose wallet to charge, or which saved card; a card session needs no body. */
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["ChargeVirtualTerminalSessionRequest"];
            };
        };
        readonly responses: {
            /** @description The prompt was sent, the saved card was charged, or the link can be displayed. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["VirtualTerminalChargeAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly registerTerminal: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The reader. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RegisterTerminalRequest"];
            };
        };
        readonly responses: {
            /** @description The reader is registered and active. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RegisteredTerminalAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly listTerminals: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The readers. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TerminalListAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly processTerminalPayment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description What to charge, and what the reader read. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ProcessTerminalPaymentRequest"];
            };
        };
        readonly responses: {
            /** @description The outcome of the charge. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TerminalPaymentAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly deactivateTerminal: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @description Reader id. */
                readonly id: components["parameters"]["TerminalPathId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The reader is inactive. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TerminalDeactivatedAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly listCustomers: {
        readonly parameters: {
            readonly query: {
                /** @description Only customers with this email address, in upper or lower case. */
                readonly email?: components["schemas"]["EmailInput"];
                /** @description Only the customer with this reference, which is your own. */
                readonly external_id?: components["schemas"]["ExternalIdInput"];
                /** @description The `next_cursor` of the page before, unchanged. */
                readonly cursor?: components["parameters"]["Cursor"];
                /** @description How many items a page has at most. */
                readonly limit: components["parameters"]["Limit"];
            };
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of customers. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CustomerListAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly createCustomer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The customer to save. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateCustomerRequest"];
            };
        };
        readonly responses: {
            /** @description The customer is saved. */
            readonly 201: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CustomerAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly getCustomer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /** @description Customer id. */
                readonly id: components["parameters"]["CustomerPathId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The customer. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CustomerAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly deleteCustomer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @description Customer id. */
                readonly id: components["parameters"]["CustomerPathId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The customer's details are erased. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CustomerDeletedAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly updateCustomer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @description Customer id. */
                readonly id: components["parameters"]["CustomerPathId"];
            };
            readonly cookie?: never;
        };
        /** @description What to change. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateCustomerRequest"];
            };
        };
        readonly responses: {
            /** @description The customer as it is now. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CustomerAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly setupPaymentMethod: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description Whose card, and where the customer returns to. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetupPaymentMethodRequest"];
            };
        };
        readonly responses: {
            /** @description The page is open. */
            readonly 201: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PaymentMethodSetupAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly listPaymentMethods: {
        readonly parameters: {
            readonly query: {
                /** @description Only those of this customer. */
                readonly customer_id?: components["schemas"]["CustomerId"];
                /** @description The `next_cursor` of the page before, unchanged. */
                readonly cursor?: components["parameters"]["Cursor"];
                /** @description How many items a page has at most. */
                readonly limit: components["parameters"]["Limit"];
            };
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of payment methods. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PaymentMethodListAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly getPaymentMethod: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /** @description Payment method id. */
                readonly id: components["parameters"]["PaymentMethodPathId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The payment method. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PaymentMethodAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly deletePaymentMethod: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @description Payment method id. */
                readonly id: components["parameters"]["PaymentMethodPathId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The card is never charged again. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PaymentMethodDeletedAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly getPlatformSubscription: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The subscription as it is now. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlatformSubscriptionAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly listPlatformInvoices: {
        readonly parameters: {
            readonly query: {
                /** @description Only this status. */
                readonly status?: components["schemas"]["PlatformInvoiceStatus"];
                /** @description The `next_cursor` of the page before, unchanged. */
                readonly cursor?: components["parameters"]["Cursor"];
                /** @description How many items a page has at most. */
                readonly limit: components["parameters"]["Limit"];
            };
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of invoices. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlatformInvoiceListAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly listReports: {
        readonly parameters: {
            readonly query: {
                /** @description Only this type. */
                readonly type?: components["schemas"]["ReportType"];
                /** @description The `next_cursor` of the page before, unchanged. */
                readonly cursor?: components["parameters"]["Cursor"];
                /** @description How many items a page has at most. */
                readonly limit: components["parameters"]["Limit"];
            };
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of reports. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReportListAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly createReport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description What to report, of which period, and in which format. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateReportRequest"];
            };
        };
        readonly responses: {
            /** @description The report is being written. */
            readonly 201: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReportAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly getReport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /** @description Report id. */
                readonly id: components["parameters"]["ReportPathId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The report as it is now. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReportAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly downloadReport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /** @description Report id. */
                readonly id: components["parameters"]["ReportPathId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The file. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Content-Disposition": components["headers"]["ContentDisposition"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/csv": components["schemas"]["ReportFile"];
                    readonly "application/jsonl": components["schemas"]["ReportFile"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly listEvents: {
        readonly parameters: {
            readonly query: {
                /** @description Only events of this type. */
                readonly type?: components["schemas"]["EventTypeInput"];
                /** @description Only events of this resource. */
                readonly resource_id?: components["schemas"]["ResourceIdInput"];
                /** @description Only events with this delivery status. */
                readonly delivery_status?: components["schemas"]["EventDeliveryStatus"];
                /** @description Happened on or after this day or time. */
                readonly from_date?: components["schemas"]["DateOrInstantInput"];
                /** @description Happened on or before this day or time. A day is included as a whole. */
                readonly to_date?: components["schemas"]["DateOrInstantInput"];
                /** @description The `next_cursor` of the page before, unchanged. */
                readonly cursor?: components["parameters"]["Cursor"];
                /** @description How many items a page has at most. */
                readonly limit: components["parameters"]["Limit"];
            };
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of events. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EventListAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly recoverEvents: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description Which events to send again. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RecoverEventsRequest"];
            };
        };
        readonly responses: {
            /** @description The events are being sent again. */
            readonly 201: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RecoveredEventsAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly getEvent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /** @description Event id. */
                readonly id: components["parameters"]["EventPathId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The event. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EventAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly listEventDeliveries: {
        readonly parameters: {
            readonly query: {
                /** @description The `next_cursor` of the page before, unchanged. */
                readonly cursor?: components["parameters"]["Cursor"];
                /** @description How many items a page has at most. */
                readonly limit: components["parameters"]["Limit"];
            };
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /** @description Event id. */
                readonly id: components["parameters"]["EventPathId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of deliveries. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookDeliveryListAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly replayEvent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @description Event id. */
                readonly id: components["parameters"]["EventPathId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The event is being sent again. */
            readonly 201: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReplayedEventAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly listWebhookEvents: {
        readonly parameters: {
            readonly query: {
                /** @description Only this group. */
                readonly group?: components["schemas"]["EventGroupInput"];
                /** @description Only events that are sent today. */
                readonly implemented_only: boolean;
            };
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The registry, or the requested part of it. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookEventRegistryAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly listErrorCodes: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The catalogue. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorCatalogueAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly verifyWebhookSignature: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The delivery as it was received. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["VerifyWebhookSignatureRequest"];
            };
        };
        readonly responses: {
            /** @description The verdict. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SignatureVerdictAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly getTestClock: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The merchant's time. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TestClockAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly advanceTestClock: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description How far to move the clock. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdvanceTestClockRequest"];
            };
        };
        readonly responses: {
            /** @description The clock has moved. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AdvancedTestClockAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly resetSandbox: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The sandbox is empty. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SandboxResetAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
    readonly setTestKyc: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The tier to set. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetTestKycRequest"];
            };
        };
        readonly responses: {
            /** @description The tier is set. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["KycAnswer"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["Conflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly "5XX": components["responses"]["ServerError"];
        };
    };
}
