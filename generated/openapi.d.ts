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
         *     mobile money prompt instead, and `requires_polling` is true. With `capture` `manual` the amount is only held on the
         *     customer's card; `captureCheckout` takes it, or a part of it, within seven days.
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
         *     customer still approves it, the money is given back. Aborting again gives the same answer. A restricted key needs the
         *     permission of what the checkout was opened for, too: `invoices:write` for one of an invoice.
         */
        readonly delete: operations["abortCheckout"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/checkout/{id}/capture": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Capture a held amount
         * @description Takes the amount that a checkout with `capture` `manual` holds on the customer's card, or a part of it; the rest is
         *     released. A held amount can be captured once, within seven days. Fee, reserve and settlement count from the capture.
         *     While the gateway has not confirmed, `status` is `capturing`; an event then reports the outcome.
         */
        readonly post: operations["captureCheckout"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/checkout/{id}/void": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Release a held amount
         * @description Gives up the amount that a checkout with `capture` `manual` holds, so that the customer can use it again. While the gateway
         *     has not confirmed, `status` is `voiding`. Releasing again gives the same answer.
         */
        readonly post: operations["voidAuthorization"];
        readonly delete?: never;
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
         *     too. This call has a rate limit of its own: 30 calls in 60 seconds for each id. While no wallet was asked for a checkout, it
         *     answers 404 `NOT_FOUND`.
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
    readonly "/v1/wallets": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the mobile money wallets
         * @description Every wallet, with its currencies and how its numbers begin. Only a `live` one can be paid with.
         */
        readonly get: operations["listWallets"];
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
    readonly "/v1/disputes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List disputes
         * @description Disputes and early warnings, newest first.
         */
        readonly get: operations["listDisputes"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/disputes/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a dispute
         * @description The dispute as it is now, with its evidence and files.
         */
        readonly get: operations["getDispute"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/disputes/{id}/evidence": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Submit evidence
         * @description Answers a dispute before `evidence_due_at`, with words and the files that were uploaded. The customer's bank then decides, and
         *     you cannot change the answer. With `submit` false the words are only kept as a draft; the last draft replaces the one before.
         */
        readonly post: operations["submitDisputeEvidence"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/disputes/{id}/accept": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Accept a dispute
         * @description Gives the disputed amount back without an answer. The dispute is lost at once, and cannot be opened again.
         */
        readonly post: operations["acceptDispute"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/disputes/{id}/files": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Upload a file of evidence
         * @description Adds a PDF, PNG or JPEG to the evidence, before it is submitted. Send one file in each call, in base64: up to 5 MiB each, and 10
         *     for a dispute. The type is read from the content, not from the name. The body of this call may have 7 MiB.
         */
        readonly post: operations["uploadDisputeFile"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/disputes/{id}/files/{file_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a file of evidence
         * @description The file with its content, in base64.
         */
        readonly get: operations["getDisputeFile"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a file of evidence
         * @description Takes a file back, before the evidence is submitted. Its content is deleted.
         */
        readonly delete: operations["deleteDisputeFile"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/refunds/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a refund
         * @description One refund, and what is left of its payment to refund. Read a pending one again, or wait for its event.
         */
        readonly get: operations["getRefund"];
        readonly put?: never;
        readonly post?: never;
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
        /**
         * Read a payment link
         * @description One link, with the number and sum of its payments.
         */
        readonly get: operations["getPaymentLink"];
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
         * @description Changes the fields that are sent and leaves the others as they are. A new amount applies to checkouts that are opened
         *     afterwards: a customer who is on the payment page already pays the old one. `active: false` pauses the link,
         *     `active: true` enables it, even after it was deactivated.
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
         *
         *     Cash is collected with `agent_otp` within 72 hours (`createAgentCashOut`); otherwise the payout is `unclaimed`, and the money
         *     is available again. In the sandbox somebody collects it after five minutes, unless the amount ends in `.23`.
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
    readonly "/v1/payouts/batches": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List payout batches
         * @description Batches, newest first.
         */
        readonly get: operations["listPayoutBatches"];
        readonly put?: never;
        /**
         * Request many payouts
         * @description Requests up to 1,000 payouts to bank accounts and wallets at once, as a list of `items` or as the text of a CSV file. A merchant
         *     enrolled in two-factor authentication sends one code in `X-TOTP-Code` for all of them.
         *
         *     A batch that your own balance cannot pay is refused as a whole, and so are `items` with one that the contract refuses. Otherwise
         *     the payouts are made one after the other, in the order of the items. Each item has a result of its own
         *     (`listPayoutBatchItems`): a payout, or the code with which it was refused, such as `INSUFFICIENT_BALANCE` when the money was
         *     spent meanwhile, or when the subaccount that the item names has too little. A line of `csv` that the contract refuses has that
         *     code as its result, too.
         *
         *     Events tell when the batch is accepted, and when its last payout has ended. A batch of which no item became a payout is
         *     `denied`. Cash is not paid out in batches, since each payout has a code to hand over.
         */
        readonly post: operations["createPayoutBatch"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/payouts/batches/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a payout batch
         * @description The batch as it is now, and how many of its items came to what.
         */
        readonly get: operations["getPayoutBatch"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/payouts/batches/{id}/items": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the items of a payout batch
         * @description The items in the order of the request, each with its result.
         */
        readonly get: operations["listPayoutBatchItems"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/payouts/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a payout
         * @description The payout as it is now. The code with which cash is collected is never shown again.
         */
        readonly get: operations["getPayout"];
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
    readonly "/v1/merchant/bank-accounts/{id}": {
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
         * Delete a saved account
         * @description No further payout can name it. Payouts that were requested go on, since each has a copy of its destination. Deleting again gives the same answer.
         */
        readonly delete: operations["deleteBankAccount"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/agents": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List agents
         * @description Agents, newest first, each with the cash they have.
         */
        readonly get: operations["listAgents"];
        readonly put?: never;
        /**
         * Create an agent
         * @description Saves somebody who hands out the cash of payouts. They have no cash until their float is topped up. With `low_threshold` an event tells you when their float falls below it.
         */
        readonly post: operations["createAgent"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/agents/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read an agent
         * @description The agent as they are now, and the cash they have.
         */
        readonly get: operations["getAgent"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/agents/{id}/suspend": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Suspend an agent
         * @description The agent hands out no cash and gets no more. Their float stays as it is.
         */
        readonly post: operations["suspendAgent"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/agents/{id}/reactivate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Reactivate an agent
         * @description Ends the suspension of an agent.
         */
        readonly post: operations["reactivateAgent"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/agents/{id}/float/top-up": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Top up an agent's float
         * @description Records cash that was handed to the agent. It does not change the merchant's balance.
         */
        readonly post: operations["topUpAgentFloat"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/agents/{id}/cash-outs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Hand out cash
         * @description Gives the cash of a payout to whoever knows its code, `agent_otp` of the answer to the request. With the right code the
         *     payout is `completed` at once, and the agent's float falls by the net amount. Each payout is handed out once.
         *
         *     A wrong code is counted, whichever agent it was given to. The fifth in a row holds the payout: it is `held` until an operator
         *     releases it, which allows five more codes, or blocks it.
         */
        readonly post: operations["createAgentCashOut"];
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
    readonly "/v1/account/balance/entries": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the entries of the balances
         * @description Every change of a balance, newest first, in the order of the ledger: what it was, why, and which payment, refund or payout
         *     caused it. `balance_after` of an entry is `balance_after` of the next older one of the same bucket and currency, plus
         *     `amount`; the newest one is what `getBalance` shows.
         */
        readonly get: operations["listLedgerEntries"];
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
    readonly "/v1/subaccounts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List subaccounts
         * @description Subaccounts with their balances, newest first.
         */
        readonly get: operations["listSubaccounts"];
        readonly put?: never;
        /**
         * Create a subaccount
         * @description Opens a balance of its own for a partner: a supplier, a branch, a driver. Splits credit shares of payments to it, and
         *     `requestPayout` with `subaccount_id` pays it out. It is part of your account: partners have no keys and no access.
         */
        readonly post: operations["createSubaccount"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/subaccounts/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a subaccount
         * @description The subaccount with its balance in each currency.
         */
        readonly get: operations["getSubaccount"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/subaccounts/{id}/entries": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the entries of a subaccount
         * @description Everything that changed the balance of a subaccount, newest first: shares of payments, payouts, and payouts that came back.
         *     `balance_after` is the balance in that currency.
         */
        readonly get: operations["listSubaccountEntries"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/splits": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List splits
         * @description Splits, newest first.
         */
        readonly get: operations["listSplits"];
        readonly put?: never;
        /**
         * Create a split
         * @description Says which subaccounts get which share of a payment. Name the split when you create a checkout, a link, an invoice or a counter
         *     session. When such a payment settles, each share is taken from what is left after fee and reserve, rounded down to the
         *     smallest unit; the rest stays with you. Refunds are paid by you alone: shares are not taken back. A split never changes; to
         *     share in another way, create a new one.
         */
        readonly post: operations["createSplit"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/splits/{id}": {
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
         * Deactivate a split
         * @description New checkouts, links, invoices and sessions can no longer name it. What names it already is still shared: an open checkout, a
         *     link, an invoice. Deactivating again gives the same answer.
         */
        readonly delete: operations["deactivateSplit"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/capital/offers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List capital offers
         * @description Offers of an advance, newest first. The operator of the service makes them; in the sandbox `createTestCapitalOffer` does.
         */
        readonly get: operations["listCapitalOffers"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/capital/offers/{id}/accept": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Accept a capital offer
         * @description Credits the advance to the available balance at once. You owe the advance and its fee; from then on a part of each settled
         *     payment, `holdback_rate`, is kept until both are repaid. There can be one outstanding advance in each currency.
         */
        readonly post: operations["acceptCapitalOffer"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/capital/advances": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List capital advances
         * @description Advances, newest first.
         */
        readonly get: operations["listCapitalAdvances"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/capital/advances/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a capital advance
         * @description The advance, and what remains to be repaid.
         */
        readonly get: operations["getCapitalAdvance"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/capital/advances/{id}/repay": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Repay a capital advance early
         * @description Takes all that remains from the available balance at once. There is no discount and no penalty: the fee is the same. Repaying
         *     again gives the same answer.
         */
        readonly post: operations["repayCapitalAdvance"];
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
         *     the subscription is paused or canceled. The price, the interval and this rule are copied from the plan; they change only
         *     with `updateSubscription`.
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
        /**
         * Change a subscription
         * @description Changes what is named, all or nothing; an empty body changes nothing. The subscription must be active.
         *
         *     `plan_id` puts it on another plan of the same currency. Without `prorate` the new plan applies from the next
         *     period, and nothing is billed now. With `prorate` a new period begins at once: its invoice is the price of the new plan less
         *     the value of the time that is left of the paid period, rounded down to the smallest unit. A change that waits for the next
         *     period begins at once when it is sent again with `prorate`. The trial of the new plan does not apply; its `max_cycles` count
         *     from the change.
         *
         *     `cancel_at_period_end` plans a cancellation at the end of the current period or trial, or takes it back with its reason. While
         *     one is planned, a change of the plan without `prorate` waits for a period that does not begin: send both to change the plan
         *     and to go on. With `prorate`, the subscription ends with the period that begins now.
         *
         *     `pay_by` takes the place of what is charged: a wallet or a saved card. Nothing is charged now: the
         *     next try to collect an open invoice uses it, and so does every later period. A try that has begun ends as it began.
         */
        readonly patch: operations["updateSubscription"];
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
         *     `max_cycles`. Of `max_cycles`, a period whose invoice the pause voided is billed again and counted once. If the invoice of a
         *     change with `prorate` was voided, what it had deducted is deducted again.
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
         *     arrives for it is given back. With `at_period_end` true, it ends after the current period, which can still be paid, and
         *     `updateSubscription` takes that back until then. A paused subscription always ends at once.
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
         *     again, up to five times. If another amount is paid, the money goes back and the session is `canceled`.
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
         * @description Erases what is known about the person and deletes their saved cards. Payments stay as they were, with the details that were given for each. Subscriptions go on, and prompt a wallet as before; cancel them first. Deleting again gives the same answer.
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
         *     history. A newer event outside the range that was given up does not replace an older one. Two recoveries of the same time
         *     range send an event once.
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
         * @description The registry of event types. No key is needed, and one is ignored. The rate limit is 120 calls in 60 seconds for each IP address.
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
         * @description Every `code` a failure may have, what it means and what to do. No key is needed, and one is ignored. The rate limit is 120 calls in 60 seconds for each IP address.
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
    readonly "/v1/test/capital-offers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Make a sandbox capital offer
         * @description Does what an operator does who offers an advance. Accept it within 30 days of the sandbox clock.
         */
        readonly post: operations["createTestCapitalOffer"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/test/disputes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Open a test dispute
         * @description Does what a customer's bank does who disputes a payment. Without `amount` all that can still be refunded is disputed. With
         *     `early_warning` no money is taken yet: a refund within three days of the sandbox clock answers the warning, else it becomes a
         *     dispute. A dispute under review is decided after seven days: won if the evidence begins with `WIN`, else lost.
         */
        readonly post: operations["openTestDispute"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/test/payments": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Pay as a test payer
         * @description Does what a customer does on the payment page of an open checkout: makes one attempt with a test card or a test phone.
         *     `scenario` names the test number; no number is sent. The outcome follows the scenario, at once or when the clock says so.
         *     The checkout may belong to a link, an invoice or a counter session.
         */
        readonly post: operations["payAsTestPayer"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/test/triggers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Trigger a test event
         * @description Makes up an event of any type of the registry, also of one that nothing sends yet, and delivers it to every app that
         *     subscribes to its type. Its data is the example of the event reference with an id of its own, and `synthetic` is true: no
         *     such resource exists, and no money moves. To get an event with a real cause, do in the sandbox what causes it.
         */
        readonly post: operations["triggerTestEvent"];
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
        /** @description Data of your own, up to 20 texts by their names. Payers never see it, and the service does nothing with it. */
        readonly MetadataInput: {
            readonly [key: string]: string;
        };
        /** @description Data of your own, as it was sent with what the payment comes from; null without any. */
        readonly Metadata: {
            readonly [key: string]: string;
        } | null;
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
        /** @description Dispute id. */
        readonly DisputeId: string;
        /** @description Id of a file of a dispute. */
        readonly DisputeFileId: string;
        /** @description Payment link id. */
        readonly PaymentLinkId: string;
        /** @description Invoice id. */
        readonly InvoiceId: string;
        /** @description Subaccount id. */
        readonly SubaccountId: string;
        /** @description Split id. */
        readonly SplitId: string;
        /** @description Capital offer id. */
        readonly CapitalOfferId: string;
        /** @description Capital advance id. */
        readonly CapitalAdvanceId: string;
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
        /** @description Id of a payout batch. */
        readonly PayoutBatchId: string;
        /** @description Agent id. */
        readonly AgentId: string;
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
        /** @description Name of the gateway that handles the payment. In live it is the name that the operator of the service gave it. */
        readonly GatewayName: "sandbox_card" | "sandbox_domestic_switch" | "sandbox_wallet_a" | "sandbox_terminal" | "sandbox_payout";
        /** @description The provider's own status code. In live it is whatever the provider says, such as a response code of ISO 8583. */
        readonly GatewayStatus: "PENDING" | "PAID" | "CANCELLED" | "INSUFFICIENT_FUNDS" | "WRONG_PIN" | "TIMEOUT";
        /**
         * @description State of a checkout session.
         * @enum {string}
         */
        readonly CheckoutStatusValue: "pending" | "completed" | "failed" | "expired" | "authorized" | "voided";
        /**
         * @description When the money is taken.
         * @enum {string}
         */
        readonly CaptureMode: "automatic" | "manual";
        /**
         * @description What moves the money.
         * @enum {string}
         */
        readonly TransactionType: "payment" | "refund" | "payout";
        /**
         * @description State of a transaction.
         * @enum {string}
         */
        readonly TransactionStatus: "pending" | "completed" | "failed" | "reversed" | "authorized" | "voided";
        /**
         * @description What to suggest to the customer.
         * @enum {string}
         */
        readonly FailureAdvice: "try_again" | "try_later" | "use_other_method" | "contact_issuer" | "none";
        /** @description Why no money moved. This is the outcome of an attempt, never an HTTP error. */
        readonly FailureInfo: {
            readonly code: "CARD_DECLINED" | "CARD_INSUFFICIENT_FUNDS" | "CARD_EXPIRED" | "CARD_CVV_INVALID" | "CARD_BLOCKED" | "CARD_NOT_TEST_CARD" | "GATEWAY_TIMEOUT" | "WALLET_CANCELLED" | "WALLET_WRONG_PIN" | "WALLET_INSUFFICIENT_FUNDS" | "WALLET_TIMEOUT" | "WALLET_UNREACHABLE" | "WALLET_LIMIT_EXCEEDED" | "WALLET_INIT_FAILED" | "AMOUNT_MISMATCH" | "ATTEMPTS_EXHAUSTED" | "CHECKOUT_ABORTED" | "CHECKOUT_CANCELLED" | "CHECKOUT_EXPIRED" | "CAPTURE_REJECTED" | "REFUND_REJECTED" | "DESTINATION_REJECTED" | "COMPLIANCE_BLOCKED" | "PAYOUT_UNCLAIMED" | "PAYOUT_RETURNED";
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
            readonly metadata?: components["schemas"]["MetadataInput"];
            /** @description An active split of the currency: who gets which share. */
            readonly splitId?: components["schemas"]["SplitId"];
            /** @description When to take the money; absent for `automatic`. `manual` works with cards only, so not with `walletType`. */
            readonly capture?: components["schemas"]["CaptureMode"];
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
            /** @description The completed payment, or the one whose amount is held; absent until then. */
            readonly transaction_id?: components["schemas"]["TransactionId"];
            readonly merchantTransactionId: components["schemas"]["MerchantReference"];
            readonly amount: components["schemas"]["Money2"];
            readonly currency: components["schemas"]["Currency"];
            readonly checkout_id: components["schemas"]["CheckoutId"];
            readonly payment_url: components["schemas"]["PageUrl"];
            /** @description How the customer pays or paid; null before the first attempt. */
            readonly payment_method: components["schemas"]["PaymentMethodType"] | null;
            /** @description Why no money moved, or null. It is null too while the last attempt of an expired session is undecided. The money may still come, so do not ask the customer to pay again. */
            readonly failure: components["schemas"]["FailureInfo"] | null;
            /** @description True when the money arrived after the session had ended. */
            readonly late: boolean;
            readonly metadata: components["schemas"]["Metadata"];
            readonly capture: components["schemas"]["CaptureMode"];
            /** @description The amount that is or was held; null without one. */
            readonly authorization: components["schemas"]["Authorization"] | null;
            readonly expires_at: components["schemas"]["Instant"];
            readonly created_at: components["schemas"]["Instant"];
        };
        /** @description How much of the held amount to capture. */
        readonly CaptureCheckoutRequest: {
            /** @description At most the held amount; absent for all of it. */
            readonly amount?: components["schemas"]["MoneyInput"];
        };
        /**
         * @description What became of a held amount.
         * @enum {string}
         */
        readonly AuthorizationStatus: "held" | "capturing" | "captured" | "refused" | "voiding" | "voided";
        /**
         * @description Why a held amount was released.
         * @enum {string}
         */
        readonly AuthorizationVoidReason: "requested" | "expired" | "unwanted";
        /** @description An amount that is held on a customer's card. */
        readonly Authorization: {
            readonly checkout_id: components["schemas"]["CheckoutId"];
            /** @description The payment. */
            readonly transaction_id: components["schemas"]["TransactionId"];
            readonly status: components["schemas"]["AuthorizationStatus"];
            /** @description The amount that was held. */
            readonly amount: components["schemas"]["Money2"];
            /** @description How much the merchant asked to capture; null without a capture. */
            readonly amount_captured: components["schemas"]["Money2"] | null;
            readonly currency: components["schemas"]["Currency"];
            /** @description Why it was released, or null. */
            readonly void_reason: components["schemas"]["AuthorizationVoidReason"] | null;
            /** @description Why the capture was refused, or null. */
            readonly failure: components["schemas"]["FailureInfo"] | null;
            /** @description It is released at this time if it is not captured before. */
            readonly expires_at: components["schemas"]["Instant"];
            /** @description Since when it is held. */
            readonly created_at: components["schemas"]["Instant"];
            /** @description When it was captured or released. */
            readonly ended_at: components["schemas"]["InstantOrNull"];
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
            /** @description Gross amount. Of a held amount it is what was captured, once there is a capture. */
            readonly amount: components["schemas"]["Money2"];
            /** @description Amount after the fee; `0.00` when a payment failed or was voided. */
            readonly net_amount: components["schemas"]["Money2"];
            /** @description The fee; of a pending or authorized payment as it will be when it completes. */
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
            /** @description What was refunded, with refunds under way and without those that failed. */
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
            readonly metadata: components["schemas"]["Metadata"];
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
        /**
         * @description State of a dispute, or of an early warning.
         * @enum {string}
         */
        readonly DisputeStatus: "warning" | "warning_closed" | "needs_response" | "under_review" | "won" | "lost";
        /**
         * @description Why the customer disputes the payment.
         * @enum {string}
         */
        readonly DisputeReason: "fraudulent" | "duplicate" | "not_received" | "not_as_described" | "other";
        /**
         * @description How a dispute ended.
         * @enum {string}
         */
        readonly DisputeResolution: "decided" | "accepted" | "deadline_missed" | "refunded" | "lapsed";
        /**
         * @description Type of a file, read from its content.
         * @enum {string}
         */
        readonly FileType: "application/pdf" | "image/png" | "image/jpeg";
        /** @description A file of evidence, without its content. */
        readonly DisputeFile: {
            readonly id: components["schemas"]["DisputeFileId"];
            readonly name: string;
            readonly type: components["schemas"]["FileType"];
            /** @description Bytes of the content. */
            readonly size: number;
            /** @description SHA-256 of the content. */
            readonly sha256: string;
            readonly created_at: components["schemas"]["Instant"];
        };
        /** @description A file of evidence with its content. */
        readonly DisputeFileContent: {
            readonly id: components["schemas"]["DisputeFileId"];
            readonly name: string;
            readonly type: components["schemas"]["FileType"];
            /** @description Bytes of the content. */
            readonly size: number;
            /** @description SHA-256 of the content. */
            readonly sha256: string;
            readonly created_at: components["schemas"]["Instant"];
            /** @description The content in base64. */
            readonly content: string;
        };
        /** @description The file is deleted. */
        readonly DisputeFileDeleted: {
            readonly deleted: boolean;
        };
        /** @description A dispute over a completed payment, or an early warning of one. The specification does not show these fields. */
        readonly Dispute: {
            readonly id: components["schemas"]["DisputeId"];
            /** @description The payment. */
            readonly transaction_id: components["schemas"]["TransactionId"];
            /** @description What is disputed: all of the payment that was not refunded, or a part. */
            readonly amount: components["schemas"]["Money2"];
            readonly currency: components["schemas"]["Currency"];
            readonly reason: components["schemas"]["DisputeReason"];
            readonly status: components["schemas"]["DisputeStatus"];
            /** @description How it ended; null while it has not. */
            readonly resolution: components["schemas"]["DisputeResolution"] | null;
            /** @description The evidence as it was submitted, or the last draft. */
            readonly evidence: string | null;
            readonly files: readonly components["schemas"]["DisputeFile"][];
            /** @description The last moment to answer, or to refund after a warning. */
            readonly evidence_due_at: components["schemas"]["Instant"];
            /** @description When the bank reported it first. */
            readonly created_at: components["schemas"]["Instant"];
            /** @description When the amount was taken out of `available`; null after a warning only. */
            readonly opened_at: components["schemas"]["InstantOrNull"];
            readonly submitted_at: components["schemas"]["InstantOrNull"];
            readonly resolved_at: components["schemas"]["InstantOrNull"];
            /** @description When the bank gave the money of a lost dispute back to the merchant. The dispute stays lost. */
            readonly reinstated_at: components["schemas"]["InstantOrNull"];
        };
        /** @description A page of disputes. */
        readonly DisputeList: {
            readonly items: readonly components["schemas"]["Dispute"][];
            /** @description Null on the last page. */
            readonly next_cursor: components["schemas"]["NextCursor"] | null;
            readonly has_more: boolean;
        };
        /** @description Why the payment is right. */
        readonly SubmitDisputeEvidenceRequest: {
            /** @description What was bought, delivered and agreed, in words. Line breaks are allowed. */
            readonly evidence: string;
            /**
             * @description False: only keep it as a draft.
             * @default true
             */
            readonly submit: boolean;
        };
        /** @description A file of evidence. */
        readonly UploadDisputeFileRequest: {
            /** @description The name that the bank sees, such as `delivery-note.pdf`. */
            readonly name: string;
            /** @description The content in standard base64, with or without padding, without line breaks. Up to 5 MiB before base64. */
            readonly content: string;
        };
        /**
         * @description Whether a wallet can be paid with.
         * @enum {string}
         */
        readonly WalletStatus: "live" | "announced";
        /** @description A mobile money wallet. */
        readonly Wallet: {
            readonly wallet_type: components["schemas"]["WalletType"];
            readonly status: components["schemas"]["WalletStatus"];
            /** @description The currencies that it takes. */
            readonly currencies: readonly components["schemas"]["Currency"][];
            /** @description How its numbers begin: after the leading 0, or after +263. */
            readonly prefixes: readonly string[];
        };
        /** @description All wallets. */
        readonly WalletList: {
            readonly items: readonly components["schemas"]["Wallet"][];
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
            /** @description An active split of the currency: who gets which share of its payments. */
            readonly split_id?: components["schemas"]["SplitId"];
            /** @description Data of your own, up to 20 texts by their names, which its payments repeat. Payers never see it. */
            readonly metadata?: components["schemas"]["MetadataInput"];
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
            /** @description Applies to checkouts that are opened from now on. */
            readonly amount?: components["schemas"]["MoneyInput"];
            /** @description When it stops taking payments; null for never. */
            readonly expires_at?: components["schemas"]["InstantInput"] | null;
            /** @description False pauses the link, true enables it. */
            readonly active?: boolean;
            /** @description Replaces all of it; empty for none. Applies to checkouts that are opened from now on. */
            readonly metadata?: components["schemas"]["MetadataInput"];
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
            /** @description Who gets which share of its payments; null without a split. */
            readonly split_id: components["schemas"]["SplitId"] | null;
            /** @description Data of your own; null without any. */
            readonly metadata: components["schemas"]["Metadata"];
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
        readonly PayoutStatus: "processing" | "held" | "completed" | "failed" | "blocked" | "unclaimed" | "returned";
        /** @description What to pay out, and where to. */
        readonly RequestPayoutRequest: components["schemas"]["BankTransferPayoutRequest"] | components["schemas"]["AgentCashPayoutRequest"] | components["schemas"]["MobileMoneyPayoutRequest"];
        /** @description To a bank account: a saved one, or bank name, account number and account name, with the branch code unless the bank is `Settlement Bank`. */
        readonly BankTransferPayoutRequest: {
            /** @description Gross amount, up to `1000000.00`; the fee is deducted from it. */
            readonly amount: components["schemas"]["MoneyInput"];
            /** @description The balance to take it from. */
            readonly currency: components["schemas"]["CurrencyInput"];
            /** @description Whose balance to take it from; absent: your own. */
            readonly subaccount_id?: components["schemas"]["SubaccountId"];
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
            /** @description Whose balance to take it from; absent: your own. */
            readonly subaccount_id?: components["schemas"]["SubaccountId"];
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
            /** @description Whose balance to take it from; absent: your own. */
            readonly subaccount_id?: components["schemas"]["SubaccountId"];
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
            /** @description `0.00` when nothing was paid out. */
            readonly fee: components["schemas"]["Money2"];
            /** @description Amount after the fee; `0.00` when nothing was paid out. */
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
            /** @description `0.00` when nothing was paid out. */
            readonly fee: components["schemas"]["Money2"];
            /** @description Amount after the fee; `0.00` when nothing was paid out. */
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
            /** @description The subaccount it was taken from; null when it was your own balance. */
            readonly subaccount_id: components["schemas"]["SubaccountId"] | null;
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
         * @description State of a payout batch.
         * @enum {string}
         */
        readonly PayoutBatchStatus: "processing" | "completed" | "denied";
        /** @description Up to 1,000 payouts: as `items`, or as `csv`. */
        readonly CreatePayoutBatchRequest: {
            /** @description One object for each payout. */
            readonly items?: readonly components["schemas"]["PayoutBatchItemInput"][];
            /** @description The text of a CSV file (RFC 4180). The header names fields of an item, first `amount,currency,method`. Each further line is a payout, with as many cells as the header; an empty cell is an absent field. A line that the contract refuses gets its code as its result, with `errors`. A line break in quotes belongs to its cell, and no field takes one. A byte order mark before the header, as spreadsheets write it, says nothing. */
            readonly csv?: string;
        };
        /** @description What to pay out, and where to: a payout to a bank account or to a wallet. */
        readonly PayoutBatchItemInput: components["schemas"]["BankTransferPayoutRequest"] | components["schemas"]["MobileMoneyPayoutRequest"];
        /** @description Payouts that were requested together. */
        readonly PayoutBatch: {
            readonly id: components["schemas"]["PayoutBatchId"];
            readonly status: components["schemas"]["PayoutBatchStatus"];
            readonly counts: components["schemas"]["PayoutBatchCounts"];
            readonly created_at: components["schemas"]["Instant"];
            readonly completed_at: components["schemas"]["InstantOrNull"];
        };
        /** @description How many items came to what. */
        readonly PayoutBatchCounts: {
            readonly total: number;
            /** @description They are not payouts yet. */
            readonly waiting: number;
            /** @description Payouts that are under way or held. */
            readonly processing: number;
            readonly completed: number;
            /** @description Payouts that failed, were blocked or came back. */
            readonly failed: number;
            /** @description They did not become payouts. */
            readonly refused: number;
        };
        /** @description A page of payout batches. */
        readonly PayoutBatchList: {
            readonly items: readonly components["schemas"]["PayoutBatch"][];
            /** @description Null on the last page. */
            readonly next_cursor: components["schemas"]["NextCursor"] | null;
            readonly has_more: boolean;
        };
        /**
         * @description What an item came to.
         * @enum {string}
         */
        readonly PayoutBatchItemStatus: "waiting" | "refused" | "processing" | "held" | "completed" | "failed" | "blocked" | "unclaimed" | "returned";
        /** @description One item of a payout batch, with its result. */
        readonly PayoutBatchItem: {
            /** @description Its place in the request. */
            readonly position: number;
            readonly status: components["schemas"]["PayoutBatchItemStatus"];
            /** @description Null if a line of CSV could not be read. */
            readonly method: components["schemas"]["PayoutMethod"] | null;
            /** @description Gross amount; null if a line of CSV could not be read. */
            readonly amount: components["schemas"]["Money2"] | null;
            /** @description Null if a line of CSV could not be read. */
            readonly currency: components["schemas"]["Currency"] | null;
            /** @description Null if it did not become a payout. */
            readonly payout_id: components["schemas"]["PayoutId"] | null;
            /** @description Why it did not become a payout; else null. */
            readonly refusal: components["schemas"]["PayoutRefusal"] | null;
        };
        /** @description The code with which `requestPayout` would have refused the same payout. */
        readonly PayoutRefusal: {
            readonly code: string;
            readonly message: string;
            /** @description Of a line of CSV that the contract refuses, where it does not match. Paths are those of the item, such as `/amount`. */
            readonly errors?: readonly components["schemas"]["FieldError"][];
        };
        /** @description A page of the items of a batch. */
        readonly PayoutBatchItemList: {
            readonly items: readonly components["schemas"]["PayoutBatchItem"][];
            /** @description Null on the last page. */
            readonly next_cursor: components["schemas"]["NextCursor"] | null;
            readonly has_more: boolean;
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
        /** @description The account is no longer saved. */
        readonly BankAccountDeleted: {
            readonly deleted: boolean;
        };
        /**
         * @description State of an agent.
         * @enum {string}
         */
        readonly AgentStatus: "active" | "suspended";
        /** @description The agent to save. */
        readonly CreateAgentRequest: {
            /** @description Name of the person or shop. */
            readonly name: string;
            readonly phone: components["schemas"]["PhoneInput"];
            /** @description Where they are, in words. */
            readonly location?: string;
            /** @description You are told when the float falls below it, for each currency that is sent. */
            readonly low_threshold?: components["schemas"]["AgentThresholdsInput"];
        };
        /** @description An amount for each currency, or for some of them. */
        readonly AgentThresholdsInput: {
            readonly USD?: components["schemas"]["MoneyInput"];
            readonly ZWG?: components["schemas"]["MoneyInput"];
        };
        /** @description An amount for each currency; null where there is none. */
        readonly AgentThresholds: {
            readonly USD: components["schemas"]["Money2"] | null;
            readonly ZWG: components["schemas"]["Money2"] | null;
        };
        /** @description An amount for every currency. */
        readonly Amounts: {
            readonly USD: components["schemas"]["Money2"];
            readonly ZWG: components["schemas"]["Money2"];
        };
        /** @description Somebody who hands out the cash of payouts. */
        readonly Agent: {
            readonly id: components["schemas"]["AgentId"];
            readonly name: string;
            readonly phone: components["schemas"]["Phone"];
            readonly location: string | null;
            readonly status: components["schemas"]["AgentStatus"];
            /** @description The cash they have. */
            readonly float: components["schemas"]["Amounts"];
            /** @description Below which float you are told. */
            readonly low_threshold: components["schemas"]["AgentThresholds"];
            readonly created_at: components["schemas"]["Instant"];
        };
        /** @description A page of agents. */
        readonly AgentList: {
            readonly items: readonly components["schemas"]["Agent"][];
            /** @description Null on the last page. */
            readonly next_cursor: components["schemas"]["NextCursor"] | null;
            readonly has_more: boolean;
        };
        /** @description Cash that was handed to an agent. */
        readonly TopUpAgentFloatRequest: {
            /** @description How much, up to `1000000.00`. */
            readonly amount: components["schemas"]["MoneyInput"];
            /** @description The currency of the cash. */
            readonly currency: components["schemas"]["CurrencyInput"];
        };
        /** @description Cash that was handed to an agent. */
        readonly FloatTopUp: {
            readonly agent_id: components["schemas"]["AgentId"];
            readonly amount: components["schemas"]["Money2"];
            readonly currency: components["schemas"]["Currency"];
            /** @description The float of the agent in this currency afterwards. */
            readonly balance: components["schemas"]["Money2"];
            readonly created_at: components["schemas"]["Instant"];
        };
        /** @description The payout, and the code that was given for it. */
        readonly CreateAgentCashOutRequest: {
            readonly payout_id: components["schemas"]["PayoutId"];
            /** @description The code, eight digits. */
            readonly agent_otp: string;
        };
        /** @description The cash of a payout that an agent hands out. */
        readonly CashOut: {
            readonly payout_id: components["schemas"]["PayoutId"];
            readonly agent_id: components["schemas"]["AgentId"];
            /** @description What to hand out: the net amount of the payout. */
            readonly amount: components["schemas"]["Money2"];
            readonly currency: components["schemas"]["Currency"];
            /** @description The state of the payout. */
            readonly status: components["schemas"]["PayoutStatus"];
        };
        /** @description Balances by currency. */
        readonly Balance: {
            /** @description What can be used now. A dispute may make it negative by any amount; a refund only by the shares of fee and reserve of what was refunded or disputed in the last 90 days. */
            readonly available: components["schemas"]["SignedAmounts"];
            /** @description What is not settled yet. */
            readonly pending: components["schemas"]["SignedAmounts"];
            /** @description What the rolling reserve holds. */
            readonly reserve: components["schemas"]["SignedAmounts"];
            /** @description When the balances were read. */
            readonly as_of: components["schemas"]["Instant"];
        };
        /**
         * @description One of the balances.
         * @enum {string}
         */
        readonly BalanceBucket: "available" | "pending" | "reserve";
        /** @description What moved money. New values may be added at any time. */
        readonly LedgerEntryType: "payment.captured" | "payment.settled" | "reserve.released" | "refund.requested" | "refund.failed" | "payout.requested" | "payout.failed" | "payout.returned" | "split.settled" | "capital.disbursed" | "capital.repayment" | "dispute.opened" | "dispute.won" | "platform.paid" | "dispute.reinstated";
        /** @description What kind of object moved the money. New values may be added at any time. */
        readonly LedgerSourceType: "payment" | "refund" | "dispute" | "payout" | "capital_advance" | "platform_invoice";
        /** @description What moved the money. */
        readonly LedgerSource: {
            readonly type: components["schemas"]["LedgerSourceType"];
            /** @description Its id; the prefix depends on `type`. */
            readonly id: string;
        };
        /** @description One change of one balance. */
        readonly LedgerEntry: {
            /**
             * Format: int64
             * @description The place of the movement in the merchant's ledger: 1, 2, 3 … Entries of one movement have the same number.
             */
            readonly number: number;
            readonly type: components["schemas"]["LedgerEntryType"];
            readonly bucket: components["schemas"]["BalanceBucket"];
            readonly currency: components["schemas"]["Currency"];
            /** @description What was added to the balance, or taken from it. */
            readonly amount: components["schemas"]["SignedMoney2"];
            /** @description The balance of this bucket afterwards. */
            readonly balance_after: components["schemas"]["SignedMoney2"];
            /** @description Why the balance changed. The wording may change. */
            readonly description: string;
            readonly source: components["schemas"]["LedgerSource"];
            /** @description The payment that the money belongs to, or that a refund, share, dispute or repayment is taken from; else null. */
            readonly transaction_id: components["schemas"]["TransactionId"] | null;
            /** @description When it was booked. */
            readonly created_at: components["schemas"]["Instant"];
        };
        /** @description A page of entries. */
        readonly LedgerEntryList: {
            readonly items: readonly components["schemas"]["LedgerEntry"][];
            /** @description The next page; null on the last one. */
            readonly next_cursor: components["schemas"]["NextCursor"] | null;
            /** @description Whether there is another page. */
            readonly has_more: boolean;
        };
        /** @description An amount for every currency. */
        readonly SignedAmounts: {
            readonly USD: components["schemas"]["SignedMoney2"];
            readonly ZWG: components["schemas"]["SignedMoney2"];
        };
        /** @description Whose balance it is. */
        readonly CreateSubaccountRequest: {
            /** @description Name of the partner. */
            readonly name: string;
            /** @description Your own name for it. */
            readonly label?: string;
        };
        /** @description A partner's balance, as a part of your account. The specification does not show these fields. */
        readonly Subaccount: {
            readonly id: components["schemas"]["SubaccountId"];
            readonly name: string;
            /** @description Your own name for it. */
            readonly label: string | null;
            /** @description What can be paid out; never negative. */
            readonly balance: components["schemas"]["SignedAmounts"];
            readonly created_at: components["schemas"]["Instant"];
        };
        /** @description A page of subaccounts. */
        readonly SubaccountList: {
            readonly items: readonly components["schemas"]["Subaccount"][];
            /** @description Null on the last page. */
            readonly next_cursor: components["schemas"]["NextCursor"] | null;
            readonly has_more: boolean;
        };
        /**
         * @description What changed the balance of a subaccount.
         * @enum {string}
         */
        readonly SubaccountEntryType: "split.settled" | "payout.requested" | "payout.failed" | "payout.returned";
        /** @description One change of a subaccount's balance. */
        readonly SubaccountEntry: {
            readonly type: components["schemas"]["SubaccountEntryType"];
            /** @description Negative when the balance became less. */
            readonly amount: components["schemas"]["SignedMoney2"];
            readonly currency: components["schemas"]["Currency"];
            /** @description The balance in this currency afterwards. */
            readonly balance_after: components["schemas"]["Money2"];
            /** @description The payment that was shared, or the transaction of the payout. */
            readonly transaction_id: components["schemas"]["TransactionId"];
            /** @description The split of a share; null for a payout. */
            readonly split_id: components["schemas"]["SplitId"] | null;
            /** @description The share in per cent; null for a payout. */
            readonly share: components["schemas"]["Percent"] | null;
            /** @description The payout; null for a share. */
            readonly payout_id: components["schemas"]["PayoutId"] | null;
            readonly created_at: components["schemas"]["Instant"];
        };
        /** @description A page of entries. */
        readonly SubaccountEntryList: {
            readonly items: readonly components["schemas"]["SubaccountEntry"][];
            /** @description Null on the last page. */
            readonly next_cursor: components["schemas"]["NextCursor"] | null;
            readonly has_more: boolean;
        };
        /** @description One partner's share. */
        readonly SplitShareInput: {
            /** @description Who gets it. */
            readonly subaccount_id: components["schemas"]["SubaccountId"];
            /** @description The share of what is left after fee and reserve, in per cent. */
            readonly share: components["schemas"]["PercentInput"];
        };
        /** @description Who gets which share. The shares are 100 % at most; the rest stays with you. */
        readonly CreateSplitRequest: {
            /** @description Your own name for it. */
            readonly name: string;
            /** @description Only payments in this currency can name the split. */
            readonly currency: components["schemas"]["CurrencyInput"];
            /** @description The shares; each subaccount once. */
            readonly shares: readonly components["schemas"]["SplitShareInput"][];
        };
        /**
         * @description Whether a split can be used.
         * @enum {string}
         */
        readonly SplitStatus: "active" | "inactive";
        /** @description One partner's share. */
        readonly SplitShare: {
            readonly subaccount_id: components["schemas"]["SubaccountId"];
            readonly share: components["schemas"]["Percent"];
        };
        /** @description How payments are shared. The specification does not show these fields. */
        readonly Split: {
            readonly id: components["schemas"]["SplitId"];
            readonly name: string;
            readonly currency: components["schemas"]["Currency"];
            readonly shares: readonly components["schemas"]["SplitShare"][];
            readonly status: components["schemas"]["SplitStatus"];
            readonly created_at: components["schemas"]["Instant"];
        };
        /** @description A page of splits. */
        readonly SplitList: {
            readonly items: readonly components["schemas"]["Split"][];
            /** @description Null on the last page. */
            readonly next_cursor: components["schemas"]["NextCursor"] | null;
            readonly has_more: boolean;
        };
        /**
         * @description State of a capital offer.
         * @enum {string}
         */
        readonly CapitalOfferStatus: "available" | "accepted" | "expired";
        /** @description An offer of an advance. The specification does not show these fields. */
        readonly CapitalOffer: {
            readonly id: components["schemas"]["CapitalOfferId"];
            /** @description What is credited when it is accepted. */
            readonly amount: components["schemas"]["Money2"];
            /** @description What it costs, however long it takes to repay. */
            readonly fee: components["schemas"]["Money2"];
            readonly currency: components["schemas"]["Currency"];
            /** @description The part of each settled payment that is kept to repay it, in per cent. */
            readonly holdback_rate: components["schemas"]["Percent"];
            readonly status: components["schemas"]["CapitalOfferStatus"];
            /** @description Until when it can be accepted. */
            readonly expires_at: components["schemas"]["Instant"];
            readonly created_at: components["schemas"]["Instant"];
        };
        /** @description A page of offers. */
        readonly CapitalOfferList: {
            readonly items: readonly components["schemas"]["CapitalOffer"][];
            /** @description Null on the last page. */
            readonly next_cursor: components["schemas"]["NextCursor"] | null;
            readonly has_more: boolean;
        };
        /**
         * @description State of a capital advance.
         * @enum {string}
         */
        readonly CapitalAdvanceStatus: "outstanding" | "repaid";
        /** @description An advance. The specification does not show these fields. */
        readonly CapitalAdvance: {
            readonly id: components["schemas"]["CapitalAdvanceId"];
            readonly offer_id: components["schemas"]["CapitalOfferId"];
            /** @description What was credited. */
            readonly amount: components["schemas"]["Money2"];
            readonly fee: components["schemas"]["Money2"];
            /** @description Of the amount and the fee together. */
            readonly amount_repaid: components["schemas"]["Money2"];
            /** @description Of the amount and the fee together. */
            readonly amount_remaining: components["schemas"]["Money2"];
            readonly currency: components["schemas"]["Currency"];
            /** @description The part of each settled payment that is kept to repay it, in per cent. */
            readonly holdback_rate: components["schemas"]["Percent"];
            readonly status: components["schemas"]["CapitalAdvanceStatus"];
            readonly created_at: components["schemas"]["Instant"];
            readonly repaid_at: components["schemas"]["InstantOrNull"];
        };
        /** @description A page of advances. */
        readonly CapitalAdvanceList: {
            readonly items: readonly components["schemas"]["CapitalAdvance"][];
            /** @description Null on the last page. */
            readonly next_cursor: components["schemas"]["NextCursor"] | null;
            readonly has_more: boolean;
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
            /** @description What is missing, or why the submission was rejected. Absent otherwise. */
            readonly note?: string;
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
            /** @description An active split of the currency: who gets which share of its payment. */
            readonly split_id?: components["schemas"]["SplitId"];
            /** @description When the customer is reminded, in days from the due date; absent for never. */
            readonly reminder_days?: components["schemas"]["ReminderDays"];
            /** @description Data of your own, up to 20 texts by their names, which its payment repeats. Payers never see it. */
            readonly metadata?: components["schemas"]["MetadataInput"];
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
            /** @description An active split of the currency; null for none. */
            readonly split_id?: components["schemas"]["SplitId"] | null;
            /** @description When the customer is reminded, in days from the due date; empty for never. */
            readonly reminder_days?: components["schemas"]["ReminderDays"];
            /** @description Replaces all of it; empty for none. */
            readonly metadata?: components["schemas"]["MetadataInput"];
        };
        /** @description Days from the due date on which a reminder is due, at 08:00 UTC. `-3` is three days before it, `7` a week after. */
        readonly ReminderDays: readonly number[];
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
            /** @description The period of the subscription that it bills begins then; null without a subscription. */
            readonly period_start: components["schemas"]["InstantOrNull"];
            /** @description The period ends before this moment; null without a subscription. */
            readonly period_end: components["schemas"]["InstantOrNull"];
            /** @description Who gets which share of its payment; null without a split. */
            readonly split_id: components["schemas"]["SplitId"] | null;
            /** @description When the customer is reminded, in days from the due date. */
            readonly reminder_days: components["schemas"]["ReminderDays"];
            /** @description How many reminders there were. */
            readonly reminders_sent: number;
            readonly last_reminder_at: components["schemas"]["InstantOrNull"];
            /** @description Data of your own, or that of its subscription when it was billed; null without any. */
            readonly metadata: components["schemas"]["Metadata"];
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
            /** @description What one period costs, without tax. */
            readonly amount: components["schemas"]["MoneyInput"];
            /** @description Tax on the amount; absent for none. */
            readonly tax_rate?: components["schemas"]["PercentInput"];
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
            /** @description What one period costs, without tax. */
            readonly amount: components["schemas"]["Money2"];
            /** @description Tax on the amount; null for none. */
            readonly tax_rate: components["schemas"]["Percent"] | null;
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
            /** @description When the trial or the first period begins. It begins now if this is absent or in the past. Months and years are counted in UTC, where 1 March 2027 at 00:00+02:00 is still 28 February. */
            readonly start_at?: components["schemas"]["InstantInput"];
            /** @description Data of your own, up to 20 texts by their names, which its invoices and payments repeat. Payers never see it. */
            readonly metadata?: components["schemas"]["MetadataInput"];
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
            /** @description The plan. After a change without `prorate` it is the new one at once, which begins with the next period. */
            readonly plan_id: components["schemas"]["PlanId"];
            /** @description What one period of `plan_id` costs, without tax. */
            readonly amount: components["schemas"]["Money2"];
            /** @description Tax on the amount, as the plan has it; null for none. */
            readonly tax_rate: components["schemas"]["Percent"] | null;
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
            /** @description Data of your own; null without any. */
            readonly metadata: components["schemas"]["Metadata"];
            readonly created_at: components["schemas"]["Instant"];
        };
        /** @description A page of subscriptions. */
        readonly SubscriptionList: {
            readonly items: readonly components["schemas"]["Subscription"][];
            /** @description Null on the last page. */
            readonly next_cursor: components["schemas"]["NextCursor"] | null;
            readonly has_more: boolean;
        };
        /** @description What to change of a subscription. */
        readonly UpdateSubscriptionRequest: {
            /** @description An active plan of the same currency. */
            readonly plan_id?: components["schemas"]["PlanId"];
            /**
             * @description True: the new plan begins now, and the unused time is deducted. Only with `plan_id`.
             * @default false
             */
            readonly prorate: boolean;
            /** @description True: it ends when the current period or the trial is over. False: it goes on. */
            readonly cancel_at_period_end?: boolean;
            readonly pay_by?: components["schemas"]["SubscriptionPayBy"];
            /** @description Replaces all of it; empty for none. Invoices from now on repeat it. */
            readonly metadata?: components["schemas"]["MetadataInput"];
        };
        /** @description What is charged from the next try on: a wallet, or a saved card of the customer of the subscription. */
        readonly SubscriptionPayBy: {
            /** @description Sends a mobile money prompt to `customer_phone`. Send both fields or neither. `wallet_b` takes USD only; `wallet_b` and `wallet_c` are announced and not available yet. */
            readonly wallet_type?: components["schemas"]["WalletType"];
            /** @description Required with `wallet_type`. It must be a number of that wallet: `wallet_a` 077 and 078, `wallet_b` 088, `wallet_c` 071. */
            readonly customer_phone?: components["schemas"]["PhoneInput"];
            /** @description A saved card. Send it without `wallet_type`. Once the card is deleted or has expired, the customer pays on the invoice's page. */
            readonly payment_method_id?: components["schemas"]["PaymentMethodId"];
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
            /** @description An active split of the currency: who gets which share of its payment. */
            readonly split_id?: components["schemas"]["SplitId"];
            /** @description Data of your own, up to 20 texts by their names, which its payment repeats. Payers never see it. */
            readonly metadata?: components["schemas"]["MetadataInput"];
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
            /** @description Who gets which share of its payment; null without a split. */
            readonly split_id: components["schemas"]["SplitId"] | null;
            /** @description Data of your own; null without any. */
            readonly metadata: components["schemas"]["Metadata"];
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
            /** @description Data of your own, up to 20 texts by their names, which the transaction repeats. */
            readonly metadata?: components["schemas"]["MetadataInput"];
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
            /**
             * Format: int64
             * @description How many bytes it has, or has so far.
             */
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
            /**
             * Format: int64
             * @description Unix time in seconds, by the merchant's clock.
             */
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
            /**
             * Format: int64
             * @description Its place among the events of the resource: 1, 2, 3 …
             */
            readonly sequence: number;
            readonly delivery_status: components["schemas"]["EventDeliveryStatus"];
            readonly synthetic?: components["schemas"]["SyntheticMark"];
        };
        /** @description True if `triggerTestEvent` made the event up. Absent in every other event. */
        readonly SyntheticMark: boolean;
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
        /** @description The advance to offer. */
        readonly CreateTestCapitalOfferRequest: {
            /** @description What is credited, up to `1000000.00`. */
            readonly amount: components["schemas"]["MoneyInput"];
            /** @description What it costs, up to the amount. */
            readonly fee: components["schemas"]["MoneyInput"];
            readonly currency: components["schemas"]["CurrencyInput"];
            /** @description The part of each settled payment that is kept, in per cent. */
            readonly holdback_rate: components["schemas"]["PercentInput"];
        };
        /** @description Which payment a customer disputes, and why. */
        readonly OpenTestDisputeRequest: {
            /** @description A completed payment. */
            readonly transaction_id: components["schemas"]["TransactionId"];
            /** @default fraudulent */
            readonly reason: components["schemas"]["DisputeReason"];
            /** @description How much of the payment; absent for all that was not refunded. */
            readonly amount?: components["schemas"]["MoneyInput"];
            /**
             * @description Only warn of a dispute to come.
             * @default false
             */
            readonly early_warning: boolean;
        };
        /**
         * @description The test number that pays, by its name. `card_…` are cards, `switch_…` cards of the domestic switch, all others phones.
         *     `not_a_wallet` is refused with `WALLET_INIT_FAILED`, and `provider_down` with `PROVIDER_UNAVAILABLE`; they begin no
         *     attempt. `card_challenge` waits for the customer's answer on the payment page.
         * @enum {string}
         */
        readonly TestPayerScenario: "success" | "success_delayed" | "cancelled" | "insufficient_balance" | "wrong_pin" | "no_response" | "not_a_wallet" | "late_success" | "provider_down" | "duplicate_callback" | "wrong_amount" | "card_success" | "card_declined" | "card_insufficient_funds" | "card_expired" | "card_wrong_cvv" | "card_slow_timeout" | "card_challenge" | "card_disputed" | "card_renewed" | "switch_success" | "switch_blocked";
        /** @description Which checkout is paid, and how. */
        readonly PayAsTestPayerRequest: {
            /** @description The checkout. */
            readonly checkout_id: string;
            readonly scenario: components["schemas"]["TestPayerScenario"];
        };
        /** @description The attempt of a test payer. */
        readonly TestPayment: {
            readonly transaction_id: components["schemas"]["TransactionId"];
            readonly checkout_id: components["schemas"]["CheckoutId"];
            readonly status: components["schemas"]["TransactionStatus"];
            /** @description Why nothing was paid, or null. */
            readonly failure: components["schemas"]["FailureInfo"] | null;
        };
        /**
         * @description A type of the event registry.
         * @enum {string}
         */
        readonly RegisteredEventType: "payment.capture.completed" | "payment.capture.declined" | "payment.capture.pending" | "payment.capture.refunded" | "payment.capture.reversed" | "payment.capture.expired" | "payment.capture.authorized" | "payment.capture.cancelled" | "payment.authorization.created" | "payment.authorization.voided" | "payment.refund.completed" | "payment.refund.pending" | "payment.refund.failed" | "payment.refund.cancelled" | "payment.refund.created" | "payment.order.created" | "payment.order.cancelled" | "payment.order.approved" | "payment.order.voided" | "payment.payout-item.succeeded" | "payment.payout-item.failed" | "payment.payout-item.blocked" | "payment.payout-item.held" | "payment.payout-item.returned" | "payment.payout-item.unclaimed" | "payment.payout-batch.success" | "payment.payout-batch.processing" | "payment.payout-batch.denied" | "billing.invoice.created" | "invoicing.invoice.paid" | "invoicing.invoice.cancelled" | "invoicing.invoice.created" | "invoicing.invoice.refunded" | "invoicing.invoice.sent" | "invoicing.invoice.unpaid" | "invoicing.invoice.updated" | "invoicing.invoice.reminder-sent" | "billing.invoice.payment-failed" | "billing.subscription.activated" | "billing.subscription.cancelled" | "billing.subscription.created" | "billing.subscription.expired" | "billing.subscription.payment-failed" | "billing.subscription.re-activated" | "billing.subscription.suspended" | "billing.subscription.updated" | "billing.plan.activated" | "billing.plan.created" | "billing.plan.deactivated" | "billing.plan.updated" | "split.settled" | "customer.dispute.created" | "customer.dispute.updated" | "customer.dispute.resolved" | "risk.dispute.created" | "customer.dispute.evidence-submitted" | "customer.payout.completed" | "customer.payout.failed" | "merchant.onboarding.submitted" | "merchant.onboarding.kyc-approved" | "merchant.onboarding.completed" | "merchant.onboarding.kyc-rejected" | "merchant.onboarding.document-requested" | "customer.managed-account.created" | "customer.managed-account.status-changed" | "customer.managed-account.risk-assessed" | "customer.managed-account.updated" | "merchant.account.balance-updated" | "merchant.settings.updated" | "vault.payment-token.created" | "vault.payment-token.deleted" | "vault.payment-token.updated" | "compliance.process.completed" | "compliance.process.failed" | "compliance.process.end-user-action-required" | "compliance.screening.completed" | "identity.consent.granted" | "identity.consent.revoked" | "reporting.report.available" | "agent.cash-out.completed" | "agent.cash-out.failed" | "agent.cash-out.held" | "agent.float.topped-up" | "agent.float.low" | "agent.float.depleted" | "agent.suspended" | "agent.re-activated" | "capital.offer_created" | "capital.disbursed" | "capital.repayment" | "capital.repaid";
        /** @description What to make up. */
        readonly TriggerTestEventRequest: {
            readonly type: components["schemas"]["RegisteredEventType"];
        };
        /** @description A made-up event. */
        readonly TriggeredTestEvent: {
            readonly event_id: components["schemas"]["EventId"];
            readonly type: components["schemas"]["RegisteredEventType"];
            /** @description The id in `data`. No such resource exists. */
            readonly resource_id: string;
            readonly synthetic: components["schemas"]["SyntheticMark"];
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
        readonly AuthorizationAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["Authorization"];
        };
        readonly AbortedCheckoutAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["AbortedCheckout"];
        };
        readonly MobileStatusAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["MobileStatus"];
        };
        readonly WalletListAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["WalletList"];
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
        readonly DisputeListAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["DisputeList"];
        };
        readonly DisputeAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["Dispute"];
        };
        readonly DisputeFileAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["DisputeFile"];
        };
        readonly DisputeFileContentAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["DisputeFileContent"];
        };
        readonly DisputeFileDeletedAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["DisputeFileDeleted"];
        };
        readonly PaymentLinkListAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["PaymentLinkList"];
        };
        readonly PaymentLinkAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["PaymentLink"];
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
        readonly PayoutAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["Payout"];
        };
        readonly PayoutBatchAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["PayoutBatch"];
        };
        readonly PayoutBatchListAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["PayoutBatchList"];
        };
        readonly PayoutBatchItemListAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["PayoutBatchItemList"];
        };
        readonly BankAccountDeletedAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["BankAccountDeleted"];
        };
        readonly AgentListAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["AgentList"];
        };
        readonly AgentAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["Agent"];
        };
        readonly FloatTopUpAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["FloatTopUp"];
        };
        readonly CashOutAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["CashOut"];
        };
        readonly BalanceAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["Balance"];
        };
        readonly LedgerEntryListAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["LedgerEntryList"];
        };
        readonly ProfileAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["Profile"];
        };
        readonly SubaccountListAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["SubaccountList"];
        };
        readonly SubaccountAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["Subaccount"];
        };
        readonly SubaccountEntryListAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["SubaccountEntryList"];
        };
        readonly SplitListAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["SplitList"];
        };
        readonly SplitAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["Split"];
        };
        readonly CapitalOfferListAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["CapitalOfferList"];
        };
        readonly CapitalOfferAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["CapitalOffer"];
        };
        readonly CapitalAdvanceListAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["CapitalAdvanceList"];
        };
        readonly CapitalAdvanceAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["CapitalAdvance"];
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
        readonly TestPaymentAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["TestPayment"];
        };
        readonly TriggeredTestEventAnswer: {
            readonly success: components["schemas"]["Success"];
            readonly data: components["schemas"]["TriggeredTestEvent"];
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
            /** @description True for a payment from years ago that was moved to an archive, where support can find it. */
            readonly archived?: boolean;
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
            /** @description The dispute that is open. */
            readonly dispute_id?: components["schemas"]["DisputeId"];
            /** @description Until when it could be answered. */
            readonly evidence_due_at?: components["schemas"]["Instant"];
            /** @description How many wrong codes are still allowed. */
            readonly tries_left?: number;
            /** @description What the balance or the float has. */
            readonly available?: components["schemas"]["SignedMoney2"];
            /** @description What the balance or the float needs to have. */
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
        readonly BadRequestCode: "VALIDATION_ERROR" | "INVALID_JSON" | "UNKNOWN_FIELD" | "INVALID_AMOUNT" | "CURRENCY_NOT_SUPPORTED" | "PHONE_REQUIRED" | "INVALID_PHONE" | "PHONE_WALLET_MISMATCH" | "BANK_DETAILS_REQUIRED" | "BANK_BRANCH_REQUIRED" | "MOBILE_MONEY_DETAILS_REQUIRED" | "CONFLICTING_DESTINATION" | "CARD_NUMBER_IN_TEXT" | "INVALID_CURSOR" | "INVALID_IDEMPOTENCY_KEY" | "UNSUPPORTED_VERSION" | "WALLET_INIT_FAILED" | "MANUAL_CAPTURE_CARDS_ONLY";
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
        readonly ConflictCode: "DUPLICATE_REQUEST" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_IN_PROGRESS" | "GATEWAY_NOT_CONFIGURED" | "WALLET_NOT_AVAILABLE" | "ADDRESS_NOT_ALLOWED" | "AMOUNT_TOO_SMALL" | "AMOUNT_TOO_LARGE" | "CHECKOUT_NOT_PENDING" | "AUTHORIZATION_NOT_HELD" | "CAPTURE_EXCEEDS_HELD" | "CHARGE_IN_PROGRESS" | "EXPIRY_IN_PAST" | "SESSION_NOT_PENDING" | "SESSION_PHONE_REQUIRED" | "TERMINAL_INACTIVE" | "DUPLICATE_READER_PAYLOAD" | "TRANSACTION_NOT_REFUNDABLE" | "REFUND_EXCEEDS_REMAINING" | "TRANSACTION_DISPUTED" | "DISPUTE_CLOSED" | "FILE_NOT_SUPPORTED" | "TOO_MANY_FILES" | "INSUFFICIENT_BALANCE" | "BANK_ACCOUNT_MISMATCH" | "CLOCK_LIMIT_EXCEEDED" | "INVOICE_NOT_DRAFT" | "INVOICE_NOT_VOIDABLE" | "PLAN_INACTIVE" | "PLAN_NOT_COMPATIBLE" | "SUBSCRIPTION_NOT_ACTIVE" | "SUBSCRIPTION_UNPAID" | "SUBSCRIPTION_NOT_PAUSED" | "SUBSCRIPTION_CANCELED" | "PAYMENT_METHOD_NOT_USABLE" | "CUSTOMER_EXISTS" | "AGENT_SUSPENDED" | "AGENT_NOT_SUSPENDED" | "AGENT_FLOAT_INSUFFICIENT" | "OTP_INVALID" | "OTP_LOCKED" | "PAYOUT_NOT_REDEEMABLE" | "WEBHOOK_NOT_CONFIGURED" | "SPLIT_SHARES_INVALID" | "SPLIT_CURRENCY_MISMATCH" | "OFFER_NOT_AVAILABLE" | "REPORT_LIMIT_REACHED" | "REPORT_NOT_AVAILABLE";
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
                readonly "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
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
        /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
        readonly IdempotencyKey: string;
        /** @description The six digits of the second factor's current code. Needed when the merchant is enrolled in two-factor authentication, in the sandbox too; otherwise ignored. */
        readonly TotpCode: string;
        /** @description Checkout session id. */
        readonly CheckoutPathId: string;
        /** @description Id of a checkout session that holds an amount. */
        readonly HeldCheckoutPathId: string;
        /** @description Transaction id. */
        readonly TransactionPathId: string;
        /** @description Id of a completed payment. */
        readonly PaymentPathId: string;
        /** @description Dispute id. */
        readonly DisputePathId: string;
        /** @description Id of a file of the dispute. */
        readonly DisputeFilePathId: string;
        /** @description Id of a checkout session with a wallet attempt, or of a wallet payment. */
        readonly MobilePaymentPathId: string;
        /** @description Refund id. */
        readonly RefundPathId: string;
        /** @description Payment link id. */
        readonly PaymentLinkPathId: string;
        /** @description Subaccount id. */
        readonly SubaccountPathId: string;
        /** @description Split id. */
        readonly SplitPathId: string;
        /** @description Capital offer id. */
        readonly CapitalOfferPathId: string;
        /** @description Capital advance id. */
        readonly CapitalAdvancePathId: string;
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
        /** @description Payout id. */
        readonly PayoutPathId: string;
        /** @description Id of a payout batch. */
        readonly PayoutBatchPathId: string;
        /** @description Id of a saved account. */
        readonly BankAccountPathId: string;
        /** @description Agent id. */
        readonly AgentPathId: string;
        /** @description Id of a suspended agent. */
        readonly SuspendedAgentPathId: string;
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
         * @description How to send the key, as HTTP asks of every 401. Read `code` to know what is wrong with it.
         * @example Bearer realm="payments"
         */
        readonly WwwAuthenticate: string;
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
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
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
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
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
    readonly captureCheckout: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @description Id of a checkout session that holds an amount. */
                readonly id: components["parameters"]["HeldCheckoutPathId"];
            };
            readonly cookie?: never;
        };
        /** @description How much to capture. Without a body, the whole held amount is captured. */
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["CaptureCheckoutRequest"];
            };
        };
        readonly responses: {
            /** @description The capture is accepted, or refused by the gateway; `status` says which. */
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
                    readonly "application/json": components["schemas"]["AuthorizationAnswer"];
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
    readonly voidAuthorization: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @description Id of a checkout session that holds an amount. */
                readonly id: components["parameters"]["HeldCheckoutPathId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The amount is released, or about to be; `status` says which. */
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
                    readonly "application/json": components["schemas"]["AuthorizationAnswer"];
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
    readonly listWallets: {
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
            /** @description All wallets, in the order of their names. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WalletListAnswer"];
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
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
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
    readonly listDisputes: {
        readonly parameters: {
            readonly query: {
                /** @description Only this status. */
                readonly status?: components["schemas"]["DisputeStatus"];
                /** @description Only those of this payment. */
                readonly transaction_id?: components["schemas"]["TransactionId"];
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
            /** @description A page of disputes. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DisputeListAnswer"];
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
    readonly getDispute: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /** @description Dispute id. */
                readonly id: components["parameters"]["DisputePathId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The dispute. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DisputeAnswer"];
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
    readonly submitDisputeEvidence: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @description Dispute id. */
                readonly id: components["parameters"]["DisputePathId"];
            };
            readonly cookie?: never;
        };
        /** @description Why the payment is right. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SubmitDisputeEvidenceRequest"];
            };
        };
        readonly responses: {
            /** @description The evidence is submitted, or kept. */
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
                    readonly "application/json": components["schemas"]["DisputeAnswer"];
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
    readonly acceptDispute: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @description Dispute id. */
                readonly id: components["parameters"]["DisputePathId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The dispute is lost. */
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
                    readonly "application/json": components["schemas"]["DisputeAnswer"];
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
    readonly uploadDisputeFile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @description Dispute id. */
                readonly id: components["parameters"]["DisputePathId"];
            };
            readonly cookie?: never;
        };
        /** @description The file. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UploadDisputeFileRequest"];
            };
        };
        readonly responses: {
            /** @description The file is kept. */
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
                    readonly "application/json": components["schemas"]["DisputeFileAnswer"];
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
    readonly getDisputeFile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /** @description Dispute id. */
                readonly id: components["parameters"]["DisputePathId"];
                /** @description Id of a file of the dispute. */
                readonly file_id: components["parameters"]["DisputeFilePathId"];
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
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DisputeFileContentAnswer"];
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
    readonly deleteDisputeFile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @description Dispute id. */
                readonly id: components["parameters"]["DisputePathId"];
                /** @description Id of a file of the dispute. */
                readonly file_id: components["parameters"]["DisputeFilePathId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The file is deleted. */
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
                    readonly "application/json": components["schemas"]["DisputeFileDeletedAnswer"];
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
    readonly getRefund: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /** @description Refund id. */
                readonly id: components["parameters"]["RefundPathId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The refund as it is now. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
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
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
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
    readonly getPaymentLink: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /** @description Payment link id. */
                readonly id: components["parameters"]["PaymentLinkPathId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The link as it is now. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PaymentLinkAnswer"];
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
    readonly deactivatePaymentLink: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
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
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
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
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
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
    readonly listPayoutBatches: {
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
            /** @description A page of batches. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PayoutBatchListAnswer"];
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
    readonly createPayoutBatch: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The six digits of the second factor's current code. Needed when the merchant is enrolled in two-factor authentication, in the sandbox too; otherwise ignored. */
                readonly "X-TOTP-Code"?: components["parameters"]["TotpCode"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The payouts, in one of two forms. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreatePayoutBatchRequest"];
            };
        };
        readonly responses: {
            /** @description The payouts are being made. */
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
                    readonly "application/json": components["schemas"]["PayoutBatchAnswer"];
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
    readonly getPayoutBatch: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /** @description Id of a payout batch. */
                readonly id: components["parameters"]["PayoutBatchPathId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The batch. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PayoutBatchAnswer"];
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
    readonly listPayoutBatchItems: {
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
                /** @description Id of a payout batch. */
                readonly id: components["parameters"]["PayoutBatchPathId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of items. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PayoutBatchItemListAnswer"];
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
    readonly getPayout: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /** @description Payout id. */
                readonly id: components["parameters"]["PayoutPathId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The payout. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PayoutAnswer"];
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
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
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
    readonly deleteBankAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @description Id of a saved account. */
                readonly id: components["parameters"]["BankAccountPathId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The account is no longer saved. */
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
                    readonly "application/json": components["schemas"]["BankAccountDeletedAnswer"];
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
    readonly listAgents: {
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
            /** @description A page of agents. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentListAnswer"];
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
    readonly createAgent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The agent to save. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateAgentRequest"];
            };
        };
        readonly responses: {
            /** @description The agent is saved and active. */
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
                    readonly "application/json": components["schemas"]["AgentAnswer"];
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
    readonly getAgent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /** @description Agent id. */
                readonly id: components["parameters"]["AgentPathId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The agent. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentAnswer"];
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
    readonly suspendAgent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @description Agent id. */
                readonly id: components["parameters"]["AgentPathId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The agent is suspended. */
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
                    readonly "application/json": components["schemas"]["AgentAnswer"];
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
    readonly reactivateAgent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @description Id of a suspended agent. */
                readonly id: components["parameters"]["SuspendedAgentPathId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The agent is active. */
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
                    readonly "application/json": components["schemas"]["AgentAnswer"];
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
    readonly topUpAgentFloat: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @description Agent id. */
                readonly id: components["parameters"]["AgentPathId"];
            };
            readonly cookie?: never;
        };
        /** @description How much cash the agent got. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["TopUpAgentFloatRequest"];
            };
        };
        readonly responses: {
            /** @description The float is higher by the amount. */
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
                    readonly "application/json": components["schemas"]["FloatTopUpAnswer"];
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
    readonly createAgentCashOut: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @description Agent id. */
                readonly id: components["parameters"]["AgentPathId"];
            };
            readonly cookie?: never;
        };
        /** @description The payout, and the code that was given. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateAgentCashOutRequest"];
            };
        };
        readonly responses: {
            /** @description The agent hands out the cash. */
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
                    readonly "application/json": components["schemas"]["CashOutAnswer"];
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
    readonly listLedgerEntries: {
        readonly parameters: {
            readonly query: {
                /** @description Only this balance. */
                readonly bucket?: components["schemas"]["BalanceBucket"];
                /** @description Only this currency. */
                readonly currency?: components["schemas"]["Currency"];
                /** @description Booked on or after this day or time. */
                readonly from_date?: components["schemas"]["DateOrInstantInput"];
                /** @description Booked on or before this day or time. A day is included as a whole. */
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
            /** @description A page of entries. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LedgerEntryListAnswer"];
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
    readonly listSubaccounts: {
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
            /** @description A page of subaccounts. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SubaccountListAnswer"];
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
    readonly createSubaccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description Whose balance it is. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateSubaccountRequest"];
            };
        };
        readonly responses: {
            /** @description The subaccount is open. */
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
                    readonly "application/json": components["schemas"]["SubaccountAnswer"];
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
    readonly getSubaccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /** @description Subaccount id. */
                readonly id: components["parameters"]["SubaccountPathId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The subaccount. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SubaccountAnswer"];
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
    readonly listSubaccountEntries: {
        readonly parameters: {
            readonly query: {
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
            readonly path: {
                /** @description Subaccount id. */
                readonly id: components["parameters"]["SubaccountPathId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of entries. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SubaccountEntryListAnswer"];
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
    readonly listSplits: {
        readonly parameters: {
            readonly query: {
                /** @description Only this status. */
                readonly status?: components["schemas"]["SplitStatus"];
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
            /** @description A page of splits. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SplitListAnswer"];
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
    readonly createSplit: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description Who gets which share. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateSplitRequest"];
            };
        };
        readonly responses: {
            /** @description The split can be used. */
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
                    readonly "application/json": components["schemas"]["SplitAnswer"];
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
    readonly deactivateSplit: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @description Split id. */
                readonly id: components["parameters"]["SplitPathId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The split is inactive. */
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
                    readonly "application/json": components["schemas"]["SplitAnswer"];
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
    readonly listCapitalOffers: {
        readonly parameters: {
            readonly query: {
                /** @description Only this status. */
                readonly status?: components["schemas"]["CapitalOfferStatus"];
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
            /** @description A page of offers. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CapitalOfferListAnswer"];
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
    readonly acceptCapitalOffer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @description Capital offer id. */
                readonly id: components["parameters"]["CapitalOfferPathId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The advance is in the balance. */
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
                    readonly "application/json": components["schemas"]["CapitalAdvanceAnswer"];
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
    readonly listCapitalAdvances: {
        readonly parameters: {
            readonly query: {
                /** @description Only this status. */
                readonly status?: components["schemas"]["CapitalAdvanceStatus"];
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
            /** @description A page of advances. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CapitalAdvanceListAnswer"];
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
    readonly getCapitalAdvance: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            readonly path: {
                /** @description Capital advance id. */
                readonly id: components["parameters"]["CapitalAdvancePathId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The advance. */
            readonly 200: {
                headers: {
                    readonly "Service-Version": components["headers"]["ServiceVersion"];
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CapitalAdvanceAnswer"];
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
    readonly repayCapitalAdvance: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @description Capital advance id. */
                readonly id: components["parameters"]["CapitalAdvancePathId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Nothing remains. */
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
                    readonly "application/json": components["schemas"]["CapitalAdvanceAnswer"];
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
    readonly listInvoices: {
        readonly parameters: {
            readonly query: {
                /** @description Only this status. */
                readonly status?: components["schemas"]["InvoiceStatus"];
                /** @description Only those of this customer. */
                readonly customer_id?: components["schemas"]["CustomerId"];
                /** @description Only those of this subscription. */
                readonly subscription_id?: components["schemas"]["SubscriptionId"];
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
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
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
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
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
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
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
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
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
                /** @description Only those of this customer. */
                readonly customer_id?: components["schemas"]["CustomerId"];
                /** @description Only those of this plan, also where it begins with the next period. */
                readonly plan_id?: components["schemas"]["PlanId"];
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
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
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
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
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
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
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
    readonly updateSubscription: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /** @description Subscription id. */
                readonly id: components["parameters"]["SubscriptionPathId"];
            };
            readonly cookie?: never;
        };
        /** @description What to change. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateSubscriptionRequest"];
            };
        };
        readonly responses: {
            /** @description The subscription as it is now. */
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
    readonly pauseSubscription: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
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
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
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
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
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
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
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
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
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
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
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
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
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
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
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
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
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
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
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
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
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
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
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
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
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
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
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
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
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
                /** @description Only events with this delivery status. Where this would read too many events, the page has fewer items than `limit`, or none, and `has_more` is true: go on with `next_cursor`. */
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
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
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
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
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
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
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
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
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
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
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
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
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
    readonly createTestCapitalOffer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The advance to offer. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateTestCapitalOfferRequest"];
            };
        };
        readonly responses: {
            /** @description The offer is made. */
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
                    readonly "application/json": components["schemas"]["CapitalOfferAnswer"];
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
    readonly openTestDispute: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description Which payment, and why. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OpenTestDisputeRequest"];
            };
        };
        readonly responses: {
            /** @description The dispute, or the warning, is open. */
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
                    readonly "application/json": components["schemas"]["DisputeAnswer"];
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
    readonly payAsTestPayer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description Which checkout, and how it is paid. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PayAsTestPayerRequest"];
            };
        };
        readonly responses: {
            /** @description The attempt has been made. */
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
                    readonly "application/json": components["schemas"]["TestPaymentAnswer"];
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
    readonly triggerTestEvent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer in this version instead of the one the app is pinned to. */
                readonly "Service-Version"?: components["parameters"]["ServiceVersion"];
                /** @description Makes the call safe to repeat for 24 hours, with the same bytes as its body. A key belongs to one merchant, method and path. */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The type of the event. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["TriggerTestEventRequest"];
            };
        };
        readonly responses: {
            /** @description The event is stored, and queued for its subscribers. */
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
                    readonly "application/json": components["schemas"]["TriggeredTestEventAnswer"];
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
