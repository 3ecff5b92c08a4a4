import { type Request, Router } from 'express';
import type { Context } from '../../../engine/context.ts';
import { showId } from '../../../platform/ids.ts';
import { addSteps } from '../checkout/steps.ts';
import { type Visit, visitTo } from '../checkout/visit.ts';
import type { Admission } from '../requests/admission.ts';
import { formBody, pageFailures, pageHeaders } from '../requests/http.ts';
import { checkoutIdIn } from '../requests/own-checkout.ts';

/**
 * The hosted page of a checkout, with all its steps below one address; mounted once for each mode.
 *
 * Spec: "hosted checkout". Decision 0017 ("Hosted addresses").
 */
export function checkoutRoutes(ctx: Context, admission: Admission): Router {
  const router = Router();
  const find = async (req: Request): Promise<Visit> => {
    const id = checkoutIdIn(req.params['id']) ?? (await admission.unknown(req));
    const place = { address: `${req.baseUrl}/${showId('chk', id)}`, req };
    const visit = await visitTo(ctx, id, place, () => admission.session(id));
    return visit ?? (await admission.unknown(req));
  };

  router.use(pageHeaders(ctx), formBody);
  addSteps(router, '/:id', { ctx, admission, find });
  router.use((req) => admission.unknown(req));
  router.use(pageFailures(ctx));
  return router;
}
