import { checkSignature } from '../../../domain/notices/signatures/check-signature.ts';
import type { Handler } from '../../../engine/calls/handler.ts';
import { errorCodes, eventRegistry } from './view.ts';

export const listWebhookEvents: Handler<'listWebhookEvents'> = async (call) => {
  return call.reply(200, eventRegistry(call.query));
};

export const listErrorCodes: Handler<'listErrorCodes'> = async (call) => {
  return call.reply(200, errorCodes());
};

export const verifyWebhookSignature: Handler<'verifyWebhookSignature'> = async (call) => {
  const { header, body_base64 } = call.body;
  const body = Buffer.from(body_base64, 'base64');
  const reason = await checkSignature(call, call.principal.appId, { header, body });
  return call.reply(200, { valid: reason === 'ok', reason });
};
