// Made by `npm run generate` from src/sdk/webhooks.ts. Do not edit.
import type { webhooks } from '../webhooks.d.ts';
/** Event type → the event, as it is in the body of the request. */
type EventTypes = {
    readonly [Type in keyof webhooks]: webhooks[Type]['post']['requestBody']['content']['application/json'] & {
        readonly type: Type;
    };
};
/** An event; its `type` tells what `data` is. Types newer than this file can arrive too, so have a default case. */
export type WebhookEvent = EventTypes[keyof EventTypes];
/**
 * Why a request is refused.
 *
 * - `malformed_header`: there is no `Service-Signature`, or it is not `t=<unix seconds>,v1=<hex>`
 * - `timestamp_skew`: it was signed too long ago or in the future: a replayed request, or a wrong clock
 * - `wrong_signature`: it was signed with another secret, or these are not the bytes that were signed
 * - `body_not_raw`: the body was parsed before it came here, so its bytes are lost
 * - `invalid_json`: the signature is valid, but the body is not JSON
 * - `not_an_event`: the signature is valid, but the body is not an event of the service
 */
export type WebhookRefusal = 'malformed_header' | 'timestamp_skew' | 'wrong_signature' | 'body_not_raw' | 'invalid_json' | 'not_an_event';
/** The request cannot be trusted: answer 400 and log `reason`. */
export declare class WebhookVerificationError extends Error {
    name: string;
    readonly reason: WebhookRefusal;
    constructor(reason: WebhookRefusal, words: string);
}
type Received = {
    /** The value of `Service-Signature` as the framework gives it. */
    readonly header: string | readonly string[] | null | undefined;
    /** The body as received, before any parser: its bytes or their text. */
    readonly body: string | Uint8Array;
    /** The app's webhook secret (`whsec_…`), or a list of them if one receiver serves several apps. */
    readonly secret: string | readonly string[];
    /** Default: the current time. */
    readonly now?: Date;
    /** How old, or how far in the future, a signature may be. Default: 300. */
    readonly toleranceSeconds?: number;
};
/**
 * Checks a request and reads its event.
 *
 * @throws WebhookVerificationError the request cannot be trusted; `reason` says why
 * @throws TypeError                the call is wrong: no secret, a space in it, or an invalid time
 *
 * Spec: "Signature".
 */
export declare function verifyWebhook({ header, body, secret, now, toleranceSeconds }: Received): WebhookEvent;
/**
 * Signs a body as the service does, for tests of a receiver.
 *
 * @param wanted.secret a list, the newest first, as in the 24 hours after a rotation
 * @returns the value of `Service-Signature`
 *
 * Spec: "Signature".
 */
export declare function signWebhook(wanted: Pick<Received, 'body' | 'secret' | 'now'>): string;
export {};
