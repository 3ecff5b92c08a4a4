import type { Handler } from '../../core/calls/handler.ts';
import { eventRegistry } from './view.ts';

export const listWebhookEvents: Handler<'listWebhookEvents'> = async (call) => {
  return call.reply(200, eventRegistry(call.query));
};
