import { type Request, type Response, Router } from 'express';
import { readCallbackToken } from '../../domain/money/gateways/mobile-money/callback-address.ts';
import type { Context } from '../../engine/context.ts';
import type { Mode } from '../../engine/principal.ts';
import { ApiError } from '../../platform/errors.ts';
import { readBody } from '../../platform/http/body.ts';
import { receiveCall } from './receive.ts';

type Parts = { readonly contexts: Readonly<Record<Mode, Context>> };

const largest = { bytes: 64 * 1024, values: 5000 };

/**
 * Where providers call back about payments, refunds and payouts: their address has a signed token. Mounted at /gateways. The body
 * is read, so that the provider can read the answer, and not believed: the provider is asked.
 *
 * Decision 0104.
 */
export function callbackRoutes({ contexts }: Parts): Router {
  const router = Router();
  const receive = async (req: Request, res: Response) => {
    const { gateway, token } = req.params;
    const { secrets } = contexts.live;
    const subject = readCallbackToken(secrets, String(gateway), String(token));
    if (!subject) throw new ApiError('ROUTE_NOT_FOUND');
    await discardBody(req);
    if (!(await receiveCall(contexts, subject))) throw new ApiError('ROUTE_NOT_FOUND');
    res.status(204).end();
  };
  router.put('/:gateway/callbacks/:token', receive);
  router.post('/:gateway/callbacks/:token', receive);
  return router;
}

/** @throws PAYLOAD_TOO_LARGE; a body that is not JSON does no harm */
async function discardBody(req: Request): Promise<void> {
  try {
    await readBody(req, largest);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'PAYLOAD_TOO_LARGE') throw error;
  }
}
